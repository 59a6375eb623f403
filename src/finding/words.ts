// Words of an operation by which it is found. Pure: the index and whoever asks it agree.
import { EMAIL_MARK, emailWordsOf, wordsOf } from '../core/words.ts'
import type { OperationRow } from '../store/tables.ts'

/** Words of one operation that are kept. */
const MOST_WORDS = 32

/** What stands before the words that are no words of a text. Texts have letters and digits only, so that nothing is taken for another. */
export const marks = {
  amount: '$',
  /** A range of amounts: each is 1.41 times as wide as the one before. */
  amountClass: '~',
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

/** The range of amounts that an amount lies in. */
export function amountClassWord(centavos: number): string {
  return `${marks.amountClass}${String(Math.floor(2 * Math.log2(Math.max(1, centavos)))).padStart(2, '0')}`
}

/** Everything by which a row is found: a change of it that is not a column's comes as a text of the queue. */
export function wordsOfOperation(row: FoundRow): string[] {
  const { reference_number, card_last_four, customer_id, total_centavos } = row
  const texts = [
    row.description,
    reference_number ?? '',
    row.card_holder,
    row.authorization_code,
    row.external_transaction ?? '',
    row.network_reference?.split(' ')[0] ?? '',
    row.bank_account_number ?? '',
    row.payment_id ?? '',
    row.short_id ?? '',
  ]
  return [
    amountWord(total_centavos),
    amountClassWord(total_centavos),
    ...(card_last_four === '' ? [] : [`${marks.lastFour}${card_last_four}`]),
    ...(reference_number ? [referenceWord(reference_number)] : []),
    ...(customer_id === null ? [] : [`${marks.customer}${customer_id}`]),
    ...new Set(texts.flatMap(wordsOf)),
  ].slice(0, MOST_WORDS)
}

/** The words of what came beside the row. */
export function wordsOfText(text: string): string[] {
  return text === '' ? [] : [...new Set([...emailWordsOf(text), ...wordsOf(text)])].slice(0, MOST_WORDS)
}

export function referenceWord(reference: string): string {
  return `${marks.reference}${reference.slice(0, 100)}`
}

/** The columns that words are made of. */
export const foundColumns = [
  'description',
  'reference_number',
  'card_holder',
  'card_last_four',
  'authorization_code',
  'external_transaction',
  'network_reference',
  'bank_account_number',
  'payment_id',
  'short_id',
  'customer_id',
  'total_centavos',
] as const satisfies (keyof OperationRow)[]

type FoundRow = Pick<OperationRow, (typeof foundColumns)[number]>
