// Looks through the operations of an account whose words are not in the index yet, so that new writes are found at once.
import { sql } from 'kysely'
import type { Store } from '../store/store.ts'
import { unindexed } from '../store/unindexed.ts'
import type { Place } from './look.ts'
import { hasEach, type Term } from './terms.ts'
import { furtherWords } from './texts.ts'
import { foundColumns, wordsOfOperation } from './words.ts'

/** How many of the newest events are looked through. Older ones are found once the index has caught up. */
const MOST_WAITING = 100

/** The operations that fit each term, in no order. */
export async function waitingWith(store: Store, accountId: string, terms: readonly Term[]): Promise<Place[]> {
  const { db } = store
  const touched = await sql<{ operation_id: string }>`select distinct newest.operation_id
    from (select bucket, position, id, operation_id from events where account_id = ${accountId}
      order by id desc limit ${sql.lit(MOST_WAITING)}) as newest
      join cursors on cursors.reader = 'search' and cursors.bucket = newest.bucket
    where newest.operation_id is not null and (newest.position, newest.id) > (cursors.position, cursors.id)`.execute(db)
  const ids = touched.rows.map(({ operation_id }) => operation_id)
  if (ids.length === 0) return []
  const [rows, more] = await Promise.all([
    db
      .selectFrom('operations')
      .select(['id', 'day', ...foundColumns])
      .where('id', 'in', ids)
      .where(unindexed('account_id'), '=', accountId)
      .execute(),
    furtherWords(store)(ids),
  ])
  return rows
    .filter((row) => hasEach([...wordsOfOperation(row), ...(more.get(row.id) ?? [])], row.total_centavos, terms))
    .map(({ day, id }) => ({ day, id }))
}
