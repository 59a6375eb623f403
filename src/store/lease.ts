// Work that lies in rows and falls due: whoever takes a row leases it for a while, so that of many workers one does it, and
// when that one dies the next does it again. Work that is one batch and no more needs no lease when its condition can hold only once.
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Clock } from '../core/clock.ts'
import { columns } from './columns.ts'
import { prepared } from './prepared.ts'
import type { Store } from './store.ts'
import type { Tables } from './tables.ts'

/** A table of work: `due_at` in the service's time, null when nothing is left to do; `leased_until` in real milliseconds. */
type WorkTable = { [T in keyof Tables]: Tables[T] extends Work ? T : never }[keyof Tables]

interface Work {
  due_at: string | null
  leased_until: number
}

export interface Leases<Row> {
  /** When the next row that nobody holds falls due. */
  nextDueAt(): Promise<string | undefined>
  /** Leases up to `limit` of what is due now for `leaseMs`, oldest first. Empty does not mean that no work is left. */
  take(wanted: { leaseMs: number; limit: number }): Promise<Row[]>
}

/** What of a table is leased, and in which order. */
export interface LeaseTerms<T extends WorkTable> {
  /** The column that a row is known by (`id`). */
  key?: keyof Tables[T] & string
  /** Part of the key too, when one column does not tell the rows apart: only rows for which this holds, also when they are updated. */
  within?: RawBuilder<unknown>
  /** Which rows may be chosen now; the row is called `waiting`. */
  only?: RawBuilder<unknown>
  /** `due_at` */
  order?: RawBuilder<unknown>
}

/**
 * The one statement that leases work: chooses up to `limit` rows that are due and that nobody holds, and marks them as held `until`. The
 * choice is made once (`materialized`); as a subquery PostgreSQL might make it again for every row it is compared with. What another
 * worker leases at this very moment is passed over instead of waited for, and the condition is repeated for the update, so that no row is
 * leased twice. `is true` keeps the update from walking the queue once more: it finds the rows by their keys. An embedded database has one
 * writer. Placeholders: `now`, `wallNow`, `until`, `limit`.
 */
export function leaseStatement<T extends WorkTable & string>(
  { db, engine }: Pick<Store, 'db' | 'engine'>,
  hole: (name: string) => never,
  table: T,
  {
    key = 'id' as keyof Tables[T] & string,
    within = sql`1 = 1`,
    only = sql`1 = 1`,
    order = sql`due_at`,
  }: LeaseTerms<T> = {},
): CompiledQuery<Tables[T]> {
  const name = sql.ref(key)
  const passingOver = engine === 'postgres' ? sql`for update of waiting skip locked` : sql``
  return sql<Tables[T]>`with due as materialized (
      select ${name} from ${sql.table(table)} as waiting
      where ${within} and due_at <= ${hole('now')} and leased_until <= ${hole('wallNow')} and ${only}
      order by ${order} limit ${hole('limit')} ${passingOver}
    )
    update ${sql.table(table)} set leased_until = ${hole('until')}
    where ${within} and ${name} in (select ${name} from due)
      and leased_until <= ${hole('wallNow')} and (due_at <= ${hole('now')}) is true
    returning ${sql.join(columns[table].map((column) => sql.ref(column)))}`.compile(db)
}

/** The leases of a table. `only` also says which rows are looked for when it is asked what falls due next. */
export function leases<T extends WorkTable & string>(
  { store, clock }: { store: Store; clock: Clock },
  table: T,
  terms: Omit<LeaseTerms<T>, 'within'> = {},
): Leases<Tables[T]> {
  const { key = 'id' as keyof Tables[T] & string, only = sql`1 = 1` } = terms
  const next = prepared<{ due_at: string }>((hole) =>
    sql<{ due_at: string }>`select due_at from ${sql.table(table)} as waiting
      where due_at is not null and leased_until <= ${hole('wallNow')} and ${only} order by due_at limit 1`.compile(
      store.db,
    ),
  )
  const lease = prepared<Tables[T]>((hole) => leaseStatement(store, hole, table, terms))
  const nextDueAt = async () => (await store.rows(next({ wallNow: clock.wallMs() })))[0]?.due_at
  return {
    nextDueAt,
    take: async ({ leaseMs, limit }) => {
      // Mostly nothing is: then nothing is written either.
      const due = await nextDueAt()
      if (due === undefined || due > clock.now()) return []
      const wallNow = clock.wallMs()
      const rows = await store.returning(lease({ now: clock.now(), wallNow, until: wallNow + leaseMs, limit }))
      return rows.sort((a, b) => (a[key] < b[key] ? -1 : 1))
    },
  }
}
