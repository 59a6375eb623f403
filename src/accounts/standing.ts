// Checks for every payment whether the account is open and within its limits, which the operator of the service sets.
import { sql } from 'kysely'
import { formatAmount } from '../core/money.ts'
import { Failure } from '../failures.ts'
import type { Operation } from '../store/operation.ts'
import { prepared } from '../store/prepared.ts'
import { remembered } from '../store/remembered.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import { run, type Write } from '../store/write.ts'
import type { AccountRow } from './tables.ts'

/** The refusals of `Admit`. */
export const NOT_ADMITTED = ['account-suspended', 'payment-beyond-limit', 'day-limit-reached'] as const

export type Standing = Pick<
  AccountRow,
  'suspended_at' | 'suspended_because' | 'payment_limit_centavos' | 'day_limit_centavos'
>

/** The states of a payment that uses the limit of its day. */
export const takenStatuses: readonly Operation['status'][] = ['pending', 'authorized', 'paid']

/** A requested payment; `day` is the Mexico City day of its creation. */
interface Admitted {
  accountId: string
  amountCentavos: number
  day: string
}

/**
 * Returns the writes for the batch that creates the payment. Fails with `account-suspended`, `payment-beyond-limit` and
 * `day-limit-reached`. For an account with a daily limit the batch throws `Unmet` when other payments used the rest of the
 * limit meanwhile: call it again.
 */
export type Admit = (payment: Admitted) => Promise<Write[]>

export function admission({ store, clock }: StoreAndClock): Admit {
  const byAccount = prepared((hole) =>
    store.db
      .selectFrom('accounts')
      .select(['suspended_at', 'suspended_because', 'payment_limit_centavos', 'day_limit_centavos'])
      .where('id', '=', hole('accountId'))
      .compile(),
  )
  const standingOf = remembered(clock, async (accountId) => (await store.rows<Standing>(byAccount({ accountId })))[0])
  return async (payment) => {
    const standing = await standingOf(payment.accountId)
    if (standing === undefined) return []
    if (standing.suspended_at !== null) throw new Failure('account-suspended')
    const { payment_limit_centavos: most, day_limit_centavos: maxOfDay } = standing
    if (most !== null && payment.amountCentavos > most)
      throw new Failure('payment-beyond-limit', { values: { limit: formatAmount(most) } })
    if (maxOfDay === null) return []
    const left = maxOfDay - (await takenOf(store, payment))
    if (payment.amountCentavos > left) {
      const values = { limit: formatAmount(maxOfDay), left: formatAmount(Math.max(0, left)) }
      throw new Failure('day-limit-reached', { values })
    }
    return [takeWrite(store, payment, maxOfDay)]
  }
}

/** What the day has used of its limit, in centavos. */
export async function takenOf({ db }: Store, { accountId, day }: Omit<Admitted, 'amountCentavos'>): Promise<number> {
  const row = await db
    .selectFrom('account_days')
    .select(['day', 'taken_centavos'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  // Another process with a clock ahead of ours may have begun the next day.
  return row === undefined || row.day < day ? 0 : row.taken_centavos
}

/**
 * One row, written under the condition that the limit is not passed, so that concurrent payments together stay within the
 * limit.
 */
function takeWrite({ db }: Store, { accountId, amountCentavos, day }: Admitted, maxCentavos: number): Write {
  const isNew = sql<boolean>`account_days.day < excluded.day`
  const query = db
    .insertInto('account_days')
    .values({ account_id: accountId, day, taken_centavos: amountCentavos })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({
          day: sql<string>`case when ${isNew} then excluded.day else account_days.day end`,
          taken_centavos: sql<number>`case when ${isNew} then excluded.taken_centavos
            else account_days.taken_centavos + excluded.taken_centavos end`,
        })
        .where(
          sql<boolean>`(${isNew} or account_days.taken_centavos + excluded.taken_centavos <= cast(${maxCentavos} as bigint))`,
        ),
    )
  return run(query.compile(), 1)
}
