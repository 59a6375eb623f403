// Sends the same requests to an account with few and with very many operations, and prints the difference in time.
// `node bench/large.ts --database file:./data/big.db` takes a database that bench/fill.ts made; without it one is made. `--listed` only
// lists and searches, of databases that were filled so: `--listed --small postgres://.../few --database postgres://.../many`.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createClock } from '../src/core/clock.ts'
import { addDays, mexicoCityDay } from '../src/core/time.ts'
import { openDatabase } from '../src/store/database.ts'
import { update } from '../src/store/write.ts'
import { credential } from './asked.ts'
import { fill } from './fill.ts'
import { load } from './load.ts'
import { freePort, type Running, start, usageOf } from './processes.ts'

const DAY_MS = 86_400_000
const root = fileURLToPath(new URL('..', import.meta.url))
const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    small: { type: 'string' },
    listed: { type: 'boolean', default: false },
    few: { type: 'string', default: '10000' },
    many: { type: 'string', default: '10000000' },
  },
})
const few = Number(values.few)
const many = Number(values.many)
const folder = mkdtempSync(join(tmpdir(), 'cobro-large-'))
const say = (line: string) => process.stdout.write(`${line}\n`)
const today = mexicoCityDay(createClock().now())
const yearAgo = addDays(today, -360)
const someDay = addDays(today, -180)
const headers = { authorization: credential }
const everyFilter = `start_date=${yearAgo}&end_date=${today}&card_type=VISA&charge_method=CARD&operator=caja0@tienda.mx&status=N`

/** The measured calls on a database of this size. */
const questions = (operations: number): [title: string, path: string][] => [
  ['first page', '/v1/operations'],
  ['a page in the middle', `/v1/operations?offset=${operations / 2}`],
  ['a day', `/v1/operations?start_date=${someDay}&end_date=${someDay}`],
  ['a year with every filter', `/v1/operations?${everyFilter}`],
  ['a word of every operation', '/v1/operations?q=pedido'],
  ['a word of every operation, and one of a few', `/v1/operations?q=pedido+${operations / 2}`],
  ['two words of many, never together', '/v1/operations?q=nunez+fill'],
  ['a reference', `/v1/operations?reference=${operations / 2}`],
  ['an amount that one operation has', '/v1/operations?amount=3000.01'],
  ['an amount that many have', '/v1/operations?amount=350'],
  ['an amount that more have in the larger', '/v1/operations?amount=1010.43'],
  ['a range of amounts', '/v1/operations?min_amount=500&max_amount=700'],
  ['a range that more have in the larger', '/v1/operations?min_amount=500&max_amount=505'],
  ['at least an amount', '/v1/operations?min_amount=1800'],
  ['any amount', '/v1/operations?min_amount=0.01'],
  ['a range of amounts, and the last four digits', '/v1/operations?min_amount=100&max_amount=900&last4=4242'],
  ['the last four digits, and a state', '/v1/operations?last4=4242&status=N'],
  ['an e-mail that nobody has', '/v1/operations?email=nadie@ejemplo.mx'],
  ['a customer that nobody has', '/v1/operations?customer=cus_00000000000000000000000000'],
  ['a word, by the day of payment', `/v1/operations?q=pedido&date=paid&start_date=${yearAgo}&end_date=${today}`],
]

const small = await measure(few, values.small)
const large = await measure(many, values.database)
say(`\n| p50 in ms | found | ${few} operations | found | ${many} operations | ratio, at most 2 |`)
say('| --- | ---: | ---: | ---: | ---: | ---: |')
for (const [index, [title]] of questions(few).entries()) {
  const [a, b] = [small.answers[index], large.answers[index]]
  if (a === undefined || b === undefined) continue
  const ratio = (b.p50 / a.p50).toFixed(2)
  say(`| ${title} | ${a.found} | ${a.p50.toFixed(2)} | ${b.found} | ${b.p50.toFixed(2)} | ${ratio} |`)
}
if (small.load && large.load) sayLoad(small.load, large.load)
rmSync(folder, { recursive: true, force: true })

async function measure(operations: number, databaseUrl: string | undefined) {
  const url = databaseUrl ?? `file:${join(folder, `${operations}.db`)}`
  if (url.startsWith('file:') && !existsSync(url.replace(/^file:/, ''))) {
    const took = await fill(url, operations, createClock().epochMs(), { listed: values.listed, say })
    say(`${operations} operations were made in ${took.toFixed(0)} s`)
  }
  await holdBooks(url)
  const port = await freePort()
  const env = { DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'silent', PORT: String(port) }
  const running = await start(process.execPath, [join(root, 'dist/main.js')], { port, env })
  const answers: Answer[] = []
  for (const [, question] of questions(operations)) answers.push(await median(running.url + question))
  const loaded = values.listed ? undefined : await underLoad(running)
  await running.stop()
  return { answers, load: loaded && { ...loaded, audit: auditOf(env) } }
}

interface Load {
  vouchers: number
  memoryMiB: number
  file: string
  audit: string
}

/** Vouchers a second, the memory afterwards, and the whole list as a file. */
async function underLoad({ url, pid }: Running): Promise<Omit<Load, 'audit'>> {
  const shot = {
    url: `${url}/v1/payment/convenience-store`,
    method: 'POST' as const,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ total: 150, store: 'OXXO', payment: { reference: { description: 'Pedido 1' } } }),
  }
  await load(shot, 64, 2)
  const { perSecond } = await load(shot, 64, 8)
  const memoryMiB = usageOf([pid])?.memoryMiB ?? 0
  return { vouchers: perSecond, memoryMiB, file: await fileOf(`${url}/v1/operations?format=csv`, pid) }
}

function auditOf(env: Record<string, string>): string {
  const started = performance.now()
  execFileSync(process.execPath, [join(root, 'dist/main.js'), 'audit'], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
  return `${((performance.now() - started) / 1_000).toFixed(0)} s`
}

function sayLoad(few: Load, many: Load): void {
  say(
    `| vouchers a second, 64 connections | ${few.vouchers.toFixed(0)} | ${many.vouchers.toFixed(0)} | ${(many.vouchers / few.vouchers).toFixed(2)} | at least 0.8 |`,
  )
  say(
    `\nMemory afterwards: ${few.memoryMiB.toFixed(0)} and ${many.memoryMiB.toFixed(0)} MiB; while all was taken along as CSV ${few.file} and ${many.file}. Audit: ${few.audit} and ${many.audit}.`,
  )
}

/** Exports a whole list, and measures it. */
async function fileOf(url: string, pid: number): Promise<string> {
  const started = performance.now()
  const response = await fetch(url, { headers })
  let lines = -1
  let parts = 0
  let most = 0
  for await (const part of response.body ?? []) {
    for (const byte of part) if (byte === 10) lines += 1
    parts += 1
    if (parts % 100 === 1) most = Math.max(most, usageOf([pid])?.memoryMiB ?? 0)
  }
  return `${lines} rows in ${((performance.now() - started) / 1_000).toFixed(0)} s at ${most.toFixed(0)} MiB`
}

interface Answer {
  p50: number
  /** How many operations the answer counts: of a search at most 500. */
  found: number
}

/** The median of 200 answers, one after another; the first ones only warm up. */
async function median(url: string): Promise<Answer> {
  const times: number[] = []
  let found = 0
  for (let i = 0; i < 220; i += 1) {
    const started = performance.now()
    const response = await fetch(url, { headers })
    const text = await response.text()
    if (!response.ok) throw new Error(`${url} answered ${response.status}`)
    if (i >= 20) times.push(performance.now() - started)
    else found = (JSON.parse(text) as { result: { total: number } }).result.total
  }
  return { p50: times.sort((a, b) => a - b)[100] ?? 0, found }
}

/**
 * Holds the lease of closing the books for a day. A filled database has a year of open books, and the service would read all of its operations
 * while it is measured: minutes with few of them, and hours with many.
 */
async function holdBooks(url: string): Promise<void> {
  const store = await openDatabase(url, { connections: 1 })
  await store.commit([update('book_progress', { leased_until: createClock().wallMs() + DAY_MS }, { id: 1 })])
  await store.close()
}
