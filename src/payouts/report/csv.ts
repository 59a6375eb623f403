// Sends the report of a payout as a CSV file.
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { csvRecord } from '../../core/csv.ts'

/** The records of a file, by portions; a column that a record lacks is empty. */
export type Records<Column extends string> = AsyncGenerator<Partial<Record<Column, string | number>>[]>

/** `name`: of the file, without its ending. */
export function sendCsv<Column extends string>(
  reply: FastifyReply,
  name: string,
  columns: readonly Column[],
  records: Records<Column>,
): FastifyReply {
  return reply
    .header('content-type', 'text/csv; charset=utf-8; header=present')
    .header('content-disposition', `attachment; filename="cobro-${name}.csv"`)
    .send(Readable.from(csvOf(columns, records)))
}

async function* csvOf<Column extends string>(
  columns: readonly Column[],
  records: Records<Column>,
): AsyncGenerator<string> {
  yield csvRecord([...columns])
  for await (const some of records)
    yield some.map((record) => csvRecord(columns.map((column) => record[column] ?? ''))).join('')
}
