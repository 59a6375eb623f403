// PostgreSQL: a batch is one prepared statement (data-modifying CTEs) in a transaction of its own, so that it costs one
// round trip and one flush; conditions that fail and constraints that refuse undo all of it.
import { type CompiledQuery, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import postgres from 'postgres'
import { Failure } from '../core/failure.ts'
import { ReadingDriver } from './reading.ts'
import type { Store } from './store.ts'
import type { Tables } from './tables.ts'
import { Duplicate, shapeOf, statementOf, Unmet, type Value, valuesOf, type Write } from './write.ts'

const UNIQUE_VIOLATION = '23505'
const DIVISION_BY_ZERO = '22012'
/** A deadlock or a serialisation failure undid the whole batch, so it may simply be tried again. */
const RETRIABLE = new Set(['40001', '40P01'])
const RETRIES = 5
const SHARDS = 8
const QUEUE_LIMIT = 10_000

export interface PostgresOptions {
  connections: number
  applicationName?: string
}

export interface PostgresStore extends Store {
  /** Work that no other process may do at the same time, all or nothing: migrations. */
  locked<R>(work: (run: (sql: string) => Promise<unknown[]>) => Promise<R>): Promise<R>
}

export function openPostgres(url: string, options: PostgresOptions): PostgresStore {
  const sql = postgres(url, {
    max: options.connections,
    idle_timeout: 0,
    connect_timeout: 10,
    onnotice: () => {},
    connection: { application_name: options.applicationName ?? 'cobro', TimeZone: 'UTC' },
    // 64-bit integers arrive as numbers: amounts are bounded far below 2^53.
    types: { bigint: { to: 20, from: [20, 1700], serialize: String, parse: Number } },
  })
  const batches = new Map<string, string>()

  const textOf = (writes: Write[]): string => {
    const shape = writes.map(shapeOf).join('|')
    let text = batches.get(shape)
    if (text === undefined) {
      text = batchText(writes)
      if (batches.size > 2_000) batches.clear()
      batches.set(shape, text)
    }
    return text
  }

  const query = <R>(text: string, values: readonly Value[]): Promise<R[]> =>
    sql.unsafe(text, values as never[], { prepare: true }) as unknown as Promise<R[]>

  let waiting = 0
  let written = 0

  /** Writes that may wait; past that the service says it is busy. */
  const bounded = async <R>(work: () => Promise<R>): Promise<R> => {
    if (waiting >= QUEUE_LIMIT) throw new Failure('service-busy', { retryAfterSeconds: 1 })
    waiting += 1
    try {
      return await retrying(work)
    } finally {
      waiting -= 1
      written += 1
    }
  }

  const retrying = async <R>(work: () => Promise<R>): Promise<R> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work()
      } catch (error) {
        if (attempt >= RETRIES || !RETRIABLE.has(codeOf(error))) throw refusalOf(error)
      }
    }
  }

  return {
    engine: 'postgres',
    db: kyselyOver((one) => query(one.sql, one.parameters as Value[])),
    rows: <R>(compiled: CompiledQuery<R>) => query<R>(compiled.sql, compiled.parameters as Value[]),
    commit: async (writes) => {
      if (writes.length === 0) return
      await bounded(() => query(textOf(writes), writes.flatMap(valuesOf)))
    },
    returning: <R>(compiled: CompiledQuery<R>) => bounded(() => query<R>(compiled.sql, compiled.parameters as Value[])),
    snapshot: (work) =>
      sql.begin('isolation level repeatable read read only', (tx) =>
        work({
          db: kyselyOver((one) =>
            tx.unsafe(one.sql, one.parameters as never[], { prepare: true }).then((rows) => [...rows]),
          ),
          pause: async () => {},
        }),
      ) as Promise<never>,
    load: () => ({ waiting, batches: written, flushes: written }),
    shard: () => Math.floor(Math.random() * SHARDS),
    durability: async () => {
      const rows = await query<{ name: string; setting: string }>(
        "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes')",
        [],
      )
      return Object.fromEntries(rows.map((row) => [row.name, row.setting]))
    },
    locked: (work) =>
      sql.begin(async (tx) => {
        await tx.unsafe('select pg_advisory_xact_lock(20261120)')
        return work(async (text) => [...(await tx.unsafe(text))])
      }) as Promise<never>,
    close: async () => {
      await sql.end({ timeout: 5 })
    },
  }
}

function kyselyOver(rowsOf: (query: CompiledQuery) => Promise<unknown[]>): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new ReadingDriver(rowsOf),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}

/**
 * `with w0 as (insert ...), w1 as (update ... returning 1) select 1 / (select count(*) = 1 from w1)::int`.
 * A condition that does not hold divides by zero, which undoes the statement.
 */
function batchText(writes: Write[]): string {
  let first = 0
  const parts: string[] = []
  const guards: string[] = []
  writes.forEach((write, index) => {
    const base = first
    const { text, rows } = statementOf(write, (n) => `$${base + n}`)
    first += valuesOf(write).length
    const counted = rows !== undefined
    parts.push(`w${index} as (${text}${counted && !/\breturning\b/.test(text) ? ' returning 1' : ''})`)
    if (counted) guards.push(`1 / ((select count(*) from w${index}) = ${rows})::int`)
  })
  return `with ${parts.join(', ')} select ${guards.length > 0 ? guards.join(', ') : '1'}`
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function refusalOf(error: unknown): unknown {
  if (codeOf(error) === DIVISION_BY_ZERO) return new Unmet('a condition no longer holds')
  if (codeOf(error) !== UNIQUE_VIOLATION) return error
  const { table_name = '', detail = '' } = error as { table_name?: string; detail?: string }
  // Key (account_id, external_claim)=(...) already exists. Only the names are kept.
  const columns = /^Key \((.+?)\)=/.exec(detail)?.[1] ?? ''
  return new Duplicate(table_name, columns.split(', '))
}
