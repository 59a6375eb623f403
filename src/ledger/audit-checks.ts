// What an audit demands of one entry, one operation and one payout.
import { affiliatePart } from '../core/affiliate-part.ts'
import { GIVEN_UP } from '../core/iso8583.ts'
import { formatAmount } from '../core/money.ts'
import { rails } from '../core/rail.ts'
import { hasFailed } from '../core/transfer.ts'
import type {
  OperationRow,
  PaymentReceivedRow,
  PayoutLineRow,
  PayoutRow,
  PostingRow,
  TransferRow,
} from '../store/tables.ts'
import type { Findings } from './findings.ts'
import { paymentLines, reversalLines } from './lines/payment.ts'
import { payoutFailedLines, payoutLines, payoutReturnedLines, payoutSentLines } from './lines/payout.ts'
import { acceptedLines, givenBackLines, neverReceivedLines, returnLines, suspenseLines } from './lines/received.ts'
import { transferLines, writtenOffLines } from './lines/transfer.ts'
import { type CauseKind, entryNames, type Line } from './postings.ts'
import type { Tally } from './tally.ts'
import { type Cause, faultOf, faults, owedBy, UNMATCHED_ACCOUNT } from './transfer-causes.ts'

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
  | 'rail'
  | 'card_brand'
  | 'operator'
  | 'status'
  | 'total_centavos'
  | 'fee_centavos'
  | 'iva_centavos'
  | 'affiliate'
  | 'affiliate_centavos'
  | 'affiliate_rule'
  | 'decline_code'
  | 'paid_at'
  | 'posted_day'
  | 'expired_at'
  | 'refunded_centavos'
  | 'disputed_centavos'
  | 'refunds_settled_centavos'
  | 'refunds_failed_centavos'
>

/** An entry is of one account and day and balances; its lines are counted against the balances. */
export function checkEntry(
  found: Findings,
  tallies: Record<'balances' | 'affiliate-entries', Tally>,
  entry: PostedEntry,
): void {
  let sum = 0
  let mixed = false
  const first = entry.lines[0]
  for (const line of entry.lines) {
    sum += line.amount_centavos
    mixed ||= line.account_id !== first?.account_id || line.day !== first.day
    tallies.balances.expect(`${line.account_id} ${line.ledger_account} ${line.day}`, line.amount_centavos)
    if (line.ledger_account === 'payable:affiliate')
      tallies['affiliate-entries'].expect(`${entry.name} ${line.account_id} ${line.day}`, -line.amount_centavos)
  }
  if (sum !== 0) found.add('entries-balance', { id: entry.name, expected: '0.00', found: formatAmount(sum) })
  if (mixed) found.add('entries-balance', { id: entry.name, expected: 'one account and day', found: 'several' })
}

/** A cause that may post entries: its account, and the names of its entries. */
export interface Poster {
  kind: CauseKind
  accountId: string
  names: readonly string[]
}

/** What a received payment posts by itself. One that is matched with an operation posts nothing: the operation does. */
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
} as const satisfies Record<PaymentReceivedRow['outcome'], readonly (typeof entryNames)['payment'][number][]>

/** An entry is one of the closed set that its cause may post, and of the cause's account. */
export function checkName(found: Findings, entry: PostedEntry, cause: Poster): void {
  const { names } = cause
  const name = entry.name.slice(entry.cause.length + 1)
  if (!names.includes(name)) {
    const expected = `of a ${cause.kind} ${names.length > 0 ? names.join(' or ') : 'no entry'}`
    found.add('entry-names', { id: entry.name, expected, found: name || 'no name' })
  }
  const owner = entry.lines[0]?.account_id ?? ''
  if (owner === cause.accountId) return
  found.add('entry-causes', { id: entry.name, expected: `an entry of ${cause.accountId}`, found: `of ${owner}` })
}

/** An operation's parts and entries; it is counted against the totals of its day and month, events and payments. */
export function checkOperation(
  found: Findings,
  tallies: Record<
    | 'kept-totals'
    | 'posted-totals'
    | 'events'
    | 'payments-received'
    | 'returns'
    | 'advices'
    | 'disputed-amounts'
    | 'refunds',
    Tally
  >,
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

  const poster = { kind: 'operation', accountId: operation.account_id, names: entryNames.operation } as const
  for (const entry of entries) checkName(found, entry, poster)
  const paid = entries.find((entry) => entry.name === `${id}:paid`)
  const reversed = entries.find((entry) => entry.name === `${id}:reversed`)
  const wasPaid = status === 'paid' || (status === 'cancelled' && (paid !== undefined || reversed !== undefined))
  demand(found, 'payment-entries', `${id}:paid`, paid, wasPaid ? paymentLines(operation) : [], operation.account_id)
  const takenBack = status === 'cancelled' && wasPaid ? reversalLines(operation) : []
  demand(found, 'reversal-entries', `${id}:reversed`, reversed, takenBack, operation.account_id)

  for (const period of [operation.day, operation.day.slice(0, 7)]) {
    const of = [operation.rail, operation.card_brand || '-', operation.operator, status]
    tallies['kept-totals'].expect([operation.account_id, period, ...of].join(' '), 1, total, commission)
  }
  checkPosting(found, tallies, operation, { wasPaid, paid, reversed })
  if (wasPaid) tallies.events.expect(`${id} operation.paid`, 1)
  if (status === 'cancelled') tallies.events.expect(`${id} operation.cancelled`, 1)
  if (operation.expired_at !== null) tallies.events.expect(`${id} operation.expired`, 1)
  if (status === 'declined') tallies.events.expect(`${id} operation.declined`, 1)
  if (wasPaid && rails[operation.rail].paidBy === 'report') tallies['payments-received'].expect(id, 1, total)
  if (status === 'cancelled' && wasPaid && rails[operation.rail].reversal === 'transfer')
    tallies.returns.expect(`refund ${id}`, 1, total)
  if (operation.disputed_centavos > 0) tallies['disputed-amounts'].find(id, operation.disputed_centavos)
  checkRefunded(found, tallies, operation)
  if (isUndone(operation, wasPaid)) tallies.advices.expect(id, 1, total)
}

/** What is refunded or disputed was paid, and is not cancelled; it is counted against the refunds themselves. */
function checkRefunded(found: Findings, tallies: { refunds: Tally }, operation: Tallied): void {
  const { id, status, total_centavos: total, refunded_centavos: refunded, disputed_centavos: disputed } = operation
  const { refunds_settled_centavos: settled, refunds_failed_centavos: failed } = operation
  const taken = refunded + disputed
  if (refunded < 0 || disputed < 0 || taken > total || (taken > 0 && status !== 'paid')) {
    const expected =
      status === 'paid' ? `at most ${formatAmount(total)} refunded or disputed` : 'nothing refunded or disputed'
    found.add('refunds', { id, expected, found: `${formatAmount(refunded)} and ${formatAmount(disputed)}` })
  }
  if (refunded !== 0 || settled !== 0 || failed !== 0) tallies.refunds.find(id, refunded, settled, failed)
}

/** What was paid says when and on which day it is posted, and is counted on that day; its reversal, on the day of the reversal. */
function checkPosting(
  found: Findings,
  tallies: { 'posted-totals': Tally },
  operation: Tallied,
  { wasPaid, paid, reversed }: { wasPaid: boolean; paid: PostedEntry | undefined; reversed: PostedEntry | undefined },
): void {
  const { id, status, posted_day: postedDay, paid_at: paidAt } = operation
  const entryDay = paid?.lines[0]?.day
  if (wasPaid !== (paidAt !== null) || (wasPaid && entryDay !== undefined && entryDay !== postedDay)) {
    const expected = wasPaid ? `paid, posted on ${entryDay ?? 'some day'}` : 'no time of payment'
    found.add('paid-times', { id, expected, found: `paid at ${paidAt ?? '-'}, posted on ${postedDay ?? '-'}` })
  }
  const count = (day: string, as: string, share: number) => {
    const commission = operation.fee_centavos + operation.iva_centavos + share
    for (const period of [day, day.slice(0, 7)]) {
      const key = [operation.account_id, period, operation.rail, operation.card_brand || '-', operation.operator, as]
      tallies['posted-totals'].expect(key.join(' '), 1, operation.total_centavos, commission)
    }
  }
  if (postedDay !== null) count(postedDay, status, operation.affiliate_centavos)
  const reversedDay = reversed?.lines[0]?.day
  if (reversedDay === undefined || postedDay === null) return
  // A share that the affiliate keeps is no commission less.
  count(reversedDay, 'reversed', affiliatePart(operation, { amountCentavos: operation.total_centavos }))
}

/** A card payment that was declined or cancelled while nobody knew whether the card was charged. */
function isUndone({ rail, status, decline_code }: Tallied, wasPaid: boolean): boolean {
  if (rails[rail].paidBy !== 'answer') return false
  return status === 'declined' ? decline_code === GIVEN_UP : status === 'cancelled' && !wasPaid
}

/** What a received payment may post besides the operation that it pays: that it is owed to its payer, or kept in suspense. */
export function checkPayment(found: Findings, payment: ReceivedForAudit, postings: PostingRow[]): void {
  const { id, outcome, amount_centavos: amount } = payment
  const lines = {
    returned: returnLines(payment.rail, amount),
    suspended: suspenseLines(payment.rail, amount),
    released: releasedLines(payment),
  }
  const owner = payment.account_id ?? UNMATCHED_ACCOUNT
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

/**
 * A transfer says what its cause does, in every state. A return or refund has an entry for each step of its money: accepted, settled,
 * and owed again when it failed after that. A payout's transfer has none: the payout has them.
 */
export function checkTransfer(
  found: Findings,
  transfer: TransferRow,
  there: { postings: PostingRow[]; cause: Cause | undefined },
): void {
  const { id, state } = transfer
  const fault = faultOf(transfer, there.cause)
  // `finished` is no fault of a transfer that was taken or has failed.
  const writtenOff = entryOf(there.postings, id, 'written-off')
  if (state === 'closed') {
    // Whatever a closed transfer says, it is never sent: only what it owed matters.
    if (writtenOff === undefined && owedBy(transfer, there.cause) > 0)
      found.add('transfers', { id, expected: 'a transfer, or a write-off, of what is owed', found: 'closed' })
  } else if (fault !== undefined && !(fault === 'finished' && state !== 'pending')) {
    found.add('transfers', { id, expected: expectedOf(there.cause), found: `${saysOf(transfer)}: ${faults[fault]}` })
  } else if (state === 'withheld') {
    found.add('transfers', {
      id,
      expected: 'a transfer that may be sent',
      found: `withheld: ${transfer.withheld_because}`,
    })
  }
  const owner = (there.cause ?? transfer).account_id ?? UNMATCHED_ACCOUNT
  const writeOff =
    state === 'closed' && writtenOff !== undefined ? writtenOffLines(there.cause?.bookedCentavos ?? 0) : []
  const lines = {
    ...(transfer.kind === 'payout' ? {} : linesOfTransfer(transfer)),
    ...(transfer.kind !== 'payout' && { 'written-off': writeOff }),
  }
  for (const what of entryNames.transfer) {
    demand(found, 'returns', `${id}:${what}`, entryOf(there.postings, id, what), lines[what] ?? [], owner)
  }
  const settles = transfer.settled_at !== null
  const shown = `${state}${settles ? ', settled' : ''}${transfer.accepted_at === null ? '' : ', accepted'}`
  const expected = expectedSteps[state]
  if (!expected.includes(settles)) found.add('transfers', { id, expected: `what ${state} can have been`, found: shown })
  if (
    transfer.replaced_by !== null &&
    !hasFailed(state) &&
    !(state === 'closed' && transfer.replaced_by === transfer.refund_id)
  ) {
    found.add('transfers', { id, expected: 'a transfer that failed, since another replaces it', found: shown })
  }
}

/** Whether a transfer in this state may have been settled. */
const expectedSteps: Record<TransferRow['state'], boolean[]> = {
  pending: [false],
  accepted: [false],
  settled: [true],
  rejected: [false],
  returned: [false, true],
  withheld: [false],
  closed: [false],
}

/** The steps that the money of a return or refund has made, by the names of their entries. */
function linesOfTransfer(transfer: TransferRow): Partial<Record<(typeof entryNames)['transfer'][number], Line[]>> {
  const { rail, state, accepted_at, settled_at, amount_centavos: amount } = transfer
  const taken = accepted_at === null && state !== 'accepted' ? 'owed' : 'on-its-way'
  const wasSettled = settled_at !== null || state === 'settled'
  const last = wasSettled ? 'gone' : taken
  return {
    accepted: transferLines(rail, 'owed', taken, amount),
    sent: wasSettled ? transferLines(rail, taken, 'gone', amount) : [],
    ...(hasFailed(state) && { [state]: transferLines(rail, last, 'owed', amount) }),
  }
}

function expectedOf(cause: Cause | undefined): string {
  return cause === undefined ? 'a cause that asks for it' : saysOf(cause)
}

function saysOf(one: Pick<TransferRow, 'account_id' | 'amount_centavos' | 'destination' | 'tracking_key'>): string {
  const owner = one.account_id ?? UNMATCHED_ACCOUNT
  return `${formatAmount(one.amount_centavos)} of ${owner} to ${one.destination} under ${one.tracking_key}`
}

function entryOf(postings: PostingRow[], cause: string, what: string): PostedEntry | undefined {
  const name = `${cause}:${what}`
  const lines = postings.filter((row) => row.entry === name)
  return lines.length === 0 ? undefined : { name, cause, lines }
}

export function checkPayout(
  found: Findings,
  payout: PayoutRow,
  there: { postings: PostingRow[]; lines: PayoutLineRow[]; transfer: TransferRow | undefined },
): void {
  const { id, state, amount_centavos: amount } = payout
  const { transfer } = there
  // One that was returned before it was settled has never been paid.
  const wasPaid = state === 'paid' || (state === 'returned' && transfer?.settled_at != null)
  const lines = {
    booked: payoutLines(payout),
    sent: payoutSentLines(amount),
    failed: payoutFailedLines(payout),
    returned: payoutReturnedLines(payout, wasPaid),
  }
  const wanted = { booked: true, sent: wasPaid, failed: state === 'failed', returned: state === 'returned' }
  for (const what of entryNames.payout) {
    demand(
      found,
      'payouts',
      `${id}:${what}`,
      entryOf(there.postings, id, what),
      wanted[what] ? lines[what] : [],
      payout.account_id,
    )
  }
  const sum = there.lines.reduce((total, line) => total + line.amount_centavos, 0)
  if (sum !== amount) {
    found.add('payouts', { id, expected: `lines of ${formatAmount(amount)}`, found: formatAmount(sum) })
  }
  for (const line of there.lines) checkPayoutLine(found, line, payout)
  const described = (one: { amount_centavos: number; tracking_key: string; destination: string }) =>
    `${formatAmount(one.amount_centavos)} to ${one.destination} under ${one.tracking_key}`
  const expected = described({ ...payout, destination: payout.clabe })
  const shown = transfer === undefined ? 'none' : described(transfer)
  if (expected !== shown) found.add('payouts', { id, expected: `a transfer of ${expected}`, found: shown })
  // The state of a payout follows that of its transfer, so it may be behind but never ahead of it.
  if (transfer && !transfersOf[state].includes(transfer.state)) {
    found.add('payouts', { id, expected: `${state}, like its transfer`, found: `a transfer that is ${transfer.state}` })
  }
}

/** What the transfer of a payout may be. */
const transfersOf: Record<PayoutRow['state'], readonly TransferRow['state'][]> = {
  pending: ['pending', 'accepted', 'settled', 'rejected', 'returned', 'withheld', 'closed'],
  paid: ['settled', 'returned'],
  failed: ['rejected', 'closed'],
  returned: ['returned'],
}

/**
 * What a line pays is its total less fee, IVA and shares, or to an affiliate the share; only what is left over from earlier days has no parts.
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

/** The entry must have exactly these lines, in any order; no lines: there must be no entry. */
export function demand(
  found: Findings,
  invariant:
    | 'payment-entries'
    | 'reversal-entries'
    | 'received-entries'
    | 'returns'
    | 'payouts'
    | 'statement-lines'
    | 'fee-statements'
    | 'disputes'
    | 'refund-entries',
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
