// An audit's checks of an operation: its parts, its entries, its times, and what it shows.
import { expectCharged, monthlyFees } from '../../accounts/fees/audit.ts'
import { chargedByPayment } from '../../accounts/fees/charged.ts'
import type { Scan } from '../../audit/scan.ts'
import type { Tally } from '../../audit/tally.ts'
import { affiliatePart } from '../../core/affiliate-part.ts'
import { type Bilingual, filled, same } from '../../core/language/bilingual.ts'
import { formatAmount } from '../../core/money.ts'
import { rails } from '../../core/rail.ts'
import { checkName, demand, type PostedEntry } from '../../ledger/audit-entries.ts'
import { entryNames } from '../../ledger/entry-name.ts'
import { returns } from '../../transfers/audit/invariants.ts'
import { paymentLines, reversalLines } from '../entries.ts'
import type { AuditBeside, AuditedOperation } from './beside.ts'
import {
  keptTotals,
  operationParts,
  paidTimes,
  paymentEntries,
  postedTotals,
  reversalEntries,
  shown,
  stateEvents,
} from './invariants.ts'
import { countPosted, totalKey } from './totals.ts'

const texts = {
  parts: ['partes de {}, ninguna negativa', 'parts of {}, none negative'],
  paidOn: ['pagada, asentada el {}', 'paid, posted on {}'],
  someDay: ['algún día', 'some day'],
  noTime: ['ninguna hora de pago', 'no time of payment'],
  paidAt: ['pagada el {}, asentada el {}', 'paid at {}, posted on {}'],
  canShow: ['lo que puede mostrar {}', 'what {} can show'],
  chargedAtOnce: ['autorizada, y cobrada de una vez', 'authorised, and charged at once'],
  neverAuthorised: ['nunca autorizada', 'never authorised'],
  authorised: ['{} de {} autorizados', '{} of {} authorised'],
  givenBack: ['devuelta', 'given back'],
  returned: ['regresada por una transferencia que está {}', 'returned by a transfer that is {}'],
  none: ['nada', 'none'],
  declined: ['declinada con {}', 'declined with {}'],
  claimed: ['conocida por la transacción externa de otra', 'known by the external transaction of another'],
} as const satisfies Record<string, Bilingual>

/**
 * Checks operations, and counts each, to be compared with the totals of its day and month, its events and what other rooms
 * have of it.
 */
export function operationChecker(
  scan: Scan,
  beside: readonly AuditBeside[],
): (operation: AuditedOperation, entries: PostedEntry[] | undefined) => void {
  const tallies = {
    kept: scan.tally(keptTotals),
    posted: scan.tally(postedTotals),
    fees: scan.tally(monthlyFees),
    events: scan.tally(stateEvents),
    returns: scan.tally(returns),
  }
  const others = beside.flatMap((room) => room.ofOperation?.(scan) ?? [])
  return (operation, entries = []) => {
    const wasPaid = checkOperation(scan, tallies, operation, entries)
    for (const other of others) other(operation, wasPaid)
  }
}

type Tallies = Record<'kept' | 'posted' | 'fees' | 'events' | 'returns', Tally>

/** Answers whether the operation is paid, or was before it was cancelled. */
function checkOperation(scan: Scan, tallies: Tallies, operation: AuditedOperation, entries: PostedEntry[]): boolean {
  const { id, account_id: accountId, status, total_centavos: total } = operation
  const commission = operation.fee_centavos + operation.iva_centavos + operation.affiliate_centavos
  const parts = [operation.fee_centavos, operation.iva_centavos, operation.affiliate_centavos, total - commission]
  if (total <= 0 || parts.some((part) => part < 0)) {
    const there = parts.map(formatAmount).join(' + ')
    scan.found(operationParts, { id, expected: filled(texts.parts, formatAmount(total)), found: same(there) })
  }

  const poster = { kind: 'operation', accountId, names: entryNames.operation } as const
  for (const entry of entries) checkName(scan, entry, poster)
  const paid = entries.find((entry) => entry.name === `${id}:paid`)
  const reversed = entries.find((entry) => entry.name === `${id}:reversed`)
  const wasPaid = status === 'paid' || (status === 'cancelled' && (paid !== undefined || reversed !== undefined))
  const payment = wasPaid ? paymentLines(operation) : []
  demand(scan, paymentEntries, { id: `${id}:paid`, entry: paid, lines: payment, accountId })
  const takenBack = status === 'cancelled' && wasPaid ? reversalLines(operation) : []
  demand(scan, reversalEntries, { id: `${id}:reversed`, entry: reversed, lines: takenBack, accountId })

  for (const period of [operation.day, operation.day.slice(0, 7)])
    tallies.kept.expect(totalKey(accountId, period, operation, status), 1, total, commission)
  checkPosting(scan, tallies, operation, { wasPaid, paid, reversed })
  if (operation.authorized_at !== null) tallies.events.expect(`${id} operation.authorized`, 1)
  if (wasPaid) tallies.events.expect(`${id} operation.paid`, 1)
  if (status === 'cancelled') tallies.events.expect(`${id} operation.cancelled`, 1)
  if (operation.expired_at !== null) tallies.events.expect(`${id} operation.expired`, 1)
  if (status === 'declined') tallies.events.expect(`${id} operation.declined`, 1)
  if (status === 'cancelled' && wasPaid && rails[operation.rail].reversal === 'transfer')
    tallies.returns.expect(`refund ${id}`, 1, total)
  checkShown(scan, operation, wasPaid)
  return wasPaid
}

/** What an operation shows beside its amounts is what its end allows. */
function checkShown({ found }: Scan, operation: AuditedOperation, wasPaid: boolean): void {
  const { id, status, rail } = operation
  const isGivenBack = status === 'cancelled' && wasPaid
  const isTransferred = isGivenBack && rails[rail].reversal === 'transfer'
  const { authorized_centavos: authorized, authorized_at: authorizedAt } = operation
  const isApproved = status === 'authorized' || wasPaid
  const faults = [
    authorized === null && authorizedAt !== null && texts.chargedAtOnce,
    authorized !== null && isApproved && authorizedAt === null && texts.neverAuthorised,
    authorized !== null &&
      (wasPaid ? operation.total_centavos > authorized : operation.total_centavos !== authorized) &&
      filled(texts.authorised, formatAmount(operation.total_centavos), formatAmount(authorized)),
    operation.has_devolution === 1 && !isGivenBack && texts.givenBack,
    (operation.refund_state !== '') !== isTransferred && filled(texts.returned, operation.refund_state || texts.none),
    operation.decline_code !== null && status !== 'declined' && filled(texts.declined, operation.decline_code),
    operation.external_claim !== null && operation.external_claim !== operation.external_transaction && texts.claimed,
  ]
  for (const fault of faults)
    if (fault !== false) found(shown, { id, expected: filled(texts.canShow, status), found: fault })
}

/** A paid operation has a time of payment and a day of posting, and is counted on that day; its reversal is counted on the day of the reversal. */
function checkPosting(
  { found }: Scan,
  tallies: Tallies,
  operation: AuditedOperation,
  { wasPaid, paid, reversed }: { wasPaid: boolean; paid: PostedEntry | undefined; reversed: PostedEntry | undefined },
): void {
  const { id, status, posted_day: postedDay, paid_at: paidAt } = operation
  const entryDay = paid?.lines[0]?.day
  if (wasPaid !== (paidAt !== null) || (wasPaid && entryDay !== undefined && entryDay !== postedDay)) {
    const expected = wasPaid ? filled(texts.paidOn, entryDay ?? texts.someDay) : texts.noTime
    found(paidTimes, { id, expected, found: filled(texts.paidAt, paidAt ?? '-', postedDay ?? '-') })
  }
  const count = (day: string, as: string, share: number) => {
    const commission = operation.fee_centavos + operation.iva_centavos + share
    countPosted(tallies.posted, operation, { day, as }, [1, operation.total_centavos, commission])
  }
  if (postedDay !== null) {
    count(postedDay, status, operation.affiliate_centavos)
    expectCharged(tallies.fees, operation.account_id, postedDay, chargedByPayment(operation, 1))
  }
  const reversedDay = reversed?.lines[0]?.day
  if (reversedDay === undefined || postedDay === null) return
  expectCharged(tallies.fees, operation.account_id, reversedDay, chargedByPayment(operation, -1))
  // A share that the affiliate keeps stays part of the commission.
  count(reversedDay, 'reversed', affiliatePart(operation, { amountCentavos: operation.total_centavos }))
}
