// `cobro reconcile list` and `cobro reconcile show`: the statements on record, and the lines of one, also when another statement corrects it.
import { formatAmount } from '../../core/money.ts'
import type { StatementLineRow } from '../../reconciliation/tables.ts'
import { columns, columnsOf } from '../../store/columns.ts'
import { rowOf } from '../../store/rows.ts'
import type { Store } from '../../store/store.ts'
import { NothingRead } from '../developer/command.ts'
import { shownJson, shownRow } from '../terminal/shown-text.ts'

interface Output {
  asJson: boolean
  print(text: string): void
}

const BATCH_SIZE = 500

/** One line each: id, network, first and last day, lines, state, the statement that it corrects. */
export async function listStatements({ db }: Store, { asJson, print }: Output): Promise<void> {
  for (let before: string | undefined = '~'; before !== undefined; ) {
    const rows = await db
      .selectFrom('statements')
      .select(columns.statements)
      .where('id', '<', before)
      .orderBy('id', 'desc')
      .limit(BATCH_SIZE)
      .execute()
    for (const { id, network, first_day, last_day, lines, state, corrects, account_id: account } of rows) {
      const shown = { id, network, start_date: first_day, end_date: last_day, lines, status: state, corrects, account }
      const texts = [
        id,
        network,
        first_day,
        last_day,
        String(lines),
        state,
        corrects === '' ? '' : `corrects ${corrects}`,
      ]
      print(asJson ? shownJson(JSON.stringify({ ...shown, corrects: corrects || null })) : shownRow(texts))
    }
    before = rows.length < BATCH_SIZE ? undefined : rows.at(-1)?.id
  }
}

/** The lines that only this statement has, then those that an earlier statement already had. Throws `NothingRead` when there is no such statement. */
export async function showStatement({ db }: Store, id: string, output: Output): Promise<void> {
  const statement = await rowOf(db, 'statements', { id }, ['id'])
  if (statement === undefined) throw new NothingRead(`There is no statement ${id}: cobro reconcile list`)
  await each(
    (after) =>
      db
        .selectFrom('statement_lines')
        .select(columns.statement_lines)
        .where('statement_id', '=', id)
        .where('id', '>', after)
        .orderBy('id')
        .limit(BATCH_SIZE)
        .execute(),
    output,
  )
  await each(
    (after) =>
      db
        .selectFrom('statement_mentions')
        .innerJoin('statement_lines', 'statement_lines.id', 'statement_mentions.line_id')
        .select(columnsOf('statement_lines'))
        .where('statement_mentions.statement_id', '=', id)
        .where('statement_mentions.line_id', '>', after)
        .orderBy('statement_mentions.line_id')
        .limit(BATCH_SIZE)
        .execute(),
    output,
  )
}

async function each(read: (after: string) => Promise<StatementLineRow[]>, { asJson, print }: Output): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows: StatementLineRow[] = await read(after)
    for (const row of rows) print(asJson ? shownJson(JSON.stringify(shownLine(row))) : shownRow(textsOf(row)))
    after = rows.length < BATCH_SIZE ? undefined : rows.at(-1)?.id
  }
}

function shownLine(row: StatementLineRow) {
  return {
    id: row.id,
    statement: row.statement_id,
    line: row.line,
    rail: row.rail,
    kind: row.kind,
    movement: row.movement,
    date: row.day,
    amount: formatAmount(row.amount_centavos),
    fee: formatAmount(row.fee_centavos),
    finding: row.verdict,
    differs: row.differs,
    record: row.cause_id,
    superseded_by: row.superseded_by,
  }
}

function textsOf(row: StatementLineRow): string[] {
  const { id, line, rail, kind, movement, date, amount, fee, finding, record, superseded_by } = shownLine(row)
  const became = superseded_by === null ? '' : `superseded by ${superseded_by}`
  return [id, String(line), rail, kind, movement, date, amount, fee, finding, record ?? '', became]
}
