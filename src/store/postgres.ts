// PostgreSQL: a batch is one prepared statement (data-modifying CTEs) in a transaction of its own, so that it costs one
// round trip and one flush; conditions that fail and constraints that refuse undo all of it. Batches of one shape that wait
// together are written by one statement.
import { type CompiledQuery, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import postgres from 'postgres'
import { Failure } from '../core/failure.ts'
import { merge, mergeShape } from './merge.ts'
import { isOutage } from './outage.ts'
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
const DEADLINE_MS = 20_000
/** Batches that may wait; past that the service says it is busy. */
const QUEUE_LIMIT = 10_000
/** Statements that write at once: more would wait for each other's rows and flushes instead of adding up. */
const WRITERS = 4
/** Batches of one statement. Only powers of two are used, so that few statements are prepared. */
const GROUP_LIMIT = 16

interface Waiting {
  writes: Write[]
  shape: string | undefined
  resolve: () => void
  reject: (error: unknown) => void
}

export interface PostgresOptions {
  connections: number
  applicationName?: string
  /** How long a statement is waited for; what it was writing may or may not be written, now or later. */
  deadlineMs?: number
}

export interface PostgresStore extends Store {
  /** Work that no other process may do at the same time, all or nothing: migrations. */
  locked<R>(work: (run: (sql: string) => Promise<unknown[]>) => Promise<R>): Promise<R>
}

export function openPostgres(url: string, options: PostgresOptions): PostgresStore {
  const { deadlineMs = DEADLINE_MS } = options
  const sql = connect(url, options)
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

  const query = async <R>(text: string, values: readonly Value[]): Promise<R[]> => {
    const asked = sql.unsafe(text, values as never[], { prepare: true }) as unknown as Promise<R[]>
    const { promise: tooLate, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Silence()), deadlineMs)
    try {
      return await Promise.race([asked, tooLate])
    } finally {
      clearTimeout(timer)
    }
  }

  /**
   * A transaction on a connection of its own, which ends with it. The client would go on asking on a connection that is lost, and the
   * process would end of it: nothing is asked any more then.
   */
  const apart = async <R>(begin: string, work: (run: Run) => Promise<R>): Promise<R> => {
    let lost = false
    const alone = connect(url, { ...options, connections: 1 }, () => {
      lost = true
    })
    const run: Run = async (text, values) => {
      if (lost) throw new Lost()
      return [...(await alone.unsafe(text, values as never[], { prepare: true }))]
    }
    try {
      await run(begin, [])
      const result = await work(run)
      await run('commit', [])
      return result
    } finally {
      await alone.end({ timeout: 0 })
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

  const queue: Waiting[] = []
  let scheduled = false
  let writing = 0
  let written = 0
  let flushes = 0
  const firstShard = Math.floor(Math.random() * SHARDS)
  /** Writers that have nothing to do. Each counts in a shard of its own. */
  const idle = Array.from({ length: Math.min(WRITERS, options.connections) }, (_, n) => (firstShard + n) % SHARDS)

  const write = async (writes: Write[]) => {
    flushes += 1
    await retrying(() => query(textOf(writes), writes.flatMap(valuesOf)))
  }

  const enqueue = (writes: Write[]): Promise<void> =>
    new Promise((resolve, reject) => {
      if (queue.length >= QUEUE_LIMIT) {
        reject(new Failure('service-busy', { retryAfterSeconds: 1 }))
        return
      }
      queue.push({ writes, shape: mergeShape(writes), resolve, reject })
      if (scheduled) return
      scheduled = true
      setImmediate(dispatch)
    })

  /** As many statements as there are writers, each of as many waiting batches of one shape as there are, up to the limit. */
  const dispatch = () => {
    scheduled = false
    while (queue.length > 0) {
      const shard = idle.pop()
      if (shard === undefined) return
      const group = takeGroup(queue)
      writing += 1
      void writeGroup(group, shard).finally(() => {
        writing -= 1
        idle.push(shard)
        written += group.length
        if (queue.length > 0) dispatch()
      })
    }
  }

  /** Together when that works; when one is refused, each by itself, so that it alone is refused. */
  const writeGroup = async (group: Waiting[], shard: number) => {
    const each = (one: Waiting) => write(merge([one.writes], shard)).then(one.resolve, one.reject)
    const [first, ...others] = group
    if (first === undefined) return
    if (others.length === 0) return each(first)
    try {
      await write(
        merge(
          group.map((one) => one.writes),
          shard,
        ),
      )
    } catch (error) {
      // Lost on the way, it may have been written after all: then nobody is told that it was refused.
      if (isOutage(error)) for (const one of group) one.reject(error)
      else await Promise.all(group.map(each))
      return
    }
    for (const one of group) one.resolve()
  }

  return {
    engine: 'postgres',
    db: kyselyOver((one) => query(one.sql, one.parameters as Value[])),
    rows: <R>(compiled: CompiledQuery<R>) => query<R>(compiled.sql, compiled.parameters as Value[]),
    commit: async (writes) => {
      if (writes.length === 0) return
      await enqueue(writes)
    },
    returning: <R>(compiled: CompiledQuery<R>) =>
      retrying(() => query<R>(compiled.sql, compiled.parameters as Value[])),
    snapshot: (work) =>
      apart('begin isolation level repeatable read read only', (run) =>
        work({ db: kyselyOver((one) => run(one.sql, one.parameters as Value[])), pause: async () => {} }),
      ),
    load: () => ({ waiting: queue.length, batches: written, flushes }),
    durability: async () => {
      const rows = await query<{ name: string; setting: string }>(
        "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes')",
        [],
      )
      return Object.fromEntries(rows.map((row) => [row.name, row.setting]))
    },
    locked: (work) =>
      apart('begin', async (run) => {
        await run('select pg_advisory_xact_lock(20261120)', [])
        return work((text) => run(text, []))
      }),
    close: async () => {
      while (queue.length > 0 || writing > 0) await new Promise((resolve) => setTimeout(resolve, 1))
      await sql.end({ timeout: 5 })
    },
  }
}

type Run = (text: string, values: readonly Value[]) => Promise<unknown[]>

function connect(url: string, { connections, applicationName = 'cobro' }: PostgresOptions, onclose = () => {}) {
  return postgres(url, {
    max: connections,
    idle_timeout: 0,
    connect_timeout: 10,
    // A server that is back is used within a second; meanwhile nobody waits longer than that to be refused.
    backoff: (retries) => Math.min(0.05 * 2 ** retries, 1),
    onnotice: () => {},
    onclose,
    // Array types are not used. When a connection is lost while the client looks them up, nobody hears of it.
    fetch_types: false,
    connection: { application_name: applicationName, TimeZone: 'UTC' },
    // 64-bit integers arrive as numbers: amounts are bounded far below 2^53.
    types: { bigint: { to: 20, from: [20, 1700], serialize: String, parse: Number } },
  })
}

/** The connection of a transaction is gone, and with it the transaction. */
class Lost extends Error {
  readonly code = 'CONNECTION_CLOSED'

  constructor() {
    super('the connection to the database was lost')
  }
}

/** The client itself waits without end for a server that takes connections and says nothing, as a proxy without one does. */
class Silence extends Error {
  readonly code = 'CONNECT_TIMEOUT'

  constructor() {
    super('the database does not answer')
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

/** The first of the queue and those like it: 1, 2, 4, 8 or 16. */
function takeGroup(queue: Waiting[]): Waiting[] {
  const shape = queue[0]?.shape
  if (shape === undefined) return queue.splice(0, 1)
  const alike: number[] = []
  for (let at = 0; at < queue.length && alike.length < GROUP_LIMIT; at += 1)
    if (queue[at]?.shape === shape) alike.push(at)
  const size = 2 ** Math.floor(Math.log2(alike.length))
  const group = alike.slice(0, size).map((at) => queue[at] as Waiting)
  const taken = new Set(alike.slice(0, size))
  const rest = queue.filter((_, at) => !taken.has(at))
  queue.splice(0, queue.length, ...rest)
  return group
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
