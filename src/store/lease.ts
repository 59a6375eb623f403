// Work that lies in rows and falls due: whoever takes a row leases it for a while, so that of many workers one does it, and
// when that one dies the next does it again.
import { type RawBuilder, sql } from 'kysely'
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

/**
 * Ends the `select` that chooses what is leased: what another worker leases at this very moment is passed over instead of
 * waited for. An embedded database has one writer, so there is no such moment. The choice belongs into a `with ... as
 * materialized`, which is made once; as a subquery PostgreSQL may make it again for every row it is compared with.
 */
export function passingOver({ engine }: Store, alias: string): RawBuilder<unknown> {
  return engine === 'postgres' ? sql`for update of ${sql.ref(alias)} skip locked` : sql``
}

/** The leases of a table whose rows are known by `key` (`id`); of those alone whose `only` column has that value when it is given. */
export function leases<T extends WorkTable & string>(
  { store, clock }: { store: Store; clock: Clock },
  table: T,
  options: { key?: keyof Tables[T] & string; only?: { column: keyof Tables[T] & string; value: string } } = {},
): Leases<Tables[T]> {
  const { key = 'id' as keyof Tables[T] & string, only } = options
  const name = sql.ref(key)
  const which = only ? sql`and ${sql.ref(only.column)} = ${sql.lit(only.value)}` : sql``
  const next = prepared<{ due_at: string }>((hole) =>
    sql<{ due_at: string }>`select due_at from ${sql.table(table)}
      where due_at is not null and leased_until <= ${hole('wallNow')} ${which} order by due_at limit 1`.compile(
      store.db,
    ),
  )
  const lease = prepared<Tables[T]>((hole) =>
    sql<Tables[T]>`with due as materialized (
        select ${name} from ${sql.table(table)} as waiting
        where due_at <= ${hole('now')} and leased_until <= ${hole('wallNow')} ${which}
        order by due_at limit ${hole('limit')} ${passingOver(store, 'waiting')}
      )
      update ${sql.table(table)} set leased_until = ${hole('until')}
      where ${name} in (select ${name} from due) and leased_until <= ${hole('wallNow')}
      returning ${sql.join(columns[table].map((column) => sql.ref(column)))}`.compile(store.db),
  )
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
