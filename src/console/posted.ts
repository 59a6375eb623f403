// The paid, refunded and disputed amounts on the days of a payout, from the totals by day: no operation is read.
import Type, { type Static } from 'typebox'
import { formatAmount } from '../core/money.ts'
import type { Store } from '../store/store.ts'

export const PostedSums = Type.Object(
  { sales: Type.String(), returned: Type.String(), disputed: Type.String() },
  { title: 'PostedSums' },
)

type PostedSums = Static<typeof PostedSums>

/** Days are those of posting, both included; undefined means no bound. */
export async function readPosted(
  { db }: Store,
  { accountId, from, to }: { accountId: string; from: string | undefined; to: string | undefined },
): Promise<PostedSums> {
  const rows = await db
    .selectFrom('posted_totals')
    .select((eb) => ['status', eb.fn.sum<number>('total_centavos').as('centavos')])
    .where('account_id', '=', accountId)
    .where('unit', '=', 'day')
    .where('period', '>=', from ?? '')
    .where('period', '<=', to ?? '9999')
    .groupBy('status')
    .execute()
  const sumOf = (...statuses: string[]) =>
    formatAmount(
      rows.filter(({ status }) => statuses.includes(status)).reduce((sum, { centavos }) => sum + Number(centavos), 0),
    )
  return {
    // A payment that was given back later was a sale of its day.
    sales: sumOf('paid', 'cancelled'),
    returned: sumOf('reversed', 'refunded'),
    disputed: sumOf('disputed'),
  }
}
