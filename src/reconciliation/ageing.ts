// The age of a network's receivable. Credits pay the oldest debits first, because networks do not say which payments a sum settles.
import type { Day } from '../core/time.ts'

export interface DayAmount {
  day: Day
  amountCentavos: number
}

/**
 * The open debits by day, oldest first, after all credits are taken off. Credits beyond all debits stay on their own day, as negative
 * amounts. The result has the same sum as the movements.
 *
 * Sample: +100 on the 1st, +50 on the 2nd and -120 on the 3rd leave 30 of the 2nd.
 */
export function ageing(movements: readonly DayAmount[]): DayAmount[] {
  const open: DayAmount[] = []
  for (const { day, amountCentavos } of [...movements].sort((one, other) => (one.day < other.day ? -1 : 1))) {
    let left = amountCentavos
    while (left !== 0) {
      const [oldest] = open
      if (oldest === undefined || Math.sign(oldest.amountCentavos) === Math.sign(left)) {
        open.push({ day, amountCentavos: left })
        break
      }
      const both = oldest.amountCentavos + left
      if (both !== 0 && Math.sign(both) === Math.sign(oldest.amountCentavos)) {
        open[0] = { day: oldest.day, amountCentavos: both }
        break
      }
      open.shift()
      left = both
    }
  }
  return open
}
