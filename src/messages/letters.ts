// E-mails to an account: changes of its payout account, with a code that is sealed until it is sent; daily closings,
// disputes, and invitations.
import { createHash } from 'node:crypto'
import type { Bilingual, Language } from '../core/bilingual.ts'
import type { Clock } from '../core/clock.ts'
import { deadlineText } from '../pages/format.ts'
import { insert, type Write } from '../store/write.ts'
import type { AtRest } from '../vault/at-rest.ts'
import type { SealedColumn } from '../vault/reseal.ts'
import { affiliateTexts } from './affiliate-letters.ts'
import { approvalLetterContent, type KeptApprovalLetter } from './approval-letter.ts'
import { type CheckpointLetter, checkpointContent } from './checkpoint-letter.ts'
import { type Closing, closingContent } from './closing-content.ts'
import type { EmailContent } from './content.ts'
import { disputeLetterContent, type KeptDisputeLetter } from './dispute-letters.ts'
import { letterPage } from './letter-page.ts'
import { queuedLetter } from './queued-letter.ts'
import type { MessageRow } from './tables.ts'

/** A step of a change of the payout account, or an invitation to the console. */
interface Letter {
  /** The affiliated user concerned; empty: the merchant. */
  affiliate?: string
  step: 'requested' | 'confirmed' | 'changed' | 'cancelled' | 'guessed' | 'invited'
  /** Empty in an invitation. */
  clabe?: string
  /** The requester, or the inviting person. */
  operator: string
  /** Until when it can be confirmed or accepted, or when it takes effect. */
  at: string | null
  /** The page on which an invitation is accepted; the code is the end of its link. */
  page?: string
}

/** The write that queues a letter, due now. */
export function letterWriter({ clock, atRest }: { clock: Clock; atRest: AtRest }) {
  return (letter: Letter & { accountId: string; to: string; language: Language; code?: string }): Write => {
    const { accountId, affiliate = '', to, language, code, step, clabe = '', operator, at, page } = letter
    const kept: Letter = { affiliate, step, clabe: clabe.slice(-4), operator, at, ...(page !== undefined && { page }) }
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
  const { affiliate = '', step, clabe = '', operator, at, page = '' } = kept
  const code = sealed_code === null ? '' : atRest.open(sealed_code, sealedFor(row)).toString()
  const pick = language === 'es' ? 0 : 1
  const when = at === null ? '' : `${deadlineText(at, language)} (${ZONE[pick]})`
  const facts = { clabe: `…${clabe}`, operator, when, code, link: `${page}#${code}` }
  const written =
    affiliate === '' || step === 'invited' ? texts(step, facts) : affiliateTexts(step, { ...facts, affiliate })
  const [title = '', ...paragraphs] = written.map((text) => text[pick])
  return letterPage([{ language, title, paragraphs }])
}

const ZONE: Bilingual = ['hora de la Ciudad de México', 'Mexico City time']

const NOT_YOU: Bilingual = [
  'Si no fuiste tú, cancela el cambio en la consola, en Liquidaciones, y revoca la llave con que se pidió, si fue con una.',
  'If this was not you, cancel the change at the console, at Payouts, and revoke the key that asked for it, if one did.',
]

/** The subject, then the paragraphs. */
function texts(
  step: Letter['step'],
  { clabe, operator, when, code, link }: Record<'clabe' | 'operator' | 'when' | 'code' | 'link', string>,
): Bilingual[] {
  switch (step) {
    case 'requested':
      return [
        ['Confirma la nueva cuenta de tus liquidaciones', 'Confirm the new account of your payouts'],
        [
          `${operator} pidió que tus liquidaciones vayan a la CLABE ${clabe}.`,
          `${operator} asked for your payouts to go to the CLABE ${clabe}.`,
        ],
        [`Código: ${code}`, `Code: ${code}`],
        [
          `Vale hasta el ${when}. Mientras nadie lo confirme, las liquidaciones siguen como antes.`,
          `It is good until ${when}. Until somebody confirms it, payouts go on as before.`,
        ],
        NOT_YOU,
      ]
    case 'confirmed':
      return [
        ['La nueva cuenta de tus liquidaciones está confirmada', 'The new account of your payouts is confirmed'],
        [
          `Tus liquidaciones irán a la CLABE ${clabe} desde el ${when}.`,
          `Your payouts will go to the CLABE ${clabe} from ${when} on.`,
        ],
        NOT_YOU,
      ]
    case 'changed':
      return [
        ['Tus liquidaciones van a otra cuenta', 'Your payouts go to another account'],
        [`Tus liquidaciones van ahora a la CLABE ${clabe}.`, `Your payouts now go to the CLABE ${clabe}.`],
        [
          'Si no fuiste tú, avisa de inmediato a quien opera el servicio.',
          'If this was not you, tell the operator of the service at once.',
        ],
      ]
    case 'cancelled':
      return [
        ['El cambio de cuenta se canceló', 'The change of account was cancelled'],
        [
          `Tus liquidaciones no irán a la CLABE ${clabe}; siguen como antes.`,
          `Your payouts will not go to the CLABE ${clabe}; they go on as before.`,
        ],
      ]
    case 'invited':
      return [
        ['Te invitan a la consola de pagos', 'You are invited to the payments console'],
        [`${operator} te invita a la consola de Cobro.`, `${operator} invites you to the console of Cobro.`],
        [`Ábrela aquí: ${link}`, `Open it here: ${link}`],
        [
          `El enlace vale una vez, hasta el ${when}. Si no lo esperabas, no lo abras.`,
          `The link is good once, until ${when}. If you did not expect it, do not open it.`,
        ],
      ]
    case 'guessed':
      return [
        ['El cambio de cuenta se canceló: códigos equivocados', 'The change of account was cancelled: wrong codes'],
        [
          `Alguien probó varias veces un código equivocado para que tus liquidaciones vayan a la CLABE ${clabe}. Siguen como antes.`,
          `Somebody tried wrong codes several times to have your payouts go to the CLABE ${clabe}. They go on as before.`,
        ],
        [
          'Revoca la llave con que se pidió, si no la conoces.',
          'Revoke the key that asked for it, unless you know it.',
        ],
      ]
  }
}
