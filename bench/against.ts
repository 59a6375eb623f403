// Measures this checkout against another, in turns in one run: requests a second, processor time of a request in the service and in
// PostgreSQL, and what PostgreSQL writes to its log and keeps; each at the end of the load, and when what the requests left to be done is
// done. `npm run bench -- --against DIR`; the other checkout is bundled first (`npm ci && npm run bundle` there).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startPostgres } from '../test/support/harness/postgres-server.ts'
import { askCardPayment, askList, askOperation, askVoucher } from './asked.ts'
import { startCobro } from './cobro.ts'
import { load, type Shot } from './load.ts'
import { postgresTicks, type Running, serviceTicks } from './processes.ts'

const here = fileURLToPath(new URL('..', import.meta.url))
const work = { voucher: askVoucher, 'card payment': askCardPayment, operation: askOperation, 'list of 50': askList }
/** Long enough for the engine to compile what a card payment runs, which takes some ten thousand of them. */
const WARM_S = 12
const CONNECTIONS = 64
/** `/proc` counts processor time in hundredths of a second. */
const TICK_US = 10_000
/** How long the background work may take to come to rest. */
const REST_S = 60
/** A service and its server that take less of a processor in a second are at rest. */
const REST_TICKS = 10

interface Options {
  /** The other checkout. */
  against: string
  seconds: number
  rounds: number
  /** Only work and engines whose name has this text. */
  only: string
  say: (line: string) => void
}

interface Cost {
  perSecond: number
  serviceUs: number
  serverUs: number
  /** Of the service and the server, with the work that a request leaves for later. */
  atRestUs: number
  /** Bytes of PostgreSQL's log at the end of the load, and at rest, for a request. */
  logged: number
  loggedAtRest: number
  keptAtRest: number
}

/** Prints a table for each engine: the median of the rounds, and the ratio of this checkout to the other. */
export async function benchAgainst({ against, seconds, rounds, only, say }: Options): Promise<void> {
  const checkouts = { this: here, other: resolve(against) }
  for (const engine of ['sqlite', 'postgres'] as const) {
    const names = Object.keys(work).filter((name) => `${name} ${engine}`.includes(only)) as (keyof typeof work)[]
    if (names.length === 0) continue
    say(`\n## ${engine}, this checkout / ${checkouts.other}, medians of ${rounds} rounds of ${seconds} s in turns\n`)
    say(
      '| work | a second | service, µs | PostgreSQL, µs | processor, ratio | at rest, µs | ratio | log, bytes | log at rest | kept |',
    )
    say('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
    for (const name of names) {
      const costs: Record<keyof typeof checkouts, Cost[]> = { this: [], other: [] }
      for (let round = 0; round < rounds; round += 1)
        for (const which of round % 2 === 0 ? (['this', 'other'] as const) : (['other', 'this'] as const))
          costs[which].push(await measure(checkouts[which], engine, name, seconds))
      const middle = (which: keyof typeof costs, of: (cost: Cost) => number) =>
        costs[which].map(of).sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
      const cell = (of: (cost: Cost) => number) =>
        `${middle('this', of).toFixed(0)} / ${middle('other', of).toFixed(0)}`
      const total = ({ serviceUs, serverUs }: Cost) => serviceUs + serverUs
      const ratio = (of: (cost: Cost) => number) => (middle('this', of) / middle('other', of)).toFixed(2)
      const cells = [
        cell((cost) => cost.perSecond),
        cell((cost) => cost.serviceUs),
        cell((cost) => cost.serverUs),
        ratio(total),
        cell((cost) => cost.atRestUs),
        ratio((cost) => cost.atRestUs),
        cell((cost) => cost.logged),
        cell((cost) => cost.loggedAtRest),
        cell((cost) => cost.keptAtRest),
      ]
      say(`| ${name} | ${cells.join(' | ')} |`)
    }
  }
}

async function measure(
  checkout: string,
  engine: 'sqlite' | 'postgres',
  name: keyof typeof work,
  seconds: number,
): Promise<Cost> {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-bench-'))
  const server = engine === 'postgres' ? await startPostgres() : undefined
  const client = server && new pg.Client(`${server.url}/postgres`)
  await client?.connect()
  let running: Running | undefined
  try {
    running = await startCobro(folder, server && `${server.url}/postgres`, {}, checkout)
    const { path, ...shot } = await work[name](running.url)
    const target: Shot = { ...shot, url: running.url + path }
    await load(target, CONNECTIONS, WARM_S)
    const { pid } = running
    const ticks = () => [serviceTicks(pid), postgresTicks(server?.pid)] as const
    await rest(ticks)
    const sizes = () => sizesOf(client)
    const before = await sizes()
    const [serviceBefore, serverBefore] = ticks()
    const { perSecond, failures } = await load(target, CONNECTIONS, seconds)
    if (failures > 0) throw new Error(`${name}: ${failures} requests failed`)
    const requests = perSecond * seconds
    const spent = () => {
      const [service, serverNow] = ticks()
      const us = (now: number, then: number) => ((now - then) * TICK_US) / requests
      return { serviceUs: us(service, serviceBefore), serverUs: us(serverNow, serverBefore) }
    }
    const cost = spent()
    const after = await sizes()
    await rest(ticks)
    const whole = spent()
    const last = await sizes()
    return {
      ...{ perSecond, ...cost, atRestUs: whole.serviceUs + whole.serverUs },
      logged: (after.log - before.log) / requests,
      loggedAtRest: (last.log - before.log) / requests,
      keptAtRest: (last.kept - before.kept) / requests,
    }
  } finally {
    await running?.stop()
    await client?.end()
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Waits until the service and the server have next to nothing to do. */
async function rest(ticks: () => readonly number[]): Promise<void> {
  const total = () => ticks().reduce((sum, one) => sum + one, 0)
  let before = total()
  for (let waited = 0; waited < REST_S; waited += 1) {
    await sleep(1_000)
    const now = total()
    if (now - before < REST_TICKS) return
    before = now
  }
}

async function sizesOf(client: pg.Client | undefined): Promise<{ log: number; kept: number }> {
  if (client === undefined) return { log: 0, kept: 0 }
  const { rows } = await client.query(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as log, pg_database_size(current_database())::float8 as kept`,
  )
  return rows[0]
}
