// The search words of an operation. The index and the query use the same functions, so they agree.
import { firstCharacters } from '../../core/text.ts'
import { EMAIL_MARK, emailWordsOf, searchWordsOf } from '../../core/words.ts'
import type { OperationRow } from '../tables.ts'

/** The most words of one operation: more than a long description of real words has. */
const MAX_WORDS = 128
const CLASSES_OF_A_DOUBLING = 8

/** The prefixes of words that do not come from a text. Texts have only letters and digits, so the words are unambiguous. */
export const marks = {
  amount: '$',
  /** A range of amounts: eight from each amount to its double. */
  amountClass: '%',
  lastFour: '#',
  email: EMAIL_MARK,
  /** The whole reference number, as it was given. */
  reference: '=',
  customer: '!',
} as const

/** An amount as a word: words of greater amounts come after it. */
export function amountWord(centavos: number): string {
  return `${marks.amount}${String(centavos).padStart(10, '0')}`
}

/**
 * The range of amounts that an amount lies in. From each power of two to the next there are eight ranges of the same width, so that all
 * steps of the calculation are exact.
 */
export function amountClassWord(centavos: number): string {
  const amount = Math.max(1, centavos)
  const power = amount.toString(2).length - 1
  const part = Math.floor((amount / 2 ** power - 1) * CLASSES_OF_A_DOUBLING)
  return `${marks.amountClass}${(power * CLASSES_OF_A_DOUBLING + part).toString(36).padStart(2, '0')}`
}

/** The texts of a row that have search words, the longest last. */
export function textsOfOperation(row: FoundRow) {
  return [
    ['payer', row.card_holder],
    ['authorization', row.authorization_code],
    ['external_transaction', row.external_transaction ?? ''],
    ['paid_into', row.network_reference?.split(' ')[0] ?? ''],
    ['payment_id', row.payment_id ?? ''],
    ['short_id', row.short_id ?? ''],
    ['reference', row.reference_number ?? ''],
    ['checkout', row.checkout_id ?? ''],
    ['description', row.description],
  ] as const
}

/** The words of a row's columns; further words are read from elsewhere. */
export function wordsOfOperation(row: FoundRow): string[] {
  const { reference_number, card_last_four, customer_id, total_centavos } = row
  return [
    amountWord(total_centavos),
    amountClassWord(total_centavos),
    ...(card_last_four === '' ? [] : [`${marks.lastFour}${card_last_four}`]),
    ...(reference_number ? [referenceWord(reference_number)] : []),
    ...(customer_id === null ? [] : [`${marks.customer}${customer_id}`]),
    ...wordsOfTexts(textsOfOperation(row)),
  ].slice(0, MAX_WORDS)
}

function wordsOfTexts(texts: ReturnType<typeof textsOfOperation>): Set<string> {
  const words = new Set<string>()
  for (const [, text] of texts) for (const word of searchWordsOf(text)) words.add(word)
  return words
}

/** The words of a text from elsewhere. */
export function wordsOfText(text: string): string[] {
  return text === '' ? [] : [...new Set([...emailWordsOf(text), ...searchWordsOf(text)])].slice(0, MAX_WORDS)
}

export function referenceWord(reference: string): string {
  return `${marks.reference}${firstCharacters(reference, 100)}`
}

/** The columns with search words. */
export const foundColumns = [
  'description',
  'reference_number',
  'card_holder',
  'card_last_four',
  'authorization_code',
  'external_transaction',
  'network_reference',
  'payment_id',
  'short_id',
  'customer_id',
  'checkout_id',
  'total_centavos',
] as const satisfies (keyof OperationRow)[]

export type FoundRow = Pick<OperationRow, (typeof foundColumns)[number]>
