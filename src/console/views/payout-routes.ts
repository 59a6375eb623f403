// The amounts behind the days of a payout, and the next payout before it is made.
import Type, { type Static } from 'typebox'
import { readDay } from '../../api/days.ts'
import { answer, choice, orNull } from '../../api/fields.ts'
import type { App } from '../../api/server.ts'
import type { FieldProblems } from '../../core/failure-table.ts'
import { formatAmount } from '../../core/money.ts'
import { refuseInvalid } from '../../failures.ts'
import { postedFees } from '../../ledger/balances.ts'
import { nextPayout, payoutHindrances } from '../../payouts/next.ts'
import { disputeFees } from '../../payouts/report/dispute-lines.ts'
import type { Store } from '../../store/store.ts'
import type { ConsoleNeeds } from '../needs.ts'

const hide = { hide: true }

export function payoutRoutes(app: App, needs: Pick<ConsoleNeeds, 'store' | 'clock' | 'terms'>): void {
  app.get(
    '/v1/console/posted',
    {
      config: { access: 'read' },
      schema: {
        ...hide,
        querystring: Type.Object({ from: Type.Optional(Type.String()), to: Type.Optional(Type.String()) }),
        response: answer(PostedSums),
      },
    },
    async (request) => {
      const fields: FieldProblems = {}
      const from = readDay(request.query, 'from', fields)
      const to = readDay(request.query, 'to', fields)
      refuseInvalid(fields)
      const sums = await readPosted(needs.store, { accountId: request.caller.accountId, from, to })
      return { success: true, result: sums }
    },
  )

  app.get(
    '/v1/console/next-payout',
    { config: { access: 'read' }, schema: { ...hide, response: answer(NextPayout) } },
    async (request) => {
      const { accountId } = request.caller
      const next = await nextPayout(needs, accountId)
      const { day, fromDay, toDay, dueCentavos, amountCentavos, rules } = next
      const sums = await readPosted(needs.store, { accountId, from: fromDay, to: toDay })
      return {
        success: true,
        result: {
          date: day,
          from_date: fromDay,
          to_date: toDay,
          open: next.isOpen,
          sums,
          carried: formatAmount(next.carriedCentavos),
          due: formatAmount(dueCentavos),
          amount: formatAmount(amountCentavos),
          minimum: formatAmount(rules.minimum_centavos),
          hindrance: next.hindrance,
        },
      }
    },
  )
}

/** The paid, refunded and disputed amounts on the days of a payout and their fees, from the totals and balances by day: no operation is read. */
const PostedSums = Type.Object(
  {
    sales: Type.String(),
    returned: Type.String(),
    disputed: Type.String(),
    fees: Type.String({
      description:
        'Of the sales, less those that came back with returned and disputed payments; IVA included, without the shares of affiliates',
    }),
    dispute_fees: Type.String({ description: 'What disputes cost, less those that were won; IVA included' }),
  },
  { title: 'PostedSums' },
)

type PostedSums = Static<typeof PostedSums>

/** A payment that was given back later was a sale of its day. */
const SOLD = ['paid', 'cancelled']

/** Days are those of posting, both included; undefined means no bound. */
async function readPosted(
  store: Store,
  { accountId, from = '', to = '9999' }: { accountId: string; from: string | undefined; to: string | undefined },
): Promise<PostedSums> {
  const days = { accountId, from, to }
  const [ofDisputes, fees] = await Promise.all([disputeFees(store.db, days), postedFees(store, days)])
  const rows = await store.db
    .selectFrom('posted_totals')
    .select((eb) => ['status', eb.fn.sum<number>('total_centavos').as('centavos')])
    .where('account_id', '=', accountId)
    .where('unit', '=', 'day')
    .where('period', '>=', from)
    .where('period', '<=', to)
    .groupBy('status')
    .execute()
  const sumOf = (statuses: readonly string[]) =>
    rows.filter(({ status }) => statuses.includes(status)).reduce((sum, row) => sum + Number(row.centavos), 0)
  return {
    sales: formatAmount(sumOf(SOLD)),
    returned: formatAmount(sumOf(['reversed', 'refunded'])),
    disputed: formatAmount(sumOf(['disputed'])),
    fees: formatAmount(fees - ofDisputes.earned),
    dispute_fees: formatAmount(ofDisputes.charged),
  }
}

const NextPayout = Type.Object(
  {
    date: Type.String(),
    from_date: Type.String({ description: 'It pays what was posted from this day ...' }),
    to_date: Type.String({ description: '... to this day, both included' }),
    open: Type.Boolean({ description: 'The last of these days has not ended: the amount still changes' }),
    sums: PostedSums,
    carried: Type.String({ description: 'Of earlier payouts that did not arrive' }),
    due: Type.String({ description: 'Owed for these days' }),
    amount: Type.String({ description: 'What would be sent now' }),
    minimum: Type.String({ description: 'The smallest payout of the account’s rules' }),
    hindrance: orNull(choice(payoutHindrances, { description: 'Why nothing would be sent; null: nothing hinders it' })),
  },
  { title: 'NextPayout' },
)
