// The records that the checkpoints of the books cover: the facts of every table about where money came from and went.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { firstIdAt, firstUuidAt, msOfId } from '../core/ids.ts'
import { isReported, type Rail } from '../core/rail.ts'
import type { Recorded } from '../core/table.ts'
import { instantOf } from '../core/time.ts'
import { acrossDb } from '../store/across.ts'
import { amountColumns } from '../store/changeable.ts'
import { columns, columnsOfClass } from '../store/columns.ts'
import { type FactTable, type Tables, tables } from '../tables.ts'
import { accountsWithin, isByAccount } from './accounts-within.ts'
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

type Row = Record<string, string | number | null>
type Db = Kysely<Tables>

/** How a table is read in the order of writing: by an id that holds the time, or by an instant and a key. */
type Order = Exclude<Recorded, { within: string }>

const orders = new Map<BookTable, Order>()
/** By table, the tables with lines of its records. */
const lineTables = new Map<string, { table: FactTable; by: string }[]>()
for (const { name, keys } of tables) {
  const { recorded } = keys
  const table = name as FactTable
  if (recorded === undefined) continue
  if ('within' in recorded)
    lineTables.set(recorded.within, [...(lineTables.get(recorded.within) ?? []), { table, by: recorded.by }])
  else orders.set(table, recorded)
}

/** A table whose rows are records, and not lines of others'. */
export type BookTable = FactTable

export const bookTables = [...orders.keys()]

function orderOf(table: BookTable): Order {
  const order = orders.get(table)
  if (order === undefined) throw new Error(`the rows of ${table} are no records`)
  return order
}

/** Some milliseconds of work, and not many more when each row is read from the disk, so that requests do not wait long. */
const BATCH_SIZE = 100

/** Whether a table is read in the order of ids, account by account. */
function isOfAccounts(table: BookTable): boolean {
  return orderOf(table).by === 'id' && isByAccount(table)
}

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

/** By table, when its first record from an instant on was written; of a table without any: none. */
export type Firsts = ReadonlyMap<BookTable, number>

export async function firstsFrom(db: Db, fromMs: number): Promise<Firsts> {
  const firsts = new Map<BookTable, number>()
  await Promise.all(
    bookTables.map(async (table) => {
      const first = await firstFrom(db, table, fromMs)
      if (first !== undefined) firsts.set(table, placeOf(orderOf(table), first, fromMs))
    }),
  )
  return firsts
}

/** The id or instant of the first record of a table from an instant on. */
async function firstFrom(db: Db, table: BookTable, fromMs: number): Promise<string | undefined> {
  const order = orderOf(table)
  const isWithin: Holds = (by) => sql`${by} >= ${boundOf(order, fromMs)} and ${by} <= ${boundOf(order, LAST_MS)}`
  if (isOfAccounts(table)) {
    let lowest: string | undefined
    for await (const found of accountsWithin(db, table, isWithin))
      for (const { first } of found) lowest = lowest === undefined || first < lowest ? first : lowest
    return lowest
  }
  const column = sql.ref(order.by)
  const [row] = await rowsOf(
    db,
    sql<{ first: string }>`select ${column} as first from ${sql.table(table)}
      where ${isWithin(column)} order by ${column} limit 1`,
  )
  return row?.first
}

/** The last instant whose text sorts by time; PostgreSQL also keeps later ones. */
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * The instant that an id or instant has in the order of writing: the last one whose bound does not come after it. So a record is found also when somebody
 * has changed the form of its id.
 */
function placeOf(order: Order, by: string, fromMs: number): number {
  const statedMs = order.by === 'id' ? msOfId(by) : Date.parse(by)
  const isPlace = statedMs >= fromMs && statedMs < LAST_MS && boundOf(order, statedMs) <= by
  if (isPlace && by < boundOf(order, statedMs + 1)) return statedMs
  let [low, high] = [fromMs, LAST_MS]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (boundOf(order, middle) <= by) low = middle
    else high = middle - 1
  }
  return low
}

/** When the oldest of them was written; undefined when there is none. */
export function oldestMs(firsts: Firsts): number | undefined {
  return firsts.size === 0 ? undefined : Math.min(...firsts.values())
}

/** The tables that have records from there until before an instant: usually a few of them. Without `firsts`: all. */
export function tablesUntil(untilMs: number, firsts: Firsts | undefined): readonly BookTable[] {
  if (firsts === undefined) return bookTables
  return bookTables.filter((table) => (firsts.get(table) ?? Number.POSITIVE_INFINITY) < untilMs)
}

/** The first record of each table with an instant of `fromMs` or later: no record may be from the future. */
export async function recordsFrom(db: Db, fromMs: number): Promise<FoundRecord[]> {
  return firstOf(db, (by, order) => sql`${by} >= ${boundOf(order, fromMs)}`)
}

/** The first record of each table whose id or instant is of no day: the program never writes such a record. */
export async function recordsOfNoDay(db: Db): Promise<FoundRecord[]> {
  return firstOf(db, (by, order) => sql`${by} < ${boundOf(order, 0)}`)
}

interface FoundRecord {
  table: BookTable
  id: string
}

type Condition = (by: RawBuilder<unknown>, order: Order) => RawBuilder<unknown>
type Holds = (id: RawBuilder<unknown>) => RawBuilder<unknown>

async function firstOf(db: Db, holds: Condition): Promise<FoundRecord[]> {
  const found = await Promise.all(
    bookTables.map(async (table) => {
      const order = orderOf(table)
      if (isOfAccounts(table)) {
        for await (const [one] of accountsWithin(db, table, (id) => holds(id, order)))
          if (one !== undefined) return [{ table, id: one.first }]
        return []
      }
      const id = order.by === 'id' ? ['id'] : order.keys
      const [row] = await rowsOf(
        db,
        sql<Row>`select ${sql.join(id.map((name) => sql.ref(name)))} from ${sql.table(table)}
          where ${holds(sql.ref(order.by), order)} limit 1`,
      )
      return row === undefined ? [] : [{ table, id: id.map((name) => row[name]).join('/') }]
    }),
  )
  return found.flat()
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

async function rowsOf<R>(db: Db, query: ReturnType<typeof sql<R>>): Promise<R[]> {
  return (await query.execute(acrossDb(db, 'books'))).rows
}

function boundOf(order: Order, ms: number): string {
  if (order.by !== 'id') return instantOf(ms)
  return order.prefix === '' ? firstUuidAt(ms) : firstIdAt(order.prefix, ms)
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
