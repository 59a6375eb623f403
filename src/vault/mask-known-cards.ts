// Masks the numbers of cards known here in the identifiers that networks report. Nothing that a network reports is refused for its form, so an id is kept,
// with six and four digits of such a number: the same id is masked alike each time, and is found again.

import { maskSixFour } from '../core/card.ts'
import { cardNumbersIn } from '../core/card-in-text.ts'
import type { HoldsKnownCard } from './known-cards.ts'

/** The identifier as it may be kept and shown. */
export type MaskIdentifier = (text: string) => Promise<string>

/** Cards of every account are looked for, since a report is of no account yet; only what has the form of a card number is looked up at all. */
export function identifierMasker(holdsKnownCard: HoldsKnownCard): MaskIdentifier {
  return async (text) => {
    let masked = text
    for (const number of new Set(cardNumbersIn(text))) {
      if (!(await holdsKnownCard(undefined, number))) continue
      const plain = masked.replaceAll(number, maskSixFour(number))
      // A number with marks between its digits, or in those of another script: every digit goes but the last four of the number.
      masked = [...cardNumbersIn(plain)].includes(number)
        ? `${masked.replace(/\p{N}/gu, 'X')} ${number.slice(-4)}`
        : plain
    }
    return masked
  }
}
