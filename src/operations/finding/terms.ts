// A search as terms: an operation is found when it has a word of each term.
import { MAX_AMOUNT_CENTAVOS, parseAmount } from '../../core/money.ts'
import { firstCharacters } from '../../core/text.ts'
import { cutWord, searchWordsOf, wordsOf } from '../../core/words.ts'
import { traitAtStart } from './traits.ts'
import { amountClassWord, amountWord, marks, referenceWord } from './words.ts'

/** Fits an operation that has one of `words`, or a word that begins with one of `beginnings`. */
export interface Term {
  words: string[]
  beginnings: string[]
  /** Instead of words: amounts in centavos, both included. Words stand for ranges of amounts, so the rows found are compared again. */
  amounts?: { from: number; to: number }
  /** It fits an operation with this trait too, which is not in the index. */
  trait?: string
}

/** Terms of one search. Further ones are left out, because each costs a look into the index. */
const MAX_TERMS = 6

/** Said behind an amount. */
const CURRENCY = /^(pesos?|mxn)\W*$/i

/**
 * The terms of a text that somebody typed. A word fits words that begin with it; a number fits an amount, the last four digits of a card, or
 * words that begin with it. With `today` (a Mexico City day), what is said of a payment fits its traits too: `350 pesos oxxo ayer`. Empty when
 * the text has neither letter nor digit.
 */
export function termsOf(text: string, today?: string): Term[] {
  const typed = text.split(/\s+/).filter((piece) => /[\p{L}\p{N}]/u.test(piece))
  const all = typed.filter((piece, at) => !CURRENCY.test(piece) || amountIn(typed[at - 1] ?? '') === undefined)
  // The index has no common words. Typed alone, one is the beginning of others.
  const rare = all.filter((piece) => piece.includes('@') || searchWordsOf(piece).length > 0)
  const pieces = rare.length > 0 ? rare : all
  const terms: Term[] = []
  for (let at = 0; at < pieces.length; ) {
    const said = today === undefined ? undefined : traitAtStart(pieces.slice(at), today)
    const [piece = ''] = pieces.slice(at)
    terms.push(
      ...(said === undefined
        ? termsOfPiece(piece, plused(pieces, at))
        : [traitTerm(said.trait, pieces.slice(at, at + said.length))]),
    )
    at += said?.length ?? 1
  }
  return terms.slice(0, MAX_TERMS)
}

/** What was said may also stand in a text: there its longest word is looked for. */
function traitTerm(trait: string, said: readonly string[]): Term {
  const longest = wordsOf(said.join(' ')).reduce((one, other) => (other.length > one.length ? other : one), '')
  return { words: [], beginnings: [longest], trait }
}

/** A query has a blank for a plus: `ana x@ejemplo.mx` may be `ana+x@ejemplo.mx`. The beginning of that address, for both of its pieces. */
function plused(pieces: readonly string[], at: number): string[] {
  const [before, after] = [pieces[at - 1], pieces[at + 1]]
  const [piece = ''] = pieces.slice(at)
  if (piece.includes('@'))
    return before === undefined || before.includes('@') ? [] : [emailBeginning(`${before}+${piece}`)]
  return after?.includes('@') ? [emailBeginning(`${piece}+${after}`)] : []
}

function emailBeginning(address: string): string {
  return `${marks.email}${firstCharacters(address.toLowerCase(), 254)}`
}

function termsOfPiece(piece: string, orBeginnings: readonly string[]): Term[] {
  if (piece.includes('@')) return [{ words: [], beginnings: [emailBeginning(piece), ...orBeginnings] }]
  const amount = amountIn(piece)
  const isDigits = /^\d+$/.test(piece)
  if (amount === undefined && !isDigits)
    return wordsOf(piece).map((word) => ({ words: [], beginnings: [word, ...orBeginnings] }))
  const lastFour = /^\d{4}$/.test(piece) ? [`${marks.lastFour}${piece}`] : []
  const amounts = amount === undefined ? [] : [amountWord(amount)]
  return [{ words: [...amounts, ...lastFour], beginnings: [...(isDigits ? [cutWord(piece)] : []), ...orBeginnings] }]
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

/** An address that the operation was sent to, or the address that its customer has now. */
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

/** The first and last words of the classes that hold the amounts: for when there are too many amounts to look for each. */
export function classesOf({ from, to }: { from: number; to: number }): [first: string, last: string] {
  return [amountClassWord(from), amountClassWord(Math.min(to, MAX_AMOUNT_CENTAVOS))]
}

/** Whether words fit each term: the answer that the index would give, for an operation that is not in it yet. */
export function hasEach(words: readonly string[], centavos: number, terms: readonly Term[]): boolean {
  return terms.every(({ words: wanted, beginnings, amounts, trait }) =>
    amounts !== undefined
      ? centavos >= amounts.from && centavos <= amounts.to
      : words.some(
          (word) =>
            word === trait || wanted.includes(word) || beginnings.some((beginning) => word.startsWith(beginning)),
        ),
  )
}
