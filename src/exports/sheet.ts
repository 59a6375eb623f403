// The workbook of a list: its columns, and the cells of records.
import type { Language } from '../core/failure.ts'
import { type Cell, type Column, cellsOf } from './columns.ts'
import type { Asked, List } from './lists.ts'
import { valueWordsOf } from './value-words.ts'

export interface Sheet {
  columns: Column[]
  /** The rows of records, in their order. */
  rowsOf(records: unknown[], asked: Asked, language: Language): Promise<Cell[][]>
}

/** The columns of the records, as CSV has them. */
export function wireSheet({ columns }: Pick<List, 'columns'>): Sheet {
  return { columns, rowsOf: async (records, _, language) => records.map((one) => cellsOf(one, columns, language)) }
}

/** The same columns, with the codes of states and kinds in words. */
export function wordedSheet({ columns, path }: Pick<List, 'columns' | 'path'>): Sheet {
  const words = columns.map((column) => valueWordsOf(path, column.path))
  return {
    columns,
    rowsOf: async (records, _, language) =>
      records.map((one) => cellsOf(one, columns, language).map((cell, at) => inWords(words[at], cell, language))),
  }
}

export type ValueWords = Readonly<Record<string, readonly [es: string, en: string]>>

/** The word of a code; a code without one stays. */
export function inWords(words: ValueWords | undefined, cell: Cell, language: Language): Cell {
  return words?.[cell]?.[language === 'es' ? 0 : 1] ?? cell
}
