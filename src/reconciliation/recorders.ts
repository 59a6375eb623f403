// Records payments and transfers that only a statement has, through the same functions as the network's own reports, so
// that they are judged and booked in the same way.
import type { Clock } from '../core/clock.ts'
import { isReported, type ReportedRail, railOf, rails } from '../core/rail.ts'
import { instantOf } from '../core/time.ts'
import type { NoticeVerdict } from '../core/verdict.ts'
import { across } from '../store/across.ts'
import { rowOf } from '../store/rows.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import { unindexed } from '../store/unindexed.ts'
import { holdersReader } from '../store/voucher-references.ts'
import type { TransferNotice } from '../transfers/report.ts'
import { paymentsCalled } from '../vouchers/received/identities.ts'
import type { Notification } from '../vouchers/received/notification.ts'
import type { PaymentReceivedRow } from '../vouchers/tables.ts'
import type { Movement } from './movement.ts'
import { isKeyInOtherLetters } from './other-letters.ts'
import type { Scope } from './scope.ts'
import type { StatementLineRow } from './tables.ts'

export interface Recorders {
  /** Takes a payment that a network reports; once. */
  pay(notification: Notification): Promise<PaymentReceivedRow>
  /** Takes a bank's report about a transfer; once. */
  tell(notice: TransferNotice): Promise<NoticeVerdict>
}

/**
 * Records the payment of a line that the books do not have: like any reported payment it pays its voucher, is returned, or is kept in
 * suspense. Returns undefined and records nothing for a card payment, for a line whose institution is unknown, for a line whose key is on record
 * already, and when the books of one account are reconciled and the reference is another account's.
 */
export async function reportPayment(
  { store, clock, pay }: StoreAndClock & Recorders,
  scope: Scope,
  line: StatementLineRow,
): Promise<PaymentReceivedRow | undefined> {
  const { rail } = line
  if (line.kind !== 'payment' || !isReported(rail)) return undefined
  // The network's report may still come, and would be another payment if the line lacks a part of the identity.
  if (line.institution === '') return undefined
  if (scope.accountId !== undefined && !(await isOf(store, line, scope.accountId))) return undefined
  // The same payment with another day or institution, or its key in other letters, would be booked twice and returned: an operator decides first.
  if ((await isKeyKnown(store, rail, line)) || (await isKeyInOtherLetters(store, rail, line))) return undefined
  return pay({
    rail,
    network: line.network,
    networkTransaction: line.movement,
    institution: line.institution,
    operationDay: line.day,
    networkReference: line.reference,
    amountCentavos: line.amount_centavos,
    isStated: true,
    ...(line.payer_clabe !== '' && { payerClabe: line.payer_clabe }),
    ...(line.paid_at === '' ? someTimeOn(clock, rail, line.day) : { paidAt: line.paid_at }),
  })
}

async function isKeyKnown(store: Store, rail: ReportedRail, { network, movement }: StatementLineRow): Promise<boolean> {
  const called = await paymentsCalled(store, { rail, network }, [movement])
  // A deposit that we refused may have been credited all the same; then it goes into suspense.
  return called.some(({ outcome }) => outcome !== 'refused')
}

/** For a line that has only the network's day: the payment was made at some time of that day, and not in the future. */
function someTimeOn(clock: Clock, rail: ReportedRail, day: string): Pick<Notification, 'paidFrom' | 'paidAt'> {
  const { from, to } = railOf(rail).spanOf(day)
  return { paidFrom: from, paidAt: instantOf(Math.min(Date.parse(to), clock.epochMs())) }
}

async function isOf(store: Store, { rail, network, reference }: StatementLineRow, accountId: string): Promise<boolean> {
  const [vouchers, source] = await Promise.all([
    isReported(rail) ? holdersReader(store)({ rail, network, reference }) : [],
    rowOf(store.db, 'sources', { clabe: reference, account_id: accountId }, ['account_id']),
  ])
  return vouchers.some(({ account_id }) => account_id === accountId) || source !== undefined
}

/** Records as settled or returned each transfer that a bank's statement shows with its exact amount. */
export async function tellOfTransfers(
  { store, tell }: StoreAndClock & Recorders,
  scope: Scope,
  movements: readonly Movement[],
): Promise<void> {
  const shown = movements.filter(
    ({ kind, rail }) => rails[rail].transferName === 'tracking_key' && (kind === 'transfer-out' || kind === 'return'),
  )
  if (shown.length === 0) return
  let query = store.db
    .selectFrom('transfers')
    .select(['tracking_key', 'amount_centavos', 'state', 'replaced_by'])
    .where('tracking_key', 'in', [...new Set(shown.map(({ id }) => id))])
    .where('network', '=', scope.network)
  if (scope.accountId !== undefined) query = query.where(unindexed('account_id'), '=', scope.accountId)
  const transfers = new Map((await query.modifyEnd(across('networks')).execute()).map((row) => [row.tracking_key, row]))
  for (const { id, kind, amountCentavos, paidAt } of shown) {
    const row = transfers.get(id)
    const state = kind === 'return' ? 'returned' : 'settled'
    if (row === undefined || row.amount_centavos !== amountCentavos || row.state === state) continue
    if (row.replaced_by !== null || row.state === 'withheld' || row.state === 'closed') continue
    await tell({ network: scope.network, trackingKey: id, state, ...(paidAt !== '' && { at: paidAt }) })
  }
}
