// The contestants beside Cobro, and how each is started.
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { json, voucher } from './asked.ts'
import type { Contestant, Starter } from './contestant.ts'
import { load, type Shot } from './load.ts'
import { find, freePort, type Running, start } from './processes.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const peer = (name: string) => join(here, 'peers', 'node_modules', '.bin', name)
const run = promisify(execFile)

export const bareFastify = (name: string, method: 'GET' | 'POST'): Starter =>
  program(name, join(here, 'peers/bare-fastify.ts'), { method, path: '/voucher' })

export const plainBaseline = (databaseUrl: string): Starter => ({
  ...program(
    'plain baseline (Fastify + pg)',
    join(here, 'peers/plain-baseline.ts'),
    { method: 'POST', path: '/voucher' },
    {
      DATABASE_URL: databaseUrl,
      DATABASE_CONNECTIONS: '10',
    },
  ),
  ...missingUnless(join(here, 'peers/node_modules/pg')),
})

/** Prism and Mockoon answer from our own OpenAPI document, without keeping anything. */
export function prism(document: () => string): Starter {
  return mock(
    'Prism (stateless mock)',
    'prism',
    (path, at) => ['mock', '-p', String(at), '-h', '127.0.0.1', path],
    document,
  )
}

export function mockoon(document: () => string): Starter {
  return mock(
    'Mockoon (stateless mock)',
    'mockoon-cli',
    (path, at) => ['start', '--data', path, '--port', String(at), '--disable-log-to-file'],
    document,
  )
}

/** pgbench against the same server, with as many clients as connections. */
export function pgbench(name: string, serverUrl: string, script: 'tpcb-like' | 'simple-update'): Starter {
  const program = find('pgbench', '/usr/lib/postgresql/15/bin/pgbench')
  const missing = program ? {} : { missing: 'apt-get install postgresql-contrib' }
  return {
    name,
    ...missing,
    start: async () => {
      const database = `${serverUrl}/postgres`
      execFileSync(program ?? '', ['-i', '-q', '-s', '10', database], { stdio: 'ignore' })
      return {
        name,
        pids: [],
        measure: async (connections, seconds) => {
          const args = [
            '-b',
            script,
            '-n',
            '-M',
            'prepared',
            '-c',
            String(connections),
            '-j',
            '1',
            '-T',
            String(seconds),
            '-l',
          ]
          const folder = mkdtempSync(join(tmpdir(), 'cobro-bench-'))
          const { stdout } = await run(program ?? '', [...args, '--log-prefix', join(folder, 'log'), database])
          const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1] ?? 0)
          const times = execFileSync('sh', ['-c', `cat ${folder}/log* | cut -d' ' -f3 | sort -n`], {
            encoding: 'utf8',
            maxBuffer: 1e9,
          })
          const sorted = times.trim().split('\n').map(Number)
          const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0) / 1_000
          rmSync(folder, { recursive: true, force: true })
          return { perSecond, p50Ms: at(0.5), p99Ms: at(0.99), failures: 0 }
        },
        stop: async () => {},
      }
    },
  }
}

/** RSA-2048 private operations of every core, as if nothing else had to be done. */
export const rsaCeiling: Starter = {
  name: `RSA-2048 ceiling (${cpus().length} cores)`,
  start: async () => ({
    name: `RSA-2048 ceiling (${cpus().length} cores)`,
    pids: [],
    measure: async () => {
      const { stdout } = await run(process.execPath, [join(here, 'peers/rsa-ceiling.ts')])
      return { perSecond: Number(stdout) * cpus().length, p50Ms: 0, p99Ms: 0, failures: 0 }
    },
    stop: async () => {},
  }),
}

function program(
  name: string,
  path: string,
  shot: { method: 'GET' | 'POST'; path: string },
  env: Record<string, string> = {},
): Starter {
  return {
    name,
    start: async () => {
      const at = await freePort()
      const running = await start(process.execPath, [path], { port: at, env: { PORT: String(at), ...env } })
      const body = shot.method === 'POST' ? { body: voucher } : {}
      return httpContestant(name, running, {
        url: running.url + shot.path,
        method: shot.method,
        headers: json,
        ...body,
      })
    },
  }
}

function mock(
  name: string,
  command: string,
  args: (path: string, port: number) => string[],
  document: () => string,
): Starter {
  return {
    name,
    ...missingUnless(peer(command)),
    start: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'cobro-bench-'))
      const path = join(folder, 'openapi.json')
      writeFileSync(path, document())
      const at = await freePort()
      const running = await start(peer(command), args(path, at), { port: at, timeoutMs: 60_000 })
      const shot: Shot = {
        url: `${running.url}/v1/payment/convenience-store`,
        method: 'POST',
        headers: json,
        body: voucher,
      }
      return httpContestant(name, running, shot)
    },
  }
}

function missingUnless(path: string): { missing?: string } {
  return existsSync(path) ? {} : { missing: 'npm ci --prefix bench/peers' }
}

function httpContestant(name: string, running: Running, shot: Shot): Contestant {
  return {
    name,
    pids: [running.pid],
    measure: (connections, seconds) => load(shot, connections, seconds),
    stop: running.stop,
  }
}
