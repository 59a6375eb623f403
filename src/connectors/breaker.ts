// A circuit breaker: after repeated failures no calls go to a network for a while. Then one call probes it before the others may go out.

export interface Breaker {
  /** Whether a call may go out now. When the circuit is open and its pause is over, only one call may: the probe. */
  admits(): boolean
  /** Whether a call could go out now, as usual or as the probe. Unlike `admits` it does not reserve the probe. */
  closed(): boolean
  succeeded(): void
  failed(): void
}

/** Failures in a row, without one success between, that open the circuit. */
export const FAILURES_TO_OPEN = 8
/** How long it stays open before a probe; each probe that fails doubles it, up to the longest. */
export const FIRST_PAUSE_MS = 2_000
export const LONGEST_PAUSE_MS = 30_000

/** `wallMs`: real milliseconds. */
export function circuitBreaker(wallMs: () => number): Breaker {
  let failures = 0
  let pauseMs = FIRST_PAUSE_MS
  /** Undefined while the circuit is closed. */
  let openUntilMs: number | undefined
  let probing = false

  const pauseIsOver = () => openUntilMs !== undefined && wallMs() >= openUntilMs && !probing
  return {
    closed: () => openUntilMs === undefined || pauseIsOver(),
    admits: () => {
      if (openUntilMs === undefined) return true
      if (!pauseIsOver()) return false
      probing = true
      return true
    },
    succeeded: () => {
      failures = 0
      pauseMs = FIRST_PAUSE_MS
      openUntilMs = undefined
      probing = false
    },
    failed: () => {
      failures += 1
      if (openUntilMs === undefined && failures < FAILURES_TO_OPEN) return
      // A call that began before the circuit opened does not extend the pause when it fails.
      if (openUntilMs !== undefined && !probing) return
      if (probing) pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      probing = false
      openUntilMs = wallMs() + pauseMs
    },
  }
}
