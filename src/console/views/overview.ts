// A shop's overview: sales, fees, net and returns by day and rail; and the open vouchers.
import { type Rail, railNames } from '../../core/rail.ts'
import { addDays, type Day } from '../../core/time.ts'
import type { PostedTotalRow } from '../../operations/tables.ts'
import { prepared } from '../../store/prepared.ts'
import type { Store } from '../../store/store.ts'

/** The totals of one day. Sales are the amounts paid that day less the amounts returned that day, as the list of operations counts them. */
export interface DayTotals {
  payments: number
  salesCentavos: number
  feesCentavos: number
  returns: number
  /** Reversed and refunded. */
  returnsCentavos: number
  /** The amounts that banks took back of card payments, less those won again. */
  disputedCentavos: number
}

interface OpenVouchers {
  vouchers: number
  centavos: number
}

interface Today {
  day: Day
  /** By rail and day: the day itself and those before. */
  days: Record<Rail, Record<Day, DayTotals>>
  open: Record<Rail, OpenVouchers>
}

const NOTHING: DayTotals = {
  payments: 0,
  salesCentavos: 0,
  feesCentavos: 0,
  returns: 0,
  returnsCentavos: 0,
  disputedCentavos: 0,
}
/** The returned part of the kept totals. */
const WENT_BACK: readonly string[] = ['reversed', 'refunded', 'disputed'] satisfies PostedTotalRow['status'][]

/** Reads kept totals only, of this many days up to a day: the cost is the same with ten million operations. */
export function todayReader(store: Store): (accountId: string, day: Day, days: number) => Promise<Today> {
  const posted = prepared((hole) =>
    store.db
      .selectFrom('posted_totals')
      .select((eb) => [
        'rail',
        'period',
        'status',
        eb.fn.sum<number>('operations').as('operations'),
        eb.fn.sum<number>('total_centavos').as('total_centavos'),
        eb.fn.sum<number>('commission_centavos').as('commission_centavos'),
      ])
      .where('account_id', '=', hole('accountId'))
      .where('unit', '=', 'day')
      .where('period', '>=', hole('from'))
      .where('period', '<=', hole('to'))
      .groupBy(['rail', 'period', 'status'])
      .compile(),
  )
  const waiting = prepared((hole) =>
    store.db
      .selectFrom('monthly_totals')
      .select((eb) => [
        'rail',
        eb.fn.sum<number>('operations').as('operations'),
        eb.fn.sum<number>('total_centavos').as('total_centavos'),
      ])
      .where('account_id', '=', hole('accountId'))
      .where('status', '=', 'pending')
      .groupBy('rail')
      .compile(),
  )
  return async (accountId, day, count) => {
    const [rows, open] = await Promise.all([
      store.rows(posted({ accountId, from: addDays(day, 1 - count), to: day })),
      store.rows(waiting({ accountId })),
    ])
    const days = Object.fromEntries(railNames.map((rail) => [rail, {}])) as Today['days']
    for (const row of rows) {
      // A fee that is held is no sale, and nobody's yet.
      if (row.status === 'held') continue
      const totals = { ...(days[row.rail][row.period] ?? NOTHING) }
      const sign = WENT_BACK.includes(row.status) ? -1 : 1
      totals.salesCentavos += sign * Number(row.total_centavos)
      totals.feesCentavos += sign * Number(row.commission_centavos)
      if (row.status === 'disputed') totals.disputedCentavos += Number(row.total_centavos)
      else if (sign < 0) {
        totals.returns += Number(row.operations)
        totals.returnsCentavos += Number(row.total_centavos)
      } else totals.payments += Number(row.operations)
      days[row.rail][row.period] = totals
    }
    const none = { vouchers: 0, centavos: 0 }
    const openOf = (rail: Rail) => {
      const row = open.find((one) => one.rail === rail)
      return row === undefined ? none : { vouchers: Number(row.operations), centavos: Number(row.total_centavos) }
    }
    return { day, days, open: Object.fromEntries(railNames.map((rail) => [rail, openOf(rail)])) as Today['open'] }
  }
}
