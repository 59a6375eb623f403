// The fee schedules of accounts, as the operator of the service set them.
import { defaultFeeSchedules, type FeeSchedule } from '../core/fees.ts'
import type { PaymentMethod } from '../core/operation.ts'
import { prepared } from '../store/prepared.ts'
import type { Store } from '../store/store.ts'

/** Schedules change by hand, a few times a year; reading them again every few seconds is soon enough. */
const KEPT_MS = 5_000

/** Reads an account's terms for a payment method; terms read lately are not read again. */
export function feeReader(
  store: Store,
  wallMs: () => number,
): (accountId: string, paymentMethod: PaymentMethod) => Promise<FeeSchedule> {
  const kept = new Map<string, { terms: FeeSchedule; until: number }>()
  const byMethod = prepared((hole) =>
    store.db
      .selectFrom('fee_schedules')
      .select(['percentage_millis', 'fixed_centavos'])
      .where('account_id', '=', hole('accountId'))
      .where('payment_method', '=', hole('paymentMethod'))
      .compile(),
  )
  return async (accountId, paymentMethod) => {
    const key = `${accountId} ${paymentMethod}`
    const known = kept.get(key)
    if (known && known.until > wallMs()) return known.terms
    const { rows } = await store.db.executeQuery(byMethod({ accountId, paymentMethod }))
    const row = rows[0]
    const { ivaPercent } = defaultFeeSchedules[paymentMethod]
    const terms = row
      ? { percentageMillis: row.percentage_millis, fixedCentavos: row.fixed_centavos, ivaPercent }
      : defaultFeeSchedules[paymentMethod]
    if (kept.size > 10_000) kept.clear()
    kept.set(key, { terms, until: wallMs() + KEPT_MS })
    return terms
  }
}
