// Databases as released programs left them: their schema, and the rows that one of them wrote.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { postgresDialect } from '../src/store/database.ts'
import { migrations } from '../src/store/migrations/index.ts'
import { type Engine, newDatabaseUrl } from './engines.ts'

/** The last migration of each release. */
const LAST = {
  '0.1.0': '0016-message-queues',
  '0.2.0': '0030-domain-words-breaking',
  '0.3.0': '0092-reminders',
  '0.4.0': '0124-new-places',
  '0.5.0': '0132-lists-by-state',
  '0.6.0': '0135-card-tries-breaking',
}

export type Release = keyof typeof LAST

export const RELEASES = Object.keys(LAST) as Release[]

export type Run = (text: string) => Promise<unknown>

/** The rows that a service of a release wrote, and its answers about them. */
export interface Released {
  rows: Record<string, Record<string, string | number | null>[]>
  /** By path, the `result` of a GET with the sandbox's own credential. */
  answers: Record<string, unknown>
}

/** The key under which each release sealed its rows. */
export const RELEASED_AT_REST_KEY = `${'0'.repeat(62)}11`

export function readReleased(release: Release = '0.1.0'): Released {
  return JSON.parse(readFileSync(new URL(`./released/${release}.json`, import.meta.url), 'utf8'))
}

/** The URL of a database of the released schema that `fill` has filled. A file lies in `folder`. */
export async function releasedDatabase(
  engine: Engine,
  folder: string,
  fill: (run: Run) => Promise<void>,
  release: Release = '0.1.0',
): Promise<string> {
  const released = migrations.slice(0, migrations.findIndex(({ name }) => name === LAST[release]) + 1)
  const make = async (run: Run, dialect: (text: string) => string) => {
    await run('create table migrations (name text primary key, position integer not null)')
    for (const [position, { name, statements }] of released.entries()) {
      for (const statement of statements) await run(dialect(statement))
      await run(`insert into migrations (name, position) values ('${name}', ${position})`)
    }
    await fill(run)
  }
  if (engine === 'sqlite') {
    const path = join(folder, 'cobro.db')
    const database = new DatabaseSync(path)
    await make(
      async (text) => database.exec(text),
      (text) => text,
    )
    database.close()
    return `file:${path}`
  }
  const url = await newDatabaseUrl(engine)
  const client = new pg.Client(url)
  await client.connect()
  await make((text) => client.query(text), postgresDialect)
  await client.end()
  return url
}

/** Writes rows unchanged; replaces rows that a migration of the schema has made itself. */
export async function fillWith({ rows }: Released, run: Run): Promise<void> {
  const literal = (value: string | number | null) =>
    typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
  for (const table of Object.keys(rows).reverse()) await run(`delete from ${table}`)
  for (const [table, all] of Object.entries(rows)) {
    for (const row of all) {
      const values = Object.values(row).map(literal).join(', ')
      await run(`insert into ${table} (${Object.keys(row).join(', ')}) values (${values})`)
    }
  }
}
