// An audit's checks of an operation: its parts, entries, times and the amounts given back.
import { affiliatePart } from '../core/affiliate-part.ts'
import { GIVEN_UP_CODES } from '../core/iso8583.ts'
import { formatAmount } from '../core/money.ts'
import { rails } from '../core/rail.ts'
import type { OperationRow } from '../operations/tables.ts'
import { captureKey } from './audit-captures.ts'
import { checkName, demand, type PostedEntry } from './audit-entry.ts'
import { chargedByPayment, expectCharged } from './charged.ts'
import { entryNames } from './entry-name.ts'
import type { Findings } from './findings.ts'
import { paymentLines, reversalLines } from './lines/payment.ts'
import type { Tally } from './tally.ts'

/** What an audit reads of an operation. */
export type Tallied = Pick<
  OperationRow,
  | 'id'
  | 'account_id'
  | 'day'
  | 'rail'
  | 'network'
  | 'card_brand'
  | 'operator'
  | 'status'
  | 'total_centavos'
  | 'fee_centavos'
  | 'surcharge_centavos'
  | 'months'
  | 'iva_centavos'
  | 'affiliate'
  | 'affiliate_centavos'
  | 'affiliate_rule'
  | 'decline_code'
  | 'authorized_centavos'
  | 'authorized_at'
  | 'tip_centavos'
  | 'fee_percentage_millis'
  | 'external_claim'
  | 'external_transaction'
  | 'has_devolution'
  | 'refund_state'
  | 'paid_at'
  | 'posted_day'
  | 'expired_at'
  | 'refunded_centavos'
  | 'disputed_centavos'
  | 'refunds_settled_centavos'
  | 'refunds_failed_centavos'
>

/** Checks an operation's parts and entries, and counts it, to be compared with the totals of its day and month, its events and its payment. */
export function checkOperation(
  found: Findings,
  tallies: Record<
    | 'kept-totals'
    | 'posted-totals'
    | 'monthly-fees'
    | 'events'
    | 'payments-received'
    | 'returns'
    | 'advices'
    | 'captures'
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
  if (operation.authorized_at !== null) tallies.events.expect(`${id} operation.authorized`, 1)
  if (wasPaid) tallies.events.expect(`${id} operation.paid`, 1)
  if (status === 'cancelled') tallies.events.expect(`${id} operation.cancelled`, 1)
  if (operation.expired_at !== null) tallies.events.expect(`${id} operation.expired`, 1)
  if (status === 'declined') tallies.events.expect(`${id} operation.declined`, 1)
  if (wasPaid && rails[operation.rail].paidBy === 'report')
    tallies['payments-received'].expect(`${id} ${operation.rail}`, 1, total)
  if (status === 'cancelled' && wasPaid && rails[operation.rail].reversal === 'transfer')
    tallies.returns.expect(`refund ${id}`, 1, total)
  checkShown(found, operation, wasPaid)
  if (operation.disputed_centavos > 0) tallies['disputed-amounts'].find(id, operation.disputed_centavos)
  checkRefunded(found, tallies, operation)
  if (wasPaid && operation.authorized_centavos !== null) tallies.captures.expect(captureKey(id, operation), 1)
  if (isUndone(operation, wasPaid)) tallies.advices.expect(id, 1, total)
}

/** What an operation shows beside its amounts is what its end allows. */
function checkShown(found: Findings, operation: Tallied, wasPaid: boolean): void {
  const { id, status, rail } = operation
  const isGivenBack = status === 'cancelled' && wasPaid
  const isTransferred = isGivenBack && rails[rail].reversal === 'transfer'
  const { authorized_centavos: authorized, authorized_at: authorizedAt } = operation
  const isApproved = status === 'authorized' || wasPaid
  const faults = [
    authorized === null && authorizedAt !== null && 'authorised, and charged at once',
    authorized !== null && isApproved && authorizedAt === null && 'never authorised',
    authorized !== null &&
      (wasPaid ? operation.total_centavos > authorized : operation.total_centavos !== authorized) &&
      `${formatAmount(operation.total_centavos)} of ${formatAmount(authorized)} authorised`,
    operation.has_devolution === 1 && !isGivenBack && 'given back',
    (operation.refund_state !== '') !== isTransferred &&
      `returned by a transfer that is ${operation.refund_state || 'none'}`,
    operation.decline_code !== null && status !== 'declined' && `declined with ${operation.decline_code}`,
    operation.external_claim !== null &&
      operation.external_claim !== operation.external_transaction &&
      'known by the external transaction of another',
  ]
  for (const fault of faults)
    if (fault !== false) found.add('shown', { id, expected: `what ${status} can show`, found: fault })
}

/**
 * Only a paid operation is refunded or disputed, at most by its total. The amounts are counted, to be compared with its
 * refunds.
 */
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

/** A paid operation has a time of payment and a day of posting, and is counted on that day; its reversal is counted on the day of the reversal. */
function checkPosting(
  found: Findings,
  tallies: Record<'posted-totals' | 'monthly-fees', Tally>,
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
  if (postedDay !== null) {
    count(postedDay, status, operation.affiliate_centavos)
    expectCharged(tallies['monthly-fees'], operation.account_id, postedDay, chargedByPayment(operation, 1))
  }
  const reversedDay = reversed?.lines[0]?.day
  if (reversedDay === undefined || postedDay === null) return
  expectCharged(tallies['monthly-fees'], operation.account_id, reversedDay, chargedByPayment(operation, -1))
  // A share that the affiliate keeps stays part of the commission.
  count(reversedDay, 'reversed', affiliatePart(operation, { amountCentavos: operation.total_centavos }))
}

/** A card payment that was declined or cancelled with an unknown outcome. */
function isUndone({ rail, status, decline_code, authorized_at }: Tallied, wasPaid: boolean): boolean {
  if (rails[rail].paidBy !== 'answer') return false
  return status === 'declined'
    ? GIVEN_UP_CODES.includes(decline_code ?? '')
    : status === 'cancelled' && !wasPaid && authorized_at === null
}
