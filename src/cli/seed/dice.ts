// Chance that repeats: the same seed gives the same shop on every machine.

export interface Dice {
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  /** One of several. */
  one<T>(of: readonly T[]): T
  /** True so often in a hundred. */
  percent(chance: number): boolean
}

/** Mulberry32: small, and even enough for a shop. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    between,
    one: (of) => of[between(0, of.length - 1)] as (typeof of)[number],
    percent: (chance) => between(1, 100) <= chance,
  }
}
