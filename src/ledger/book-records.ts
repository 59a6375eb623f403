// The records that the checkpoints of the books cover: the facts of every table about where money came from and went.
import { sql } from 'kysely'
import { isReported, type Rail } from '../core/rail.ts'
import { amountColumns } from '../store/changeable.ts'
import { columns, columnsOfClass } from '../store/columns.ts'
import type { FactTable } from '../tables.ts'
import { accountsWithin } from './accounts-within.ts'
import {
  type BookTable,
  boundOf,
  type Db,
  type Holds,
  isOfAccounts,
  lineTables,
  type Order,
  orderOf,
  type Row,
  rowsOf,
} from './book-tables.ts'
import { UNMATCHED_ACCOUNT } from './owner.ts'

/** An operation, an event, an entry, a payout with its lines, and so on. */
interface BookRecord {
  id: string
  accountId: string
  /** The hashed text. Null, zero and empty columns are left out, so that a later column does not change earlier texts. */
  text: string
}

/** The owner, in the books, of records that concern all accounts. */
export const WHOLE_SERVICE = 'service'

/** Some milliseconds of work, and not many more when each row is read from the disk, so that requests do not wait long. */
const BATCH_SIZE = 100

/** The records of a table that were written from one instant until before another, those of an account oldest first, in portions. */
export async function* recordsBetween(
  db: Db,
  table: BookTable,
  span: { fromMs: number; untilMs: number },
): AsyncGenerator<BookRecord[]> {
  if (isOfAccounts(table)) {
    yield* recordsByAccount(db, table, span)
    return
  }
  const order = orderOf(table)
  let after: Row | undefined
  for (;;) {
    const rows = await readPortion(db, { table, order, span, after })
    if (rows.length > 0) yield await recordsOf(db, table, rows)
    if (rows.length < BATCH_SIZE) return
    after = rows.at(-1)
  }
}

/** The same of a table that has no index of ids alone: account by account. */
async function* recordsByAccount(
  db: Db,
  table: BookTable,
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
): AsyncGenerator<BookRecord[]> {
  const order = orderOf(table)
  const isWithin: Holds = (id) => sql`${id} >= ${boundOf(order, fromMs)} and ${id} < ${boundOf(order, untilMs)}`
  const names = sql.join((columns[table] as readonly string[]).map((name) => sql.ref(name)))
  for await (const found of accountsWithin(db, table, isWithin)) {
    let left = found.map(({ account_id }) => account_id)
    for (let after: Row | undefined; left.length > 0; ) {
      const rows = await rowsOf(
        db,
        sql<Row>`select ${names} from ${sql.table(table)} where account_id in (${sql.join(left)}) and ${isWithin(sql`id`)}
          and ${after === undefined ? sql`1 = 1` : isAfter(['account_id', 'id'], after)}
          order by account_id, id limit ${sql.lit(BATCH_SIZE)}`,
      )
      if (rows.length > 0) yield await recordsOf(db, table, rows)
      after = rows.at(-1)
      const last = after?.account_id
      left = rows.length < BATCH_SIZE ? [] : left.filter((id) => id >= String(last))
    }
  }
}

async function readPortion(
  db: Db,
  of: { table: BookTable; order: Order; span: { fromMs: number; untilMs: number }; after: Row | undefined },
): Promise<Row[]> {
  const { table, order, span, after } = of
  const by = order.by === 'id' ? ['id'] : [order.by, ...order.keys]
  const first = sql.ref(order.by)
  const names = (columns[table] as readonly string[]).map((name) => sql.ref(name))
  return rowsOf(
    db,
    sql<Row>`select ${sql.join(names)} from ${sql.table(table)}
      where ${first} >= ${after?.[order.by] ?? boundOf(order, span.fromMs)} and ${first} < ${boundOf(order, span.untilMs)}
        and ${after === undefined ? sql`1 = 1` : isAfter(by, after)}
      order by ${sql.join(by.map((name) => sql.ref(name)))} limit ${sql.lit(BATCH_SIZE)}`,
  )
}

/** `(a, b) > (:a, :b)` */
function isAfter(names: readonly string[], row: Row) {
  const left = sql.join(names.map((name) => sql.ref(name)))
  return sql`(${left}) > (${sql.join(names.map((name) => sql.val(row[name])))})`
}

async function recordsOf(db: Db, table: BookTable, rows: Row[]): Promise<BookRecord[]> {
  const lines = await linesOf(db, table, rows)
  const order = orderOf(table)
  const keys = order.by === 'id' ? ['id'] : order.keys
  const nobody = order.isOfService ? WHOLE_SERVICE : UNMATCHED_ACCOUNT
  return rows.map((row) => {
    const id = keys.map((name) => row[name]).join('/')
    const text = [textOf(table, row), ...(lines.get(String(row.id)) ?? []).sort()].join('\n')
    return { id, accountId: String(row.account_id || nobody), text }
  })
}

/** By the id of a row, the texts of its lines. */
async function linesOf(db: Db, table: BookTable, rows: Row[]): Promise<Map<string, string[]>> {
  const texts = new Map<string, string[]>()
  const ids = sql.join(rows.map(({ id }) => id))
  for (const { table: lines, by } of lineTables.get(table) ?? []) {
    const names = sql.join((columns[lines] as readonly string[]).map((name) => sql.ref(name)))
    const found = await rowsOf(db, sql<Row>`select ${names} from ${sql.table(lines)} where ${sql.ref(by)} in (${ids})`)
    for (const line of found) {
      const of = String(line[by])
      texts.set(of, [...(texts.get(of) ?? []), textOf(lines, line)])
    }
  }
  return texts
}

const namesOf = new Map<string, string[]>()

/** `[["account_id","acc_1"],["amount_centavos",15000], ...]`, the columns in the order of their names. */
function textOf(table: FactTable, row: Row): string {
  const more = table === 'operations' ? writtenOnce(row) : []
  const key = `${table} ${more.length}`
  const names = namesOf.get(key) ?? [...columnsOfClass(table, 'fact'), ...more].sort()
  namesOf.set(key, names)
  // A voucher's reference, to which its payer pays, never changes; that of a card payment is the acquirer's answer.
  const issued = table === 'operations' && isReported(row.rail as Rail) ? ['network_reference'] : []
  return JSON.stringify([...names, ...issued].filter((name) => row[name]).map((name) => [name, row[name]]))
}

const CARRIER = ['network', 'network_trace']

/**
 * The columns that never change of this operation, and may change of another: the amounts, unless it is captured later, since its capture has them then;
 * and its network, unless another acquirer had the payment before, since `acquirer_choices` has it then.
 */
function writtenOnce(row: Row): readonly string[] {
  return [...(row.authorized_centavos === null ? amountColumns : []), ...(row.reroutes === 0 ? CARRIER : [])]
}
