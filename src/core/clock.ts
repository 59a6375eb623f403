// The one source of time. In the sandbox it can be frozen, set and advanced; in production it is the system's.

/** How the service's time follows from the system's. */
export interface ClockState {
  /** Milliseconds added to the system's time while the clock runs. */
  offsetMs: number
  /** The epoch milliseconds at which the clock stands still; null while it runs. */
  frozenMs: number | null
}

export interface Clock {
  /** The service's instant, ISO 8601 UTC with milliseconds. */
  now(): string
  /** The same as epoch milliseconds. */
  epochMs(): number
  /** The system's own epoch milliseconds, which nobody can freeze: for leases, sessions of work and durations. */
  wallMs(): number
  state(): ClockState
  /** Takes over what the database says the clock is. */
  follow(state: ClockState): void
}

export const RUNNING: ClockState = { offsetMs: 0, frozenMs: null }

export function createClock(initial: ClockState = RUNNING): Clock {
  let state = initial
  const epochMs = () => state.frozenMs ?? Date.now() + state.offsetMs
  return {
    now: () => new Date(epochMs()).toISOString(),
    epochMs,
    wallMs: () => Date.now(),
    state: () => state,
    follow: (next) => {
      state = next
    },
  }
}
