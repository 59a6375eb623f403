// The part of an audit that compares operations with the log: its outcome is what the event of its newest move has kept, and each of its instants is that of
// an event.
import { sql } from 'kysely'
import type { Scan } from '../../audit/scan.ts'
import { type Bilingual, filled } from '../../core/language/bilingual.ts'
import type { Instant } from '../../core/time.ts'
import type { EventType } from '../../event-types.ts'
import type { OperationRow } from '../tables.ts'
import { log } from './invariants.ts'

type Logged = Pick<OperationRow, 'id' | 'status' | 'authorization_code' | 'paid_at' | Stamp | 'created_at'>

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
    .select(['operation_id', 'operation_status', 'data', 'type', 'created_at'])
    .where(
      'operation_id',
      'in',
      operations.map(({ id }) => id),
    )
    .where('type', 'in', MOVES)
    .orderBy(sql.ref('position'))
    .orderBy('id')
    .execute()
  const all = Map.groupBy(events, (event) => event.operation_id)
  for (const operation of operations) {
    const own = all.get(operation.id) ?? []
    const event = own.at(-1)
    // A card payment writes its first event with its outcome.
    const kept = { ...readKept(event?.data ?? null), status: event?.operation_status ?? 'pending' }
    if (keyOf(kept) !== keyOf(operation))
      found(log, { id: operation.id, expected: shown(kept), found: shown(operation) })
    const atOf = (type: EventType) => own.findLast((one) => one.type === type)?.created_at ?? null
    const stamps: Record<Stamp, Instant | null> = {
      status_at: event?.created_at ?? operation.created_at,
      authorized_at: atOf('operation.authorized'),
      expired_at: atOf('operation.expired'),
    }
    for (const name of stampNames) {
      const [wanted, is] = [stamps[name], operation[name]]
      if (wanted !== is) found(log, { id: operation.id, expected: stampText(name, wanted), found: stampText(name, is) })
    }
  }
}

/** When its status last changed, and when it was authorised and expired: an event of each has the same instant. */
const stampNames = ['status_at', 'authorized_at', 'expired_at'] as const
type Stamp = (typeof stampNames)[number]

function stampText(name: Stamp, at: Instant | null): Bilingual {
  return filled(['{}: {}', '{}: {}'], name, at ?? texts.none)
}

type Outcome = Partial<Pick<Logged, 'authorization_code' | 'paid_at'>> & { status: string | null }

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
