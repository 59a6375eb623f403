// A circuit breaker: after repeated failures no calls go to a network for a while. Then one call probes it before the others may go out.

/** How a call goes out: as usual, or as the probe of an open circuit. */
export type Admission = 'call' | 'probe'

export interface Breaker {
  /** How a call may go out now; undefined when it may not. When the circuit is open and its pause is over, one call may: the probe. */
  admit(): Admission | undefined
  /**
   * Whether a caller that will call in a moment should go ahead. While the circuit is open it offers the probe to one caller at a time,
   * so that of many who ask first only one goes ahead.
   */
  offers(): boolean
  isOpen(): boolean
  succeeded(): void
  failed(admission: Admission): void
}

/** Failures in a row, without one success between, that open the circuit. */
export const FAILURES_TO_OPEN = 8
/** How long it stays open before a probe; each probe that fails doubles it, up to the longest. */
export const FIRST_PAUSE_MS = 2_000
export const LONGEST_PAUSE_MS = 30_000
/** How long the probe is kept for the caller to whom it was offered. */
const OFFER_MS = 2_000

/** `wallMs`: real milliseconds. */
export function circuitBreaker(wallMs: () => number): Breaker {
  let failures = 0
  let pauseMs = FIRST_PAUSE_MS
  /** Undefined while the circuit is closed. */
  let openUntilMs: number | undefined
  let offeredUntilMs = 0
  let probing = false

  const probeIsFree = () => openUntilMs !== undefined && wallMs() >= openUntilMs && !probing
  const open = () => {
    openUntilMs = wallMs() + pauseMs
    offeredUntilMs = 0
  }
  return {
    isOpen: () => openUntilMs !== undefined,
    offers: () => {
      if (openUntilMs === undefined) return true
      if (!probeIsFree() || wallMs() < offeredUntilMs) return false
      offeredUntilMs = wallMs() + OFFER_MS
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
      offeredUntilMs = 0
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
