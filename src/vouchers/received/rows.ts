// A reported payment's row, and the rows that it may belong to; every query is compiled once.
import type { Clock } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import { type AccountRail, isFromAccount } from '../../core/rail.ts'
import { type Day, instantPlus } from '../../core/time.ts'
import type { SourceRow } from '../../customers/tables.ts'
import { touchedWrite } from '../../events/append.ts'
import { columns } from '../../store/columns.ts'
import { placeOf } from '../../store/directory.ts'
import { operationsOf, type VoucherOperation } from '../../store/operation.ts'
import { prepared } from '../../store/prepared.ts'
import type { Store } from '../../store/store.ts'
import { holdersReader } from '../../store/voucher-references.ts'
import { insert, type Write } from '../../store/write.ts'
import { daysWith } from '../directory-kinds.ts'
import type { PaymentReceivedRow, ReceivedDetailRow } from '../tables.ts'
import { type NamedDay, type NamedPayment, paymentsReader } from './identities.ts'
import { CLOCK_TOLERANCE_MS, institutionKnown, type MatchReason, type Notification } from './notification.ts'

/** The identity of a payment, and its reference. */
type Reported = Pick<
  Notification,
  | 'rail'
  | 'network'
  | 'networkTransaction'
  | 'institution'
  | 'payerClabe'
  | 'operationDay'
  | 'networkReference'
  | 'isStated'
>

/** What is on record of a payment's identity. */
export interface Known {
  /** The first, then those that contradict it. An institution that is not known may be any. */
  rows: PaymentReceivedRow[]
  /** Those of other days that it may be: known from a statement, or for a payment that only a statement has, any of the days near it. */
  ofOtherDays: PaymentReceivedRow[]
  /** How many payments of the day its network calls the same, whichever their institution. */
  before: number
  /** Of a payment that only a statement has, the days near its own, and how many payments of each its network calls the same. */
  near: NamedDay[]
}

/** A payment into a source: its amount, and the first and the last instant at which it may have been paid. */
interface IntoSource {
  accountId: string
  sourceId: string
  rail: AccountRail
  amountCentavos: number
  from: string
  paidAt: string
}

/** The most vouchers of one source and amount that are read, oldest first. */
const MAX_WAITING = 100

/** Whether a payment has left suspense, by a release. */
export function hasLeftSuspense({ outcome }: Pick<PaymentReceivedRow, 'outcome'>): boolean {
  return outcome === 'accepted' || outcome === 'given-back' || outcome === 'never-received'
}

/** A payment on record, with what becomes of it. */
export function receivedRow(
  clock: Clock,
  notification: Notification,
  outcome: Pick<PaymentReceivedRow, 'account_id' | 'operation_id' | 'outcome' | 'paid_at'> & {
    reason: MatchReason
    conflict?: number
    nth: number
  },
): PaymentReceivedRow {
  return {
    id: newId(clock, 'pay'),
    network: notification.network,
    rail: notification.rail,
    institution: institutionKnown(notification, notification.payerClabe),
    operation_day: notification.operationDay,
    network_transaction: notification.networkTransaction,
    conflict: 0,
    from_statement: notification.isStated ? 1 : 0,
    stated: 0,
    network_reference: notification.networkReference,
    amount_centavos: notification.amountCentavos,
    payer_clabe: notification.payerClabe ?? null,
    payer_name: notification.payerName ?? null,
    received_at: clock.now(),
    cep_url: notification.cepUrl ?? null,
    ...outcome,
  }
}

/** The details that a repeated report adds to the payment on record. `Duplicate` when another report has added them meanwhile. */
export function detailWrites(clock: Clock, row: PaymentReceivedRow, notification: Notification): Write[] {
  const payer = isFromAccount(row) ? (notification.payerClabe ?? '') : ''
  const details: [ReceivedDetailRow['detail'], string][] = []
  if (row.institution === '') details.push(['institution', institutionKnown(notification, notification.payerClabe)])
  if (row.payer_clabe === null) details.push(['payer', payer])
  const { id: payment_id, account_id } = row
  const created_at = clock.now()
  const writes = details
    .filter(([, value]) => value !== '')
    .map(([detail, value]) => insert('received_details', { payment_id, account_id, detail, value, created_at }))
  if (row.operation_id === null || row.payer_clabe !== null || payer === '') return writes
  // From now on its operation is found by the payer's account.
  return [...writes, touchedWrite(clock, { id: row.operation_id, account_id })]
}

function calledBy({ rail, network, networkTransaction }: Reported) {
  return { rail, network, network_transaction: networkTransaction }
}

/** Whether a payment may be of the institution of a report: one that is not known may be any. */
function isOfInstitution(
  row: PaymentReceivedRow,
  reported: Pick<Reported, 'rail' | 'institution' | 'payerClabe'>,
): boolean {
  const [own, other] = [institutionKnown(row, row.payer_clabe), institutionKnown(reported, reported.payerClabe)]
  return own === other || own === '' || other === ''
}

/** The number of the next payment of a name and day. */
function nextOf(named: readonly NamedPayment[]): number {
  return Math.max(-1, ...named.map(({ nth }) => nth)) + 1
}

export function paymentReader(store: Store) {
  const { db } = store
  const payments = paymentsReader(store)
  const holders = holdersReader(store)
  const byClabe = prepared((hole) =>
    db
      .selectFrom('sources')
      .select(columns.sources)
      .where('account_id', '=', hole('accountId'))
      .where('clabe', '=', hole('clabe'))
      .compile(),
  )
  const waitingOf = (hole: (name: string) => never) =>
    db
      .selectFrom('operations')
      .select(columns.operations)
      .where('account_id', '=', hole('accountId'))
      .where('source_id', '=', hole('sourceId'))
      .where('rail', '=', hole('rail'))
      .where('status', 'in', ['pending', 'expired'])
      .where('expires_at', '>=', hole('from'))
      .where('created_at', '<=', hole('latest'))
      .orderBy('id')
  const waiting = prepared((hole) => waitingOf(hole).limit(1).compile())
  const waitingExactly = prepared((hole) =>
    waitingOf(hole).where('total_centavos', '=', hole('amountCentavos')).limit(MAX_WAITING).compile(),
  )
  return {
    byIdentity: async (reported: Reported): Promise<Known> => {
      const { operationDay: day, isStated = false } = reported
      const days = isStated ? daysWith(day) : [day]
      const named = await payments(calledBy(reported), { from: days[0] ?? day, to: days.at(-1) ?? day })
      const ofDay = (one: Day) => named.filter((each) => each.day === one)
      const mayBe = (some: readonly NamedPayment[]) =>
        [...new Map(some.map(({ payment }) => [payment.id, payment])).values()].filter((row) =>
          isOfInstitution(row, reported),
        )
      const own = ofDay(day)
      return {
        rows: mayBe(own.filter(({ isNear }) => !isNear)).sort(
          (one, other) => one.conflict - other.conflict || (one.id < other.id ? -1 : 1),
        ),
        ofOtherDays: mayBe(isStated ? named : own).filter((row) => row.operation_day !== day),
        before: nextOf(own),
        near: days.filter((one) => one !== day).map((one) => ({ day: one, nth: nextOf(ofDay(one)) })),
      }
    },
    /** The vouchers that have had the reference, newest first; usually one. */
    holders: async ({ rail, network, networkReference }: Reported): Promise<VoucherOperation[]> =>
      holders({ rail, network, reference: networkReference }),
    /** The customer's source with this CLABE, in use or not. */
    source: async (clabe: string): Promise<SourceRow | undefined> => {
      const place = await placeOf(store, 'clabe', clabe)
      return place && (await store.rows(byClabe({ accountId: place.accountId, clabe })))[0]
    },
    /** The unpaid vouchers of a source and rail that the payment could pay, oldest first. */
    waitingExactly: async ({ paidAt, ...payment }: IntoSource): Promise<VoucherOperation[]> =>
      operationsOf<AccountRail>(
        await store.rows(waitingExactly({ ...payment, latest: instantPlus(paidAt, CLOCK_TOLERANCE_MS) })),
      ),
    /** Whether any voucher of a source, of whatever amount, could be paid at that time. */
    isWaiting: async ({ accountId, sourceId, rail, from, paidAt }: IntoSource): Promise<boolean> =>
      (await store.rows(waiting({ accountId, sourceId, rail, from, latest: instantPlus(paidAt, CLOCK_TOLERANCE_MS) })))
        .length > 0,
  }
}
