// The words of cards.
import type { CodeWords, ListWords } from '../core/language/state-words.ts'

export const brandWords = {
  VISA: ['Visa', 'Visa'],
  MAST: ['Mastercard', 'Mastercard'],
  AMEX: ['American Express', 'American Express'],
  CRNT: ['Carnet', 'Carnet'],
} as const satisfies CodeWords

const fundingWords = {
  CREDIT: ['crédito', 'credit'],
  DEBIT: ['débito', 'debit'],
  PREPAID: ['prepago', 'prepaid'],
  UNKNOWN: ['no se sabe', 'not known'],
} as const satisfies CodeWords

export const cardLists = {
  '/v1/customer/:customerId/cards': { type: brandWords, funding: fundingWords },
} as const satisfies ListWords
