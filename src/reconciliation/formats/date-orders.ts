// Finds out when the dates of a table are written in another order than its layout says. With two digits of the year both orders read, years apart.
import type { Day } from '../../core/time.ts'
import { Failure } from '../../failures.ts'
import type { Layout } from './layout.ts'
import { writtenDay } from './written-values.ts'

type Order = NonNullable<Layout['dates']>

/** The orders that have the year at the other end. */
const OTHERS: Record<Order, Order[]> = { YMD: ['DMY', 'MDY'], DMY: ['YMD'], MDY: ['YMD'] }

interface Reading {
  order: Order
  firstDay: Day | undefined
  /** The date whose reading is the first day, as it is written. */
  text: string
}

/**
 * `end` throws `statement-date-order` when all dates are dates until today in another order too, and begin later in it: of a file of this year that
 * was read with its days for years.
 */
export function dateOrders({ format, dates = 'YMD' }: Layout, today: Day) {
  let others: Reading[] =
    format === 'csv' ? OTHERS[dates].map((order) => ({ order, firstDay: undefined, text: '' })) : []
  let first: { day: Day; text: string } | undefined
  return {
    add({ day, writtenDay: text }: { day: Day | undefined; writtenDay: string }): void {
      if (others.length === 0 || text === '') return
      if (day !== undefined && (first === undefined || day < first.day)) first = { day, text }
      others = others.flatMap((one) => {
        const read = writtenDay(text, one.order)
        if (read === undefined || read > today) return []
        return one.firstDay === undefined || read < one.firstDay ? [{ ...one, firstDay: read, text }] : [one]
      })
    },
    end(): void {
      if (first === undefined) return
      const { day, text } = first
      const nearer = others.find(({ firstDay }) => firstDay !== undefined && firstDay > day)
      if (nearer === undefined) return
      const other = writtenDay(text, nearer.order) ?? ''
      throw new Failure('statement-date-order', {
        values: { text: text.slice(0, 40), day, order: nearer.order, other },
      })
    },
  }
}
