// What an audit demands of one entry, one operation and one payout.
import { formatAmount } from '../core/money.ts'
import type { OperationRow, PayoutRow, PostingRow, TransferRow } from '../store/tables.ts'
import type { Findings } from './findings.ts'
import {
  type Line,
  paymentLines,
  payoutFailedLines,
  payoutLines,
  payoutSentLines,
  returnSentLines,
  reversalLines,
} from './postings.ts'
import type { Tally } from './tally.ts'

export interface PostedEntry {
  name: string
  /** The id before the colon. */
  cause: string
  lines: Pick<PostingRow, 'account_id' | 'ledger_account' | 'day' | 'amount_centavos'>[]
}

/** What an audit reads of an operation. */
export type Tallied = Pick<
  OperationRow,
  | 'id'
  | 'account_id'
  | 'day'
  | 'payment_method'
  | 'card_brand'
  | 'operator'
  | 'status'
  | 'total_centavos'
  | 'fee_centavos'
  | 'iva_centavos'
  | 'affiliate'
  | 'affiliate_centavos'
>

/** An entry is of one account and day and balances; its lines are counted against the balances. */
export function checkEntry(found: Findings, tallies: { balances: Tally }, entry: PostedEntry): void {
  let sum = 0
  let mixed = false
  const first = entry.lines[0]
  for (const line of entry.lines) {
    sum += line.amount_centavos
    mixed ||= line.account_id !== first?.account_id || line.day !== first.day
    tallies.balances.expect(`${line.account_id} ${line.ledger_account} ${line.day}`, line.amount_centavos)
  }
  if (sum !== 0) found.add('entries-balance', { id: entry.name, expected: '0.00', found: formatAmount(sum) })
  if (mixed) found.add('entries-balance', { id: entry.name, expected: 'one account and day', found: 'several' })
}

/** An operation's parts and entries; it is counted against the totals of its day and month, events, payments and affiliate. */
export function checkOperation(
  found: Findings,
  tallies: Record<'affiliate-balances' | 'kept-totals' | 'events' | 'payments-received' | 'returns', Tally>,
  operation: Tallied,
  entries: PostedEntry[] = [],
): void {
  const { id, status, total_centavos: total } = operation
  const commission = operation.fee_centavos + operation.iva_centavos + operation.affiliate_centavos
  const parts = [operation.fee_centavos, operation.iva_centavos, operation.affiliate_centavos, total - commission]
  if (total <= 0 || parts.some((part) => part < 0)) {
    const shown = parts.map(formatAmount).join(' + ')
    found.add('operation-parts', { id, expected: `parts of ${formatAmount(total)}, none negative`, found: shown })
  }

  const paid = entries.find((entry) => entry.name === `${id}:paid`)
  const reversed = entries.find((entry) => entry.name === `${id}:reversed`)
  const wasPaid = status === 'N' || (status === 'C' && (paid !== undefined || reversed !== undefined))
  demand(found, 'payment-entries', `${id}:paid`, paid, wasPaid ? paymentLines(operation) : [], operation.account_id)
  const takenBack = status === 'C' && wasPaid ? reversalLines(operation) : []
  demand(found, 'reversal-entries', `${id}:reversed`, reversed, takenBack, operation.account_id)

  for (const period of [operation.day, operation.day.slice(0, 7)]) {
    const of = [operation.payment_method, operation.card_brand || '-', operation.operator, status]
    tallies['kept-totals'].expect([operation.account_id, period, ...of].join(' '), 1, total, commission)
  }
  if (wasPaid) tallies.events.expect(`${id} operation.paid`, 1)
  if (status === 'C') tallies.events.expect(`${id} operation.cancelled`, 1)
  if (status === 'E') tallies.events.expect(`${id} operation.expired`, 1)
  if (status === 'D') tallies.events.expect(`${id} operation.declined`, 1)
  if (wasPaid && operation.payment_method !== 'POS') tallies['payments-received'].expect(id, 1, total)
  if (status === 'C' && wasPaid && operation.payment_method === 'SPE') tallies.returns.expect(`refund ${id}`, 1, total)
  if (status === 'N' && operation.affiliate_centavos > 0) {
    const key = `${operation.account_id} ${operation.affiliate ?? ''}`
    tallies['affiliate-balances'].expect(key, operation.affiliate_centavos)
  }
}

/** A return or refund that was sent left the books; one that was not, and a payout, has no such entry. */
export function checkTransfer(found: Findings, transfer: TransferRow, postings: PostingRow[]): void {
  const name = `${transfer.id}:sent`
  const entry = postings.length === 0 ? undefined : { name, cause: transfer.id, lines: postings }
  const left = transfer.state === 'sent' && transfer.kind !== 'payout'
  const method = postings.some((row) => row.ledger_account === 'receivable:cash-network') ? 'OXX' : 'SPE'
  const lines = left ? returnSentLines(method, transfer.amount_centavos) : []
  demand(found, 'returns', name, entry, lines, entry?.lines[0]?.account_id ?? '')
}

export function checkPayout(
  found: Findings,
  payout: PayoutRow,
  there: { postings: PostingRow[]; linesCentavos: number; transfer: TransferRow | undefined },
): void {
  const { id, state, amount_centavos: amount } = payout
  const entryOf = (what: string) => {
    const lines = there.postings.filter((row) => row.entry === `${id}:${what}`)
    return lines.length === 0 ? undefined : { name: `${id}:${what}`, cause: id, lines }
  }
  const lines = { booked: payoutLines(amount), sent: payoutSentLines(amount), failed: payoutFailedLines(amount) }
  const wanted = { booked: true, sent: state === 'paid', failed: state === 'failed' }
  for (const what of ['booked', 'sent', 'failed'] as const) {
    demand(found, 'payouts', `${id}:${what}`, entryOf(what), wanted[what] ? lines[what] : [], payout.account_id)
  }
  if (there.linesCentavos !== amount) {
    found.add('payouts', {
      id,
      expected: `lines of ${formatAmount(amount)}`,
      found: formatAmount(there.linesCentavos),
    })
  }
  const { transfer } = there
  const described = (one: { amount_centavos: number; tracking_key: string; destination: string }) =>
    `${formatAmount(one.amount_centavos)} to ${one.destination} under ${one.tracking_key}`
  const expected = described({ ...payout, destination: payout.clabe })
  const shown = transfer === undefined ? 'none' : described(transfer)
  if (expected !== shown) found.add('payouts', { id, expected: `a transfer of ${expected}`, found: shown })
  // The state of a payout follows that of its transfer, so it may be behind but never ahead of it.
  if (transfer && state !== 'pending' && transfer.state !== (state === 'paid' ? 'sent' : 'failed')) {
    found.add('payouts', { id, expected: `${state}, like its transfer`, found: `a transfer that is ${transfer.state}` })
  }
}

/** The entry must have exactly these lines, in any order; no lines: there must be no entry. */
function demand(
  found: Findings,
  invariant: 'payment-entries' | 'reversal-entries' | 'returns' | 'payouts',
  id: string,
  entry: PostedEntry | undefined,
  lines: Line[],
  accountId: string,
): void {
  if (isSame(entry?.lines ?? [], lines, accountId)) return
  const wanted = linesText(
    lines.map((line) => ({ ledger_account: line.account, amount_centavos: line.amountCentavos })),
  )
  const there = linesText(entry?.lines ?? [])
  if (wanted !== there) found.add(invariant, { id, expected: wanted, found: there })
  const owner = entry?.lines[0]?.account_id ?? accountId
  if (owner !== accountId) found.add(invariant, { id, expected: `an entry of ${accountId}`, found: `of ${owner}` })
}

/** The common case, without making text: the lines as they are always posted. */
function isSame(there: PostedEntry['lines'], wanted: Line[], accountId: string): boolean {
  if (there.length !== wanted.length) return false
  return there.every((line, index) => {
    const { account, amountCentavos } = wanted[index] ?? {}
    return line.ledger_account === account && line.amount_centavos === amountCentavos && line.account_id === accountId
  })
}

function linesText(lines: Pick<PostingRow, 'ledger_account' | 'amount_centavos'>[]): string {
  if (lines.length === 0) return 'no entry'
  return lines
    .map((line) => `${line.ledger_account} ${formatAmount(line.amount_centavos)}`)
    .sort()
    .join(', ')
}
