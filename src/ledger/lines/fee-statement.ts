// What the closing of a month of fees posts.
import { type Line, move } from '../postings.ts'

/**
 * The IVA that operations charged one by one becomes the IVA on the sum of the month's fees: what was charged too much is given to the merchant,
 * what was charged too little is taken.
 */
export function roundingLines(roundingCentavos: number): Line[] {
  return roundingCentavos === 0 ? [] : move('payable:iva', 'payable:merchant', roundingCentavos)
}
