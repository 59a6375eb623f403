// Looks through the operations of an account whose words are not in the index yet, so that new writes are found at once.
import type { Store } from '../store/store.ts'
import { unindexed } from '../store/unindexed.ts'
import type { Place } from './look.ts'
import { hasEach, type Term } from './terms.ts'
import { foundColumns, wordsOfOperation, wordsOfText } from './words.ts'

/** How many of the newest changes are looked through. Older ones are found once the index has caught up. */
const MOST_WAITING = 100

/** The operations that fit each term, in no order. */
export async function waitingWith({ db }: Store, accountId: string, terms: readonly Term[]): Promise<Place[]> {
  const changed = await db
    .selectFrom('finding_queue')
    .select(['operation_id', 'found_by'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(MOST_WAITING)
    .execute()
  if (changed.length === 0) return []
  const rows = await db
    .selectFrom('operations')
    .select(['id', 'day', ...foundColumns])
    .where('id', 'in', [...new Set(changed.map(({ operation_id }) => operation_id))])
    .where(unindexed('account_id'), '=', accountId)
    .execute()
  return rows
    .filter((row) => {
      const texts = changed.filter(({ operation_id }) => operation_id === row.id).map(({ found_by }) => found_by)
      return hasEach([...wordsOfOperation(row), ...texts.flatMap(wordsOfText)], row.total_centavos, terms)
    })
    .map(({ day, id }) => ({ day, id }))
}
