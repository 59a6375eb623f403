// The calls of an account as lists and the live view show them: a line each, without headers and bodies.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { orNull } from '../../api/fields.ts'
import { mexicoCityTime } from '../../core/time.ts'
import type { Store } from '../../store/store.ts'
import type { RequestRow } from './tables.ts'

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

type RequestLine = Pick<RequestRow, (typeof COLUMNS)[number]>

export const RequestShown = Type.Object(
  {
    id: Type.String(),
    method: Type.String(),
    path: Type.String(),
    route: Type.String(),
    status: Type.Integer(),
    code: Type.String(),
    duration_ms: Type.Integer(),
    caller: Type.String(),
    operator: Type.String(),
    address: Type.String(),
    idempotency_key: Type.String(),
    timestamp: Type.String(),
    replayed: Type.Boolean({ description: 'The answer of an earlier call with the same Idempotency-Key' }),
    operation: orNull(Type.String()),
  },
  { title: 'RequestShown' },
)

interface WantedLines {
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

export function presentLine({ created_at, replayed, operation_id, ...row }: RequestLine): Static<typeof RequestShown> {
  return {
    ...row,
    timestamp: mexicoCityTime(created_at),
    replayed: replayed === 1,
    operation: operation_id,
  }
}
