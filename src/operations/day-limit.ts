// Gives an operation's amount back to the daily limit; `accounts/standing` takes it.
import type { Operation } from '../store/operation.ts'
import type { Store } from '../store/store.ts'
import { run, type Write } from '../store/write.ts'

/**
 * A declined, cancelled or expired operation gives its amount back to its day, if the account has a limit. Unrequested
 * money is never refused for the limit, and counts only when the day already has a row.
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
