// The fuzz: many requests at once against a service that listens, and what must be true of every answer and of the books afterwards.
import { Agent } from 'node:http'
import { failures } from '../../src/failures.ts'
import { audit } from '../../src/service/audit.ts'
import { openReceiver } from '../support/fixtures/receiver.ts'
import type { Engine } from '../support/harness/engines.ts'
import { everyCall } from '../support/harness/every-call.ts'
import { openWorld } from '../support/harness/world.ts'
import { diceOf } from './dice.ts'
import { type Made, makeRequest, openSession, openShop, type Shop } from './requests.ts'
import { type Reply, sendRequest } from './send.ts'

interface FuzzOptions {
  engine: Engine
  requests: number
  seed: number
  /** Requests under way at a time. */
  atOnce?: number
}

interface Fault {
  /** The number of the request; with the seed it can be made again. */
  index: number
  what: string
}

interface FuzzReport {
  sent: number
  /** Headers that Node itself does not send. */
  unsent: number
  statuses: Record<string, number>
  /** Calls that have succeeded at least once, and calls there are. */
  succeeded: number
  calls: number
  never: string[]
  all: string[]
  slowestMs: number
  slowest: string
  faults: Fault[]
}

const CODES = new Set<string>(Object.values(failures).map(([code]) => code))
const UNAVAILABLE = new Set<string>(
  Object.values(failures)
    .filter(([, status]) => status === 503)
    .map(([code]) => code),
)
const MAX_FAULTS = 50
/** A list without anything in it tells nothing. */
const NOTHING = /^(\{"success":true,"result":\{"\w+":\[\]\}\}|\uFEFF?[^\r\n]*\r?\n)$/

export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { engine, requests, seed, atOnce = 32 } = options
  const world = await openWorld(engine, { BASE_URL: '', ACQUIRER_TIMEOUT_MS: '300', RSA_THREADS: '1' })
  const port = Number(new URL(await world.service.listen()).port)
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const calls = await everyCall(world)
  const receiver = await openReceiver()
  // One in eight notices is refused.
  receiver.answer = ({ id }, response) => {
    response.statusCode = id.endsWith('0') || id.endsWith('z') ? 500 : 200
    response.end()
    receiver.arrivals.length = 0
  }
  const shops: Shop[] = [await openShop(world, receiver.url), await openShop(world, receiver.url)]
  const report: FuzzReport = {
    sent: 0,
    unsent: 0,
    statuses: {},
    succeeded: 0,
    calls: calls.length,
    never: [],
    all: [],
    slowestMs: 0,
    slowest: '',
    faults: [],
  }
  const done = new Set<string>()
  const fault = (index: number, what: string) => {
    if (report.faults.length < MAX_FAULTS) report.faults.push({ index, what })
  }
  const gone = new Set<Shop>()

  /** The fuzz may revoke a shop's own key or end its session: then it goes on with a new shop. */
  const renew = async (shop: Shop) => {
    if (gone.has(shop)) return
    gone.add(shop)
    const session = await openSession(shop.merchant)
    const next = session === undefined ? await openShop(world, receiver.url) : { ...shop, bearer: session }
    shops[shops.indexOf(shop)] = next
  }

  const one = async (index: number) => {
    const made = await makeRequest(world, calls, shops, diceOf(seed * 1_000_003 + index))
    const began = performance.now()
    let reply: Reply
    try {
      reply = await sendRequest({ port, agent }, made.request)
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException
      if (code.startsWith('ERR_')) report.unsent += 1
      else fault(index, `${described(made)}: ${code} ${message}`)
      return
    }
    report.sent += 1
    const tookMs = Math.round(performance.now() - began)
    if (tookMs > report.slowestMs) Object.assign(report, { slowestMs: tookMs, slowest: made.call })
    report.statuses[reply.status] = (report.statuses[reply.status] ?? 0) + 1
    if (reply.status === 200) done.add(made.call)
    const wrong = wrongWith(made, reply)
    if (wrong !== undefined) fault(index, `${described(made)}: ${wrong}: ${reply.text.slice(0, 300)}`)
    if (reply.status === 401 && made.by !== undefined) await renew(made.by)
  }

  try {
    let next = 0
    const lane = async () => {
      while (next < requests && report.faults.length < MAX_FAULTS) {
        next += 1
        await one(next - 1)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, lane))
    await world.work()
    const ready = await sendRequest({ port, agent }, { method: 'GET', path: '/readyz', headers: {} })
    if (ready.status !== 200) fault(requests, `afterwards /readyz answers ${ready.status}`)
    const books = await audit(world.service.store)
    for (const { name, first } of books.invariants.filter((one) => one.faults > 0)) {
      fault(requests, `the audit afterwards: ${name}: ${JSON.stringify(first)}`)
    }
  } finally {
    agent.destroy()
    await world.close()
    await receiver.close()
  }
  const all = calls.map(({ method, path }) => `${method} ${path}`)
  const never = all.filter((name) => !done.has(name))
  return { ...report, succeeded: calls.length - never.length, never, all }
}

/** What may not be: a fault of ours, an answer in no known form, another account's record. */
function wrongWith({ call, request, isForeign }: Made, { status, type, text }: Reply): string | undefined {
  if (status >= 500) {
    const code = /json/.test(type) ? JSON.parse(text).error?.code : undefined
    if (status !== 503 || !UNAVAILABLE.has(code)) return `answered ${status}`
  }
  // The same list as CSV is looked at; a workbook is compressed.
  const isHidden = /spreadsheetml/.test(type)
  if (isForeign && status === 200 && !isHidden && !NOTHING.test(text)) return 'another account’s record'
  if (status < 400 || request.method === 'HEAD' || call === 'pages') return undefined
  if (!/json/.test(type)) return `a refusal of type ${type}`
  const { success, error } = JSON.parse(text)
  if (success !== false || !CODES.has(error?.code)) return 'a refusal of no known form'
  return text.length > 16_000 ? `a refusal of ${text.length} characters` : undefined
}

function described({ request }: Made): string {
  const { method, path, headers, body } = request
  return `${method} ${path.slice(0, 200)} ${JSON.stringify({ ...headers, authorization: undefined })} ${String(body).slice(0, 400)}`
}
