// E-mails to an account: changes of its payout account, with a code that is sealed until it is sent; daily closings,
// disputes, and invitations.
import { createHash } from 'node:crypto'
import type { Clock } from '../core/clock.ts'
import type { Bilingual, Language } from '../core/language/bilingual.ts'
import { zonedDeadline } from '../pages/format.ts'
import { insert, type Write } from '../store/write.ts'
import type { AtRest } from '../vault/at-rest.ts'
import type { SealedColumn } from '../vault/reseal.ts'
import { approvalLetterContent, type KeptApprovalLetter } from './approval-letter.ts'
import { type CheckpointLetter, checkpointContent } from './checkpoint-letter.ts'
import type { EmailContent } from './content.ts'
import { type Closing, closingContent } from './daily-closing-content.ts'
import { disputeLetterContent, type KeptDisputeLetter } from './dispute-letters.ts'
import { letterPage } from './letter-page.ts'
import { type PayoutAccountStep, payoutAccountTexts } from './payout-account-letters.ts'
import { queuedLetter } from './queued-letter.ts'
import type { MessageRow } from './tables.ts'

/** A step of a change of the payout account, or an invitation to the console. */
interface Letter {
  /** The affiliated user concerned; empty: the merchant. */
  affiliate?: string
  step: PayoutAccountStep | 'invited'
  /** Empty in an invitation. */
  clabe?: string
  /** The requester, or the inviting person. */
  operator: string
  /** The name of the account to which it invites, and the role in it. */
  account?: string
  role?: Bilingual
  /** Until when it can be confirmed or accepted, or when it takes effect. */
  at: string | null
  /** The page on which an invitation is accepted; the code is the end of its link. */
  page?: string
}

/** The write that queues a letter, due now. */
export function letterWriter({ clock, atRest }: { clock: Clock; atRest: AtRest }) {
  return (letter: Letter & { accountId: string; to: string; language: Language; code?: string }): Write => {
    const { accountId, affiliate = '', to, language, code, clabe = '', ...told } = letter
    const kept: Letter = { affiliate, clabe: clabe.slice(-4), ...told }
    const row = queuedLetter(clock, { accountId, to, language, letter: kept, now: clock.now() })
    return insert('messages', { ...row, sealed_code: code === undefined ? null : atRest.seal(code, sealedFor(row)) })
  }
}

/** The columns that are sealed again after a change of the at-rest key. */
export const sealedCodes: readonly SealedColumn[] = [
  {
    table: 'messages',
    column: 'sealed_code',
    owners: ['account_id', 'channel', 'recipient', 'letter'],
    contextOf: (row) => [sealedFor(row), sealedFor(row)],
  },
]

/** A row with a code, as far as its code belongs to it. */
type CodedRow = Pick<MessageRow, 'id' | 'account_id' | 'channel' | 'recipient' | 'letter'>

/** A sealed code opens only in its own row, for its own account, its receiver, and the letter that says where the code leads. */
export function sealedFor({ id, account_id, channel, recipient, letter }: CodedRow): string {
  const sent = createHash('sha256').update(JSON.stringify([channel, recipient, letter]))
  return `message-code:${account_id}:${id}:${sent.digest('base64url')}`
}

/** The e-mail of a queued letter. Throws when its code does not open. */
export function letterContent(atRest: AtRest, row: MessageRow): EmailContent {
  const { letter, sealed_code, language } = row
  const kept = JSON.parse(letter ?? '{}') as
    | Letter
    | CheckpointLetter
    | Closing
    | KeptDisputeLetter
    | KeptApprovalLetter
  if ('closing' in kept) return closingContent(kept, language)
  if ('approval' in kept) return approvalLetterContent(kept)
  if ('about' in kept) return disputeLetterContent(kept)
  if (kept.step === 'books') return checkpointContent(kept)
  // A letter that an older program queued has no affiliate.
  const { affiliate = '', step, clabe = '', operator, at, page = '', account = '', role = ['', ''] } = kept
  const code = sealed_code === null ? '' : atRest.open(sealed_code, sealedFor(row)).toString()
  const pick = language === 'es' ? 0 : 1
  const when = at === null ? '' : zonedDeadline(at, language)
  const written =
    step === 'invited'
      ? invitationTexts({ operator, when, link: `${page}#${code}`, account, role })
      : payoutAccountTexts(step, { affiliate, clabe: `…${clabe}`, operator, when, code })
  const [title = '', ...paragraphs] = written.map((text) => text[pick])
  return letterPage([{ language, title, paragraphs }])
}

/** The subject, then the paragraphs. */
function invitationTexts({
  operator,
  when,
  link,
  account,
  role: [rol, role],
}: Record<'operator' | 'when' | 'link' | 'account', string> & { role: Bilingual }): Bilingual[] {
  return [
    [`Te invitan a la consola de pagos de ${account}`, `You are invited to the payments console of ${account}`],
    [
      `${operator} te invita a ${account}, con el rol ${rol}.`,
      `${operator} invites you to ${account}, with the role ${role}.`,
    ],
    [`Ábrela aquí: ${link}`, `Open it here: ${link}`],
    [
      `El enlace vale una vez, hasta el ${when}. Si no lo esperabas, no lo abras.`,
      `The link is good once, until ${when}. If you did not expect it, do not open it.`,
    ],
  ]
}
