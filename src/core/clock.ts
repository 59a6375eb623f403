// The one source of time. In the sandbox it can be frozen, set and advanced; in production it is the system's.
import type { Instant } from './time.ts'

/** The difference between the service's time and the system's. */
export interface ClockSetting {
  /** Milliseconds added to the system's time while the clock runs. */
  offsetMs: number
  /** The epoch milliseconds at which the clock stands still; null while it runs. */
  frozenMs: number | null
}

/** The setting in the database, for all processes. */
export interface ClockState extends ClockSetting {
  /**
   * Grows with every change of the setting and of any remembered data, so that a process can tell older readings from newer
   * ones.
   */
  version: number
  /** The system's epoch milliseconds until which a caller holds the clock in order to move it; 0 when it is free. */
  heldUntilMs: number
}

export interface Clock {
  /** The service's instant, ISO 8601 UTC with milliseconds. */
  now(): Instant
  /** The same as epoch milliseconds. */
  epochMs(): number
  /** The system's own epoch milliseconds, which cannot be frozen: for leases, sessions and durations. */
  wallMs(): number
  state(): ClockState
  /** Takes over the clock's setting from the database; ignores a reading older than the present one. */
  follow(state: ClockState): void
}

const RUNNING: ClockSetting = { offsetMs: 0, frozenMs: null }

export function createClock(initial: ClockSetting = RUNNING): Clock {
  let state: ClockState = { version: 0, heldUntilMs: 0, ...initial }
  const epochMs = () => state.frozenMs ?? Date.now() + state.offsetMs
  let said = { epochMs: Number.NaN, instant: '' }
  return {
    now: () => {
      // Cached, because many payments ask several times within one millisecond.
      const now = epochMs()
      if (now !== said.epochMs) said = { epochMs: now, instant: new Date(now).toISOString() }
      return said.instant
    },
    epochMs,
    wallMs: () => Date.now(),
    state: () => state,
    follow: (next) => {
      if (next.version >= state.version) state = next
    },
  }
}
