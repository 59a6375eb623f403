// What is asked for, as terms: an operation is found when it has a word of each of them.
import { MAX_AMOUNT_CENTAVOS, parseAmount } from '../core/money.ts'
import { wordsOf } from '../core/words.ts'
import { amountClassWord, amountWord, marks, referenceWord } from './words.ts'

/** One of these words, or a word that begins so. */
export interface Term {
  words: string[]
  beginnings: string[]
  /** Amounts in centavos, both included: rows that the words let through are looked at again. */
  amounts?: { from: number; to: number }
}

/** Terms of one question: more are left out, as each is a look into the index. */
const MOST_TERMS = 6

/**
 * The terms of a text that somebody typed, each of which has to be found: words are found by their beginning; a number is an amount, four last digits
 * or the beginning of a word. Empty when the text has neither letter nor digit.
 */
export function termsOf(text: string): Term[] {
  const pieces = text.split(/\s+/).filter((piece) => /[\p{L}\p{N}]/u.test(piece))
  return pieces.flatMap(termsOfPiece).slice(0, MOST_TERMS)
}

function termsOfPiece(piece: string): Term[] {
  if (piece.includes('@')) return [{ words: [], beginnings: [`${marks.email}${piece.toLowerCase().slice(0, 254)}`] }]
  const amount = amountIn(piece)
  const texts = wordsOf(piece)
  if (amount !== undefined) {
    const digits = /^\d+$/.test(piece)
    const lastFour = /^\d{4}$/.test(piece) ? [`${marks.lastFour}${piece}`] : []
    return [{ words: [amountWord(amount), ...lastFour], beginnings: digits ? [piece.slice(0, 40)] : [] }]
  }
  return texts.map((word) => ({ words: [], beginnings: [word] }))
}

/** Sample: `150`, `150.00`, `$1,250.50`. */
function amountIn(piece: string): number | undefined {
  if (!/^\$?(\d{1,3}(,\d{3})+|\d+)(\.\d{1,2})?$/.test(piece)) return undefined
  const parsed = parseAmount(piece.replace(/[$,]/g, ''), { minCentavos: 0 })
  return 'centavos' in parsed ? parsed.centavos : undefined
}

export function referenceTerm(reference: string): Term {
  return { words: [referenceWord(reference)], beginnings: [] }
}

export function lastFourTerm(digits: string): Term {
  return { words: [`${marks.lastFour}${digits}`], beginnings: [] }
}

export function customerTerm(id: string): Term {
  return { words: [`${marks.customer}${id}`], beginnings: [] }
}

/** An address to which it was sent, or that of its customer now. */
export function emailTerm(email: string, customerIds: string[]): Term {
  return {
    words: [`${marks.email}${email.toLowerCase()}`, ...customerIds.map((id) => `${marks.customer}${id}`)],
    beginnings: [],
  }
}

/** Amounts between two, both included. */
export function amountsTerm(from: number, to: number): Term {
  return { words: [], beginnings: [], amounts: { from, to } }
}

/** The words of the ranges that amounts lie in, when the amounts themselves are too many. */
export function classesOf({ from, to }: { from: number; to: number }): string[] {
  const classNumber = (centavos: number) => Number(amountClassWord(centavos).slice(1))
  const [first, last] = [classNumber(from), classNumber(Math.min(to, MAX_AMOUNT_CENTAVOS))]
  return Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, at) => `${marks.amountClass}${String(first + at).padStart(2, '0')}`,
  )
}

/** Whether a set of words has one of each term: what the index answers, for words that are not in it yet. */
export function hasEach(words: readonly string[], centavos: number, terms: readonly Term[]): boolean {
  return terms.every(({ words: wanted, beginnings, amounts }) =>
    amounts !== undefined
      ? centavos >= amounts.from && centavos <= amounts.to
      : words.some((word) => wanted.includes(word) || beginnings.some((beginning) => word.startsWith(beginning))),
  )
}
