// The tables whose rows are records of the books, and the order of writing in which each is read.
import type { Kysely, RawBuilder, sql } from 'kysely'
import { firstIdAt, firstUuidAt } from '../core/ids.ts'
import type { Recorded } from '../core/table.ts'
import { instantOf } from '../core/time.ts'
import { acrossDb } from '../store/across.ts'
import { type FactTable, type Tables, tables } from '../tables.ts'
import { isByAccount } from './accounts-within.ts'

export type Row = Record<string, string | number | null>
export type Db = Kysely<Tables>
/** The condition on an id or instant. */
export type Holds = (by: RawBuilder<unknown>) => RawBuilder<unknown>

/** How a table is read in the order of writing: by an id that holds the time, or by an instant and a key. */
export type Order = Exclude<Recorded, { within: string }>

const orders = new Map<BookTable, Order>()
/** By table, the tables with lines of its records. */
export const lineTables = new Map<string, { table: FactTable; by: string }[]>()
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

export function orderOf(table: BookTable): Order {
  const order = orders.get(table)
  if (order === undefined) throw new Error(`the rows of ${table} are no records`)
  return order
}

/** Whether a table is read in the order of ids, account by account. */
export function isOfAccounts(table: BookTable): boolean {
  return orderOf(table).by === 'id' && isByAccount(table)
}

export async function rowsOf<R>(db: Db, query: ReturnType<typeof sql<R>>): Promise<R[]> {
  return (await query.execute(acrossDb(db, 'books'))).rows
}

/** The lowest id or instant of a millisecond. */
export function boundOf(order: Order, ms: number): string {
  if (order.by !== 'id') return instantOf(ms)
  return order.prefix === '' ? firstUuidAt(ms) : firstIdAt(order.prefix, ms)
}
