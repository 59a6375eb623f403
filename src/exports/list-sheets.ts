// The sheets that every list has: one with the records as they are, one with words instead of codes.
import { cellsOf } from './columns.ts'
import type { List } from './lists.ts'
import type { Sheet } from './sheet.ts'
import { inWords, valueWordsOf } from './value-words.ts'

/** For programs: the values of the records. */
export function wireSheet({ columns }: Pick<List, 'columns'>): Sheet {
  return { columns, rowsOf: async (records, _, language) => records.map((one) => cellsOf(one, columns, language)) }
}

/** For people: the same columns, with the codes of states and kinds in words. */
export function wordedSheet({ columns, path }: Pick<List, 'columns' | 'path'>): Sheet {
  const words = columns.map((column) => valueWordsOf(path, column.path))
  return {
    columns,
    rowsOf: async (records, _, language) =>
      records.map((one) => cellsOf(one, columns, language).map((cell, at) => inWords(words[at], cell, language))),
  }
}
