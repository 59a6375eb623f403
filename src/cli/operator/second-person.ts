// `cobro accounts second-person`: the rule that some actions need two people, for an account whose own people cannot switch it off.
import type { Actor } from '../../accounts/trail/record.ts'
import { readRule, ruleWrites } from '../../console/approvals/second-person.ts'
import { formatAmount, parseAmount } from '../../core/money.ts'
import { rowOf } from '../../store/rows.ts'
import { NothingRead, UsageError, wanted } from '../developer/command.ts'
import { type Opened, tell } from './opened-database.ts'

export async function setSecondPerson(
  { store, clock }: Pick<Opened, 'store' | 'clock'>,
  by: Actor,
  { words, json }: { words: string[]; json: boolean },
): Promise<void> {
  const accountId = wanted(words[0], 'ACCOUNT')
  const centavos = typedRule(wanted(words[1], 'AMOUNT'))
  const account = await rowOf(store.db, 'accounts', { id: accountId }, ['id'])
  if (!account) throw new NothingRead(`There is no account ${accountId}: see cobro accounts.`)
  const { second_person_centavos: before, people_version } = await readRule(store, accountId)
  await store.commit(ruleWrites({ store, clock }, by, { accountId, before, centavos, people_version }))
  const above = centavos === null ? null : formatAmount(centavos)
  const text =
    above === null
      ? `In ${accountId} nobody needs a second person.`
      : `In ${accountId} people give back more than ${above} of a payment or in a day, make keys with power and send money to new places in twos.`
  tell(json, text, { account: accountId, second_person_above: above })
}

/** In centavos; null for `off`. */
function typedRule(text: string): number | null {
  if (text === 'off') return null
  const parsed = parseAmount(text, { minCentavos: 0 })
  if ('problem' in parsed) throw new UsageError(`${text} is neither an amount in pesos nor off`)
  return parsed.centavos
}
