// A circuit: closed, or open for a pause, after which one call probes the network before the others may be sent.

export interface Circuit {
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
export function circuit(wallMs: () => number): Circuit {
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
