// The merchant's reserve: money that it sets aside for refunds above what it is owed.
import { newId } from '../core/ids.ts'
import { formatAmount } from '../core/money.ts'
import { mexicoCityDay } from '../core/time.ts'
import { Failure } from '../failures.ts'
import { entryWrites } from '../ledger/postings.ts'
import { owedRow, readStanding, type Standing, standingWrite } from '../ledger/standing.ts'
import { decide } from '../store/decide.ts'
import type { StoreAndClock } from '../store/store.ts'
import { insert, type Write } from '../store/write.ts'
import { reserveMovedLines } from './entries.ts'

/**
 * Moves `centavos` from what the merchant is owed into the reserve, or back when negative. Returns both new sums. Throws
 * `reserve-not-enough` when the money is not there.
 */
export async function moveReserve(
  { store, clock }: StoreAndClock,
  { accountId, centavos }: { accountId: string; centavos: number },
  answered: (standing: Standing) => Write[],
): Promise<Standing> {
  return decide(
    async () => {
      const standing = await readStanding(store, accountId)
      const available = Math.max(0, centavos > 0 ? standing.owedCentavos : standing.reserveCentavos)
      if (Math.abs(centavos) > available)
        throw new Failure('reserve-not-enough', { values: { available: formatAmount(available) } })
      const at = clock.now()
      const id = newId(clock, 'rsv')
      const moved: Standing = {
        ...standing,
        owedCentavos: standing.owedCentavos - centavos,
        reserveCentavos: standing.reserveCentavos + centavos,
      }
      await store.commit([
        standingWrite(standing),
        insert('reserve_moves', { id, account_id: accountId, amount_centavos: centavos, created_at: at }),
        ...entryWrites({
          name: `${id}:moved`,
          accountId,
          day: mexicoCityDay(at),
          at,
          lines: reserveMovedLines(centavos),
        }),
        ...answered(moved),
      ])
      return moved
    },
    { row: owedRow(accountId) },
  )
}
