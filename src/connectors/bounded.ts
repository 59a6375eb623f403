// Bounds the calls of a connector: each call has a deadline, and a late answer, an exception and a malformed answer become
// `unknown`. Only these count as failures of the network: its own `unknown` is an answer, and an outage of our database is thrown.
import type { FastifyBaseLogger } from 'fastify'
import { isValidClabe } from '../core/banks/clabe.ts'
import { maskCardData } from '../core/cards/mask.ts'
import { NO_NETWORK } from '../core/rail-port.ts'
import { firstCharacters, isPrintable } from '../core/text.ts'
import { webAddress } from '../core/web-address.ts'
import { isUnavailable } from '../store/outage.ts'
import { type Breaker, circuitBreaker } from './breaker.ts'
import { isStateOutage } from './state-outages.ts'
import { waitAsked, whyUnanswered } from './why-unanswered.ts'

/** The methods of a port: a request and the signal of its deadline in, an outcome out. */
type Method = (request: never, signal: AbortSignal) => Promise<{ kind: string }>

/** The methods of a port, including optional ones. */
type MethodsOf<Port> = {
  [M in keyof Port as NonNullable<Port[M]> extends Method ? M : never]-?: NonNullable<Port[M]>
}

type OutcomeOf<M> = M extends (...request: never[]) => Promise<infer Outcome extends { kind: string }> ? Outcome : never

/** The required texts of each kind of outcome, by method of a port. */
export type Answers<Port> = {
  [M in keyof MethodsOf<Port>]: {
    [Kind in OutcomeOf<MethodsOf<Port>[M]>['kind']]: readonly (keyof Extract<
      OutcomeOf<MethodsOf<Port>[M]>,
      { kind: Kind }
    >)[]
  }
}

/** A port for the service: no call throws, and none takes longer than the deadline. */
export type Bounded<Port> = {
  readonly name: string
  /** How long a call may take, in milliseconds. */
  readonly deadlineMs: number
  /** True for a simulated network. */
  readonly simulated: boolean
  /** False for `none`: the service goes without this network, and no method answers. */
  readonly offered: boolean
  /** Whether the connector has the method: a missing one answers `NOT_ASKED`. */
  hasMethod(method: keyof MethodsOf<Port>): boolean
  /**
   * For a caller that is about to call. False while the circuit breaker of the method is open: a call would answer `NOT_ASKED`. When its
   * probe is due, one caller gets true and has the probe for two seconds. `account`: for whom it would be called.
   */
  mayCall(method: keyof MethodsOf<Port>, account?: string): boolean
  /** The number of methods with an open circuit breaker. */
  openCircuits(): number
} & {
  [M in keyof MethodsOf<Port>]: MethodsOf<Port>[M] extends (
    request: infer Request,
    signal: AbortSignal,
  ) => Promise<infer Outcome>
    ? (request: Request, about?: About<Outcome>) => Promise<Outcome>
    : never
}

/** What the service says about a call, and the network does not learn. */
interface About<Outcome> {
  /** For whom it is made: failures of one account's calls do not stop the calls of others. */
  account?: string | undefined
  late?: Late<Outcome>
}

/** The outcome of a call without a result. */
export interface Unknown {
  kind: 'unknown'
  /**
   * True when the call failed: no connection, no answer in time, or one that cannot be understood. Absent or false when the network
   * answered that it has no result yet. Repeated failures stop the calls for a while.
   */
  failed?: boolean
}

/**
 * Called with an answer that came after the deadline, when the caller already has `unknown`. Not called for `unknown`. Must
 * not throw.
 */
type Late<Outcome> = (outcome: Outcome) => void

/** The `unknown` of a call that was not sent, because the circuit breaker is open. Compare with `===`: it looks like any other `unknown`. */
export const NOT_ASKED = { kind: 'unknown' } as const

export interface Bounds {
  /** How long each call may take. */
  deadlineMs: number
  /** Methods that may take longer, because they read many pages. */
  longerMs?: Readonly<Record<string, number>>
  /** Real milliseconds, for the circuit breaker. */
  wallMs(): number
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>
}

const UNKNOWN = { kind: 'unknown' } as const
const LATE = Symbol('late')

/**
 * Makes the bounded port of a connector. A call that is late, throws, or answers a kind that is not in `answers` is
 * `unknown`; the log has the connector, the method, the reason and what the exchange noticed, but not the request or the text of an error, which may
 * hold a card number. After repeated failures the circuit breaker opens, and calls are `unknown` at once, without reaching
 * the connector, until a probe succeeds. A call throws the outage of the database in which its connector keeps its state: whoever called it would meet
 * the outage next.
 */
export function bounded<Port extends { name: string; simulated?: boolean }>(
  connector: Port,
  answers: Answers<Port>,
  bounds: Bounds,
): Bounded<Port> {
  const simulated = connector.simulated === true
  // One for each method, because a bank may check cards while it cannot charge them.
  const breakers = new Map(Object.keys(answers).map((method) => [method, circuitBreaker(bounds.wallMs)]))
  const port: Record<string, unknown> = {
    name: connector.name,
    deadlineMs: bounds.deadlineMs,
    simulated,
    offered: connector.name !== NO_NETWORK,
    hasMethod: (method: string) => connector[method as keyof Port] !== undefined,
    mayCall: (method: string, account?: string) =>
      connector.name !== NO_NETWORK && (simulated || breakers.get(method)?.mayCall(account) === true),
    openCircuits: () => [...breakers.values()].filter((breaker) => breaker.isOpen()).length,
  }
  for (const [method, kinds] of Object.entries<Record<string, readonly string[]>>(answers as never)) {
    if (connector[method as keyof Port] === undefined) {
      port[method] = async () => NOT_ASKED
      continue
    }
    const ask = (request: never, signal: AbortSignal) => (connector[method as keyof Port] as Method)(request, signal)
    const deadlineMs = bounds.longerMs?.[method] ?? bounds.deadlineMs
    const call = boundedCall(ask, kinds, { ...bounds, deadlineMs, connector: connector.name, method, simulated })
    const breaker = simulated ? undefined : breakers.get(method)
    port[method] = breaker
      ? guarded(call, breaker)
      : async (request: never, about?: About<Outcome>) => (await call(request, about?.late)).outcome
  }
  return port as Bounded<Port>
}

type Outcome = { kind: string }

/** `waitMs`: for how long the network asks for no calls. */
type Call = (request: never, late?: Late<Outcome>) => Promise<{ outcome: Outcome; failed: boolean; waitMs: number }>

function guarded(call: Call, breaker: Breaker): (request: never, about?: About<Outcome>) => Promise<Outcome> {
  return async (request, { account, late } = {}) => {
    const permit = breaker.admit(account)
    if (permit === undefined) return NOT_ASKED
    let end = permit.dropped
    try {
      const { outcome, failed, waitMs } = await call(request, late)
      end = failed ? permit.failed : permit.answered
      if (waitMs > 0) breaker.waitFor(waitMs)
      return outcome
    } finally {
      end()
    }
  }
}

interface Asked {
  connector: string
  method: string
  simulated: boolean
}

function boundedCall(
  ask: Method,
  kinds: Record<string, readonly string[]>,
  { deadlineMs, wallMs, log, connector, method, simulated }: Bounds & Asked,
): Call {
  return async (request, tellLate) => {
    const startedMs = wallMs()
    const deadline = new AbortController()
    const say = (why: string, level: 'warn' | 'info' = 'warn') => {
      const noticed = whyUnanswered(deadline.signal)
      const about = { connector, method, why, ...(noticed !== undefined && { noticed }) }
      log[level]({ ...about, ms: Math.round(wallMs() - startedMs) }, 'a network did not answer in order')
    }
    const done = (outcome: Outcome, failed: boolean) => ({
      outcome,
      failed,
      waitMs: waitAsked(deadline.signal, wallMs()),
    })
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
        // The caller already has `unknown`.
        asked.then(
          (outcome) => {
            const kind = kindOf(outcome, kinds)
            say(`answered too late: ${kind}`, 'info')
            if (kind !== 'malformed' && kind !== 'unknown') tellLate?.(withoutCards(outcome))
          },
          () => {},
        )
        return done(UNKNOWN, true)
      }
      const kind = kindOf(answer, kinds)
      if (kind === 'unknown') {
        // A connector that notices the deadline may answer a moment before we do.
        const failed = (answer as Unknown).failed === true || deadline.signal.aborted
        if (failed) say('no answer')
        return done(UNKNOWN, failed)
      }
      if (kind !== 'malformed')
        return done(withoutCards(answer), kind === 'not-processed' && (answer as Unknown).failed === true)
      say('malformed answer')
    } catch (error) {
      // A simulated network is nothing but our database.
      if (isStateOutage(error) || (simulated && isUnavailable(error))) throw error
      say(`threw ${nameOf(error)}`)
    } finally {
      clearTimeout(timer)
    }
    return done(UNKNOWN, true)
  }
}

/**
 * An answer or a reported outcome as it may be kept. A reason is the network's free text, which is kept and shown. One that is too long is cut, and
 * what an outcome need not have is left out when it does not fit: a charge is not unknown for it.
 */
export function withoutCards<O extends { kind: string }>(outcome: O): O {
  const texts: Record<string, unknown> = { ...outcome }
  if (typeof texts.reason === 'string') texts.reason = maskCardData(firstCharacters(texts.reason, MAX_TEXT))
  for (const name of UNNEEDED) if (texts[name] !== undefined && !isText(name, texts[name])) delete texts[name]
  return texts as O
}

/** What an answer may have beside what its kind needs, and what is left out when it does not fit. */
const UNNEEDED = ['reason', 'networkToken', 'networkTransaction']

/** The kind of an answer with all required texts, otherwise `malformed`. `kinds`: the required texts of each kind. */
export function kindOf(answer: unknown, kinds: Readonly<Record<string, readonly string[]>>): string {
  if (typeof answer !== 'object' || answer === null) return 'malformed'
  const outcome = answer as Record<string, unknown>
  const { kind } = outcome
  if (typeof kind !== 'string' || !Object.hasOwn(kinds, kind)) return 'malformed'
  const fits =
    kinds[kind]?.every((name) => isText(name, outcome[name])) &&
    MAYBE.every((name) => outcome[name] === undefined || isText(name, outcome[name]))
  return fits ? kind : 'malformed'
}

/** What an answer may have. */
const MAYBE = ['networkReference']

/**
 * A response is an ISO 8583 code, a CLABE has its check digit, and any other text is printable, so that every database takes it and every
 * page can show it.
 */
function isText(name: string, value: unknown): boolean {
  if (name === 'trace') return isTrace(value)
  if (name === 'availableCentavos') return Number.isSafeInteger(value)
  // Each is checked where it is taken.
  if (name === 'notices') return Array.isArray(value)
  if (name === 'content') return typeof value === 'string'
  if (typeof value !== 'string') return false
  if (name === 'payerUrl') return value.length <= MAX_URL && webAddress(value) !== undefined
  // A payer cannot pay into a wrong CLABE, and no network can report a payment into a longer reference.
  if (name === 'clabe') return isValidClabe(value)
  if (name === 'reference') return value.trim() !== '' && isPrintable(value, MAX_REFERENCE)
  if (name === 'code') return /^[0-9A-Za-z]{1,3}$/.test(value)
  return value !== '' && isPrintable(value, MAX_TEXT)
}

/** A map of texts, few enough to be kept beside each payment. */
function isTrace(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const entries = Object.entries(value)
  // The names are the connector's own: none of them has a meaning here.
  return entries.length <= MAX_TRACE && entries.every(([name, text]) => /^\w{1,40}$/.test(name) && isText('', text))
}

const MAX_TEXT = 250
const MAX_URL = 2_048
/** As in a notice of a payment. */
export const MAX_REFERENCE = 64
const MAX_TRACE = 20

/**
 * An error's class and code, such as `TypeError` or `Error ECONNRESET`, without the message, which may quote the request.
 */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no error object'
  const code =
    'code' in error && typeof error.code === 'string' && /^[A-Z_]{3,40}$/.test(error.code) ? ` ${error.code}` : ''
  const isName = typeof error.name === 'string' && /^\w{1,40}$/.test(error.name)
  return `${isName ? error.name : 'Error'}${code}`
}
