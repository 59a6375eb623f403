// A clock whose real time can be held: limits that refill with real time, such as an address's, do not refill while a slow machine works.
import { type Clock, createClock } from '../../../src/core/clock.ts'

interface HoldableClock extends Clock {
  /** Real time stands still; the service's own continues. */
  hold(): void
  letGo(): void
}

export function holdableClock(): HoldableClock {
  let heldMs: number | undefined
  return {
    ...createClock(),
    wallMs: () => heldMs ?? Date.now(),
    hold: () => {
      heldMs = Date.now()
    },
    letGo: () => {
      heldMs = undefined
    },
  }
}

/** A clock that is held from the start. */
export function heldClock(): Clock {
  const clock = holdableClock()
  clock.hold()
  return clock
}
