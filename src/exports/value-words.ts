// The words of codes in workbooks for people.
import { listWords } from '../code-words.ts'
import type { Language } from '../core/language/bilingual.ts'
import type { ValueWords } from '../core/language/state-words.ts'
import { own } from '../core/own.ts'
import { rails } from '../core/rail.ts'
import type { Cell } from './columns.ts'

/** The word of a code; a code without one stays. */
export function inWords(words: ValueWords | undefined, cell: Cell, language: Language): Cell {
  if (typeof words === 'function') return words(String(cell), language)
  return own(words ?? {}, String(cell))?.[language === 'es' ? 0 : 1] ?? cell
}

/** The ways of paying, by the code of the wire. */
export const methodWords: ValueWords = Object.fromEntries(Object.values(rails).map(({ code, name }) => [code, name]))

/** The words of a column of a list; undefined: its values are no codes. */
export function valueWordsOf(list: string, column: string): ValueWords | undefined {
  return listWords[list]?.[column] ?? (column === 'payment_method' ? methodWords : undefined)
}
