// Counts the lines of a file that say what one before says. Where balances count each line, none of them is a repeat.
import { longHashOf } from './line-hashes.ts'
import type { Movement } from './movement.ts'

/** For one pass over the lines, in the order of the file: how many before each say the same. Memory holds two numbers for each line of a file with balances. */
export function sameLines(): (movement: Movement) => number {
  const seen = new Map<number, number>()
  return (movement) => {
    // A settlement is one payment, and payments without institution are counted besides (`further-lines`).
    if (!movement.isBalanced || movement.kind === 'settlement') return 0
    const key = longHashOf(JSON.stringify(factsOf(movement)))
    const before = seen.get(key) ?? 0
    seen.set(key, before + 1)
    return before
  }
}

function factsOf({ rail, kind, id, institution, day, amountCentavos, feeCentavos, reference, payerClabe }: Movement) {
  return [rail, kind, id, institution, day, amountCentavos, feeCentavos, reference, payerClabe]
}
