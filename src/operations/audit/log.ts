// The part of an audit that compares operations with the log: its outcome is what the event of its newest move has kept.
import { sql } from 'kysely'
import type { Scan } from '../../audit/scan.ts'
import { type Bilingual, filled } from '../../core/bilingual.ts'
import type { OperationRow } from '../tables.ts'
import { log } from './invariants.ts'

type Logged = Pick<OperationRow, 'id' | 'status' | 'authorization_code' | 'paid_at'>

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
    const kept = { ...readKept(event?.data ?? null), status: event?.operation_status ?? 'pending' }
    if (keyOf(kept) !== keyOf(operation))
      found(log, { id: operation.id, expected: shown(kept), found: shown(operation) })
  }
}

type Outcome = Partial<Omit<Logged, 'status'>> & { status: string | null }

function keyOf({ status, authorization_code: code, paid_at: paidAt }: Outcome): string {
  return `${status} ${code || ''} ${paidAt ?? ''}`
}

const texts = {
  none: ['nada', 'none'],
  notPaid: ['{}, autorización {}, sin pagar', '{}, authorization {}, not paid'],
  paid: ['{}, autorización {}, con pago {}', '{}, authorization {}, {} paid'],
} as const satisfies Record<string, Bilingual>

function shown({ status, authorization_code: code, paid_at: paidAt }: Outcome): Bilingual {
  const [is, by] = [String(status), code || texts.none]
  return paidAt == null ? filled(texts.notPaid, is, by) : filled(texts.paid, is, by, paidAt)
}

/** An event that somebody made unreadable keeps nothing. */
function readKept(text: string | null): Partial<Logged> {
  try {
    return JSON.parse(text ?? '{}') as Partial<Logged>
  } catch {
    return {}
  }
}
