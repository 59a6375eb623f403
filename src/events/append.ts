// Records an event, in the batch of its change; the worker delivers it to webhooks afterwards.
import { TOUCHED } from '../accounts/trail/read.ts'
import { faultsAsked } from '../api/faults/request-faults.ts'
import { bucketOf } from '../core/bucket.ts'
import type { Clock } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import type { EventType } from '../event-types.ts'
import type { OperationRow } from '../operations/tables.ts'
import { keptText } from '../store/changeable.ts'
import { insertOnly, type Write } from '../store/write.ts'
import { spanWrite } from './spans.ts'
import type { EventRow } from './tables.ts'

/** Longer than a process takes between an operation's instant and the instant of its event's id. */
const BETWEEN_MS = 20

/** What an event has in the log. The other columns are those of records of the audit trail. */
const eventColumns = [
  'id',
  'account_id',
  'bucket',
  'type',
  'operation_id',
  'operation_status',
  'data',
  'created_at',
  'faults',
] as const satisfies readonly (keyof EventRow)[]

const askedColumns = [...eventColumns, 'operator'] as const

export type NewEvent = Pick<EventRow, (typeof eventColumns)[number]>

/** The writes of an event: its row, and that of the span in which its list looks for it. */
export function eventWrites(event: NewEvent): Write[] {
  return [insertOnly('events', eventColumns, event), spanWrite(event)]
}

/**
 * A move of an operation. It keeps what its record shows now and may change later, so that webhooks carry the record as it is now. Its id
 * comes after those of the events before it, even when the process that wrote them has a clock ahead of this one's. `at`: of a change of the status, the
 * instant that its row has too.
 */
export function operationEvent(clock: Clock, type: EventType, operation: OperationRow, at = clock.now()): Write[] {
  const statusMs = Date.parse(operation.status_at)
  return eventWrites({
    id: newId(clock, 'evt', statusMs > clock.epochMs() ? statusMs + BETWEEN_MS : undefined),
    account_id: operation.account_id,
    bucket: bucketOf(operation.account_id),
    type,
    operation_id: operation.id,
    operation_status: operation.status,
    data: keptText(operation),
    created_at: at,
    faults: faultsAsked(operation.account_id).webhooks ?? null,
  })
}

/** What an event is about besides its data: the operation in whose story it belongs, and who asked for it. */
interface About {
  operationId?: string | null
  operator?: string
}

/** Another event, with the body of its webhook. */
export function otherEvent(
  clock: Clock,
  type: EventType,
  accountId: string,
  data: Record<string, unknown>,
  { operationId, operator }: About = {},
): Write[] {
  const event: NewEvent = {
    id: newId(clock, 'evt'),
    account_id: accountId,
    bucket: bucketOf(accountId),
    type,
    operation_id: operationId ?? null,
    operation_status: null,
    data: JSON.stringify(data),
    created_at: clock.now(),
    faults: faultsAsked(accountId).webhooks ?? null,
  }
  if (operator === undefined) return eventWrites(event)
  return [insertOnly('events', askedColumns, { ...event, operator }), spanWrite(event)]
}

/** More is known of an operation by which it is to be found, and no event of it says so: its payer, or where its receipt was sent. */
export function touchedWrite(clock: Clock, { id, account_id }: Pick<OperationRow, 'id' | 'account_id'>): Write {
  return insertOnly('events', eventColumns, {
    id: newId(clock, 'evt'),
    account_id,
    bucket: bucketOf(account_id),
    type: TOUCHED,
    operation_id: id,
    operation_status: null,
    data: null,
    created_at: clock.now(),
    faults: null,
  })
}
