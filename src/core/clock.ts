// The one source of time. In the sandbox it can be frozen, set and advanced; in production it is the time that all processes share: the database
// server's, where it has a clock of its own, and otherwise the system's.
import type { Instant } from './time.ts'

/** The difference between the service's time and the real one. */
export interface ClockSetting {
  /** Milliseconds added to the real time while the clock runs. */
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
  /** The real epoch milliseconds until which a caller holds the clock in order to move it; 0 when it is free. */
  heldUntilMs: number
}

/** The database server's clock, as it was read. */
interface SharedReading {
  /** Its epoch milliseconds now. */
  serverMs: number
  /** How far off the reading may be. */
  uncertainMs: number
}

export interface Clock {
  /** The service's instant, ISO 8601 UTC with milliseconds. */
  now(): Instant
  /** The same as epoch milliseconds. */
  epochMs(): number
  /** The service's instant by another setting. */
  nowBy(setting: ClockSetting): Instant
  /** Real epoch milliseconds, which cannot be frozen: for leases, sessions and durations. All processes share them. */
  wallMs(): number
  /** The epoch milliseconds of this machine, which other machines need not share. */
  systemMs(): number
  state(): ClockState
  /** Takes over the clock's setting from the database; ignores a reading older than the present one. */
  follow(state: ClockState): void
  /** Takes over the database server's time. Real time never goes back: while it is ahead of the server, it runs at half speed. */
  share(reading: SharedReading): void
}

interface ClockSources {
  /** This machine's clock, which somebody may set. */
  systemMs?: () => number
  /** Milliseconds that run evenly and cannot be set. */
  steadyMs?: () => number
}

const RUNNING: ClockSetting = { offsetMs: 0, frozenMs: null }
/** The longest step forward of a reading that this machine's own clock does not confirm: a server whose clock leaps is followed slowly. */
const LONGEST_STEP_MS = 60_000
/** Two clocks that differ by no more are the same: machines that keep their time differ by less. */
const AGREES_WITHIN_MS = 100
/** How exactly this machine's clock confirms a long step: it was suspended, and its steady clock stood still. */
const CONFIRMED_WITHIN_MS = 2_000

export function createClock(
  initial: ClockSetting = RUNNING,
  { systemMs = () => Date.now(), steadyMs = () => performance.now() }: ClockSources = {},
): Clock {
  let state: ClockState = { version: 0, heldUntilMs: 0, ...initial }
  const wall = sharedTime(systemMs, steadyMs)
  const msBy = ({ frozenMs, offsetMs }: ClockSetting) => frozenMs ?? wall.ms() + offsetMs
  const epochMs = () => msBy(state)
  let last = { epochMs: Number.NaN, instant: '' }
  return {
    now: () => {
      // Cached, because many payments ask several times within one millisecond.
      const now = epochMs()
      if (now !== last.epochMs) last = { epochMs: now, instant: new Date(now).toISOString() }
      return last.instant
    },
    epochMs,
    nowBy: (setting) => new Date(msBy(setting)).toISOString(),
    wallMs: wall.ms,
    systemMs,
    state: () => state,
    follow: (next) => {
      if (next.version >= state.version) state = next
    },
    share: wall.share,
  }
}

/**
 * Real time: the system's until the first reading of the server's clock, and then the server's, counted on by the steady clock. Where the
 * system agrees with that it is the system's to the millisecond, so that the processes of one machine have the same.
 */
function sharedTime(systemMs: () => number, steadyMs: () => number) {
  /** The last reading: when the steady clock showed `steady`, the server's showed `server`. We were `ahead` of it, and it was `apart` from the system's. */
  let at: { server: number; steady: number; ahead: number; apart: number } | undefined
  let last = Number.NEGATIVE_INFINITY

  const counted = (): number => {
    const system = systemMs()
    if (at === undefined) return system
    const passed = steadyMs() - at.steady
    const server = Math.floor(at.server + passed + Math.max(0, at.ahead - passed / 2))
    return Math.abs(system - server) <= AGREES_WITHIN_MS ? system : server
  }

  const ms = (): number => {
    if (at === undefined) return systemMs()
    last = Math.max(last, counted())
    return last
  }

  const share = ({ serverMs, uncertainMs }: SharedReading): void => {
    const steady = steadyMs()
    const system = systemMs()
    const apart = serverMs - system
    if (at === undefined) {
      const agrees = Math.abs(apart) <= Math.max(uncertainMs, AGREES_WITHIN_MS)
      at = { server: agrees ? system : serverMs, steady, ahead: 0, apart }
      return
    }
    const behind = serverMs - ms()
    // A difference within the error of the reading is none.
    if (Math.abs(behind) <= Math.max(uncertainMs, AGREES_WITHIN_MS)) {
      at = {
        ...at,
        server: at.server + (steady - at.steady),
        steady,
        ahead: Math.max(0, at.ahead - (steady - at.steady) / 2),
      }
      return
    }
    const isConfirmed = Math.abs(apart - at.apart) <= CONFIRMED_WITHIN_MS
    const step = isConfirmed ? behind : Math.min(behind, LONGEST_STEP_MS)
    if (step > 0) at = { server: ms() + step, steady, ahead: 0, apart: step < behind ? at.apart : apart }
    else at = { server: serverMs, steady, ahead: -behind, apart }
  }

  return { ms, share }
}
