// The writes of a dispute to the totals by day of posting.
import type { Operation } from '../../store/operation.ts'
import type { Write } from '../../store/write.ts'
import { type Disputed, type DisputeStep, disputeCounts } from './dispute-counts.ts'
import { addPosted } from './writes.ts'

export function disputeTotalsWrite(
  { account_id, rail, card_brand, operator }: Operation,
  dispute: Disputed,
  { day, step }: { day: string; step: DisputeStep },
): Write {
  const key = { account_id, rail, card_brand, operator }
  return addPosted(
    disputeCounts(dispute, step).flatMap((counted) => [
      { ...key, ...counted, unit: 'day' as const, period: day },
      { ...key, ...counted, unit: 'month' as const, period: day.slice(0, 7) },
    ]),
  )
}
