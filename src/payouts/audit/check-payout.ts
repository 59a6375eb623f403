// An audit's checks of a payout: its entries, its lines and its transfer.
import type { Invariant } from '../../audit/invariant.ts'
import type { Scan } from '../../audit/scan.ts'
import { type Bilingual, filled, same } from '../../core/language/bilingual.ts'
import { formatAmount } from '../../core/money.ts'
import { type Instant, mexicoCityDay } from '../../core/time.ts'
import { demand, entryOf } from '../../ledger/audit-entries.ts'
import { entryNames } from '../../ledger/entry-name.ts'
import type { PostingRow } from '../../ledger/tables.ts'
import type { TransferRow } from '../../transfers/tables.ts'
import { payoutFailedLines, payoutLines, payoutReturnedLines, payoutSentLines } from '../entries.ts'
import type { PayoutLineRow, PayoutRow } from '../tables.ts'

export const payoutsHold: Invariant = {
  name: 'payouts',
  meaning: [
    'Cada liquidación tiene sus asientos, sus renglones y su transferencia, todos por un mismo monto',
    'Every payout has its entries, its lines and its transfer, all of one amount',
  ],
}

const texts = {
  likeFailure: ['{}, como los instantes de su falla', '{}, like the instants of its failure'],
  failedAt: ['con falla el {}', 'failed at {}'],
  postedOn: ['asentado el {}', 'posted on {}'],
  since: ['{} desde {}', '{} since {}'],
  noDay: ['ningún día', 'no day'],
  lines: ['renglones de {}', 'lines of {}'],
  line: ['un renglón de {}', 'a line of {}'],
  to: ['{} a {} con la clave {}', '{} to {} under {}'],
  transfer: ['una transferencia de {}', 'a transfer of {}'],
  none: ['nada', 'none'],
  likeTransfer: ['{}, como su transferencia', '{}, like its transfer'],
  transferIs: ['una transferencia que está {}', 'a transfer that is {}'],
} as const satisfies Record<string, Bilingual>

/** Checks a payout: its entries by its state, its lines by their sum, and its transfer. */
export function checkPayout(
  scan: Scan,
  payout: PayoutRow,
  there: { postings: PostingRow[]; lines: PayoutLineRow[]; transfer: TransferRow | undefined },
): void {
  const { id, state, amount_centavos: amount } = payout
  const { transfer } = there
  const found = (expected: Bilingual, is: Bilingual, at = id) =>
    scan.found(payoutsHold, { id: at, expected, found: is })
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
    found(filled(texts.likeFailure, state), filled(texts.failedAt, String(payout.failed_at)))
  const postedAt = {
    booked: payout.created_at,
    sent: payout.corrected_at ?? (state === 'paid' ? payout.state_at : null),
    failed: payout.failed_at,
    returned: payout.state_at,
  }
  for (const what of entryNames.payout) {
    const name = `${id}:${what}`
    const entry = entryOf(there.postings, id, what)
    const posts = wanted[what] ? lines[what] : []
    demand(scan, payoutsHold, { id: name, entry, lines: posts, accountId: payout.account_id })
    // The amount of a payout counts, for the day on which the merchant is paid next, by these instants.
    const [posted, at] = [there.postings.find(({ entry: one }) => one === name), postedAt[what]]
    if (posted === undefined || at === null) continue
    if (posted.created_at !== at) found(filled(texts.postedOn, at), same(posted.created_at), name)
    if (posted.day !== dayOf(at)) found(filled(texts.postedOn, dayOf(at) ?? texts.noDay), same(posted.day), name)
  }
  const since = {
    pending: payout.created_at,
    paid: payout.corrected_at ?? payout.state_at,
    failed: payout.failed_at,
    returned: payout.state_at,
  }[state]
  if (since !== payout.state_at)
    found(filled(texts.since, state, since ?? texts.noDay), filled(texts.since, state, payout.state_at))
  const sum = there.lines.reduce((total, line) => total + line.amount_centavos, 0)
  if (sum !== amount) found(filled(texts.lines, formatAmount(amount)), same(formatAmount(sum)))
  for (const line of there.lines) checkPayoutLine(scan, line, payout)
  const described = (one: { amount_centavos: number; tracking_key: string; destination: string }) =>
    filled(texts.to, formatAmount(one.amount_centavos), one.destination, one.tracking_key)
  const expected = described({ ...payout, destination: payout.clabe })
  const sent = transfer === undefined ? texts.none : described(transfer)
  if (expected[1] !== sent[1]) found(filled(texts.transfer, expected), sent)
  // The state of a payout follows that of its transfer, so it may be behind but never ahead of it.
  // One that the bank had rejected may be settled, and returned, before its payout follows.
  const isCorrected = state === 'failed' && transfer?.rejected_at != null
  const isUnsettled = state === 'paid' && transfer?.settled_at == null
  if (transfer && !isCorrected && (isUnsettled || !transfersOf[state].includes(transfer.state))) {
    found(filled(texts.likeTransfer, state), filled(texts.transferIs, transfer.state))
  }
}

/** Undefined for an instant that somebody has made unreadable. */
function dayOf(at: Instant): string | undefined {
  return Number.isNaN(Date.parse(at)) ? undefined : mexicoCityDay(at)
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
function checkPayoutLine({ found }: Scan, line: PayoutLineRow, { affiliate }: PayoutRow): void {
  if (line.carried_from === 'earlier') return
  const net =
    affiliate === ''
      ? line.total_centavos - line.fee_centavos - line.iva_centavos - line.affiliate_centavos
      : line.affiliate_centavos
  if (net === line.amount_centavos) return
  const id = [line.payout_id, line.rail, line.card_brand, line.operator].filter((part) => part !== '').join(' ')
  found(payoutsHold, {
    id,
    expected: filled(texts.line, formatAmount(net)),
    found: same(formatAmount(line.amount_centavos)),
  })
}
