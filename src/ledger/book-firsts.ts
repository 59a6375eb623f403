// The first records from an instant on, by table: which tables a span of the books has to read, and what lies outside all time.
import { type RawBuilder, sql } from 'kysely'
import { msOfId } from '../core/ids.ts'
import { accountsWithin } from './accounts-within.ts'
import {
  type BookTable,
  bookTables,
  boundOf,
  type Db,
  type Holds,
  isOfAccounts,
  type Order,
  orderOf,
  type Row,
  rowsOf,
} from './book-tables.ts'

/** By table, when its first record from an instant on was written; of a table without any: none. */
export type Firsts = ReadonlyMap<BookTable, number>

/**
 * `known`: the firsts from an earlier instant on, of the same snapshot: the tables whose first record was written later than `fromMs`, or that
 * have none, need not be asked again.
 */
export async function firstsFrom(db: Db, fromMs: number, known?: Firsts): Promise<Firsts> {
  const asked = bookTables.filter((table) => known === undefined || (known.get(table) ?? LAST_MS) < fromMs)
  const withinOf =
    (table: BookTable): Holds =>
    (by) =>
      sql`${by} >= ${boundOf(orderOf(table), fromMs)} and ${by} <= ${boundOf(orderOf(table), LAST_MS)}`
  const [plain, byAccount] = await Promise.all([
    firstValues(db, asked, (table, column) => sql`where ${withinOf(table)(column)} order by ${column}`),
    Promise.all(asked.filter(isOfAccounts).map((table) => lowestOfAccounts(db, table, withinOf(table)))),
  ])
  const firsts = new Map(known)
  for (const table of asked) firsts.delete(table)
  for (const [table, first] of [...plain, ...byAccount.flat()])
    firsts.set(table, placeOf(orderOf(table), first, fromMs))
  return firsts
}

type First = [table: BookTable, value: string]

/** The first id or instant of each of these tables that are not read account by account, of those that `where` says; all in one statement. */
async function firstValues(
  db: Db,
  of: readonly BookTable[],
  where: (table: BookTable, column: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<First[]> {
  const asked = of.filter((table) => !isOfAccounts(table))
  if (asked.length === 0) return []
  const parts = asked.map((table) => {
    const column = sql.ref(orderOf(table).by)
    return sql`(select ${column} from ${sql.table(table)} ${where(table, column)} limit 1) as ${sql.ref(table)}`
  })
  const [row] = await rowsOf(db, sql<Row>`select ${sql.join(parts)}`)
  return asked.flatMap((table): First[] => (row?.[table] == null ? [] : [[table, String(row[table])]]))
}

/** The lowest id of a table that is read account by account. */
async function lowestOfAccounts(db: Db, table: BookTable, isWithin: Holds): Promise<First[]> {
  let lowest: string | undefined
  for await (const found of accountsWithin(db, table, isWithin))
    for (const { first } of found) lowest = lowest === undefined || first < lowest ? first : lowest
  return lowest === undefined ? [] : [[table, lowest]]
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

async function firstOf(db: Db, holds: Condition): Promise<FoundRecord[]> {
  const some = await firstValues(db, bookTables, (table, column) => sql`where ${holds(column, orderOf(table))}`)
  const found = await Promise.all([
    ...bookTables.filter(isOfAccounts).map(async (table) => {
      for await (const [one] of accountsWithin(db, table, (id) => holds(id, orderOf(table))))
        if (one !== undefined) return [{ table, id: one.first }]
      return []
    }),
    ...some.map(async ([table]) => {
      const order = orderOf(table)
      const keys = order.by === 'id' ? ['id'] : order.keys
      const rows = await rowsOf(
        db,
        sql<Row>`select ${sql.join(keys.map((name) => sql.ref(name)))} from ${sql.table(table)}
          where ${holds(sql.ref(order.by), order)} limit 1`,
      )
      return rows.map((row) => ({ table, id: keys.map((name) => row[name]).join('/') }))
    }),
  ])
  return found.flat()
}
