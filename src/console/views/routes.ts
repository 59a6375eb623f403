// The console's data that the public API does not have: the overview of some days, what needs a person, and one operation's timeline.
import Type, { type Static } from 'typebox'
import { answer, choice, Id } from '../../api/fields.ts'
import type { App } from '../../api/server.ts'
import { formatAmount } from '../../core/money.ts'
import { railNames, railOf } from '../../core/rail.ts'
import { addDays, isDay, mexicoCityDay } from '../../core/time.ts'
import { Failure } from '../../failures.ts'
import { rowOf } from '../../store/rows.ts'
import { powerOf } from '../approvals/stored-request.ts'
import type { ConsoleNeeds } from '../needs.ts'
import { AttentionItem, readAttention, readRooms } from './attention.ts'
import { ApprovalCounts, approvalReader, Declines, declineReader } from './declines.ts'
import { FirstDayStep, readFirstDay } from './first-day.ts'
import { aboutOperation, OperationAbout } from './operation-about.ts'
import { type DayTotals, todayReader } from './overview.ts'
import { Moment, timelineOf } from './timeline.ts'
import { VOUCHER_SPANS, VouchersShown, waitingVouchers } from './waiting-vouchers.ts'

/** The numbers of days that can be shown, and the usual one. */
const SPANS = ['7', '15', '30', '90']
const USUAL_SPAN = '15'

const DayOfSales = Type.Object(
  {
    date: Type.String(),
    payments: Type.Integer(),
    sales: Type.String(),
    fees: Type.String({ description: 'IVA included' }),
    net: Type.String(),
    returns: Type.Integer(),
    returned: Type.String(),
    disputed: Type.String(),
  },
  { title: 'DayOfSales' },
)

const rail = choice(railNames, { title: 'Rail' })

const DaysOfRail = Type.Object({ rail, days: Type.Array(DayOfSales) }, { title: 'DaysOfRail' })

const SalesOfRail = Type.Object(
  {
    rail,
    code: Type.String(),
    open: Type.Object({ vouchers: Type.Integer(), amount: Type.String() }),
    days: Type.Array(DayOfSales),
  },
  { title: 'SalesOfRail' },
)

const CardApprovals = Type.Object(
  {
    ...ApprovalCounts.properties,
    before: ApprovalCounts,
    ...Declines.properties,
  },
  { title: 'CardApprovals' },
)

const Overview = Type.Object(
  {
    date: Type.String(),
    currency: Type.String(),
    opened: Type.String({
      description: 'The day on which the account was opened: nothing before it can be compared with',
    }),
    rails: Type.Array(SalesOfRail),
    before: Type.Array(DaysOfRail, { description: 'As many days, which end before the first of those' }),
    cards: CardApprovals,
  },
  { title: 'Overview' },
)

const Attention = Type.Object(
  {
    date: Type.String({ description: 'The service’s day' }),
    needs: Type.Array(AttentionItem),
    rooms: Type.Object({ plans: Type.Boolean(), affiliates: Type.Boolean() }, { description: 'What the account uses' }),
    first_day: Type.Array(FirstDayStep, { description: 'The steps of a new account; empty once all are done' }),
  },
  { title: 'Attention' },
)

export function viewRoutes(app: App, { store, clock, issuerOf, eachOfOperator, terms }: ConsoleNeeds): void {
  const hide = { hide: true }
  const readToday = todayReader(store)
  const readApproval = approvalReader(store)
  const readDeclines = declineReader(store, issuerOf)

  app.get(
    '/v1/console/today',
    {
      config: { access: 'read' },
      schema: {
        ...hide,
        querystring: Type.Object({ date: Type.Optional(Type.String()), days: Type.Optional(Type.String()) }),
        response: answer(Overview),
      },
    },
    async (request) => {
      const { date, days: asked = USUAL_SPAN } = request.query
      const { accountId } = request.caller
      const day = date !== undefined && isDay(date) ? date : mexicoCityDay(clock.now())
      const span = Number(SPANS.includes(asked) ? asked : USUAL_SPAN)
      const [first, before] = [addDays(day, 1 - span), addDays(day, -span)]
      const [account, { days, open }, cards, cardsBefore, declines] = await Promise.all([
        rowOf(store.db, 'accounts', { id: accountId }, ['created_at']),
        // With the days before, to compare with.
        readToday(accountId, day, 2 * span),
        readApproval(accountId, first, day),
        readApproval(accountId, addDays(before, 1 - span), before),
        readDeclines(accountId, first, day),
      ])
      const present = (until: string) =>
        railNames.map((rail) => ({
          rail,
          code: railOf(rail).code,
          open: { vouchers: open[rail].vouchers, amount: formatAmount(open[rail].centavos) },
          days: Array.from({ length: span }, (_, at) => {
            const one = addDays(until, at + 1 - span)
            return { date: one, ...presentDay(days[rail][one]) }
          }),
        }))
      return {
        success: true,
        result: {
          date: day,
          currency: 'MXN',
          opened: mexicoCityDay(account?.created_at ?? 0),
          rails: present(day),
          before: present(before).map(({ rail, days: all }) => ({ rail, days: all })),
          cards: { ...cards, before: cardsBefore, ...declines },
        },
      }
    },
  )

  app.get(
    '/v1/console/attention',
    { config: { access: 'read' }, schema: { ...hide, response: answer(Attention) } },
    async (request) => {
      const { accountId, person } = request.caller
      const [needs, rooms, firstDay] = await Promise.all([
        readAttention(
          { store, clock, eachOfOperator },
          { accountId, userId: person?.id ?? '', power: powerOf(request.caller) },
        ),
        readRooms(store, accountId),
        readFirstDay(store, accountId),
      ])
      return { success: true, result: { date: mexicoCityDay(clock.now()), needs, rooms, first_day: firstDay } }
    },
  )

  app.get(
    '/v1/console/vouchers',
    {
      config: { access: 'read' },
      schema: {
        ...hide,
        querystring: Type.Object({ days: Type.Optional(Type.String()) }),
        response: answer(VouchersShown),
      },
    },
    async (request) => {
      const span = VOUCHER_SPANS.find((one) => one === request.query.days) ?? 'all'
      const { accountId } = request.caller
      return { success: true, result: await waitingVouchers(store, { accountId, now: clock.now(), span }) }
    },
  )

  app.get(
    '/v1/console/operations/:id/about',
    {
      config: { access: 'read' },
      schema: { ...hide, params: Type.Object({ id: Id }), response: answer(OperationAbout) },
    },
    async (request) => {
      const about = await aboutOperation({ store, clock, terms, issuerOf }, request.caller.accountId, request.params.id)
      if (about === undefined) throw new Failure('resource-unknown')
      return { success: true, result: about }
    },
  )

  app.get(
    '/v1/console/operations/:id/timeline',
    {
      config: { access: 'read' },
      schema: {
        ...hide,
        params: Type.Object({ id: Id }),
        response: answer(Type.Object({ moments: Type.Array(Moment) })),
      },
    },
    async (request) => {
      const moments = await timelineOf(store, request.caller.accountId, request.params.id)
      if (moments === undefined) throw new Failure('resource-unknown')
      return { success: true, result: { moments } }
    },
  )
}

function presentDay(totals: DayTotals | undefined): Omit<Static<typeof DayOfSales>, 'date'> {
  const { payments = 0, salesCentavos = 0, feesCentavos = 0, returns = 0 } = totals ?? {}
  const { returnsCentavos = 0, disputedCentavos = 0 } = totals ?? {}
  return {
    payments,
    sales: formatAmount(salesCentavos),
    fees: formatAmount(feesCentavos),
    net: formatAmount(salesCentavos - feesCentavos),
    returns,
    returned: formatAmount(returnsCentavos),
    disputed: formatAmount(disputedCentavos),
  }
}
