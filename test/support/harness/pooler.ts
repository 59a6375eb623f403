// PgBouncer in transaction mode before a PostgreSQL, where the machine has one: successive transactions of a connection go to
// whichever server process is free.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './postgres-server.ts'
import { programPath } from './programs.ts'

/** PgBouncer does not run as root. */
const NOBODY = 65_534
const START_LIMIT_MS = 30_000

interface Pooler {
  /** The server's URL through the pooler. */
  url: string
  stop(): Promise<void>
}

/** Starts it; undefined where there is no `pgbouncer`. */
export async function startPooler(serverUrl: string): Promise<Pooler | undefined> {
  const program = programPath('pgbouncer', '/usr/sbin')
  if (program === undefined) return undefined
  const server = new URL(serverUrl)
  const folder = mkdtempSync(join(tmpdir(), 'cobro-pooler-'))
  const port = await freePort()
  const users = join(folder, 'users.txt')
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(users, `"${server.username}" "${server.password}"\n`)
  // Few server connections, so that they really change hands.
  writeFileSync(
    settings,
    `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 4
server_idle_timeout = 5
max_client_conn = 500
`,
  )
  for (const [path, mode] of [
    [folder, 0o755],
    [users, 0o644],
    [settings, 0o644],
  ] as const)
    chmodSync(path, mode)
  const root = process.getuid?.() === 0
  const child = spawn(program, ['-q', settings], { stdio: 'ignore', ...(root && { uid: NOBODY, gid: NOBODY }) })
  const gone = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await gone
    rmSync(folder, { recursive: true, force: true })
  }
  const url = new URL(server)
  url.port = String(port)
  for (const until = performance.now() + START_LIMIT_MS; !(await listens(port)); await pause(50)) {
    if (performance.now() < until && child.exitCode === null) continue
    await stop()
    throw new Error('pgbouncer does not listen')
  }
  return { url: url.href.replace(/\/$/, ''), stop }
}

function listens(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1')
  socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
