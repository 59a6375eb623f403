// Lines that were posted at one moment with the books of an account and with all books: neither run saw those of the other.
import { UNMATCHED_ACCOUNT } from '../ledger/owner.ts'
import type { StoreAndClock } from '../store/store.ts'
import { identityOfLine, readKnown } from './known-lines.ts'
import type { Movement } from './movement.ts'
import { takeBack } from './supersede.ts'
import type { StatementRow } from './tables.ts'

/**
 * Read after the lines were written, so that the later of two runs sees both: the account's line stands, and the other one is taken back. Answers whether
 * one was; then the movements are judged again. May be run again, also after it was killed anywhere.
 */
export async function takeBackTwice(
  needs: StoreAndClock,
  statement: StatementRow,
  movements: readonly Movement[],
): Promise<boolean> {
  if (movements.length === 0) return false
  const { rows } = await readKnown(needs.store, statement, movements)
  const ofAccounts = new Set(rows.filter((row) => row.account_id !== UNMATCHED_ACCOUNT).map(identityOfLine))
  const twice = rows.filter((row) => row.account_id === UNMATCHED_ACCOUNT && ofAccounts.has(identityOfLine(row)))
  await takeBack(needs, statement, twice)
  return twice.length > 0
}
