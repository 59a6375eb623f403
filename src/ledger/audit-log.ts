// The part of an audit that compares operations with the log: its outcome is what the event of its newest move has kept.
import { sql } from 'kysely'
import type { OperationRow } from '../operations/tables.ts'
import type { Scan } from './audit-scope.ts'

export type Logged = Pick<OperationRow, 'id' | 'status' | 'authorization_code' | 'paid_at'>

/** The events of the batches that make or move an operation. Others, such as `payment.returned`, may keep what was read a moment before. */
const MOVES = [
  'voucher.issued',
  'operation.authorized',
  'operation.paid',
  'operation.cancelled',
  'operation.expired',
  'operation.declined',
]

/** What only a move changes, and every move writes an event. */
export async function checkLog({ snapshot, found }: Scan, operations: readonly Logged[]): Promise<void> {
  if (operations.length === 0) return
  const events = await snapshot.db
    .selectFrom('events')
    .select(['operation_id', 'operation_status', 'data'])
    .where(
      'operation_id',
      'in',
      operations.map(({ id }) => id),
    )
    .where('type', 'in', MOVES)
    .orderBy(sql.ref('position'))
    .orderBy('id')
    .execute()
  const newest = new Map(events.map((event) => [event.operation_id, event]))
  for (const operation of operations) {
    const event = newest.get(operation.id)
    // A card payment writes its first event with its outcome.
    const expected = shown(event?.operation_status ?? 'pending', readKept(event?.data ?? null))
    const is = shown(operation.status, operation)
    if (expected !== is) found.add('log', { id: operation.id, expected, found: is })
  }
}

function shown(status: string | null, { authorization_code: code, paid_at: paidAt }: Partial<Logged>): string {
  return `${status}, authorization ${code || 'none'}, ${paidAt ?? 'not'} paid`
}

/** An event that somebody made unreadable keeps nothing. */
function readKept(text: string | null): Partial<Logged> {
  try {
    return JSON.parse(text ?? '{}') as Partial<Logged>
  } catch {
    return {}
  }
}
