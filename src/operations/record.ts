// The only writer of operations: creates them and moves them from state to state, each with its totals, ledger entry and
// event in one batch.

import type { Clock } from '../core/clock.ts'
import { mayMove } from '../core/operation.ts'
import { laterOf, mexicoCityDay } from '../core/time.ts'
import { type EventType, operationEvent } from '../events/append.ts'
import { entryWrites, paymentLines, reversalLines } from '../ledger/postings.ts'
import { conditionHeld } from '../store/decide.ts'
import type { Store } from '../store/store.ts'
import type { DailyTotalRow, OperationRow } from '../store/tables.ts'
import { add, insert, update, type Write } from '../store/write.ts'

export interface RecordNeeds {
  store: Store
  clock: Clock
}

export type Status = OperationRow['status']

/** What a change of state may set besides the status. */
export type Change = Partial<
  Pick<
    OperationRow,
    'authorization_code' | 'decline_code' | 'has_devolution' | 'network_reference' | 'due_at' | 'external_claim'
  >
>

/** What every operation starts as; a slice sets what it knows. */
export const BLANK_OPERATION = {
  tip_centavos: 0,
  affiliate: null,
  affiliate_centavos: 0,
  description: '',
  reference_number: null,
  external_transaction: null,
  external_claim: null,
  charge_fingerprint: null,
  application_key: null,
  authorization_code: '',
  decline_code: null,
  customer_id: null,
  card_id: null,
  card_brand: '',
  card_holder: '',
  card_first_six: '',
  card_last_four: '',
  card_label: '',
  card_fingerprint: null,
  months: null,
  latitude: '0.0',
  longitude: '0.0',
  metadata: null,
  network_reference: null,
  chain: null,
  bank_account_number: null,
  bank_name: null,
  payment_id: null,
  short_id: null,
  source_id: null,
  expires_at: null,
  due_at: null,
  leased_until: 0,
  has_devolution: 0,
} as const satisfies Partial<OperationRow>

/**
 * Creates a pending operation, together with `extra` writes, in one batch.
 * Throws `Duplicate` of `operations` when its external transaction is taken in the account.
 */
export async function create(
  { store, clock }: RecordNeeds,
  operation: OperationRow,
  extra: Write[],
  event?: EventType,
): Promise<void> {
  if (operation.status !== 'pending') throw new Error(`an operation starts pending, not ${operation.status}`)
  // Its network may have taken a while: the event's place among others follows from the instant at which it is written.
  const created = { ...operation, status_at: clock.now() }
  await store.commit([
    insert('operations', created),
    ...totalsWrites(totalsRow(created, 1)),
    ...(event ? [operationEvent(clock, event, created)] : []),
    ...extra,
  ])
}

/**
 * Creates an operation that is paid from the start, because its money came unasked (into a customer's own CLABE), together
 * with `extra` writes, in one batch. Throws `Duplicate` of `operations` when the network's reference is taken.
 */
export async function createPaid(
  { store, clock }: RecordNeeds,
  operation: OperationRow,
  extra: Write[],
): Promise<void> {
  if (operation.status !== 'paid') throw new Error(`a paid operation is created as paid, not ${operation.status}`)
  await store.commit([
    insert('operations', operation),
    ...totalsWrites(totalsRow(operation, 1)),
    ...ledgerWrites(operation, 'pending', operation.status_at),
    operationEvent(clock, eventOf.paid, operation),
    ...extra,
  ])
}

/** The event of each state that an operation can reach. */
const eventOf = {
  paid: 'operation.paid',
  cancelled: 'operation.cancelled',
  expired: 'operation.expired',
  declined: 'operation.declined',
} as const satisfies Record<Exclude<Status, 'pending'>, EventType>

/**
 * Moves an operation as the transition table allows, with its totals, ledger entry and event, and `extra` writes, in one
 * batch. Answers the operation as it is now. Throws `Unmet` when somebody else moved it first: read it again.
 */
export async function advance(
  { store, clock }: RecordNeeds,
  operation: OperationRow,
  to: Exclude<Status, 'pending'>,
  change: Change = {},
  extra: Write[] = [],
): Promise<OperationRow> {
  const from = operation.status
  if (!mayMove(from, to)) throw new Error(`an operation does not move from ${from} to ${to}`)
  // Another process, whose clock is ahead, may have moved it last.
  const at = laterOf(clock.now(), operation.status_at)
  const set = { due_at: null, ...change, status: to, status_at: at }
  const moved: OperationRow = { ...operation, ...set }
  await store.commit([
    update('operations', set, { id: operation.id, status: from }),
    ...totalsWrites(totalsRow(operation, -1), totalsRow(moved, 1)),
    ...ledgerWrites(moved, from, at),
    operationEvent(clock, eventOf[to], moved),
    ...extra,
  ])
  return moved
}

/** Lets a leased operation fall due at another instant. Nothing happens when somebody moved it, or leased it after us. */
export async function postpone(store: Store, leased: OperationRow, dueAt: string): Promise<void> {
  const { id, status, leased_until } = leased
  await conditionHeld(
    store.commit([update('operations', { due_at: dueAt, leased_until: 0 }, { id, status, leased_until })]),
  )
}

/** Money moves when an operation is paid, and moves back when a paid one is cancelled. */
function ledgerWrites(moved: OperationRow, from: Status, at: string): Write[] {
  const entry = { accountId: moved.account_id, day: mexicoCityDay(at), at, affiliate: moved.affiliate }
  if (moved.status === 'paid') return entryWrites({ ...entry, name: `${moved.id}:paid`, lines: paymentLines(moved) })
  if (from === 'paid') return entryWrites({ ...entry, name: `${moved.id}:reversed`, lines: reversalLines(moved) })
  return []
}

type DailyCount = Omit<DailyTotalRow, 'shard'>

/** Counts rows by day and by month. */
function totalsWrites(...rows: DailyCount[]): Write[] {
  return [
    add('daily_totals', ['account_id', 'day', ...totalsKey], ...rows),
    add(
      'monthly_totals',
      ['account_id', 'month', ...totalsKey],
      ...rows.map(({ day, ...counted }) => ({ month: day.slice(0, 7), ...counted })),
    ),
  ]
}

const totalsKey = ['rail', 'card_brand', 'operator', 'status'] as const

function totalsRow(operation: OperationRow, sign: 1 | -1): DailyCount {
  return {
    account_id: operation.account_id,
    day: operation.day,
    rail: operation.rail,
    card_brand: operation.card_brand,
    operator: operation.operator,
    status: operation.status,
    operations: sign,
    total_centavos: sign * operation.total_centavos,
    commission_centavos: sign * (operation.fee_centavos + operation.iva_centavos + operation.affiliate_centavos),
  }
}
