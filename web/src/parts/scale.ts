// How high a chart of days reaches: one day that is far above all others would make the others too low to compare, so its bar is cut off and says its amount.

interface Scale {
  /** The highest value that the chart shows. */
  top: number
  /** The places of the values that are higher: their bars are cut off. */
  beyond: number[]
}

/** A value is far above when it is more than this many times the next lower one. */
const FAR = 2.5
/** One value in this many may be far above, and always at least one. */
const EACH = 15
const AIR = 1.08

/** Sample: of `[10, 12, 90, 11]` the third is beyond. Values are at least 0. */
export function scaleOf(values: readonly number[], isWhole = false): Scale {
  const highest = values.map((value, at) => ({ value, at })).toSorted((one, other) => other.value - one.value)
  const most = isWhole ? 0 : Math.max(1, Math.floor(values.length / EACH))
  // The last gap counts: two large days are both beyond.
  for (let far = Math.min(most, highest.length - 1); far > 0; far -= 1) {
    const [last, next] = [highest[far - 1]?.value ?? 0, highest[far]?.value ?? 0]
    if (next > 0 && last > next * FAR)
      return {
        top: next * AIR,
        beyond: highest
          .slice(0, far)
          .map(({ at }) => at)
          .toSorted((one, other) => one - other),
      }
  }
  return { top: (highest[0]?.value ?? 0) * AIR, beyond: [] }
}
