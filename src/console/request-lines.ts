// The calls of an account as lists and the live view show them: a line each, without headers and bodies.
import { sql } from 'kysely'
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
  /** Only calls whose path has this part. */
  path?: string | undefined
  /** Only answers of this status, `404`, or of its class, `4`. */
  status?: string | undefined
  /** Only calls about this operation. */
  operation?: string | undefined
}

/** Newest first. An account has at most a thousand kept calls, which the filters read. */
export async function requestLines({ db }: Store, accountId: string, wanted: WantedLines): Promise<RequestLine[]> {
  const { limit, after, only, path, status, operation } = wanted
  let query = db.selectFrom('requests').select(COLUMNS).where('account_id', '=', accountId)
  if (after !== undefined) query = query.where('id', '<', after)
  if (only === 'refused') query = query.where('status', '>=', 400)
  if (path !== undefined && path !== '')
    query = query.where(sql<boolean>`lower(path) like ${`%${path.toLowerCase().replace(/[!%_]/g, '!$&')}%`} escape '!'`)
  if (status !== undefined && status.length === 1)
    query = query.where('status', '>=', Number(status) * 100).where('status', '<', (Number(status) + 1) * 100)
  else if (status !== undefined) query = query.where('status', '=', Number(status))
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
