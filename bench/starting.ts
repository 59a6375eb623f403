// The time of a start until the service listens, and its memory: idle, and after a million payments.
// `node bench/starting.ts --payments 1000000` also makes the payments (some minutes); `npm run bench` leaves them out.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { askVoucher } from './asked.ts'
import { startCobro } from './cobro.ts'
import { load } from './load.ts'
import { usageOf } from './processes.ts'

const STARTS = 9
const SETTLE_MS = 2_000
/** What a chunk of the payments takes. */
const CHUNK_S = 10

/** Prints the median of some starts on an existing database, and the idle memory. */
export async function sayStart(say: (line?: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-bench-'))
  const starts: { ms: number; memoryMiB: number }[] = []
  for (let count = 0; count <= STARTS; count += 1) {
    const began = performance.now()
    const running = await startCobro(folder)
    const ms = performance.now() - began
    await sleep(SETTLE_MS)
    // The first start makes the database and the compiled code.
    if (count > 0) starts.push({ ms, memoryMiB: usageOf([running.pid])?.memoryMiB ?? 0 })
    await running.stop()
  }
  rmSync(folder, { recursive: true, force: true })
  const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  const ms = middle(starts.map((one) => one.ms))
  const memoryMiB = middle(starts.map((one) => one.memoryMiB))
  say('\n## Start and memory\n')
  say(`| median of ${STARTS} starts | | aim | |\n| --- | ---: | ---: | --- |`)
  say(`| from nothing to listening, ms | ${ms.toFixed(0)} | 300 | ${ms < 300 ? 'met' : 'NOT met'} |`)
  say(`| idle memory, MiB | ${memoryMiB.toFixed(0)} | 110 | ${memoryMiB < 110 ? 'met' : 'NOT met'} |`)
}

/** Makes this number of payments at 64 connections, and prints the memory on the way. */
async function sayMemory(payments: number, say: (line?: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-bench-'))
  const running = await startCobro(folder)
  const { path, ...shot } = await askVoucher()
  const memory = () => `${(usageOf([running.pid])?.memoryMiB ?? 0).toFixed(0)} MiB`
  for (let made = 0; made < payments; ) {
    const { perSecond, failures } = await load({ ...shot, url: running.url + path }, 64, CHUNK_S)
    made += Math.round(perSecond * CHUNK_S)
    say(`${made} payments, ${failures} failures, ${perSecond.toFixed(0)}/s, ${memory()}`)
  }
  await sleep(SETTLE_MS)
  say(`at rest after them: ${memory()}`)
  await running.stop()
  rmSync(folder, { recursive: true, force: true })
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { payments: { type: 'string', default: '0' } } })
  const say = (line = '') => process.stdout.write(`${line}\n`)
  await sayStart(say)
  if (Number(values.payments) > 0) await sayMemory(Number(values.payments), say)
}
