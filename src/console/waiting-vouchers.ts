// Vouchers that wait to be paid, by their last instant: the first to end comes first. Reads a bounded range of an index.
import { sql } from 'kysely'
import { formatAmount } from '../core/money.ts'
import { railOf } from '../core/rail.ts'
import { addDays, dayEndAt, mexicoCityDay, mexicoCityTime } from '../core/time.ts'
import type { Store } from '../store/store.ts'

/** At most so many are shown. */
const MAX = 100

/** In days that can be asked for: `2` is today and tomorrow. */
export const VOUCHER_SPANS = ['2', '7', 'all'] as const

export interface WaitingVouchers {
  accountId: string
  now: string
  span: (typeof VOUCHER_SPANS)[number]
}

/** `more`: there are more than are shown. */
export async function waitingVouchers({ db }: Store, { accountId, now, span }: WaitingVouchers) {
  let query = db
    .selectFrom('operations')
    .select(['id', 'rail', 'chain', 'total_centavos', 'description', 'reference_number', 'expires_at'])
    .where('account_id', '=', accountId)
    .where('status', '=', sql.lit('pending' as const))
    .where('expires_at', '>', now)
  if (span !== 'all') query = query.where('expires_at', '<=', dayEndAt(addDays(mexicoCityDay(now), Number(span) - 1)))
  const rows = await query
    .orderBy('expires_at')
    .limit(MAX + 1)
    .execute()
  return {
    vouchers: rows.slice(0, MAX).map((row) => ({
      transaction: row.id,
      payment_method: railOf(row.rail).code,
      chain: row.chain ?? '',
      amount: formatAmount(Number(row.total_centavos)),
      description: row.description,
      reference: row.reference_number,
      expires_at: mexicoCityTime(row.expires_at ?? now),
    })),
    more: rows.length > MAX,
  }
}
