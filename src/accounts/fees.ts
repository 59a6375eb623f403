// The fee schedules of accounts: read for every payment, set by the operator of the service.
import type { Clock } from '../core/clock.ts'
import { defaultFeeSchedules, type FeeSchedule } from '../core/fees.ts'
import type { PaymentMethod } from '../core/operation.ts'
import { prepared } from '../store/prepared.ts'
import { forgotten, remembered } from '../store/remembered.ts'
import type { Store } from '../store/store.ts'
import { run, type Write } from '../store/write.ts'

export type FeeReader = (accountId: string, paymentMethod: PaymentMethod) => Promise<FeeSchedule>

/** Reads an account's terms for a payment method. */
export function feeReader({ store, clock }: { store: Store; clock: Clock }): FeeReader {
  const byAccount = prepared((hole) =>
    store.db
      .selectFrom('fee_schedules')
      .select(['payment_method', 'percentage_millis', 'fixed_centavos'])
      .where('account_id', '=', hole('accountId'))
      .compile(),
  )
  const schedulesOf = remembered(clock, (accountId) => store.rows(byAccount({ accountId })))
  return async (accountId, paymentMethod) => {
    const rows = await schedulesOf(accountId)
    const row = rows.find((one) => one.payment_method === paymentMethod)
    const standard = defaultFeeSchedules[paymentMethod]
    return row ? { ...standard, percentageMillis: row.percentage_millis, fixedCentavos: row.fixed_centavos } : standard
  }
}

/** The writes that give an account other terms for a method, for payments made from then on. */
export function setFee(
  store: Store,
  terms: { accountId: string; method: PaymentMethod; percentageMillis: number; fixedCentavos: number },
): Write[] {
  const set = { percentage_millis: terms.percentageMillis, fixed_centavos: terms.fixedCentavos }
  const query = store.db
    .insertInto('fee_schedules')
    .values({ account_id: terms.accountId, payment_method: terms.method, ...set })
    .onConflict((conflict) => conflict.columns(['account_id', 'payment_method']).doUpdateSet(set))
  return [run(query.compile(), 1), forgotten(store)]
}
