// Bounds a port where its connector is made: each call has a deadline, and whatever is late, thrown or malformed is `unknown` data.
import type { FastifyBaseLogger } from 'fastify'
import { type Breaker, circuitBreaker } from './breaker.ts'

/** The methods of a port: a request and the signal of its deadline in, an outcome out. */
type Method = (request: never, signal: AbortSignal) => Promise<{ kind: string }>

type MethodsOf<Port> = { [M in keyof Port as Port[M] extends Method ? M : never]: Port[M] }

type OutcomeOf<M> = M extends (...request: never[]) => Promise<infer Outcome extends { kind: string }> ? Outcome : never

/** For each method of a port and each kind of outcome, the texts that it must carry. */
export type Answers<Port> = {
  [M in keyof MethodsOf<Port>]: {
    [Kind in OutcomeOf<Port[M & keyof Port]>['kind']]: readonly (keyof Extract<
      OutcomeOf<Port[M & keyof Port]>,
      { kind: Kind }
    >)[]
  }
}

/** A port as the service sees it: no call throws, and none takes longer than the deadline. */
export type Bounded<Port> = {
  readonly name: string
  /** False while the circuit is open: a call would be `unknown` at once, and the network would not hear of it. */
  reachable(): boolean
} & {
  [M in keyof MethodsOf<Port>]: Port[M & keyof Port] extends (
    request: infer Request,
    signal: AbortSignal,
  ) => Promise<infer Outcome>
    ? (request: Request) => Promise<Outcome>
    : never
}

export interface Bounds {
  /** How long each call may take. */
  deadlineMs: number
  /** Real milliseconds, for the circuit breaker. */
  wallMs(): number
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>
}

const UNKNOWN = { kind: 'unknown' } as const
const LATE = Symbol('late')

/**
 * The port around a connector. A call that is late, throws, or answers what `answers` does not know is `unknown`; the log has the
 * connector, the method and why, and never the request or the text of an error, which may hold a card. After repeated failures the
 * circuit opens, and calls are `unknown` at once, without reaching the connector, until a probe succeeds.
 */
export function bounded<Port extends { name: string; simulated?: boolean }>(
  connector: Port,
  answers: Answers<Port>,
  bounds: Bounds,
): Bounded<Port> {
  const breaker = circuitBreaker(bounds.wallMs)
  const port: Record<string, unknown> = {
    name: connector.name,
    reachable: () => connector.simulated === true || breaker.closed(),
  }
  for (const [method, kinds] of Object.entries<Record<string, readonly string[]>>(answers as never)) {
    const ask = (request: never, signal: AbortSignal) => (connector[method as keyof Port] as Method)(request, signal)
    const call = boundedCall(ask, kinds, { ...bounds, connector: connector.name, method })
    port[method] =
      connector.simulated === true ? async (request: never) => (await call(request)).outcome : guarded(call, breaker)
  }
  return port as Bounded<Port>
}

type Call = (request: never) => Promise<{ outcome: { kind: string }; failed: boolean }>

function guarded(call: Call, breaker: Breaker): (request: never) => Promise<{ kind: string }> {
  return async (request) => {
    if (!breaker.admits()) return UNKNOWN
    const { outcome, failed } = await call(request)
    if (failed) breaker.failed()
    else breaker.succeeded()
    return outcome
  }
}

function boundedCall(
  ask: Method,
  kinds: Record<string, readonly string[]>,
  { deadlineMs, wallMs, log, connector, method }: Bounds & { connector: string; method: string },
): Call {
  return async (request) => {
    const startedMs = wallMs()
    const say = (why: string, level: 'warn' | 'info' = 'warn') =>
      log[level]({ connector, method, why, ms: Math.round(wallMs() - startedMs) }, 'a network did not answer in order')
    const deadline = new AbortController()
    const { promise: late, resolve } = Promise.withResolvers<typeof LATE>()
    const timer = setTimeout(() => {
      deadline.abort()
      resolve(LATE)
    }, deadlineMs)
    const asked = Promise.try(ask, request, deadline.signal)
    try {
      const answer = await Promise.race([asked, late])
      if (answer === LATE) {
        say('late')
        // The caller already has `unknown` and will ask again later, so a late answer is only logged.
        asked.then(
          (outcome) => say(`answered too late: ${kindOf(outcome, kinds)}`, 'info'),
          () => {},
        )
        return { outcome: UNKNOWN, failed: true }
      }
      const kind = kindOf(answer, kinds)
      if (kind !== 'malformed') return { outcome: answer, failed: kind === 'unknown' }
      say('malformed answer')
    } catch (error) {
      say(`threw ${nameOf(error)}`)
    } finally {
      clearTimeout(timer)
    }
    return { outcome: UNKNOWN, failed: true }
  }
}

/** The kind of an answer that has everything its kind must have. */
function kindOf(answer: unknown, kinds: Record<string, readonly string[]>): string {
  if (typeof answer !== 'object' || answer === null) return 'malformed'
  const outcome = answer as Record<string, unknown>
  const { kind } = outcome
  if (typeof kind !== 'string' || !Object.hasOwn(kinds, kind)) return 'malformed'
  const whole = kinds[kind]?.every((name) => typeof outcome[name] === 'string')
  return whole ? kind : 'malformed'
}

/** Its class and code, such as `TypeError` or `Error ECONNRESET`: the message may quote the request. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no error object'
  const code =
    'code' in error && typeof error.code === 'string' && /^[A-Z_]{3,40}$/.test(error.code) ? ` ${error.code}` : ''
  return `${/^\w{1,40}$/.test(error.name) ? error.name : 'Error'}${code}`
}
