// The embedded engine: node:sqlite with group commit. All batches that wait are written in one transaction, so that one
// disk flush serves them all, and what refuses one of them undoes only that one; a batch's promise resolves after the flush.
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { CompiledQuery } from 'kysely'
import { Failure } from '../core/failure.ts'
import { addUp } from './merge.ts'
import { kyselyOver, snapshotOf } from './sqlite-reading.ts'
import type { Store } from './store.ts'
import { Duplicate, shapeOf, statementOf, Unmet, type Value, valuesOf, type Write } from './write.ts'

/** Batches of one flush, so that a burst cannot hold the event loop. */
const GROUP_LIMIT = 256
/** Batches that may wait; past that the service says it is busy. */
const QUEUE_LIMIT = 10_000
/** How long another process (the command line) may hold the file. */
const BUSY_RETRY_MS = 5
const BUSY_LIMIT_MS = 10_000

type Counted = Extract<Write, { kind: 'add' }>

interface Waiting {
  /** Writes, but for the counters, which it leaves in `counts`. */
  work: (counts: Counted[]) => unknown
  resolve: (value: never) => void
  reject: (error: unknown) => void
}

/** What the batches of a group answered or were refused with, by their place in it. */
interface Written {
  answers: unknown[]
  refused: Map<number, unknown>
}

class Refused extends Error {}

export interface SqliteStore extends Store {
  /** Work that no other process may do at the same time, all or nothing: migrations. */
  locked<R>(work: (run: (sql: string) => Promise<unknown[]>) => Promise<R>): Promise<R>
}

/** Opens the file, or `:memory:`. */
export function openSqlite(path: string): SqliteStore {
  const database = new DatabaseSync(path, { timeout: 0 })
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = full')
  database.exec('pragma foreign_keys = on')
  // 16 MiB: what it does not hold, the system does.
  database.exec('pragma cache_size = -16384')
  database.exec('pragma temp_store = memory')
  // A checkpoint writes each page once, however often it changed: fewer are cheaper.
  database.exec('pragma wal_autocheckpoint = 4000')
  const statements = new Map<string, StatementSync>()
  const queue: Waiting[] = []
  let scheduled = false
  /** Something in the group that is next was refused just now. */
  let careful = false
  let reading = false
  let busySince = 0
  let batches = 0
  let flushes = 0

  const prepare = (key: string, sql: () => string): StatementSync => {
    let statement = statements.get(key)
    if (statement === undefined) {
      statement = database.prepare(sql())
      if (statements.size > 2_000) statements.clear()
      statements.set(key, statement)
    }
    return statement
  }
  const beginRead = database.prepare('begin')
  const begin = database.prepare('begin immediate')
  const commit = database.prepare('commit')
  const rollback = database.prepare('rollback')
  const savepoint = database.prepare('savepoint one')
  const release = database.prepare('release one')
  const rollbackTo = database.prepare('rollback to one')

  const enqueue = <R>(work: (counts: Counted[]) => R): Promise<R> =>
    new Promise<R>((resolve, reject) => {
      if (queue.length >= QUEUE_LIMIT) {
        reject(new Failure('service-busy', { retryAfterSeconds: 1 }))
        return
      }
      queue.push({ work, resolve: resolve as (value: never) => void, reject })
      schedule()
    })

  const schedule = () => {
    if (scheduled) return
    scheduled = true
    setImmediate(flush)
  }

  const flush = () => {
    endReading()
    try {
      begin.run()
    } catch (error) {
      waitForTheOther(error)
      return
    }
    scheduled = false
    busySince = 0
    const group = queue.splice(0, GROUP_LIMIT)
    try {
      const { answers, refused } = careful ? writeEach(group) : writeAll(group)
      careful = false
      commit.run()
      flushes += 1
      batches += group.length
      group.forEach((waiting, index) => {
        if (refused.has(index)) waiting.reject(refused.get(index))
        else waiting.resolve(answers[index] as never)
      })
    } catch (error) {
      if (database.isTransaction) rollback.run()
      careful = error instanceof Refused
      if (careful) queue.unshift(...group)
      else for (const waiting of group) waiting.reject(error)
    }
    if (queue.length > 0) schedule()
  }

  /** Nearly always nothing is refused. Throws `Refused` when something is: then the group is written again, each batch by itself. */
  const writeAll = (group: Waiting[]): Written => {
    const counted: Counted[] = []
    try {
      const answers = group.map(({ work }) => work(counted))
      sum(counted)
      return { answers, refused: new Map() }
    } catch (error) {
      throw database.isTransaction ? new Refused() : error
    }
  }

  /** Each batch in a savepoint, so that one can be undone alone. SQLite copies every page touched in one, which takes its time. */
  const writeEach = (group: Waiting[]): Written => {
    const answers: unknown[] = []
    const refused = new Map<number, unknown>()
    const counted: Counted[] = []
    group.forEach(({ work }, index) => {
      savepoint.run()
      try {
        const counts: Counted[] = []
        answers[index] = work(counts)
        counted.push(...counts)
      } catch (error) {
        // A full disk undoes the whole group at once: then there is no savepoint to go back to.
        if (!database.isTransaction) throw error
        refused.set(index, refusalOf(error))
        rollbackTo.run()
      }
      release.run()
    })
    sum(counted)
    return { answers, refused }
  }

  /** Counters refuse nothing, so those of the whole group are added up first: many batches count in the same rows. */
  const sum = (counted: Counted[]): void => {
    for (const one of sumsOf(counted)) write(one)
  }

  /** Another process holds the file: the queue waits for it a while, without holding the event loop. */
  const waitForTheOther = (error: unknown) => {
    const now = performance.now()
    if (busySince === 0) busySince = now
    if (isBusy(error) && now - busySince < BUSY_LIMIT_MS) {
      setTimeout(flush, BUSY_RETRY_MS)
      return
    }
    scheduled = false
    busySince = 0
    for (const waiting of queue.splice(0)) {
      waiting.reject(isBusy(error) ? new Failure('service-busy', { retryAfterSeconds: 1 }) : error)
    }
  }

  const write = (one: Write): void => {
    const single =
      one.kind === 'insert' || one.kind === 'add' ? one.rows.map((row) => ({ ...one, rows: [row] })) : [one]
    for (const each of single) {
      let expected: number | undefined
      const statement = prepare(shapeOf(each), () => statementOf(each, (n) => `?${n}`).text)
      if (each.kind === 'update') expected = 1
      if (each.kind === 'query') expected = each.rows
      const { changes } = statement.run(...valuesOf(each))
      if (expected !== undefined && changes !== expected) throw new Unmet('a condition no longer holds')
    }
  }

  const all = (query: CompiledQuery): unknown[] => {
    beginReading()
    return prepare(query.sql, () => query.sql).all(...(query.parameters as Value[]))
  }

  /** The reads of one turn of the event loop share a transaction: to begin and end one costs as much as a small read. */
  const beginReading = () => {
    if (database.isTransaction) return
    beginRead.run()
    reading = true
    setImmediate(endReading)
  }

  const endReading = () => {
    if (!reading) return
    reading = false
    // A fault of the disk may have ended it already.
    if (database.isTransaction) commit.run()
  }

  const db = kyselyOver(all)

  return {
    engine: 'sqlite',
    db,
    rows: async <R>(query: CompiledQuery<R>) => all(query) as R[],
    commit: (writes) =>
      enqueue((counts) => {
        for (const one of writes) {
          if (one.kind === 'add') counts.push(one)
          else write(one)
        }
      }),
    returning: <R>(query: CompiledQuery<R>) => enqueue(() => all(query) as R[]),
    snapshot: (work) => (path === ':memory:' ? work({ db, pause: async () => {} }) : snapshotOf(path, work)),
    load: () => ({ waiting: queue.length, batches, flushes }),
    durability: async () => {
      const pragma = (name: string) => String(Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0])
      return { journal_mode: pragma('journal_mode'), synchronous: pragma('synchronous') }
    },
    locked: async (work) => {
      endReading()
      database.exec('pragma busy_timeout = 10000')
      database.exec('begin immediate')
      try {
        const result = await work(async (text) => database.prepare(text).all())
        database.exec('commit')
        return result
      } catch (error) {
        // A full disk has undone it already.
        if (database.isTransaction) database.exec('rollback')
        throw error
      } finally {
        database.exec('pragma busy_timeout = 0')
      }
    },
    close: async () => {
      while (queue.length > 0) await new Promise((resolve) => setTimeout(resolve, 1))
      endReading()
      database.close()
    },
  }
}

/** One write for each table of counters. */
function sumsOf(counted: Counted[]): Counted[] {
  const tables = new Map<string, Counted>()
  for (const { rows, ...one } of counted) {
    const known = tables.get(one.table)
    if (known === undefined) tables.set(one.table, { ...one, rows: [...rows] })
    else known.rows.push(...rows)
  }
  return [...tables.values()].map((one) => ({ ...one, rows: addUp(one.key, one.rows, 0) }))
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (error.errcode as number) % 256 === 5
}

/** `UNIQUE constraint failed: operations.account_id, operations.external_claim` */
function refusalOf(error: unknown): unknown {
  const found = error instanceof Error && /^UNIQUE constraint failed: (.+)$/.exec(error.message)
  if (!found) return error
  const names = (found[1] ?? '').split(', ').map((name) => name.split('.'))
  return new Duplicate(
    names[0]?.[0] ?? '',
    names.map((name) => name[1] ?? ''),
  )
}
