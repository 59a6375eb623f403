// The console's data that the public API does not have: the overview of a day and one operation's timeline.
import Type from 'typebox'
import { answer, Id } from '../api/fields.ts'
import type { App } from '../api/server.ts'
import type { Clock } from '../core/clock.ts'
import { Failure } from '../core/failure.ts'
import { formatAmount } from '../core/money.ts'
import { railNames, railOf } from '../core/rail.ts'
import { addDays, isDay, mexicoCityDay } from '../core/time.ts'
import type { Store } from '../store/store.ts'
import { timelineOf } from './timeline.ts'
import { DAYS_BEFORE, type DayFigures, todayReader } from './today.ts'

interface ViewRouteNeeds {
  store: Store
  clock: Clock
}

const Any = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

export function viewRoutes(app: App, { store, clock }: ViewRouteNeeds): void {
  const hide = { hide: true } as object
  const readToday = todayReader(store)

  app.get(
    '/v1/console/today',
    {
      config: { access: 'read' },
      schema: { ...hide, querystring: Type.Object({ date: Type.Optional(Type.String()) }), response: answer(Any) },
    },
    async (request) => {
      const { date } = request.query
      const day = date !== undefined && isDay(date) ? date : mexicoCityDay(clock.now())
      const { days, open } = await readToday(request.caller.accountId, day)
      const list = Array.from({ length: DAYS_BEFORE + 1 }, (_, at) => addDays(day, at - DAYS_BEFORE))
      const rails = railNames.map((rail) => ({
        rail,
        code: railOf(rail).code,
        open: { vouchers: open[rail].vouchers, amount: formatAmount(open[rail].centavos) },
        days: list.map((one) => ({ date: one, ...presentDay(days[rail][one]) })),
      }))
      return { success: true, result: { date: day, currency: 'MXN', rails } }
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
