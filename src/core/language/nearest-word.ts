// The known word that a mistyped one stands for.

/** The known word that is nearest to the typed one; undefined when none is near. Sample: `adit` is `audit`. */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  const near = known
    // People type the first part only of an option like `--forward-to`.
    .map((word) => ({
      word,
      away: Math.min(
        distance(typed.toLowerCase(), word.toLowerCase()),
        distance(typed.toLowerCase(), firstPart(word.toLowerCase())),
      ),
    }))
    .filter(({ word, away }) => away <= Math.max(1, Math.floor(word.length / 3)))
    .sort((one, other) => one.away - other.away)
  return near[0]?.word
}

function firstPart(word: string): string {
  return word.split('-')[0] ?? word
}

/** The number of letters to insert, delete, change or swap with the next (Damerau and Levenshtein). */
function distance(one: string, other: string): number {
  // Lengths too different for a typo are not measured.
  if (Math.abs(one.length - other.length) > 4) return Number.POSITIVE_INFINITY
  const rows: number[][] = [[...Array(other.length + 1).keys()]]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= one.length; row += 1) {
    rows[row] = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1] ? 0 : 1
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const ways = [at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + same]
      ;(rows[row] as number[])[column] = Math.min(...ways, ...(swapped ? [at(row - 2, column - 2) + 1] : []))
    }
  }
  return at(one.length, other.length)
}
