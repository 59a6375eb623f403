// The fee schedules of accounts: read for every payment, set by the operator of the service.
import { defaultFeeSchedules, type FeeSchedule } from '../core/fees.ts'
import { type PaymentMethod, paymentMethods } from '../core/operation.ts'
import { prepared } from '../store/prepared.ts'
import type { Store } from '../store/store.ts'
import { run, type Write } from '../store/write.ts'

/** Schedules change by hand, a few times a year; reading them again every few seconds is soon enough. */
const KEPT_MS = 5_000

export interface FeeReader {
  (accountId: string, paymentMethod: PaymentMethod): Promise<FeeSchedule>
  /** Reads the account's terms again next time, in this process; others do so within seconds. */
  forget(accountId: string): void
}

/** Reads an account's terms for a payment method; terms read lately are not read again. */
export function feeReader(store: Store, wallMs: () => number): FeeReader {
  const kept = new Map<string, { terms: FeeSchedule; until: number }>()
  const byMethod = prepared((hole) =>
    store.db
      .selectFrom('fee_schedules')
      .select(['percentage_millis', 'fixed_centavos'])
      .where('account_id', '=', hole('accountId'))
      .where('payment_method', '=', hole('paymentMethod'))
      .compile(),
  )
  const read = async (accountId: string, paymentMethod: PaymentMethod): Promise<FeeSchedule> => {
    const key = keyOf(accountId, paymentMethod)
    const known = kept.get(key)
    if (known && known.until > wallMs()) return known.terms
    const rows = await store.rows(byMethod({ accountId, paymentMethod }))
    const row = rows[0]
    const { ivaPercent } = defaultFeeSchedules[paymentMethod]
    const terms = row
      ? { percentageMillis: row.percentage_millis, fixedCentavos: row.fixed_centavos, ivaPercent }
      : defaultFeeSchedules[paymentMethod]
    if (kept.size > 10_000) kept.clear()
    kept.set(key, { terms, until: wallMs() + KEPT_MS })
    return terms
  }
  const forget = (accountId: string) => {
    for (const method of Object.keys(paymentMethods)) kept.delete(keyOf(accountId, method))
  }
  return Object.assign(read, { forget })
}

/** The write that gives an account other terms for a method, for payments made from then on. */
export function setFee(
  store: Store,
  terms: { accountId: string; method: PaymentMethod; percentageMillis: number; fixedCentavos: number },
): Write {
  const set = { percentage_millis: terms.percentageMillis, fixed_centavos: terms.fixedCentavos }
  const query = store.db
    .insertInto('fee_schedules')
    .values({ account_id: terms.accountId, payment_method: terms.method, ...set })
    .onConflict((conflict) => conflict.columns(['account_id', 'payment_method']).doUpdateSet(set))
  return run(query.compile(), 1)
}

function keyOf(accountId: string, method: string): string {
  return `${accountId} ${method}`
}
