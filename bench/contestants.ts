// Who is measured, what each is asked, and how each is started.
import { execFile, execFileSync } from 'node:child_process'
import { constants, createCipheriv, publicEncrypt, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { load, type Measured, type Shot } from './load.ts'
import { canHold, find, freePort, holdTo, type Running, start } from './processes.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('..', import.meta.url))
const peer = (name: string) => join(here, 'peers', 'node_modules', '.bin', name)
const run = promisify(execFile)

export const credential = `Basic ${Buffer.from('sk_dev_00000000000000000000000000000000:sandbox').toString('base64')}`
const json = { authorization: credential, 'content-type': 'application/json' }
const voucher = JSON.stringify({ total: 150, store: 'OXXO', payment: { reference: { description: 'Pedido 1' } } })

/** Something that can be loaded with so many connections for so long. */
export interface Contestant {
  name: string
  /** The processes whose processor time and memory are read; none where they are not ours to read. */
  pids: number[]
  measure(connections: number, seconds: number): Promise<Measured>
  stop(): Promise<void>
}

export type Starter = { name: string; missing?: string; start(): Promise<Contestant> }

const WARM_S = 3

export type Prepare = (url: string) => Promise<Omit<Shot, 'url'> & { path: string }>

/** The program as `npm start` runs it. `folder` is for what it keeps. */
export async function startCobro(
  folder: string,
  databaseUrl?: string,
  env: Record<string, string> = {},
): Promise<Running> {
  const at = await freePort()
  const url = databaseUrl ?? `file:${join(folder, 'cobro.db')}`
  return start(process.execPath, [join(root, 'dist/main.js')], {
    port: at,
    env: { PORT: String(at), DATA_DIR: folder, DATABASE_URL: url, LOG_LEVEL: 'silent', ...env },
  })
}

/**
 * Cobro itself on a database, asked one thing. `prepare` may make what is asked for. With several `processes` on one
 * PostgreSQL, the connections are shared out among them. Each may be held to a `share` of one processor, so that there are
 * processors left for more.
 */
export function cobro(
  name: string,
  databaseUrl: string | undefined,
  prepare: Prepare,
  { processes = 1, share }: { processes?: number; share?: number } = {},
): Starter {
  return {
    name,
    ...(share !== undefined && !canHold && { missing: 'run it as root on Linux, where a process can be held down' }),
    start: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'cobro-bench-'))
      const first = await startCobro(folder, databaseUrl)
      const all = [first]
      while (all.length < processes) all.push(await startCobro(folder, databaseUrl))
      const { path, ...shot } = await prepare(first.url)
      // Compiled while it may still take what it likes: held down, that alone would take it a minute.
      if (share !== undefined) for (const { url } of all) await load({ ...shot, url: url + path }, 64, WARM_S)
      const letGo = share === undefined ? [] : all.map(({ pid }) => holdTo(share, pid))
      return {
        name,
        pids: all.map(({ pid }) => pid),
        measure: async (connections, seconds) => {
          const share = Math.max(1, Math.round(connections / processes))
          return together(await Promise.all(all.map(({ url }) => load({ ...shot, url: url + path }, share, seconds))))
        },
        stop: async () => {
          await Promise.all(all.map(({ stop }) => stop()))
          for (const each of letGo) each()
          rmSync(folder, { recursive: true, force: true })
        },
      }
    },
  }
}

/** What several loads at one time come to; of the latencies the worst. */
function together(all: Measured[]): Measured {
  return {
    perSecond: all.reduce((sum, one) => sum + one.perSecond, 0),
    p50Ms: Math.max(...all.map((one) => one.p50Ms)),
    p99Ms: Math.max(...all.map((one) => one.p99Ms)),
    failures: all.reduce((sum, one) => sum + one.failures, 0),
  }
}

export const askVoucher = async () => ({
  method: 'POST' as const,
  path: '/v1/payment/convenience-store',
  headers: json,
  body: voucher,
})

/** A charge of a saved card, sealed anew for each request: the same envelope twice would be one payment. */
export async function askCardPayment(url: string) {
  const call = async (path: string, body: unknown): Promise<{ result: { token: string; id: string } }> => {
    const response = await fetch(url + path, { method: 'POST', headers: json, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return (await response.json()) as never
  }
  const pem = await (await fetch(`${url}/v1/public-key.pem`)).text()
  const card = { cardholder_name: 'Ana', number: '4242424242424242', expiration: '3012', cvv: '123' }
  const token = (await call('/v1/token', seal(card, pem))).result.token
  const customer = (await call('/v1/customer', { name: 'Ana', email: 'ana@example.mx' })).result.id
  const saved = (await call(`/v1/customer/${customer}/cards`, { token })).result.token
  const charge = {
    recurrent: saved,
    payment: {
      external: { transaction: '' },
      total: { amount: 100, currency: 'MXN' },
      reference: { number: '', description: 'Pedido 1' },
    },
  }
  const freshBody = () => JSON.stringify(seal(charge, pem))
  return { method: 'POST' as const, path: '/v1/payment/card', headers: json, freshBody }
}

/** One operation by id, after some were made. */
export async function askOperation(url: string) {
  const made = await makeVouchers(url, 100)
  return { method: 'GET' as const, path: `/v1/operations/${made}`, headers: { authorization: credential } }
}

/** The first page of fifty with its totals. */
export async function askList(url: string) {
  await makeVouchers(url, 200)
  return { method: 'GET' as const, path: '/v1/operations', headers: { authorization: credential } }
}

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

async function makeVouchers(url: string, count: number): Promise<string> {
  let id = ''
  for (let i = 0; i < count; i += 1) {
    const response = await fetch(`${url}/v1/payment/convenience-store`, {
      method: 'POST',
      headers: json,
      body: voucher,
    })
    if (!response.ok) throw new Error(await response.text())
    id = ((await response.json()) as { result: { transaction: string } }).result.transaction
  }
  return id
}

function seal(message: unknown, pem: string): { key: string; data: string } {
  const key = Buffer.from(randomBytes(16).toString('hex'))
  const cipher = createCipheriv('aes-256-ecb', key, null)
  const data = Buffer.concat([cipher.update(JSON.stringify(message), 'utf8'), cipher.final()])
  const sealed = publicEncrypt({ key: pem, padding: constants.RSA_PKCS1_PADDING }, key)
  return { key: sealed.toString('base64'), data: data.toString('base64') }
}
