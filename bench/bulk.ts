// Loads many rows into a migrated database, faster than the service writes them: without flushes, and most indexes are made at the end.
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import pg from 'pg'
import type { Value } from '../src/core/table.ts'
import type { Tables } from '../src/tables.ts'

export interface Bulk {
  put(table: keyof Tables, row: object): void
  /** Called between rows, from time to time: writes what was put. */
  flush(): Promise<void>
  /** Makes the indexes. Only then the database may be used. */
  finish(): Promise<void>
}

/** The tables whose indexes would cost more to keep up than to make at the end. */
const INDEXED_LATER = `'operations', 'events'`

export function bulkOf(url: string): Promise<Bulk> | Bulk {
  return url.startsWith('postgres') ? postgresBulk(url) : sqliteBulk(url.replace(/^file:/, ''))
}

function sqliteBulk(path: string): Bulk {
  const database = new DatabaseSync(path)
  // The loader may be started again from nothing; the service itself never runs so.
  database.exec('pragma synchronous = off; pragma cache_size = -1000000')
  const indexes = database
    .prepare(
      `select name, sql from sqlite_master where type = 'index' and sql is not null and tbl_name in (${INDEXED_LATER})`,
    )
    .all() as { name: string; sql: string }[]
  for (const { name } of indexes) database.exec(`drop index ${name}`)
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  database.exec('begin')
  return {
    put: (table, row) => {
      let statement = statements.get(table)
      if (statement === undefined) {
        const columns = Object.keys(row)
        statement = database.prepare(
          `insert into ${table} (${columns.join()}) values (${columns.map(() => '?').join()})`,
        )
        statements.set(table, statement)
      }
      statement.run(...(Object.values(row) as SQLInputValue[]))
    },
    flush: async () => {
      database.exec('commit; begin')
    },
    finish: async () => {
      database.exec('commit')
      for (const { sql } of indexes) database.exec(sql)
      database.exec('pragma wal_checkpoint(truncate)')
      database.close()
    },
  }
}

async function postgresBulk(url: string): Promise<Bulk> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`set synchronous_commit = off; set maintenance_work_mem = '2GB'`)
  const { rows: indexes } = await client.query<{ name: string; make: string }>(
    `select indexname as name, indexdef as make from pg_indexes where schemaname = current_schema()
      and tablename in (${INDEXED_LATER}) and indexname not like '%\\_pkey'`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  let waiting = new Map<string, { columns: string[]; lines: string[] }>()
  let copying = Promise.resolve()
  const copyAll = async (all: typeof waiting) => {
    for (const [table, { columns, lines }] of all)
      await copy(client, `copy ${table} (${columns.join()}) from stdin`, lines)
  }
  const flush = async () => {
    // One portion is copied while the next is made.
    await copying
    copying = copyAll(waiting)
    waiting = new Map()
  }
  return {
    put: (table, row) => {
      let part = waiting.get(table)
      if (part === undefined) {
        part = { columns: Object.keys(row), lines: [] }
        waiting.set(table, part)
      }
      part.lines.push(Object.values(row).map(copied).join('\t'))
    },
    flush,
    finish: async () => {
      await flush()
      await copying
      for (const { make } of indexes) await client.query(make)
      await client.query('vacuum analyze')
      await client.end()
    },
  }
}

/** A value in the text form of COPY. */
function copied(value: Value | Uint8Array): string {
  if (value instanceof Uint8Array) return `\\\\x${Buffer.from(value).toString('hex')}`
  if (typeof value === 'number') return String(value)
  if (value === null) return '\\N'
  return /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, (one) => ESCAPED[one] as string) : value
}

const ESCAPED: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const LINES_AT_ONCE = 2_000

/** Sends lines to a `copy ... from stdin`. */
function copy(client: pg.Client, text: string, lines: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    type Wire = { query(text: string): void; sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void; sync(): void }
    client.query({
      submit: (wire: Wire) => wire.query(text),
      handleCopyInResponse: (wire: Wire) => {
        for (let at = 0; at < lines.length; at += LINES_AT_ONCE)
          wire.sendCopyFromChunk(Buffer.from(`${lines.slice(at, at + LINES_AT_ONCE).join('\n')}\n`))
        wire.endCopyFrom()
      },
      handleCommandComplete: () => {},
      handleError: reject,
      handleReadyForQuery: () => resolve(),
    } as never)
  })
}
