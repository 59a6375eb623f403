// What becomes of the limit of a day when an operation of that day moves on: `accounts/standing` takes of it, this gives back.
import type { Operation } from '../store/operation.ts'
import type { Store } from '../store/store.ts'
import { run, type Write } from '../store/write.ts'

/**
 * What is declined, cancelled or expires leaves room in the limit of its day, where the account has one. What came unasked is not refused for
 * the limit, and counts when something else of its day did.
 */
export function dayWrites(
  { db }: Pick<Store, 'db'>,
  from: Operation['status'],
  { account_id, day, status, total_centavos }: Operation,
): Write[] {
  const counts = (one: Operation['status']) => (one === 'pending' || one === 'paid' ? total_centavos : 0)
  const more = counts(status) - counts(from)
  if (more === 0) return []
  const query = db
    .updateTable('account_days')
    .set((eb) => ({
      taken_centavos: eb
        .case()
        .when(eb('taken_centavos', '<', -more))
        .then(0)
        .else(eb('taken_centavos', '+', more))
        .end(),
    }))
    .where('account_id', '=', account_id)
    .where('day', '=', day)
  return [run(query.compile())]
}
