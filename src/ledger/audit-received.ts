// An audit's checks of a received payment: the entries of its outcome.
import type { PaymentReceivedRow } from '../vouchers/tables.ts'
import { demand, entryOf } from './audit-entry.ts'
import type { entryNames } from './entry-name.ts'
import type { Findings } from './findings.ts'
import { acceptedLines, givenBackLines, neverReceivedLines, returnLines, suspenseLines } from './lines/received.ts'
import type { Line } from './postings.ts'
import type { PostingRow } from './tables.ts'
import { booksOf } from './transfer-causes.ts'

/** The entries of a received payment by outcome. A matched payment has none, because its operation posts. */
export const namesOfOutcome = {
  matched: [],
  returned: ['returned'],
  unmatched: ['returned'],
  suspended: ['suspended'],
  accepted: ['suspended', 'released'],
  'given-back': ['suspended', 'released'],
  'never-received': ['suspended', 'released'],
  // The transfer that came back has the entry.
  'taken-back': [],
  // It was never ours.
  refused: [],
} as const satisfies Record<PaymentReceivedRow['outcome'], readonly (typeof entryNames)['payment'][number][]>

/** Checks the entries of a received payment: it is owed to its payer, or kept in suspense. */
export function checkPayment(found: Findings, payment: ReceivedForAudit, postings: PostingRow[]): void {
  const { id, outcome, amount_centavos: amount } = payment
  const lines = {
    returned: returnLines(payment.rail, amount),
    suspended: suspenseLines(payment.rail, amount),
    released: releasedLines(payment),
  }
  const owner = booksOf(payment.account_id)
  for (const what of namesOfOutcome[outcome]) {
    demand(found, 'received-entries', `${id}:${what}`, entryOf(postings, id, what), lines[what], owner)
  }
}

function releasedLines({ outcome, rail, amount_centavos: amount }: ReceivedForAudit): Line[] {
  if (outcome === 'accepted') return acceptedLines(rail, amount)
  return outcome === 'never-received' ? neverReceivedLines(rail, amount) : givenBackLines(amount)
}

/** What an audit reads of a received payment. */
export type ReceivedForAudit = Pick<
  PaymentReceivedRow,
  'id' | 'account_id' | 'operation_id' | 'amount_centavos' | 'outcome' | 'rail'
>
