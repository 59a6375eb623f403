// A circuit breaker: after repeated failures no calls go to a network for a while. Then one call probes the network before
// the others may be sent.

/** How a call is sent: normally, or as the probe of an open circuit breaker. */
export type Admission = 'call' | 'probe'

export interface Breaker {
  /**
   * How a call may be sent now; undefined when it may not. When the breaker is open and its pause is over, one call may be
   * sent as the probe.
   */
  admit(): Admission | undefined
  /**
   * Whether a caller that is about to call should go ahead. When the probe of an open breaker is due, one caller at a time gets true: the
   * probe is kept for it.
   */
  mayCall(): boolean
  isOpen(): boolean
  succeeded(): void
  failed(admission: Admission): void
}

/** The number of successive failures that open the breaker. */
export const FAILURES_TO_OPEN = 8
/** How long it stays open before a probe; each probe that fails doubles it, up to the longest. */
export const FIRST_PAUSE_MS = 2_000
export const LONGEST_PAUSE_MS = 30_000
/** How long the probe is kept for a caller that was told to go ahead. */
const PROBE_KEPT_MS = 2_000

/** `wallMs`: real milliseconds. */
export function circuitBreaker(wallMs: () => number): Breaker {
  let failures = 0
  let pauseMs = FIRST_PAUSE_MS
  /** Undefined while the circuit is closed. */
  let openUntilMs: number | undefined
  let keptUntilMs = 0
  let probing = false

  const probeIsFree = () => openUntilMs !== undefined && wallMs() >= openUntilMs && !probing
  const open = () => {
    openUntilMs = wallMs() + pauseMs
    keptUntilMs = 0
  }
  return {
    isOpen: () => openUntilMs !== undefined,
    mayCall: () => {
      if (openUntilMs === undefined) return true
      if (!probeIsFree() || wallMs() < keptUntilMs) return false
      keptUntilMs = wallMs() + PROBE_KEPT_MS
      return true
    },
    admit: () => {
      if (openUntilMs === undefined) return 'call'
      if (!probeIsFree()) return undefined
      probing = true
      return 'probe'
    },
    succeeded: () => {
      failures = 0
      pauseMs = FIRST_PAUSE_MS
      openUntilMs = undefined
      keptUntilMs = 0
      probing = false
    },
    failed: (admission) => {
      failures += 1
      if (admission === 'probe') {
        probing = false
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
        open()
      } else if (openUntilMs === undefined && failures >= FAILURES_TO_OPEN) open()
    },
  }
}
