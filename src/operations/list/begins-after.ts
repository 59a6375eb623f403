// Where a page of a list of operations begins: after an operation that the caller names.
import { Failure } from '../../failures.ts'
import type { Store } from '../../store/store.ts'
import type { Place } from '../finding/places.ts'

/**
 * The place of an operation in the list by day of creation, or of posting. `parameters-invalid` for another account's operation, and for one
 * that is not in the list, because it was never posted.
 */
export async function placeOf(
  { db }: Store,
  accountId: string,
  id: string,
  by: 'day' | 'posted_day' = 'day',
): Promise<Place> {
  const row = await db
    .selectFrom('operations')
    .select(`${by} as day`)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (row?.day) return { day: row.day, id }
  throw new Failure('parameters-invalid', {
    fields: {
      starting_after: [
        ['starting_after no es una operación de esta cuenta', 'starting_after is not an operation of this account'],
      ],
    },
  })
}
