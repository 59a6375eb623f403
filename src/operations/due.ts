// Pending operations that fall due: cards whose answer never came, vouchers whose last day has ended.
import { sql } from 'kysely'
import type { Clock } from '../core/clock.ts'
import type { Rail } from '../core/rail.ts'
import { type Leases, leases } from '../store/lease.ts'
import type { Store } from '../store/store.ts'
import type { OperationRow } from '../store/tables.ts'

/** The leases of the pending operations of these rails. */
export function operationLeases(needs: { store: Store; clock: Clock }, rails: readonly Rail[]): Leases<OperationRow> {
  const theirs = sql.join(rails.map((rail) => sql.lit(rail)))
  return leases(needs, 'operations', { only: sql`rail in (${theirs}) and status = 'pending'` })
}
