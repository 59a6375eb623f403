// Rows as CSV: UTF-8 with the mark by which spreadsheets know it, one header record, nothing that a spreadsheet would run.
import { csvRecord } from '../core/csv.ts'
import type { Cell, Column } from './columns.ts'

const BYTE_ORDER_MARK = '\uFEFF'

/** The text, part by part: as many records at once as come at once. */
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
