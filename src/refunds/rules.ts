// An account's terms of refunds: the number of days, whether fees come back, and the rule for a refund above what the
// merchant is owed.
import { type Actor, trailWrite } from '../accounts/trail/record.ts'
import type { Rail } from '../core/rail.ts'
import { decide } from '../store/decide.ts'
import { rowOf } from '../store/rows.ts'
import { setRow } from '../store/set-row.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import type { Write } from '../store/write.ts'
import type { RefundRulesRow } from './tables.ts'

/** The number of days after the payment in which it may be refunded, unless the account has other terms. */
const STANDARD_DAYS = 180
export const MAX_DAYS = 3_650

export type RefundRules = Omit<RefundRulesRow, 'account_id' | 'updated_at'>

const standardRules: RefundRules = {
  beyond_balance: 'refuse',
  card_days: STANDARD_DAYS,
  store_days: STANDARD_DAYS,
  spei_days: STANDARD_DAYS,
  card_fee_back: 0,
  store_fee_back: 0,
  spei_fee_back: 0,
}

const termColumns = {
  card: { days: 'card_days', feeBack: 'card_fee_back' },
  store: { days: 'store_days', feeBack: 'store_fee_back' },
  spei: { days: 'spei_days', feeBack: 'spei_fee_back' },
} as const satisfies Record<Rail, { days: keyof RefundRules; feeBack: keyof RefundRules }>

/** `standardRules` for an account without its own rules. */
export async function readRules({ db }: Store, accountId: string): Promise<RefundRules> {
  const row = await rowOf(db, 'refund_rules', { account_id: accountId })
  if (row === undefined) return standardRules
  const { account_id: _, updated_at: __, ...rules } = row
  return rules
}

/**
 * Changes an account's terms, for later refunds, with their audit record and more writes: by what they are when they are written. Returns the
 * new terms.
 */
export function changeRules(
  { store, clock }: StoreAndClock,
  by: Actor,
  accountId: string,
  { change, extra }: { change(before: RefundRules): RefundRules; extra?(after: RefundRules): Write[] },
): Promise<RefundRules> {
  return decide(
    async () => {
      const before = await readRules(store, accountId)
      const after = change(before)
      await store.commit([
        setRow(store, 'refund_rules', {
          key: { account_id: accountId },
          before,
          set: { ...after, updated_at: clock.now() },
        }),
        trailWrite(clock, by, { accountId, action: 'refund_rules.changed', subject: accountId, before, after }),
        ...(extra?.(after) ?? []),
      ])
      return after
    },
    { row: `refund rules ${accountId}` },
  )
}

/** The terms of a way of paying. */
export function termsOf(rules: RefundRules, rail: Rail): { days: number; feeBack: boolean } {
  const { days, feeBack } = termColumns[rail]
  return { days: rules[days], feeBack: rules[feeBack] === 1 }
}

export function withDays(rules: RefundRules, rail: Rail, days: number): RefundRules {
  return { ...rules, [termColumns[rail].days]: days }
}

/** Whether the fee of a way of paying comes back with its refunds. */
export function withFeeBack(rules: RefundRules, rail: Rail, isBack: boolean): RefundRules {
  return { ...rules, [termColumns[rail].feeBack]: isBack ? 1 : 0 }
}
