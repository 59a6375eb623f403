// Looks through the operations of an account whose words are not in the index yet, so that new writes are found at once.
import { sql } from 'kysely'
import type { Store } from '../../store/store.ts'
import { fittingOperations } from './fitting.ts'
import type { Place } from './places.ts'
import type { Term } from './terms.ts'

/** How many of the newest events are looked through. Older ones are found once the index has caught up. */
const MAX_WAITING = 100

/** The operations that fit each term, in no order. `partly`: older changes may wait too, which were not looked through. */
export async function waitingWith(
  store: Store,
  accountId: string,
  terms: readonly Term[],
): Promise<{ places: Place[]; partly: boolean }> {
  const { db } = store
  const { rows: newest } = await sql<{ operation_id: string | null; waits: number }>`select newest.operation_id,
      case when (newest.position, newest.id) > (cursors.position, cursors.id) then 1 else 0 end as waits
    from (select bucket, position, id, operation_id from events where account_id = ${accountId} and actor_kind is null
      order by id desc limit ${sql.lit(MAX_WAITING)}) as newest
      join cursors on cursors.reader = 'search' and cursors.bucket = newest.bucket
    order by newest.id desc`.execute(db)
  const partly = newest.length === MAX_WAITING && newest.at(-1)?.waits === 1
  const ids = [...new Set(newest.flatMap((one) => (one.waits === 1 ? (one.operation_id ?? []) : [])))]
  if (ids.length === 0) return { places: [], partly }
  const places = await fittingOperations(store)(accountId, ids, terms)
  return { places, partly }
}
