// A sheet: the columns of a file, and the cells of a list's records.
import type { Caller } from '../api/caller.ts'
import type { Language } from '../core/language/bilingual.ts'
import type { Cell, Column } from './columns.ts'

/** The caller and the query. */
export interface Asked {
  caller: Caller
  query: Record<string, string>
  params?: object
  /** The language of the texts in the records. */
  language: string
}

export interface Sheet {
  columns: Column[]
  /** The rows of records, in their order. */
  rowsOf(records: unknown[], asked: Asked, language: Language): Promise<Cell[][]>
}
