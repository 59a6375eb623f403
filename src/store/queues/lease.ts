// Leases on rows of work that fall due. A worker leases a row for a while, so that only one of many workers does it; when that worker
// dies, its lease lapses and another one does the work again. Work that is a single conditional batch needs no lease: the condition holds once.
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { accountColumnOf, columnsOfTable } from '../../core/table.ts'
import type { NextDueAt } from '../../core/task.ts'
import { type Tables, tables } from '../../tables.ts'
import { across } from '../across.ts'
import { columns } from '../columns.ts'
import { prepared } from '../prepared.ts'
import type { Store, StoreAndClock } from '../store.ts'
import { run } from '../write.ts'
import { dueAt } from './next-due.ts'
import { isUntroubled, type Troubled, troubled } from './set-aside.ts'

/** A table of work: `due_at` in the service's time, null when nothing is left to do; `leased_until` in real milliseconds. */
type WorkTable = { [T in keyof Tables]: Tables[T] extends Work ? T : never }[keyof Tables]

interface Work {
  due_at: string | null
  leased_until: number
}

export interface Leases<Row> extends Troubled<Row> {
  /** When the next row without a lease falls due. */
  nextDueAt: NextDueAt
  /** Leases up to `limit` of what is due now for `leaseMs`, oldest first. Empty does not mean that no work is left. */
  take(wanted: { leaseMs: number; limit: number; full?: string }): Promise<Row[]>
}

/** Which rows of a table are leased, and in which order. */
interface LeaseTerms<T extends WorkTable> {
  /** The key column (`id`). */
  key?: keyof Tables[T] & string
  /** The rest of the key, when one column is not unique: only rows for which this holds are chosen and updated. */
  within?: RawBuilder<unknown>
  /** Which rows may be chosen now; the row is called `waiting`. */
  only?: RawBuilder<unknown>
  /** A further condition for this taking alone, with values of its own (`full`). */
  besides?: (hole: (name: string) => never) => RawBuilder<unknown>
  /** `due_at` */
  order?: RawBuilder<unknown>
}

/**
 * The one statement that leases work: it chooses up to `limit` rows that are due and that nobody holds, and marks them as held `until`.
 * `materialized` evaluates the choice once; PostgreSQL might evaluate a plain subquery again for each row. `skip locked` passes over rows
 * that another worker is leasing at this moment, and the update repeats the condition, so that no row is leased twice. `is true` keeps the
 * planner from using the queue's index for the update, which finds the rows by their keys. SQLite has one writer and needs no row locks.
 * A cluster takes no lock in such a choice: there the repeated condition alone decides.
 * Placeholders: `now`, `wallNow`, `until`, `limit`.
 */
export function leaseStatement<T extends WorkTable & string>(
  { db, engine, isDistributed }: Pick<Store, 'db' | 'engine' | 'isDistributed'>,
  hole: (name: string) => never,
  table: T,
  {
    key = 'id' as keyof Tables[T] & string,
    within = sql`1 = 1`,
    only = sql`1 = 1`,
    besides = () => sql`1 = 1`,
    order = sql`due_at`,
  }: LeaseTerms<T> = {},
): CompiledQuery<Tables[T]> {
  const names = sql.join(keyOf(table, key).map((column) => sql.ref(column)))
  const passingOver = engine === 'postgres' && !isDistributed() ? sql`for update of waiting skip locked` : sql``
  return sql<Tables[T]>`with due as materialized (
      select ${names} from ${sql.table(table)} as waiting
      where ${within} and due_at <= ${hole('now')} and leased_until <= ${hole('wallNow')} and ${only}
        and ${besides(hole)} and ${isUntroubled(table, sql.ref(`waiting.${key}`), hole)}
      order by ${order} limit ${hole('limit')} ${passingOver}
    )
    update ${sql.table(table)} set leased_until = ${hole('until')}
    where ${within} and (${names}) in (select ${names} from due)
      and leased_until <= ${hole('wallNow')} and (due_at <= ${hole('now')}) is true
    returning ${sql.join(columns[table].map((column) => sql.ref(column)))} ${across('due')}`.compile(db)
}

/** The columns that name a row: the account first, where every row has one. */
function keyOf(table: string, key: string): string[] {
  const one = tables.find(({ name }) => name === table)
  const account = one && accountColumnOf(one)
  const isAlways =
    one !== undefined && columnsOfTable(one).some(([name, column]) => name === account && !column.isNullable)
  return isAlways && account === 'account_id' ? [account, key] : [key]
}

/** The leases of a table. `only` limits `nextDueAt` too. */
export function leases<T extends WorkTable & string>(
  needs: StoreAndClock,
  table: T,
  terms: Omit<LeaseTerms<T>, 'within'> = {},
): Leases<Tables[T]> {
  const { store, clock } = needs
  const { key = 'id' as keyof Tables[T] & string, only = sql`1 = 1` } = terms
  const work = troubled<Tables[T]>(needs, table, (row) => {
    const accountId = 'account_id' in row ? (row.account_id as string | null) || null : null
    const { leased_until } = row as Work
    const free = store.db
      .updateTable(table as 'messages')
      .set({ leased_until: 0 })
      .where((eb) => eb.and(Object.fromEntries(keyOf(table, key).map((column) => [column, row[column as typeof key]]))))
      .where('leased_until', '=', leased_until)
    return { id: String(row[key]), accountId, free: [run(free.compile())] }
  })
  const lease = prepared<Tables[T]>((hole) => leaseStatement(store, hole, table, terms))
  const nextDueAt = dueAt(
    needs,
    (hole) => sql`(select due_at from ${sql.table(table)} as waiting
      where due_at is not null and leased_until <= ${hole('wallNow')} and ${only}
        and ${isUntroubled(table, sql.ref(`waiting.${key}`), hole)} order by due_at limit 1)`,
  )
  return {
    nextDueAt,
    each: work.each,
    take: async ({ leaseMs, limit, full = '' }) => {
      // Usually no work is due. A read finds that out without a write.
      const due = await nextDueAt()
      if (due === undefined || due > clock.now()) return []
      const wallNow = clock.wallMs()
      const rows = await store.returning(lease({ now: clock.now(), wallNow, until: wallNow + leaseMs, limit, full }))
      return rows.sort((a, b) => (a[key] < b[key] ? -1 : 1))
    },
  }
}

/** Accounts as the text that `notOf` looks into. An account may have an empty name: letters of the service itself. */
export function listed(accounts: readonly string[]): string {
  return accounts.map((account) => `<${account}>`).join('')
}

/** For `besides`: the row is of none of the accounts in a text that `listed` made. */
export function notOf(full: never): RawBuilder<boolean> {
  return sql<boolean>`${full} not like '%<' || waiting.account_id || '>%'`
}

/** The tables of work: those whose rows fall due and are leased. */
const workTables = (Object.keys(columns) as (keyof typeof columns)[]).filter((table) => {
  const names: readonly string[] = columns[table]
  return names.includes('due_at') && names.includes('leased_until')
})

/** The conditions of the indexes in which a table's work waits; where there are several, each has a part of the work. */
function queuesOf(name: string): string[] {
  const indexes = tables.find((table) => table.name === name)?.keys.indexes ?? {}
  const queues = Object.values<string>(indexes).flatMap((index) => /^due_at\b.*? where (.+)$/.exec(index)?.[1] ?? [])
  return queues.length > 0 ? queues : ['due_at is not null']
}

/**
 * When the first leased work that is due by `until` fell due or falls due. Its worker may be busy or dead; in the second
 * case the lease lapses, and `nextDueAt` returns the work again.
 */
export async function leasedDueAt({ store, clock }: StoreAndClock, until: string): Promise<string | undefined> {
  const wallNow = clock.wallMs()
  const firsts = workTables.flatMap((table) =>
    queuesOf(table).map(
      (queue) => sql`select due_at from (select due_at from ${sql.table(table)}
      where ${sql.raw(queue)} and due_at <= ${until} and leased_until > ${wallNow} order by due_at limit 1) as ${sql.ref(table)}`,
    ),
  )
  const { rows } = await sql<{
    due_at: string
  }>`${sql.join(firsts, sql` union all `)} order by due_at limit 1 ${across('due')}`.execute(store.db)
  return rows[0]?.due_at
}
