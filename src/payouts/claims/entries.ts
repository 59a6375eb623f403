// The lines of a debt that is written off.
import { type Line, move } from '../../ledger/postings.ts'

/** The merchant owes the amount no more, and the service bears it. */
export function writtenOffLines(amountCentavos: number): Line[] {
  return move('cost:differences', 'payable:merchant', amountCentavos)
}
