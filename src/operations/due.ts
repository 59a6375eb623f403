// Pending operations that fall due: cards whose answer never came, vouchers whose last day has ended.
import { type RawBuilder, sql } from 'kysely'
import type { Rail } from '../core/rail.ts'
import { type OperationOf, operationsOf } from '../store/operation.ts'
import { type Leases, leases } from '../store/queues/lease.ts'
import type { StoreAndClock } from '../store/store.ts'
import type { OperationRow } from './tables.ts'

/** The leases of the pending operations of these rails. */
export function operationLeases<R extends Rail>(needs: StoreAndClock, rails: readonly R[]): Leases<OperationOf<R>> {
  const all = leases(needs, 'operations', { only: sql`${isOfRails(rails)} and status = 'pending'` })
  return {
    ...all,
    take: async (asked) => operationsOf<R>(await all.take(asked)),
    each: (rows, work, options) =>
      all.each(rows as readonly OperationRow[], (row) => work(row as OperationOf<R>), options),
  }
}

/** The condition as partial indexes of pending operations have it. SQLite does not recognise one value in a list of `in`. */
export function isOfRails(rails: readonly Rail[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(
    rails.map((rail) => sql`rail = ${sql.lit(rail)}`),
    sql` or `,
  )})`
}
