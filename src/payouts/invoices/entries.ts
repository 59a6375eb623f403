// The lines of the closing of a month of fees.
import type { Line } from '../../ledger/postings.ts'
import type { FeeStatementRow } from './tables.ts'

export type Rounding = Pick<FeeStatementRow, 'rounding_centavos' | 'borne_centavos'>

/**
 * The part of a shortage that the merchant is not owed. The service bears it: a payment never leaves a debt, and neither does the rounding of its IVA.
 * `owedCentavos`: what the merchant is owed, negative when it owes.
 */
export function borneOf(roundingCentavos: number, owedCentavos: number): number {
  return Math.max(0, -roundingCentavos - Math.max(0, owedCentavos))
}

/**
 * The IVA that operations charged one by one becomes the IVA on the sum of the month's fees: an excess is given to the
 * merchant, a shortage is taken, as far as the merchant is owed as much.
 */
export function roundingLines({ rounding_centavos: rounding, borne_centavos: borne }: Rounding): Line[] {
  const lines: Line[] = [
    { account: 'payable:iva', amountCentavos: rounding },
    { account: 'payable:merchant', amountCentavos: -rounding - borne },
    { account: 'cost:differences', amountCentavos: borne },
  ]
  return lines.filter(({ amountCentavos }) => amountCentavos !== 0)
}
