// Chance that can be repeated: the same seed throws the same numbers.

export interface Dice {
  /** A whole number from 0 to below `n`. */
  below(n: number): number
  /** True once in so many throws. */
  oneIn(n: number): boolean
  pick<T>(from: readonly T[]): T
}

/** Mulberry32: 32 bits of state, enough for choices and for nothing secret. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (n: number) => Math.floor(next() * n)
  return {
    below,
    oneIn: (n) => below(n) === 0,
    pick: (from) => {
      if (from.length === 0) throw new Error('there is nothing to pick from')
      return from[below(from.length)] as (typeof from)[number]
    },
  }
}
