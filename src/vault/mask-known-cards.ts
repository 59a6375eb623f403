// Masks the numbers of known cards, and of a payment's own, in the identifiers that networks report. A network's identifier is not refused for its
// form; it is kept with the first six and last four digits of such a number. The same id is masked in the same way each
// time, so it is found again.
import { maskSixFour } from '../core/cards/number.ts'
import { cardNumbersIn } from '../core/cards/number-in-text.ts'
import type { HoldsKnownCard } from './known-cards.ts'

/** The digits that are stored of the card of a payment. */
export interface CardDigits {
  cardFirstSix: string
  cardLastFour: string
}

/** The identifier as it may be kept and shown. `card`: of the payment that it is reported for; it may be known nowhere else. */
export type MaskIdentifier = (text: string, card?: CardDigits) => Promise<string>

/**
 * Searches the cards of all accounts, because a report has no account yet; only texts with the form of a card number are
 * looked up.
 */
export function identifierMasker(holdsKnownCard: HoldsKnownCard): MaskIdentifier {
  return async (text, card) => {
    let masked = text
    for (const number of new Set(cardNumbersIn(text))) {
      if (!isNumberOf(card, number) && !(await holdsKnownCard(undefined, number))) continue
      const plain = masked.replaceAll(number, maskSixFour(number))
      // For a number with marks between its digits, or in another script, all digits but its last four are masked.
      masked = [...cardNumbersIn(plain)].includes(number)
        ? `${masked.replace(/\p{N}/gu, 'X')} ${number.slice(-4)}`
        : plain
    }
    return masked
  }
}

function isNumberOf(card: CardDigits | undefined, number: string): boolean {
  return card !== undefined && number.startsWith(card.cardFirstSix) && number.endsWith(card.cardLastFour)
}
