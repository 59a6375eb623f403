// Rows as CSV: UTF-8 with a byte order mark, one header record, no formulas.
import { csvRecord } from '../core/csv.ts'
import type { Cell, Column } from './columns.ts'

const BYTE_ORDER_MARK = '\uFEFF'

/** The text, in one part for each portion of records. */
export async function* csvText(
  columns: Column[],
  headings: string[],
  portions: AsyncIterable<Cell[][]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvRecord(headings)
  for await (const rows of portions) {
    yield rows
      .map((row) =>
        csvRecord(
          row.map((cell, at) => (typeof cell === 'number' && columns[at]?.kind === 'money' ? cell.toFixed(2) : cell)),
        ),
      )
      .join('')
  }
}
