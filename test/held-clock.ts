// A clock whose real time can be held: what fills up again with real time, as the share of an address, does not while a slow machine works.
import { type Clock, createClock } from '../src/core/clock.ts'

interface HoldableClock extends Clock {
  /** Real time stands still; the service's own goes on. */
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

/** One that is held from the beginning. */
export function heldClock(): Clock {
  const clock = holdableClock()
  clock.hold()
  return clock
}
