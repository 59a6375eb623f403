// The two engines that every story runs on: SQLite in a file that goes with its process, and a real PostgreSQL that is started when a test first needs it.
import { randomBytes } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { describe } from 'node:test'
import { copyOfMigrated } from './migrated-file.ts'
import { KEYED, MIGRATED, makeDatabase, type PostgresKind, postgresServers } from './postgres-server.ts'

export { startPostgres } from './postgres-server.ts'

export type Engine = 'sqlite' | 'postgres'

export const ENGINES: Engine[] = process.env.COBRO_TEST_ENGINE
  ? [process.env.COBRO_TEST_ENGINE as Engine]
  : ['sqlite', 'postgres']

/** The engine of production, where the run has it: for what only production has, such as real networks. */
export const PRODUCTION: Engine[] = ENGINES.includes('postgres') ? ['postgres'] : ENGINES

/** A group of stories that only PostgreSQL has. */
export function describeOnPostgres(title: string, stories: () => void): void {
  if (ENGINES.includes('postgres')) describe(title, stories)
}

interface DatabaseKind {
  /** Whether PostgreSQL flushes to disk, which its promise about power loss depends on. */
  durable?: boolean
  /** Whether it has every migration already; otherwise it is empty. */
  migrated?: boolean
  /** Whether a migrated one has a first transport key, which opens with the at-rest key of `first-key.ts`. */
  keyed?: boolean
}

let databases = 0
/** Process ids repeat within a run. */
const ofProcess = randomBytes(4).toString('hex')
const own = postgresServers()

/** The URL of a new database. Its PostgreSQL server is the test run's, or is started for this process. */
export async function newDatabaseUrl(
  engine: Engine,
  { durable = false, migrated = false, keyed = false }: DatabaseKind = {},
): Promise<string> {
  if (engine === 'sqlite') return migrated ? copyOfMigrated(keyed) : ':memory:'
  const server = await serverUrl(durable ? 'durable' : 'quick')
  databases += 1
  const original = keyed ? KEYED : MIGRATED
  return makeDatabase(server, `story_${ofProcess}_${databases}`, migrated ? original : undefined)
}

/** The URL of a copy of a database that nobody has open, as it is now. */
export async function copyOfDatabase(url: string): Promise<string> {
  if (url.startsWith('file:')) {
    const path = `${url.slice('file:'.length)}.copy`
    copyFileSync(url.slice('file:'.length), path)
    return `file:${path}`
  }
  const at = url.lastIndexOf('/')
  const name = url.slice(at + 1)
  return makeDatabase(url.slice(0, at), `${name}_copy`, name)
}

async function serverUrl(kind: PostgresKind): Promise<string> {
  const known = process.env.COBRO_TEST_POSTGRES
  if (!known) return own.urlOf(kind)
  // A pooler before one server.
  if (known.startsWith('postgres://')) return known
  const answer = await fetch(`${known}/${kind}`)
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text
}

/** Stops the servers that this process started, if any. */
export async function stopPostgres(): Promise<void> {
  await own.stop()
}
