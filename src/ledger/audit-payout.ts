// An audit's checks of a payout: its entries, its lines and its transfer.
import { formatAmount } from '../core/money.ts'
import { type Instant, mexicoCityDay } from '../core/time.ts'
import type { PayoutLineRow, PayoutRow } from '../payouts/tables.ts'
import type { TransferRow } from '../transfers/tables.ts'
import { demand, entryOf } from './audit-entry.ts'
import { entryNames } from './entry-name.ts'
import type { Findings } from './findings.ts'
import { payoutFailedLines, payoutLines, payoutReturnedLines, payoutSentLines } from './lines/payout.ts'
import type { PostingRow } from './tables.ts'

/** Checks a payout: its entries by its state, its lines by their sum, and its transfer. */
export function checkPayout(
  found: Findings,
  payout: PayoutRow,
  existing: { postings: PostingRow[]; lines: PayoutLineRow[]; transfer: TransferRow | undefined },
): void {
  const { id, state, amount_centavos: amount } = payout
  const { transfer } = existing
  // A payout that was returned before it was settled has never been paid.
  const wasPaid = state === 'paid' || (state === 'returned' && transfer?.settled_at != null)
  const lines = {
    booked: payoutLines(payout),
    sent: payoutSentLines(payout, payout.corrected_at !== null),
    failed: payoutFailedLines(payout),
    returned: payoutReturnedLines(payout, wasPaid),
  }
  const wanted = { booked: true, sent: wasPaid, failed: payout.failed_at !== null, returned: state === 'returned' }
  if ((state === 'failed') !== (payout.failed_at !== null && payout.corrected_at === null))
    found.add('payouts', {
      id,
      expected: `${state}, like the instants of its failure`,
      found: `failed at ${payout.failed_at}`,
    })
  const postedAt = {
    booked: payout.created_at,
    sent: payout.corrected_at ?? (state === 'paid' ? payout.state_at : null),
    failed: payout.failed_at,
    returned: payout.state_at,
  }
  for (const what of entryNames.payout) {
    const name = `${id}:${what}`
    const entry = entryOf(existing.postings, id, what)
    demand(found, 'payouts', name, entry, wanted[what] ? lines[what] : [], payout.account_id)
    // The amount of a payout counts, for the day on which the merchant is paid next, by these instants.
    const [day, at] = [entry?.lines[0]?.day, postedAt[what]]
    if (day !== undefined && at !== null && day !== dayOf(at))
      found.add('payouts', { id: name, expected: `posted on ${dayOf(at)}`, found: day })
  }
  const sum = existing.lines.reduce((total, line) => total + line.amount_centavos, 0)
  if (sum !== amount) {
    found.add('payouts', { id, expected: `lines of ${formatAmount(amount)}`, found: formatAmount(sum) })
  }
  for (const line of existing.lines) checkPayoutLine(found, line, payout)
  const described = (one: { amount_centavos: number; tracking_key: string; destination: string }) =>
    `${formatAmount(one.amount_centavos)} to ${one.destination} under ${one.tracking_key}`
  const expected = described({ ...payout, destination: payout.clabe })
  const shown = transfer === undefined ? 'none' : described(transfer)
  if (expected !== shown) found.add('payouts', { id, expected: `a transfer of ${expected}`, found: shown })
  // The state of a payout follows that of its transfer, so it may be behind but never ahead of it.
  // One that the bank had rejected may be settled, and returned, before its payout follows.
  const isCorrected = state === 'failed' && transfer?.rejected_at != null
  const isUnsettled = state === 'paid' && transfer?.settled_at == null
  if (transfer && !isCorrected && (isUnsettled || !transfersOf[state].includes(transfer.state))) {
    found.add('payouts', { id, expected: `${state}, like its transfer`, found: `a transfer that is ${transfer.state}` })
  }
}

/** An instant that somebody has made unreadable is of no day. */
function dayOf(at: Instant): string {
  return Number.isNaN(Date.parse(at)) ? 'no day' : mexicoCityDay(at)
}

/** The states that the transfer of a payout may be in, by the state of the payout. */
const transfersOf: Record<PayoutRow['state'], readonly TransferRow['state'][]> = {
  pending: ['pending', 'accepted', 'settled', 'rejected', 'returned', 'withheld', 'closed'],
  paid: ['settled', 'returned'],
  failed: ['rejected', 'closed'],
  returned: ['returned'],
}

/**
 * A line pays a merchant the total less fee, IVA and shares, and an affiliate the share. Only a remainder of earlier days
 * has no parts.
 */
function checkPayoutLine(found: Findings, line: PayoutLineRow, { affiliate }: PayoutRow): void {
  if (line.carried_from === 'earlier') return
  const net =
    affiliate === ''
      ? line.total_centavos - line.fee_centavos - line.iva_centavos - line.affiliate_centavos
      : line.affiliate_centavos
  if (net === line.amount_centavos) return
  const id = [line.payout_id, line.rail, line.card_brand, line.operator].filter((part) => part !== '').join(' ')
  found.add('payouts', { id, expected: `a line of ${formatAmount(net)}`, found: formatAmount(line.amount_centavos) })
}
