// Counts the number and the sum of payments of a card, a customer or an address in an hour or a day, in the batch of the
// payment.
import type { Task } from '../../core/task.ts'
import { addDays, mexicoCityDay, mexicoCityTime } from '../../core/time.ts'
import { across } from '../../store/across.ts'
import { columns } from '../../store/columns.ts'
import type { Store, StoreAndClock } from '../../store/store.ts'
import { run, type Write } from '../../store/write.ts'
import { forgetTries } from './card-tries.ts'
import type { RiskCounterRow } from './tables.ts'

/** A counter and its limit. */
export interface Counted {
  accountId: string
  of: string
  subject: string
  /** `2026-11-20T10` or `2026-11-20`, of Mexico City. */
  period: string
  maxPayments: number | null
  maxCentavos: number | null
}

export function periodOf(per: 'hour' | 'day', instant: string): string {
  return mexicoCityTime(instant).slice(0, per === 'hour' ? 13 : 10)
}

/** Whether a payment of this amount would be within every limit, by the present counters. */
export async function withinLimits(store: Store, limits: Counted[], amountCentavos: number): Promise<boolean> {
  if (limits.length === 0) return true
  const { accountId } = limits[0] as Counted
  const rows = await store.db
    .selectFrom('risk_counters')
    .select(columns.risk_counters)
    .where('account_id', '=', accountId)
    .where(({ or, and, eb }) =>
      or(
        limits.map(({ of, subject, period }) =>
          and([eb('counted', '=', of), eb('subject', '=', subject), eb('period', '=', period)]),
        ),
      ),
    )
    .execute()
  return limits.every((limit) => {
    const row = rows.find((one) => sameCounter(one, limit))
    return (
      (limit.maxPayments === null || (row?.payments ?? 0) + 1 <= limit.maxPayments) &&
      (limit.maxCentavos === null || (row?.total_centavos ?? 0) + amountCentavos <= limit.maxCentavos)
    )
  })
}

/** Counts one payment. The batch is refused (`Unmet`) when another payment has used the limit up meanwhile. */
export function countPayment(store: Store, limit: Counted, amountCentavos: number): Write {
  const query = store.db
    .insertInto('risk_counters')
    .values({
      account_id: limit.accountId,
      counted: limit.of,
      subject: limit.subject,
      period: limit.period,
      payments: 1,
      total_centavos: amountCentavos,
    })
    .onConflict((taken) =>
      taken
        .columns(['account_id', 'counted', 'subject', 'period'])
        .doUpdateSet(({ ref, eb }) => ({
          payments: eb(ref('risk_counters.payments'), '+', 1),
          total_centavos: eb(ref('risk_counters.total_centavos'), '+', amountCentavos),
        }))
        .where('risk_counters.payments', '<', limit.maxPayments ?? Number.MAX_SAFE_INTEGER)
        .where('risk_counters.total_centavos', '<=', (limit.maxCentavos ?? Number.MAX_SAFE_INTEGER) - amountCentavos),
    )
  return run(query.compile(), 1)
}

/** Deletes expired counters, once a day and process: those of before yesterday, and cards without a counted try. */
export function forgetCountersTask({ store, clock }: StoreAndClock): Task {
  let doneOn = ''
  return {
    name: 'forget risk counters',
    run: async () => {
      const today = mexicoCityDay(clock.now())
      if (doneOn === today) return 0
      const yesterday = addDays(today, -1)
      const oldest = await store.db
        .selectFrom('risk_counters')
        .select('period')
        .orderBy('period')
        .limit(1)
        .modifyEnd(across('due'))
        .executeTakeFirst()
      if (oldest !== undefined && oldest.period < yesterday) {
        const old = store.db.deleteFrom('risk_counters').where('period', '<', yesterday).modifyEnd(across('due'))
        await store.commit([run(old.compile())])
      }
      await store.commit([forgetTries(store, clock.now())])
      doneOn = today
      return 0
    },
  }
}

function sameCounter(row: RiskCounterRow, limit: Counted): boolean {
  return row.counted === limit.of && row.subject === limit.subject && row.period === limit.period
}
