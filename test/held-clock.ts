// A clock whose real time is held: what fills up again with real time, as the share of an address, does not while a slow machine works.
import { type Clock, createClock } from '../src/core/clock.ts'

/** The service's own time goes on. */
export function heldClock(): Clock {
  const heldMs = Date.now()
  return { ...createClock(), wallMs: () => heldMs }
}
