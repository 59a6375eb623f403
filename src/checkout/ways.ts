// Which amounts a way of paying takes, and where a payer may pay them in cash.
import { type Chain, chains } from '../core/chains.ts'
import { type Rail, railOf } from '../core/rail.ts'

/** The chains that take the amount. */
export function chainsFor(centavos: number): Readonly<Chain>[] {
  return chains.filter(({ minCentavos, maxCentavos }) => minCentavos <= centavos && centavos <= maxCentavos)
}

/** Whether the way takes some amount from the least to the most. */
export function fits(rail: Rail, [least, most]: readonly [least: number, most: number]): boolean {
  const { limits } = railOf(rail)
  return (
    limits === undefined || limits.some(({ minCentavos, maxCentavos }) => minCentavos <= most && least <= maxCentavos)
  )
}
