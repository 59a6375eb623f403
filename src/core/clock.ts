// The one source of time. In the sandbox it can be frozen, set and advanced; in production it is the system's.

/** How the service's time follows from the system's. */
export interface ClockSetting {
  /** Milliseconds added to the system's time while the clock runs. */
  offsetMs: number
  /** The epoch milliseconds at which the clock stands still; null while it runs. */
  frozenMs: number | null
}

/** A setting as the database keeps it, for all processes. */
export interface ClockState extends ClockSetting {
  /** Grows with every change of the setting, and of anything that processes remember: what was read before is older. */
  version: number
  /** The system's epoch milliseconds until which somebody holds the clock in order to move it; 0 when nobody does. */
  heldUntilMs: number
}

export interface Clock {
  /** The service's instant, ISO 8601 UTC with milliseconds. */
  now(): string
  /** The same as epoch milliseconds. */
  epochMs(): number
  /** The system's own epoch milliseconds, which nobody can freeze: for leases, sessions of work and durations. */
  wallMs(): number
  state(): ClockState
  /** Takes over what the database says the clock is; what was read before something newer is passed over. */
  follow(state: ClockState): void
}

const RUNNING: ClockSetting = { offsetMs: 0, frozenMs: null }

export function createClock(initial: ClockSetting = RUNNING): Clock {
  let state: ClockState = { version: 0, heldUntilMs: 0, ...initial }
  const epochMs = () => state.frozenMs ?? Date.now() + state.offsetMs
  let said = { epochMs: Number.NaN, instant: '' }
  return {
    now: () => {
      // A millisecond holds many a payment, and a payment asks several times.
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
