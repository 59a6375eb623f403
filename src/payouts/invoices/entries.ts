// The lines of the closing of a month of fees.
import { type Line, move } from '../../ledger/postings.ts'

/**
 * The IVA that operations charged one by one becomes the IVA on the sum of the month's fees: an excess is given to the
 * merchant, a shortage is taken.
 */
export function roundingLines(roundingCentavos: number): Line[] {
  return roundingCentavos === 0 ? [] : move('payable:iva', 'payable:merchant', roundingCentavos)
}
