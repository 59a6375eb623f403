// The endpoints of payouts: list them and read one.
import Type from 'typebox'
import { readDay } from '../api/days.ts'
import { Total } from '../api/description/answer-members.ts'
import { answer, Id, Money } from '../api/fields.ts'
import { ListQuery, Next, queryDay, readListPage } from '../api/paging.ts'
import type { RouteNeeds } from '../api/room.ts'
import type { App } from '../api/server.ts'
import type { FieldProblems } from '../core/failure-table.ts'
import { formatAmount } from '../core/money.ts'
import { refuseInvalid } from '../failures.ts'
import { accountRoutes } from './account/routes.ts'
import { affiliateReportRoutes } from './affiliates/report-routes.ts'
import { affiliateRoutes } from './affiliates/routes.ts'
import { affiliateRuleRoutes } from './affiliates/rule-routes.ts'
import type { ChangeNeeds } from './needs.ts'
import { Payout, presentPayout } from './present.ts'
import { reportRoutes } from './report/routes.ts'
import { payoutRulesRoutes } from './rules-routes.ts'
import { findPayout, listPayouts, PAYOUT_CURSOR } from './search.ts'

const tags = ['Settlement']

export function settlementRoutes(app: App, needs: RouteNeeds, changes: ChangeNeeds): void {
  const { store } = needs
  accountRoutes(app, needs, changes)
  payoutRulesRoutes(app, needs)

  app.get(
    '/v1/payouts',
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'List payouts',
        description: 'Newest first. `amount` is of the whole filter, failed and returned payouts not counted.',
        querystring: Type.Object({
          start_date: queryDay('First day, YYYY-MM-DD'),
          end_date: queryDay('Last day, included'),
          ...ListQuery,
        }),
        response: answer(
          Type.Object({
            total: Total,
            amount: Money,
            payouts: Type.Array(Payout, { description: 'Newest first' }),
            next: Next,
          }),
        ),
      },
    },
    async (request) => {
      const fields: FieldProblems = {}
      const filter = {
        accountId: request.caller.accountId,
        affiliate: '',
        startDay: readDay(request.query, 'start_date', fields),
        endDay: readDay(request.query, 'end_date', fields),
      }
      const page = readListPage(request.query, PAYOUT_CURSOR, fields)
      refuseInvalid(fields)
      const { total, paidCentavos, payouts, next } = await listPayouts(store, filter, page)
      const amount = { amount: formatAmount(paidCentavos), currency: 'MXN' }
      return { success: true, result: { total, amount, payouts: payouts.map(presentPayout), next } }
    },
  )

  app.get(
    '/v1/payouts/:payout',
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'Read a payout',
        description: 'One payout: its amount, day, state and the transfer that carried it.',
        params: Type.Object({ payout: Id }),
        response: answer(Payout),
      },
    },
    async (request) => {
      const wanted = { accountId: request.caller.accountId, affiliate: '', payoutId: request.params.payout }
      return { success: true, result: presentPayout(await findPayout(store, wanted)) }
    },
  )

  reportRoutes(app, { store })
  affiliateRuleRoutes(app, needs)
  affiliateRoutes(app, needs, changes)
  affiliateReportRoutes(app, { store })
}
