// The calls of an account as lists and the live view show them: a line each, without headers and bodies.
import { mexicoCityTime } from '../core/time.ts'
import type { Store } from '../store/store.ts'
import type { RequestRow } from '../store/tables.ts'

const SHOWN = [
  'id',
  'method',
  'path',
  'route',
  'status',
  'code',
  'duration_ms',
  'caller',
  'operator',
  'address',
  'idempotency_key',
] as const
const COLUMNS = [...SHOWN, 'created_at', 'replayed', 'operation_id'] as const

export type RequestLine = Pick<RequestRow, (typeof COLUMNS)[number]>

export interface WantedLines {
  limit: number
  /** Only calls before this one. */
  after?: string | undefined
  /** `refused`: only those that were refused. */
  only?: string | undefined
  /** Only calls about this operation. */
  operation?: string | undefined
}

/** Newest first. */
export async function requestLines({ db }: Store, accountId: string, wanted: WantedLines): Promise<RequestLine[]> {
  const { limit, after, only, operation } = wanted
  let query = db.selectFrom('requests').select(COLUMNS).where('account_id', '=', accountId)
  if (after !== undefined) query = query.where('id', '<', after)
  if (only === 'refused') query = query.where('status', '>=', 400)
  if (operation !== undefined) query = query.where('operation_id', '=', operation)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

export function presentLine(row: RequestLine): object {
  return {
    ...Object.fromEntries(SHOWN.map((name) => [name, row[name]])),
    timestamp: mexicoCityTime(row.created_at),
    replayed: row.replayed === 1,
    operation: row.operation_id,
  }
}
