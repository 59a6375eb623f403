// Takes rows apart and puts them together by a function for each list of columns. A loop over the names would look each column up anew, in
// rows of all tables: that is most of what the statements of a payment cost.
import type { Value } from '../core/table.ts'

/** The values of a row in the order of the columns; undefined for a column that it lacks. */
export type ReadRow = (row: object) => (Value | undefined)[]

/** Compiles the reader of some columns. Their names are the program's own. */
export function rowReader(columns: readonly string[]): ReadRow {
  const values = columns.map((column) => `row[${JSON.stringify(column)}]`)
  return new Function('row', `return [${values.join(', ')}]`) as ReadRow
}

/** Compiles what makes a row of its values, in the order of the columns. */
export function rowMaker(columns: readonly string[]): (values: readonly Value[]) => Record<string, Value> {
  const members = columns.map((column, at) => `${JSON.stringify(column)}: values[${at}]`)
  return new Function('values', `return { ${members.join(', ')} }`) as (
    values: readonly Value[],
  ) => Record<string, Value>
}
