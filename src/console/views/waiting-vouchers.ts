// Vouchers that wait to be paid, by their last instant: the first to end comes first. Reads a bounded range of an index.
import Type, { type Static } from 'typebox'
import { choice, orNull } from '../../api/fields.ts'
import { findChain } from '../../core/chains.ts'
import { formatAmount } from '../../core/money.ts'
import { railNames, rails } from '../../core/rail.ts'
import { addDays, dayEndAt, mexicoCityDay, mexicoCityTime } from '../../core/time.ts'
import { endingVouchers } from '../../operations/ending.ts'
import type { Store } from '../../store/store.ts'

/** How many are shown at most. */
const MAX = 100

/** In days that can be asked for: `2` is today and tomorrow. */
export const VOUCHER_SPANS = ['2', '7', 'all'] as const

interface WaitingVouchers {
  accountId: string
  now: string
  span: (typeof VOUCHER_SPANS)[number]
}

const WaitingVoucher = Type.Object(
  {
    transaction: Type.String(),
    payment_method: choice(railNames.map((name) => rails[name].code)),
    chain: Type.String({ description: 'Its name for payers; empty without one' }),
    amount: Type.String(),
    description: Type.String(),
    reference: orNull(Type.String()),
    expires_at: Type.String(),
  },
  { title: 'WaitingVoucher' },
)

export const VouchersShown = Type.Object({
  vouchers: Type.Array(WaitingVoucher),
  more: Type.Boolean({ description: 'There are more than are shown' }),
})

export async function waitingVouchers(
  store: Store,
  { accountId, now, span }: WaitingVouchers,
): Promise<Static<typeof VouchersShown>> {
  const until = span === 'all' ? undefined : dayEndAt(addDays(mexicoCityDay(now), Number(span) - 1))
  const rows = await endingVouchers(store, { accountId, after: now, until, limit: MAX + 1 })
  return {
    vouchers: rows.slice(0, MAX).map((row) => ({
      transaction: row.id,
      payment_method: rails[row.rail].code,
      chain: row.chain === null ? '' : (findChain(row.chain)?.name ?? row.chain),
      amount: formatAmount(Number(row.total_centavos)),
      description: row.description,
      reference: row.reference_number,
      expires_at: mexicoCityTime(row.expires_at ?? now),
    })),
    more: rows.length > MAX,
  }
}
