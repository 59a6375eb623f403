// The writes that count operations in the totals: by the day of their creation, and by the day of their posting.
import { affiliatePart } from '../../core/affiliate-part.ts'
import { mexicoCityDay } from '../../core/time.ts'
import type { Operation } from '../../store/operation.ts'
import { add, type Write } from '../../store/write.ts'
import type { DailyTotalRow, MonthlyTotalRow, PostedTotalRow } from '../tables.ts'

/** Counts operations by day and by month, each with 1, or with -1 to take it off. */
export function countedWrites(...operations: [Operation, 1 | -1][]): Write[] {
  return [
    add('daily_totals', dailyKey, ...operations.map(([operation, sign]) => totalsRow(operation, sign))),
    add('monthly_totals', monthlyKey, ...operations.map(([operation, sign]) => monthRow(operation, sign))),
  ]
}

/**
 * Counts a payment on the day of its posting, and a reversal on the day of the reversal, so that the totals of a past day
 * do not change.
 */
export function postedWrites(moved: Operation, from: Operation['status'], at: string): Write[] {
  const posted = (day: string, status: PostedTotalRow['status'], sign: 1 | -1) => {
    const { day: _, ...counted } = { ...totalsRow(moved, sign), status }
    return [
      { ...counted, unit: 'day' as const, period: day },
      { ...counted, unit: 'month' as const, period: day.slice(0, 7) },
    ]
  }
  const { posted_day: day } = moved
  if (day === null) return []
  if (moved.status === 'paid') return [addPosted(posted(day, 'paid', 1))]
  if (from !== 'paid') return []
  // A share that the affiliate keeps stays a commission: the merchant pays it.
  const kept = moved.affiliate_centavos - affiliatePart(moved, { amountCentavos: moved.total_centavos })
  const reversed = posted(mexicoCityDay(at), 'reversed', 1).map((row) => ({
    ...row,
    commission_centavos: row.commission_centavos - kept,
  }))
  return [addPosted([...posted(day, 'paid', -1), ...posted(day, 'cancelled', 1), ...reversed])]
}

/** Adds to the totals by day of posting. */
export function addPosted(rows: Omit<PostedTotalRow, 'shard'>[]): Write {
  return add('posted_totals', ['account_id', 'unit', 'period', ...totalsKey], ...rows)
}

const totalsKey = ['rail', 'card_brand', 'operator', 'status'] as const
const dailyKey = ['account_id', 'day', ...totalsKey] as const
const monthlyKey = ['account_id', 'month', ...totalsKey] as const

/** Written out, because copies of rows are a part of every payment. */
function monthRow(operation: Operation, sign: 1 | -1): Omit<MonthlyTotalRow, 'shard'> {
  const { account_id, day, rail, card_brand, operator, status, operations, total_centavos, commission_centavos } =
    totalsRow(operation, sign)
  const month = day.slice(0, 7)
  return { account_id, month, rail, card_brand, operator, status, operations, total_centavos, commission_centavos }
}

function totalsRow(operation: Operation, sign: 1 | -1): Omit<DailyTotalRow, 'shard'> {
  return {
    account_id: operation.account_id,
    day: operation.day,
    rail: operation.rail,
    card_brand: operation.card_brand,
    operator: operation.operator,
    status: operation.status,
    operations: sign,
    total_centavos: sign * operation.total_centavos,
    commission_centavos: sign * (operation.fee_centavos + operation.iva_centavos + operation.affiliate_centavos),
  }
}
