// A network's report of a payment, and its possible outcomes.
import type { PaymentNotice } from '../../connectors/notice.ts'
import { institutionOf } from '../../core/banks/clabe.ts'
import { type Rail, type ReportedRail, railOf } from '../../core/rail.ts'
import { DAY_MS, instantPlus, laterOf, readInstant } from '../../core/time.ts'
import type { receivedReasonWords } from '../code-words.ts'

/**
 * A reported payment. Rail, network, institution, operation day and the network's own id identify it: the same facts are
 * the same payment, and other facts are a conflict. The instant of the payment is not such a fact, because a repeat may
 * have another precision.
 */
export interface Notification extends Omit<PaymentNotice, 'kind'> {
  /** The rail on which it came: one provider may carry several rails under one name. */
  rail: ReportedRail
  network: string
  /** When only the day of the payment is known: its earliest instant. `paidAt` is then the latest. */
  paidFrom?: string
  /** Only a statement has it. Its network's own report may come with a day near this one. */
  isStated?: true
}

/**
 * The ordering institution as far as it is known: a transfer's is also that of its payer's CLABE. Empty: not known. Sample: of
 * a transfer from `012180001554321090` it is `012`.
 */
export function institutionKnown(
  { rail, institution }: { rail: Rail; institution: string },
  payerClabe: string | null | undefined,
): string {
  if (institution !== '' || railOf(rail).paidFrom !== 'account') return institution
  return institutionOf(payerClabe ?? '')
}

/**
 * Why a payment was matched, returned or kept in suspense. All reasons but the first two return the money if the network
 * can, and otherwise keep it in suspense; contradictions and implausible times are always kept.
 */
export const matchReasons = {
  'voucher-paid': 'the exact amount of a voucher, paid in time',
  'customer-paid': 'into a customer’s own CLABE, with no voucher waiting for it',
  'amount-differs': 'more or less than the voucher asks for',
  'already-paid': 'the voucher had been paid',
  cancelled: 'the voucher had been cancelled',
  expired: 'paid after the voucher’s last day',
  'account-closed': 'the customer’s CLABE is no longer in use',
  'reference-unknown': 'nobody knows what was paid into',
  'time-implausible': 'the network says an instant that cannot be: in the future, before the voucher, or long ago',
  'identity-conflict': 'another payment is on record under the same key, institution and day',
  'own-transfer': 'a transfer of ours that came back: its money is owed again',
  'own-transfer-again': 'a transfer of ours that had come back before: this is other money',
  'own-transfer-differs': 'it has the tracking key of a transfer of ours, and another amount',
} as const satisfies Record<keyof typeof receivedReasonWords, string>

export type MatchReason = keyof typeof matchReasons

/** The allowed difference between two clocks. */
export const CLOCK_TOLERANCE_MS = 5 * 60_000
/** Longer than any voucher waits, with weeks for the report. */
const LONGEST_AGO_MS = 400 * DAY_MS

/**
 * When a payment was made: not after its report, whatever the network's clock says. `isPlausible` is false for an impossible
 * instant; the instant is then that of the report.
 */
export function paidInstant(
  reportedAt: string | undefined,
  { now, notBefore }: { now: string; notBefore: string | undefined },
): { paidAt: string; isPlausible: boolean } {
  if (reportedAt === undefined) return { paidAt: now, isPlausible: true }
  const at = readInstant(reportedAt)
  const longestAgo = instantPlus(now, -LONGEST_AGO_MS)
  const begun = notBefore === undefined ? longestAgo : instantPlus(notBefore, -CLOCK_TOLERANCE_MS)
  const earliest = laterOf(begun, longestAgo)
  const isPlausible = at !== undefined && at >= earliest && at <= instantPlus(now, CLOCK_TOLERANCE_MS)
  return { paidAt: isPlausible && at < now ? at : now, isPlausible }
}
