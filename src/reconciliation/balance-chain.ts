// Checks the balances that a bank prints behind its movements: each follows from the one before, in one of the two directions.
import { Failure } from '../failures.ts'

interface Balanced {
  number: number
  /** Below zero for money that went out. */
  signedCentavos: number | undefined
  balanceCentavos: number | undefined
}

/** `add` throws `statement-balance` with the line when the balances follow neither from the top down nor from the bottom up. */
export function balanceChain() {
  let before: Balanced | undefined
  let [isDown, isUp] = [true, true]
  return {
    add(row: Balanced): void {
      const { number, signedCentavos, balanceCentavos } = row
      if (balanceCentavos === undefined || signedCentavos === undefined) {
        before = undefined
        return
      }
      if (before?.balanceCentavos !== undefined && before.signedCentavos !== undefined) {
        isDown &&= before.balanceCentavos + signedCentavos === balanceCentavos
        isUp &&= balanceCentavos + before.signedCentavos === before.balanceCentavos
        if (!isDown && !isUp) throw new Failure('statement-balance', { values: { line: number } })
      }
      before = row
    },
    /** A line between could not be read. */
    broken(): void {
      before = undefined
    },
  }
}
