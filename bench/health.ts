// The longest wait of a health check beside each reading call: lists, files, PDFs and views of the console, one at a time.
// `node bench/health.ts --database file:./big.db` reads a database that bench/fill.ts made. What is printed is the best of three rounds: the
// machine's own pauses are not the call's.
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { credential } from './asked.ts'
import { startCobro } from './cobro.ts'

const ROUNDS = 3
/** A call that takes longer than this is left alone. */
const LONGEST_CALL_MS = 60_000
const BETWEEN_CHECKS_MS = 2

const { values } = parseArgs({ options: { database: { type: 'string' }, only: { type: 'string', default: '' } } })

interface Call {
  name: string
  path: string
  headers: Record<string, string>
}

const folder = mkdtempSync(join(tmpdir(), 'cobro-bench-'))
// The same at each run: the first one seals with it.
const running = await startCobro(folder, values.database, { AT_REST_KEY: '0'.repeat(64) })
const basic = { authorization: credential }
const cookie = await signedIn()
const calls = (await callsOf()).filter(({ name }) => name.includes(values.only))

process.stdout.write('| call | longest wait of a health check, ms | the call itself, ms |\n| --- | ---: | ---: |\n')
for (const call of [{ name: 'nothing', path: '', headers: {} }, ...calls]) {
  const rounds: { waitMs: number; callMs: number; status: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await beside(call))
  const [best] = rounds.sort((a, b) => a.waitMs - b.waitMs)
  if (best === undefined) continue
  const refused = best.status >= 400 ? ` (${best.status})` : ''
  process.stdout.write(`| ${call.name}${refused} | ${best.waitMs.toFixed(0)} | ${best.callMs.toFixed(0)} |\n`)
}
await running.stop()
rmSync(folder, { recursive: true, force: true })

/** Checks the health again and again while the call runs. */
async function beside({ path, headers }: Call): Promise<{ waitMs: number; callMs: number; status: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const began = performance.now()
  let isOver = false
  let waitMs = 0
  const asked =
    path === ''
      ? sleep(500, 0)
      : fetch(running.url + path, { headers, signal: AbortSignal.timeout(LONGEST_CALL_MS) })
          .then(async (answer) => {
            for await (const _ of answer.body ?? []);
            return answer.status
          })
          .catch(() => 0)
  const done = asked.then((status) => {
    isOver = true
    return { status, callMs: performance.now() - began }
  })
  while (!isOver) {
    const from = performance.now()
    await checked(agent)
    waitMs = Math.max(waitMs, performance.now() - from)
    await sleep(BETWEEN_CHECKS_MS)
  }
  agent.destroy()
  return { waitMs, ...(await done) }
}

function checked(agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(`${running.url}/healthz`, { agent }, (answer) => answer.resume().once('end', resolve)).once('error', reject)
  })
}

/** The cookie of the console of the sandbox, as a browser on this machine gets it. */
async function signedIn(): Promise<string> {
  const answer = await fetch(`${running.url}/v1/console/session/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: running.url },
    body: '{}',
  })
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
}

/** Every reading call without an id in its path, and those of one operation; each list also as files. */
async function callsOf(): Promise<Call[]> {
  const { paths } = (await (await fetch(`${running.url}/openapi.json`)).json()) as {
    paths: Record<string, { get?: { parameters?: { name: string }[] } }>
  }
  const list = (await (await fetch(`${running.url}/v1/operations?limit=1`, { headers: basic })).json()) as {
    result: { operations: { transaction: string }[] }
  }
  const id = list.result.operations[0]?.transaction ?? ''
  const calls: Call[] = []
  const add = (path: string, headers: Record<string, string>) => calls.push({ name: path, path, headers })
  for (const [path, { get: reading }] of Object.entries(paths)) {
    if (reading === undefined || path.includes('{')) continue
    const names = (reading.parameters ?? []).map(({ name }) => name)
    add(path, basic)
    if (names.includes('limit')) add(`${path}?limit=200`, basic)
    if (names.includes('format')) for (const format of ['csv', 'xlsx']) add(`${path}?format=${format}`, basic)
  }
  for (const query of ['q=pedido', 'status=N&charge_method=CARD', 'min_amount=100&max_amount=101', 'q=pedido+nadie'])
    add(`/v1/operations?${query}`, basic)
  add(`/v1/operations/${id}`, basic)
  for (const part of ['about', 'give-back', 'timeline']) add(`/v1/console/operations/${id}/${part}`, { cookie })
  for (const part of [
    'accounts',
    'approvals',
    'attention',
    'audit',
    'claims',
    'open',
    'passkeys',
    'people',
    'plans',
    'posted',
    'requests',
    'second-factor/roles',
    'second-person',
    'service',
    'session',
    'sessions',
    'subscriptions',
    'today',
    'trail',
    'views',
    'vouchers',
  ])
    add(`/v1/console/${part}`, { cookie })
  return calls
}
