// The writes that count an operation in the totals of its day and month.
import type { Operation } from '../store/operation.ts'
import type { DailyTotalRow } from '../store/tables.ts'
import { add, type Write } from '../store/write.ts'

type DailyCount = Omit<DailyTotalRow, 'shard'>

/** Counts rows by day and by month. */
export function totalsWrites(...rows: DailyCount[]): Write[] {
  return [
    add('daily_totals', ['account_id', 'day', ...totalsKey], ...rows),
    add(
      'monthly_totals',
      ['account_id', 'month', ...totalsKey],
      ...rows.map(({ day, ...counted }) => ({ month: day.slice(0, 7), ...counted })),
    ),
  ]
}

export const totalsKey = ['rail', 'card_brand', 'operator', 'status'] as const

export function totalsRow(operation: Operation, sign: 1 | -1): DailyCount {
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
