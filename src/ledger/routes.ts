// The endpoints of the books: balances, entries, and amounts owed to affiliated users.
import Type from 'typebox'
import { FirstDay, Instant, LastDay } from '../api/description/answer-members.ts'
import { answer, Id } from '../api/fields.ts'
import type { RouteNeeds } from '../api/room.ts'
import type { App } from '../api/server.ts'
import { formatAmount } from '../core/money.ts'
import { mexicoCityTime } from '../core/time.ts'
import { readAffiliates, readBalances, readEntries } from './balances.ts'
import { chartRoutes } from './chart-routes.ts'
import { journalRoutes } from './journal-routes.ts'
import type { JournalNeeds } from './present-journal.ts'
import { MAX_DAYS, RangeQuery, readRange } from './range.ts'
import type { PostingRow } from './tables.ts'

const tags = ['Ledger']

const Signed = Type.String({ description: 'Debits are positive, credits negative', examples: ['-95.82'] })

export function ledgerRoutes(app: App, { store, clock, once, journal }: RouteNeeds & JournalNeeds): void {
  journalRoutes(app, { store, clock, journal })
  chartRoutes(app, { store, clock, once })

  app.get(
    '/v1/ledger/balances',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listLedgerBalances',
        tags,
        summary: 'Read the balance of every ledger account by day',
        description: `At most ${MAX_DAYS} days, both included; without them the last 30. What others owe is positive, what is owed to them negative.`,
        querystring: Type.Object(RangeQuery),
        response: answer(
          Type.Object({
            start_date: FirstDay,
            end_date: LastDay,
            currency: Type.String({ description: 'Always MXN' }),
            balances: Type.Array(
              Type.Object({
                account: Type.String({
                  description: 'An account of the ledger; `payable:merchant` is what you are owed',
                  examples: ['payable:merchant'],
                }),
                opening: Signed,
                closing: Signed,
                days: Type.Array(
                  Type.Object({
                    date: Type.String({ description: 'A day of Mexico City, YYYY-MM-DD' }),
                    amount: Signed,
                  }),
                  { description: 'The days on which it changed' },
                ),
              }),
              { description: 'One entry for each account that was used' },
            ),
          }),
        ),
      },
    },
    async (request) => {
      const { startDay, endDay } = readRange(request.query, clock)
      const balances = await readBalances(store, { accountId: request.caller.accountId, startDay, endDay })
      return {
        success: true,
        result: {
          start_date: startDay,
          end_date: endDay,
          currency: 'MXN',
          balances: balances.map(({ account, openingCentavos, closingCentavos, days }) => ({
            account,
            opening: formatAmount(openingCentavos),
            closing: formatAmount(closingCentavos),
            days: days.map(({ day, amountCentavos }) => ({ date: day, amount: formatAmount(amountCentavos) })),
          })),
        },
      }
    },
  )

  app.get(
    '/v1/ledger/entries/:cause',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listLedgerEntries',
        tags,
        summary: 'Read what an operation, payout or transfer posted',
        description: 'Entry by entry; the lines of each sum to zero.',
        params: Type.Object({ cause: Id }),
        response: answer(
          Type.Object({
            entries: Type.Array(
              Type.Object({
                entry: Type.String({ description: 'The event, after the colon' }),
                date: Type.String({ description: 'A day of Mexico City, YYYY-MM-DD' }),
                timestamp: Instant,
                lines: Type.Array(
                  Type.Object({
                    account: Type.String({
                      description: 'An account of the ledger; `payable:merchant` is what you are owed',
                    }),
                    amount: Signed,
                  }),
                  { description: 'The sum of their amounts is zero' },
                ),
              }),
              { description: 'In the order in which they were posted' },
            ),
          }),
        ),
      },
    },
    async (request) => {
      const { accountId } = request.caller
      const postings = await readEntries(store, { accountId, causeId: request.params.cause })
      const entries = [...Map.groupBy(postings, (row) => row.entry)].map(([entry, lines]) => presentEntry(entry, lines))
      return { success: true, result: { entries } }
    },
  )

  app.get(
    '/v1/ledger/affiliates',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listAffiliateBalances',
        tags,
        summary: 'Read what affiliated users are owed',
        description:
          'The shares of `payment.affiliated.user` in paid operations, less the parts taken back and paid out. Shares of an unregistered user (see `POST /v1/affiliates`) accumulate.',
        response: answer(
          Type.Object({
            affiliates: Type.Array(
              Type.Object({
                user: Type.String({ description: 'As charges name the affiliate' }),
                amount: Type.String({
                  description: 'What is owed to the affiliate, in Mexican pesos with two decimals',
                }),
                currency: Type.String({ description: 'Always MXN' }),
                registered: Type.Boolean({ description: 'true: the affiliate has an account to be paid to' }),
              }),
              { description: 'All that have been owed something' },
            ),
          }),
        ),
      },
    },
    async (request) => {
      const affiliates = await readAffiliates(store, request.caller.accountId)
      return {
        success: true,
        result: {
          affiliates: affiliates.map(({ affiliate, owedCentavos, registered }) => ({
            user: affiliate,
            amount: formatAmount(owedCentavos),
            currency: 'MXN',
            registered: registered !== null,
          })),
        },
      }
    },
  )
}

function presentEntry(entry: string, lines: PostingRow[]) {
  const [first] = lines
  return {
    entry,
    date: first?.day ?? '',
    timestamp: mexicoCityTime(first?.created_at ?? ''),
    lines: lines.map((line) => ({ account: line.ledger_account, amount: formatAmount(line.amount_centavos) })),
  }
}
