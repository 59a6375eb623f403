// Numbers the lines of one file that state payments under one identity: without the sending institution, or into another reference, each may be a payment of
// its own, and none is taken as a repeat of another.
import { isReported } from '../core/rail.ts'
import { hashOf, longHashOf } from './line-hashes.ts'
import type { Movement } from './movement.ts'

/** What the first pass over a file has noted. */
export interface Noted {
  note(movement: Movement): void
  /** For one pass over the lines, in the order of the file: each with its number. */
  numbering(): (movement: Movement) => number
  /** Whether another line states another amount or fee under the identity of a payment without institution, or of a fee. */
  hasOthers(movement: Movement): boolean
}

/**
 * Memory holds a number for each payment of the file, and the facts of those whose number another one has too. A line without institution gets the count of the
 * lines before it with its identity and amounts; one with its institution, the count of those that were paid into another reference or by another payer, so that
 * the same line again has the same number.
 */
export function furtherLines(): Noted {
  const once = new Set<number>()
  const several = new Set<number>()
  /** Of payments without institution and of fees, by identity: the amounts of the first, and the identities with other ones too. */
  const amounts = new Map<number, number>()
  const mixed = new Set<number>()
  const noteAmounts = (movement: Movement) => {
    const [identity, facts] = [longHashOf(identityOf(movement)), hashOf(amountsOf(movement))]
    const first = amounts.get(identity)
    if (first === undefined) amounts.set(identity, facts)
    else if (first !== facts) mixed.add(identity)
  }
  return {
    hasOthers: (movement) => isByAmount(movement) && mixed.has(longHashOf(identityOf(movement))),
    note: (movement) => {
      if (isByAmount(movement)) noteAmounts(movement)
      if (!isCounted(movement)) return
      const hash = hashOf(keyOf(movement))
      if (once.has(hash)) several.add(hash)
      else once.add(hash)
    },
    numbering: () => {
      const seen = new Map<string, { count: number; facts: Map<string, number> }>()
      return (movement) => {
        if (!isCounted(movement)) return 0
        const key = keyOf(movement)
        if (!several.has(hashOf(key))) return 0
        const before = seen.get(key) ?? { count: 0, facts: new Map() }
        seen.set(key, before)
        const fact = JSON.stringify([movement.reference, movement.payerClabe])
        const same = movement.institution === '' ? undefined : before.facts.get(fact)
        if (same !== undefined) return same
        before.facts.set(fact, before.count)
        before.count += 1
        return before.count - 1
      }
    },
  }
}

function isCounted({ kind, rail }: Movement): boolean {
  return kind === 'payment' && isReported(rail)
}

/** A payment without its institution may be of each bank; a commission and its IVA may have one id. */
function isByAmount(movement: Movement): boolean {
  return movement.kind === 'fee' || (isCounted(movement) && movement.institution === '')
}

function keyOf({ rail, id, institution, day, amountCentavos, feeCentavos }: Movement): string {
  return JSON.stringify([rail, id, institution, day, amountCentavos, feeCentavos])
}

function identityOf({ rail, kind, id, institution, day }: Movement): string {
  return JSON.stringify([rail, kind, id, institution, day])
}

function amountsOf({ amountCentavos, feeCentavos }: Movement): string {
  return JSON.stringify([amountCentavos, feeCentavos])
}
