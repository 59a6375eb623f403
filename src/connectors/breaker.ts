// A circuit breaker: after repeated failures no calls go to a network for a while. An account's failures alone stop only
// the calls for that account; the circuit of everybody opens when the calls for several accounts fail.

/** A call that may be sent. Exactly one of these is called when it has ended. */
export interface Permit {
  /** The network answered, whatever it answered. */
  answered(): void
  /** The call failed: late, an exception, no connection, a malformed answer. */
  failed(): void
  /** Nothing was learned of the network. */
  dropped(): void
}

/** `account`: for whom the call is made; a call without one is made for everybody. */
export interface Breaker {
  /** Permits a call now; undefined when it may not be sent. When a circuit is open and its pause is over, one call is the probe. */
  admit(account?: string): Permit | undefined
  /**
   * Whether a caller that is about to call should go ahead. When the probe of an open circuit is due, one caller at a time
   * gets true: the probe is kept for it.
   */
  mayCall(account?: string): boolean
  /** The network asks for no calls for so long, whoever makes them; half a minute at most. No answer ends that: others were asked for before. */
  waitFor(ms: number): void
  /** Whether anybody's circuit is open, or the network waited for. */
  isOpen(): boolean
}

/** The number of successive failures that open a circuit. */
export const FAILURES_TO_OPEN = 8
/** So many of them may be of one account, in the circuit of everybody. */
const MAX_OF_ONE = FAILURES_TO_OPEN / 2
/** Accounts whose last call failed. Long before there are so many, the circuit of everybody is open. */
const MAX_ACCOUNTS = 1_000

interface Own {
  /** Since the last answer to the account. */
  failures: number
  /** Since the last answer to anybody. */
  shared: number
  circuit: Circuit
}

/** `wallMs`: real milliseconds. */
export function circuitBreaker(wallMs: () => number): Breaker {
  const everybody = circuit(wallMs)
  const failing = new Map<string, Own>()
  /** Failures of calls without an account since the last answer. */
  let unnamed = 0
  let waitUntilMs = Number.NEGATIVE_INFINITY
  const isWaiting = () => wallMs() < waitUntilMs

  const ownOf = (account: string): Own => {
    const known = failing.get(account)
    if (known !== undefined) return known
    const [oldest] = failing.size < MAX_ACCOUNTS ? [] : failing.keys()
    if (oldest !== undefined) failing.delete(oldest)
    const own = { failures: 0, shared: 0, circuit: circuit(wallMs) }
    failing.set(account, own)
    return own
  }
  const answered = (account: string | undefined) => {
    everybody.close()
    unnamed = 0
    if (account !== undefined) failing.delete(account)
    for (const own of failing.values()) {
      own.shared = 0
      own.circuit.endPause()
    }
  }
  /** `probes`: the circuits that the call has probed. */
  const failed = (account: string | undefined, probes: readonly Circuit[]) => {
    const judge = (each: Circuit, failures: number) => {
      // A circuit that was closed while it was probed counts the failure like any other.
      if (each.isOpen()) {
        if (probes.includes(each)) each.probeFailed()
      } else if (failures >= FAILURES_TO_OPEN) each.open()
    }
    if (account === undefined) unnamed += 1
    else {
      const own = ownOf(account)
      own.failures += 1
      own.shared += 1
      judge(own.circuit, own.failures)
    }
    const named = [...failing.values()].reduce((sum, each) => sum + Math.min(each.shared, MAX_OF_ONE), 0)
    judge(everybody, unnamed + named)
  }
  return {
    isOpen: () => isWaiting() || everybody.isOpen() || [...failing.values()].some((own) => own.circuit.isOpen()),
    mayCall: (account) =>
      !isWaiting() && (failing.get(account ?? '')?.circuit.mayCall() ?? true) && everybody.mayCall(),
    waitFor: (ms) => {
      waitUntilMs = Math.max(waitUntilMs, wallMs() + Math.min(ms, LONGEST_PAUSE_MS))
    },
    admit: (account) => {
      if (isWaiting()) return undefined
      const own = failing.get(account ?? '')?.circuit
      const needed = own === undefined ? [everybody] : [own, everybody]
      if (!needed.every((each) => each.isFree())) return undefined
      const probes = needed.filter((each) => each.take())
      return {
        answered: () => answered(account),
        failed: () => failed(account, probes),
        dropped: () => {
          for (const each of probes) each.probeDropped()
        },
      }
    },
  }
}

/** A circuit: closed, or open for a pause, after which one call probes the network before the others may be sent. */
interface Circuit {
  isOpen(): boolean
  /** Whether a call may be sent: the circuit is closed, or its probe is due and nobody's. */
  isFree(): boolean
  /**
   * For a caller that is about to call: like `isFree`, but when the probe is due, one caller at a time gets true, and the
   * probe is kept for it for a while.
   */
  mayCall(): boolean
  /** Takes the permission of `isFree`; answers whether the call is the probe. */
  take(): boolean
  open(): void
  /** The probe has failed: the next pause is twice as long. */
  probeFailed(): void
  /** The probe has learned nothing: another call may be the probe. */
  probeDropped(): void
  /** Ends the pause of an open circuit. */
  endPause(): void
  close(): void
}

/** How long it stays open before a probe; each probe that fails doubles it, up to the longest. */
export const FIRST_PAUSE_MS = 2_000
export const LONGEST_PAUSE_MS = 30_000
/** How long the probe is kept for a caller that may go ahead. */
const PROBE_KEPT_MS = 2_000

/** `wallMs`: real milliseconds. */
function circuit(wallMs: () => number): Circuit {
  let pauseMs = FIRST_PAUSE_MS
  /** Undefined while the circuit is closed. */
  let openUntilMs: number | undefined
  let keptUntilMs = 0
  let probing = false

  const isFree = () => openUntilMs === undefined || (wallMs() >= openUntilMs && !probing)
  const open = () => {
    openUntilMs = wallMs() + pauseMs
    keptUntilMs = 0
    probing = false
  }
  return {
    isOpen: () => openUntilMs !== undefined,
    isFree,
    mayCall: () => {
      if (openUntilMs === undefined) return true
      if (!isFree() || wallMs() < keptUntilMs) return false
      keptUntilMs = wallMs() + PROBE_KEPT_MS
      return true
    },
    take: () => {
      probing = openUntilMs !== undefined
      return probing
    },
    open,
    probeFailed: () => {
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      open()
    },
    probeDropped: () => {
      probing = false
    },
    endPause: () => {
      if (openUntilMs !== undefined) openUntilMs = Math.min(openUntilMs, wallMs())
    },
    close: () => {
      pauseMs = FIRST_PAUSE_MS
      openUntilMs = undefined
      keptUntilMs = 0
      probing = false
    },
  }
}
