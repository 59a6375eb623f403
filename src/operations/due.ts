// Pending operations that fall due: cards whose answer never came, vouchers whose last day has ended.
import { sql } from 'kysely'
import type { Clock } from '../core/clock.ts'
import type { Rail } from '../core/rail.ts'
import { type Leases, leases } from '../store/lease.ts'
import { type OperationOf, operationsOf } from '../store/operation.ts'
import type { Store } from '../store/store.ts'

/** The leases of the pending operations of these rails. */
export function operationLeases<R extends Rail>(
  needs: { store: Store; clock: Clock },
  rails: readonly R[],
): Leases<OperationOf<R>> {
  const theirs = sql.join(rails.map((rail) => sql.lit(rail)))
  const all = leases(needs, 'operations', { only: sql`rail in (${theirs}) and status = 'pending'` })
  return { ...all, take: async (asked) => operationsOf<R>(await all.take(asked)) }
}
