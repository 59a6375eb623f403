// Gives an operation's amount back to the daily limit; `accounts/standing` takes it.
import { takenStatuses } from '../accounts/standing.ts'
import type { Operation } from '../store/operation.ts'
import type { Store } from '../store/store.ts'
import { run, type Write } from '../store/write.ts'

/**
 * A declined, cancelled or expired operation gives its amount back to its day, if the account has a limit, and a captured one what was not captured. Unrequested
 * money is never refused for the limit, and counts only when the day already has a row.
 */
export function dayWrites(
  { db }: Pick<Store, 'db'>,
  from: Pick<Operation, 'status' | 'total_centavos'>,
  moved: Operation,
): Write[] {
  const { account_id, day } = moved
  const counts = ({ status, total_centavos }: typeof from) => (takenStatuses.includes(status) ? total_centavos : 0)
  const more = counts(moved) - counts(from)
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
