// The payout of the merchant that a payment's money went into: the one that stands, else the last that did not arrive.
import { addDays } from '../core/time.ts'
import type { Store } from '../store/store.ts'
import { failedPayouts } from './covered.ts'
import type { PayoutRow } from './tables.ts'

/** A payout follows its days within this many. */
const PAYOUT_DAYS = 60

type Told = Pick<PayoutRow, 'id' | 'day' | 'state' | 'amount_centavos'>

/**
 * What a refused or returned payout did not pay is paid by a later one, which covers the same days or carries the lines. Undefined: no payout
 * has the day yet.
 */
export async function payoutOf(
  db: Store['db'],
  { accountId, posted }: { accountId: string; posted: string },
): Promise<Told | undefined> {
  const covering = await db
    .selectFrom('payouts')
    .select(['id', 'day', 'state', 'amount_centavos'])
    .where('account_id', '=', accountId)
    .where('affiliate', '=', '')
    .where('day', '>=', posted)
    .where('day', '<=', addDays(posted, PAYOUT_DAYS))
    .where('from_day', '<=', posted)
    .where('to_day', '>=', posted)
    .orderBy('day', 'desc')
    .execute()
  const [last] = covering
  const standing = covering.find(stands)
  if (last === undefined || standing !== undefined) return standing ?? last
  const carriers = await db
    .selectFrom('payouts')
    .innerJoin('payout_lines', (join) =>
      join
        .onRef('payout_lines.account_id', '=', 'payouts.account_id')
        .onRef('payout_lines.payout_id', '=', 'payouts.id'),
    )
    .select(['payouts.id', 'payouts.day', 'payouts.state', 'payouts.amount_centavos'])
    .where('payouts.account_id', '=', accountId)
    .where('payouts.affiliate', '=', '')
    .where('payouts.day', '>', last.day)
    .where('payouts.day', '<=', addDays(last.day, PAYOUT_DAYS))
    .where(
      'payout_lines.carried_from',
      'in',
      covering.map(({ id }) => id),
    )
    .orderBy('payouts.day', 'desc')
    .execute()
  return carriers.find(stands) ?? carriers[0] ?? last
}

/** Whether the merchant has its amount, or is about to: otherwise the merchant is owed it again. */
export function stands({ state }: Pick<PayoutRow, 'state'>): boolean {
  return !failedPayouts.some((failed) => failed === state)
}
