// The balances that a bank prints in a table: each follows from the one before, and the lines with the opening and closing balance from the movements.
import { Failure } from '../../failures.ts'
import type { Layout } from './layout.ts'
import type { BalanceLine } from './row-by-layout.ts'

/** A movement, and the balance that the bank prints behind it. */
interface Balanced {
  number: number
  /** Below zero for money that went out. */
  signedCentavos: number | undefined
  balanceCentavos: number | 'unreadable' | undefined
}
type Known = Balanced & { balanceCentavos: number }

/**
 * Checks that each balance follows from the one before, from the top down or from the bottom up. `add` throws `statement-balance` with the line
 * otherwise, and for a balance that cannot be read, from which nothing follows.
 */
function balanceChain() {
  /** `unknown`: before it stands a line that says no balance, or cannot be read. */
  let first: Known | 'unknown' | undefined
  let before: Known | undefined
  let [isDown, isUp] = [true, true]
  return {
    add({ number, signedCentavos, balanceCentavos }: Balanced): void {
      if (balanceCentavos === 'unreadable') throw wrongBalance(number)
      if (balanceCentavos === undefined || signedCentavos === undefined) {
        this.broken()
        return
      }
      if (before?.signedCentavos !== undefined) {
        isDown &&= before.balanceCentavos + signedCentavos === balanceCentavos
        isUp &&= balanceCentavos + before.signedCentavos === before.balanceCentavos
        if (!isDown && !isUp) throw wrongBalance(number)
      }
      before = { number, signedCentavos, balanceCentavos }
      first ??= before
    },
    /** A line between says no balance, or cannot be read. */
    broken(): void {
      first ??= 'unknown'
      before = undefined
    },
    /** The balances before and after all movements, for each direction that they may have; undefined when they do not say it. */
    ends(): { opening: number; closing: number }[] | undefined {
      if (first === undefined || first === 'unknown' || before === undefined) return undefined
      const [top, bottom] = [first, before]
      const from = ({ balanceCentavos, signedCentavos }: Known) => balanceCentavos - (signedCentavos ?? 0)
      return [
        ...(isDown ? [{ opening: from(top), closing: bottom.balanceCentavos }] : []),
        ...(isUp ? [{ opening: from(bottom), closing: top.balanceCentavos }] : []),
      ]
    },
  }
}

/**
 * All balances of a table. `end` throws `statement-cut` when a line that the layout names is not there, and `statement-balance` when the movements
 * do not lead from the opening to the closing balance; of several, from the sum of the ones to the sum of the others.
 */
export function tableBalances(layout: Layout) {
  const chain = balanceChain()
  const found: Record<BalanceLine['kind'], number[]> = { opening: [], closing: [] }
  const named = (['opening', 'closing'] as const).filter((name) => layout[name] !== undefined)
  let [sumCentavos, isSummed, line] = [0, true, 0]
  return {
    add(row: Balanced): void {
      if (row.signedCentavos === undefined) isSummed = false
      else sumCentavos += row.signedCentavos
      if (layout.columns.balance !== undefined) chain.add(row)
    },
    says({ kind, number, balanceCentavos }: BalanceLine): void {
      if (balanceCentavos === undefined) throw wrongBalance(number)
      found[kind].push(balanceCentavos)
      line = number
    },
    broken(): void {
      isSummed = false
      chain.broken()
    },
    end(): void {
      if (named.length === 0) return
      const counts = new Set(named.map((name) => found[name].length))
      if (counts.has(0) || counts.size > 1) throw new Failure('statement-cut')
      const sumOf = (all: number[]) => all.reduce((sum, one) => sum + one, 0)
      if (named.length === 2 && isSummed && sumOf(found.opening) + sumCentavos !== sumOf(found.closing))
        throw wrongBalance(line)
      const ends = counts.has(1) ? chain.ends() : undefined
      if (ends?.every((one) => named.some((name) => found[name][0] !== one[name]))) throw wrongBalance(line)
    },
  }
}

function wrongBalance(line: number): Failure {
  return new Failure('statement-balance', { values: { line } })
}
