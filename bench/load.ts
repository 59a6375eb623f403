// Loads an address with a real generator: wrk when the machine has it, else autocannon.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import { find } from './processes.ts'

export interface Shot {
  url: string
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  /** Makes a body for each request, where a repeated body would be the same request. */
  freshBody?: () => string
  /** Values of the header `authorization`, one request after the other: several callers. */
  callers?: readonly string[]
}

export interface Measured {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Answers without success. A figure with any is worthless, and the bench says so. */
  failures: number
}

const run = promisify(execFile)
const wrk = find('wrk')

export const generator = wrk ? 'wrk' : 'autocannon (wrk is missing: apt-get install wrk)'

/** More than any contestant answers: bodies are made before the measured time. */
const MAX_PER_SECOND = 10_000

/** Sends one request repeatedly over a number of connections for a time, or requests with bodies of their own. */
export async function load(shot: Shot, connections: number, seconds: number): Promise<Measured> {
  return wrk ? byWrk(wrk, shot, connections, seconds) : byAutocannon(shot, connections, seconds)
}

async function byWrk(program: string, shot: Shot, connections: number, seconds: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-bench-'))
  const script = join(folder, 'shot.lua')
  const headers = Object.entries(shot.headers).map(([name, value]) => `wrk.headers[${lua(name)}] = ${lua(value)}`)
  const report = `done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format("RESULT %f %f %f %d\\n", summary.requests / (summary.duration / 1e6),
    latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end`
  const body = shot.body === undefined ? [] : [`wrk.body = ${lua(shot.body)}`]
  if (shot.freshBody) body.push(freshBodies(join(folder, 'bodies'), shot.freshBody, seconds * MAX_PER_SECOND))
  if (shot.callers) body.push(inTurn(shot.callers))
  writeFileSync(script, [`wrk.method = "${shot.method}"`, ...headers, ...body, report].join('\n'))
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', script, shot.url]
  const { stdout } = await run(program, args)
  const [perSecond = 0, p50Ms = 0, p99Ms = 0, failures = 0] = (/^RESULT (.*)$/m.exec(stdout)?.[1] ?? '')
    .split(' ')
    .map(Number)
  rmSync(folder, { recursive: true, force: true })
  return { perSecond, p50Ms, p99Ms, failures }
}

/** Reads the requests before the time begins. When they do not suffice, the rest are empty and count as failures. */
function freshBodies(path: string, freshBody: () => string, count: number): string {
  writeFileSync(path, Array.from({ length: count }, freshBody).join('\n'))
  return `local requests, sent = {}, 0
init = function()
  for body in io.lines(${lua(path)}) do requests[#requests + 1] = wrk.format(nil, nil, nil, body) end
end
request = function()
  sent = sent + 1
  return requests[sent] or wrk.format(nil, nil, nil, "{}")
end`
}

/** The same request of each caller, in turns. */
function inTurn(callers: readonly string[]): string {
  return `local callers, requests, sent = {${callers.map(lua).join(', ')}}, {}, 0
init = function()
  for at, caller in ipairs(callers) do
    wrk.headers["authorization"] = caller
    requests[at] = wrk.format()
  end
end
request = function()
  sent = sent + 1
  return requests[sent % #requests + 1]
end`
}

async function byAutocannon(
  { freshBody, callers, ...shot }: Shot,
  connections: number,
  seconds: number,
): Promise<Measured> {
  const result = await autocannon({
    ...shot,
    ...(callers && {
      requests: callers.map((authorization) => ({ headers: { ...shot.headers, authorization } })),
    }),
    ...(freshBody && { requests: [{ setupRequest: (request) => ({ ...request, body: freshBody() }) }] }),
    connections,
    duration: seconds,
    timeout: 10,
  })
  return {
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  }
}

/** A Lua string that holds any text. */
function lua(text: string): string {
  return `"${[...Buffer.from(text)].map((byte) => (byte >= 32 && byte < 127 && byte !== 34 && byte !== 92 ? String.fromCharCode(byte) : `\\${String(byte).padStart(3, '0')}`)).join('')}"`
}
