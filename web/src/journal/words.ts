// The words of the journal: ledger accounts, causes of entries, and what happened to them.
import type { JournalLine } from '../../../client/src/types.ts'
import { causeEventWords, causeKindWords } from '../../../src/ledger/code-words.ts'
import { capital } from '../capital.ts'
import type { Words } from '../language.tsx'
import { accounts } from '../parts/words.tsx'

type Cause = JournalLine['cause']

export function accountWords(account: JournalLine['account']): Words {
  if (account === 'unreadable') return ['Asiento dañado', 'Damaged entry']
  const [es, en] = accounts[account] ?? [account, account]
  return [capital(es), capital(en)]
}

export function causeWords({ kind, event }: Cause): Words {
  const [what, did] = [causeKindWords[kind], causeEventWords[event]]
  return [`${capital(what[0])}: ${did[0]}`, `${capital(what[1])}: ${did[1]}`]
}
