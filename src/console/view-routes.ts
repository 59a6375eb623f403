// The console's data that the public API does not have: the overview of some days, what needs a person, and one operation's timeline.
import Type from 'typebox'
import { answer, Id } from '../api/fields.ts'
import type { App } from '../api/server.ts'
import type { Clock } from '../core/clock.ts'
import { Failure } from '../core/failure.ts'
import type { Issuer } from '../core/issuers.ts'
import { formatAmount } from '../core/money.ts'
import { railNames, railOf } from '../core/rail.ts'
import { addDays, isDay, mexicoCityDay } from '../core/time.ts'
import type { Store } from '../store/store.ts'
import { powerOf } from './approval-request.ts'
import { readAttention, readRooms } from './attention.ts'
import { approvalReader, declineReader } from './declines.ts'
import { readFirstDay } from './first-day.ts'
import { aboutOperation } from './operation-about.ts'
import { timelineOf } from './timeline.ts'
import { type DayFigures, todayReader } from './today.ts'
import { VOUCHER_SPANS, waitingVouchers } from './waiting-vouchers.ts'

interface ViewRouteNeeds {
  store: Store
  clock: Clock
  issuerOf(digits: string): Readonly<Issuer>
}

/** The numbers of days that can be shown, and the usual one. */
const SPANS = ['7', '15', '30', '90']
const USUAL_SPAN = '15'

const Any = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

export function viewRoutes(app: App, { store, clock, issuerOf }: ViewRouteNeeds): void {
  const hide = { hide: true } as object
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
        response: answer(Any),
      },
    },
    async (request) => {
      const { date, days: asked = USUAL_SPAN } = request.query
      const { accountId } = request.caller
      const day = date !== undefined && isDay(date) ? date : mexicoCityDay(clock.now())
      const span = Number(SPANS.includes(asked) ? asked : USUAL_SPAN)
      const [first, before] = [addDays(day, 1 - span), addDays(day, -span)]
      const [{ days, open }, cards, cardsBefore, declines] = await Promise.all([
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
          rails: present(day),
          before: present(before).map(({ rail, days: all }) => ({ rail, days: all })),
          cards: { ...cards, before: cardsBefore, ...declines },
        },
      }
    },
  )

  app.get(
    '/v1/console/attention',
    { config: { access: 'read' }, schema: { ...hide, response: answer(Any) } },
    async (request) => {
      const { accountId, person } = request.caller
      const [needs, rooms, firstDay] = await Promise.all([
        readAttention({ store, clock }, { accountId, userId: person?.id ?? '', power: powerOf(request.caller) }),
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
      schema: { ...hide, querystring: Type.Object({ days: Type.Optional(Type.String()) }), response: answer(Any) },
    },
    async (request) => {
      const span = VOUCHER_SPANS.find((one) => one === request.query.days) ?? 'all'
      const { accountId } = request.caller
      return { success: true, result: await waitingVouchers(store, { accountId, now: clock.now(), span }) }
    },
  )

  app.get(
    '/v1/console/operations/:id/about',
    { config: { access: 'read' }, schema: { ...hide, params: Type.Object({ id: Id }), response: answer(Any) } },
    async (request) => {
      const about = await aboutOperation({ store, issuerOf }, request.caller.accountId, request.params.id)
      if (about === undefined) throw new Failure('resource-unknown')
      return { success: true, result: { ...about } }
    },
  )

  app.get(
    '/v1/console/operations/:id/timeline',
    { config: { access: 'read' }, schema: { ...hide, params: Type.Object({ id: Id }), response: answer(Any) } },
    async (request) => {
      const moments = await timelineOf(store, request.caller.accountId, request.params.id)
      if (moments === undefined) throw new Failure('resource-unknown')
      return { success: true, result: { moments } }
    },
  )
}

function presentDay(figures: DayFigures | undefined) {
  const { payments = 0, salesCentavos = 0, feesCentavos = 0, returns = 0 } = figures ?? {}
  const { returnsCentavos = 0, disputedCentavos = 0 } = figures ?? {}
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
