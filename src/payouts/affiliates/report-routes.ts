// An affiliate's payouts and their lines, as JSON by pages and as CSV in one piece.
import Type, { type Static } from 'typebox'
import { Total } from '../../api/description/answer-members.ts'
import { answer, choice, describedAs, fileAnswer, Id, Money } from '../../api/fields.ts'
import { CursorQuery, ListQuery, listPageOf, Next, neededDay } from '../../api/paging.ts'
import type { App } from '../../api/server.ts'
import { formatAmount } from '../../core/money.ts'
import { railCodes, railOf } from '../../core/rail.ts'
import { mexicoCityTime } from '../../core/time.ts'
import { whatHappened } from '../../ledger/entry-name.ts'
import type { Store } from '../../store/store.ts'
import { AffiliatePayout, presentAffiliatePayout } from '../present.ts'
import { type Records, sendCsv } from '../report/csv.ts'
import { readPage, requiredDay } from '../report/routes.ts'
import { listPayouts, PAYOUT_CURSOR, payoutOfDay } from '../search.ts'
import type { AffiliateRow, PayoutLineRow, PayoutRow } from '../tables.ts'
import { type AffiliateEntry, affiliateEntries } from './owed.ts'
import { knownAffiliate } from './registry.ts'

const tags = ['Affiliates']
const path = '/v1/affiliates/:affiliate'
const params = Type.Object({ affiliate: Id })
const date = neededDay('The day of the payout, YYYY-MM-DD')

/** The kinds of lines, by entry name. */
const kinds = {
  paid: 'payment',
  reversed: 'reversal',
  booked: 'refund',
  cancelled: 'refund_cancelled',
  opened: 'dispute',
  won: 'dispute_won',
  recovered: 'dispute_won',
} as const satisfies Record<string, string>

type Kind = (typeof kinds)[keyof typeof kinds]

const ShareLine = Type.Object(
  {
    transaction: Type.String({ description: 'The operation; empty for a line without one' }),
    type: choice([...new Set(Object.values(kinds))], {
      title: 'AffiliateReportLineType',
      description:
        '`payment`, or what took back a part of a share: `reversal`, `refund` or `dispute`, which are negative; `refund_cancelled` and `dispute_won` bring it again',
    }),
    date: Type.String({ description: 'The day on which it was posted' }),
    paid_at: Type.String({ description: 'When the payer paid; empty for a line without an operation' }),
    payment_method: Type.String(
      describedAs({ description: 'Empty on a line without an operation', type: 'string', enum: ['', ...railCodes] }),
    ),
    card_type: Type.String({ description: 'The brand of the card; may be empty' }),
    reference_number: Type.String({ description: 'May be empty' }),
    total: Type.String({ description: 'The amount that the payer paid, or that went back', examples: ['100.00'] }),
    share: Type.String({ description: 'The affiliate’s part', examples: ['10.00'] }),
  },
  { title: 'AffiliateReportLine' },
)

const ShareTotals = Type.Object(
  {
    entries: Type.Integer({ description: 'How many lines the report has, on all pages' }),
    share: Type.String({ description: 'Of all lines' }),
    carried: Type.String({
      description:
        'The remainder of earlier days, and payouts that the bank refused, less those that arrived after all',
    }),
    payout: Type.String({ description: 'The sum of both: the amount of the payout' }),
  },
  { title: 'AffiliateReportTotals' },
)

export function affiliateReportRoutes(app: App, { store }: { store: Store }): void {
  app.get(
    `${path}/payouts`,
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'List an affiliate’s payouts',
        description: 'Newest first. `amount` is of all of them, failed and returned ones not counted.',
        params,
        querystring: Type.Object(ListQuery),
        response: answer(
          Type.Object(
            {
              total: Total,
              amount: Money,
              payouts: Type.Array(AffiliatePayout, { description: 'Newest first' }),
              next: Next,
            },
            { title: 'AffiliatePayoutList' },
          ),
        ),
      },
    },
    async (request) => {
      const page = listPageOf(request.query, PAYOUT_CURSOR)
      const { accountId } = request.caller
      const { affiliate } = await knownAffiliate(store, accountId, request.params.affiliate)
      const filter = { accountId, affiliate, startDay: undefined, endDay: undefined }
      const { total, paidCentavos, payouts, next } = await listPayouts(store, filter, page)
      const amount = { amount: formatAmount(paidCentavos), currency: 'MXN' }
      return { success: true, result: { total, amount, payouts: payouts.map(presentAffiliatePayout), next } }
    },
  )

  app.get(
    `${path}/report`,
    {
      config: { access: 'read', remainder: ({ totals }: { totals: Static<typeof ShareTotals> }) => carriedOf(totals) },
      schema: {
        tags,
        summary: 'Read what an affiliate’s payout is made of',
        description: 'Every share, and every part that was taken back, on the days that the payout covers, by pages.',
        params,
        querystring: Type.Object({
          date,
          ...CursorQuery,
        }),
        response: answer(
          Type.Object(
            {
              date: Type.String({ description: 'The day of the payout, YYYY-MM-DD' }),
              payout: Type.Union([AffiliatePayout, Type.Null()], {
                description: 'null when nothing is paid on the day',
              }),
              totals: ShareTotals,
              lines: Type.Array(ShareLine, { description: 'In the order in which they were posted' }),
              next: Next,
            },
            { title: 'AffiliateReport' },
          ),
          'The lines of the payout of that day, a page of them, and their totals',
        ),
      },
    },
    async (request) => {
      const { accountId } = request.caller
      const of = await knownAffiliate(store, accountId, request.params.affiliate)
      const day = requiredDay(request.query)
      const { limit, after } = readPage(request.query)
      const found = await payoutOfDay(store, { accountId, affiliate: of.affiliate, day })
      const lines: AffiliateEntry[] = []
      if (found !== undefined) {
        for await (const entries of affiliateEntries(store, { ...rangeOf(of, found.payout), after }, limit)) {
          lines.push(...entries)
          break
        }
      }
      const last = lines.at(-1)
      return {
        success: true,
        result: {
          date: day,
          payout: found ? presentAffiliatePayout(found.payout) : null,
          totals: presentShares(found?.lines ?? []),
          lines: lines.map(presentShare),
          next: last && lines.length === limit ? `${last.day}.${last.entry}` : null,
        },
      }
    },
  )

  app.get(
    `${path}/report.csv`,
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getAffiliateReportCsv',
        tags,
        summary: 'Read what an affiliate’s payout is made of, as CSV',
        description: 'RFC 4180, UTF-8, one header record; a `carried` record for a remainder of earlier days.',
        params,
        querystring: Type.Object({ date }),
        ...fileAnswer('The lines of the payout, one share or part taken back each', ['text/csv']),
      } as never,
    },
    async (request, reply) => {
      const { affiliate } = request.params as { affiliate: string }
      const of = await knownAffiliate(store, request.caller.accountId, affiliate)
      const day = requiredDay(request.query as { date?: string })
      return sendCsv(reply, `${of.id}-${day}`, columns, recordsOf(store, of, day))
    },
  )
}

function rangeOf(of: AffiliateRow, { from_day, to_day }: PayoutRow) {
  return { accountId: of.account_id, affiliate: of.affiliate, fromDay: from_day, toDay: to_day }
}

function presentShare(entry: AffiliateEntry): Static<typeof ShareLine> {
  const { operation, rail } = entry
  const name = whatHappened(entry.entry)
  return {
    transaction: operation?.id ?? '',
    type: (kinds as Record<string, Kind>)[name] ?? (name as Kind),
    date: entry.day,
    paid_at: operation?.paid_at ? mexicoCityTime(operation.paid_at) : '',
    payment_method: rail === '' ? '' : railOf(rail).code,
    card_type: entry.card_brand,
    reference_number: operation?.reference_number ?? '',
    total: formatAmount(entry.sign * entry.total_centavos),
    share: formatAmount(entry.netCentavos),
  }
}

function presentShares(lines: PayoutLineRow[]): Static<typeof ShareTotals> {
  const own = lines.filter((line) => line.carried_from === '')
  const share = own.reduce((total, line) => total + line.amount_centavos, 0)
  const payout = lines.reduce((total, line) => total + line.amount_centavos, 0)
  return {
    entries: own.reduce((total, line) => total + line.entries, 0),
    share: formatAmount(share),
    carried: formatAmount(payout - share),
    payout: formatAmount(payout),
  }
}

const columns = Object.keys(ShareLine.properties) as (keyof typeof ShareLine.properties)[]

async function* recordsOf(store: Store, of: AffiliateRow, day: string): Records<(typeof columns)[number]> {
  const found = await payoutOfDay(store, { accountId: of.account_id, affiliate: of.affiliate, day })
  if (found === undefined) return
  for await (const entries of affiliateEntries(store, rangeOf(of, found.payout))) yield entries.map(presentShare)
  const carried = carriedOf(presentShares(found.lines))
  if (carried !== undefined) yield [carried]
}

/** The record of a file for what is paid besides the lines, so that its shares add up to the payout. */
function carriedOf({ carried }: Static<typeof ShareTotals>) {
  return carried === '0.00' ? undefined : { type: 'carried', share: carried }
}
