// Money that waits for a person: payments in suspense, and transfers that are withheld.
import { sql } from 'kysely'
import type { Store } from '../store/store.ts'

/** How many there are of each, over all accounts. Both are few, and have an index of their own. */
export async function readHeld({ db }: Store): Promise<{ suspended: number; withheld: number }> {
  const [suspended, withheld] = await Promise.all([
    db
      .selectFrom('payments_received')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('outcome', '=', sql.lit('suspended' as const))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('transfers')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('state', '=', sql.lit('withheld' as const))
      .executeTakeFirstOrThrow(),
  ])
  return { suspended: suspended.count, withheld: withheld.count }
}
