// A merchant's rules of payouts: the smallest one, and what each leaves on the balance for refunds.
import { owedLessWrite } from '../accounts/owed-less.ts'
import { type Actor, trailWrite } from '../accounts/trail/record.ts'
import { formatAmount } from '../core/money.ts'
import { rowOf } from '../store/rows.ts'
import { setRow } from '../store/set-row.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import type { Write } from '../store/write.ts'
import type { PayoutRulesRow } from './tables.ts'

export type PayoutRules = Omit<PayoutRulesRow, 'account_id' | 'updated_at'>

const standardRules: PayoutRules = { minimum_centavos: 0, keep_centavos: 0 }

/** In centavos, both zero for an account without rules of its own. */
export async function readPayoutRules({ db }: Store, accountId: string): Promise<PayoutRules> {
  const row = await rowOf(db, 'payout_rules', { account_id: accountId }, ['minimum_centavos', 'keep_centavos'])
  return row ?? standardRules
}

/** The writes that change the rules, with their audit record; none without a change. `Unmet` when they are not `before` any more. */
export function payoutRulesWrites(
  { store, clock }: StoreAndClock,
  by: Actor,
  { accountId, before, after }: { accountId: string; before: PayoutRules; after: PayoutRules },
): Write[] {
  const names = Object.keys(before) as (keyof PayoutRules)[]
  if (names.every((name) => before[name] === after[name])) return []
  const set = { ...after, updated_at: clock.now() }
  const [shownBefore, shownAfter] = [presentPayoutRules(before), presentPayoutRules(after)]
  return [
    setRow(store, 'payout_rules', { key: { account_id: accountId }, before, set }),
    // A payout that another process is booking has read the rules before.
    owedLessWrite(store, accountId),
    trailWrite(clock, by, {
      accountId,
      action: 'payout_rules.changed',
      subject: accountId,
      before: shownBefore,
      after: shownAfter,
    }),
  ]
}

/**
 * What is paid of what is due, in centavos; 0: nothing yet. `freeCentavos` is what is owed in all, due or not, less what waiting refunds
 * will take: what the rules keep is left of that.
 */
export function payableOf(
  { dueCentavos, freeCentavos }: { dueCentavos: number; freeCentavos: number },
  { minimum_centavos, keep_centavos }: PayoutRules,
): number {
  const payable = Math.min(dueCentavos, freeCentavos - keep_centavos)
  return payable > 0 && payable >= minimum_centavos ? payable : 0
}

export function presentPayoutRules({ minimum_centavos, keep_centavos }: PayoutRules) {
  return { minimum: formatAmount(minimum_centavos), keep: formatAmount(keep_centavos) }
}
