// Refusals of cards within an hour, counted by ten minutes: the last seven counters cover any hour, wherever it begins.
import { dayStartMs, HOUR_MS, type Instant, instantPlus, mexicoCityTime } from '../../core/time.ts'
import type { Store } from '../../store/store.ts'
import type { Counted } from './counters.ts'

const SLOT_MS = HOUR_MS / 6

/** Ten minutes of Mexico City. Sample: `2026-11-20T10:2` is from 10:20 to 10:30. */
export function slotOf(instant: Instant): string {
  return mexicoCityTime(instant).slice(0, '2026-11-20T10:2'.length)
}

/** Refusals of one subject: the number of each slot, oldest first. */
export type Refusals = readonly { period: string; payments: number }[]

export function sumOf(refusals: Refusals): number {
  return refusals.reduce((sum, { payments }) => sum + payments, 0)
}

/** The seconds until fewer than `most` of them count. */
export function secondsUntilFewer(refusals: Refusals, most: number, now: Instant): number {
  let left = sumOf(refusals)
  const last = refusals.find(({ payments }) => {
    left -= payments
    return left < most
  })
  return last === undefined ? 0 : (startMs(last.period) + SLOT_MS + HOUR_MS - Date.parse(now)) / 1_000
}

/** The refusals that count now, by counter. */
export async function readRefusals(store: Store, counters: readonly Counted[], now: Instant) {
  const rows = await store.db
    .selectFrom('risk_counters')
    .select(['counted', 'period', 'payments'])
    .where('account_id', '=', counters[0]?.accountId ?? '')
    .where('period', '>=', slotOf(instantPlus(now, -HOUR_MS)))
    .where(({ or, and, eb }) =>
      or(counters.map(({ of, subject }) => and([eb('counted', '=', of), eb('subject', '=', subject)]))),
    )
    .orderBy('period')
    .execute()
  return Map.groupBy(rows, ({ counted }) => counted)
}

function startMs(period: string): number {
  const [day = '', hour = '', ten = ''] = period.split(/[T:]/)
  return dayStartMs(day) + (Number(hour) + Number(ten) / 6) * HOUR_MS
}
