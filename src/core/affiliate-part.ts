// Who gives back an affiliate's share when a payment, or part of it, goes back to its payer.
import { shareOf } from './money.ts'

/**
 * A rule of the account, kept with each payment: `proportional`: the affiliate gives back a part of the share in proportion
 * to the part of the payment; `merchant`: the affiliate keeps the share and the merchant pays all.
 */
export const affiliateRules = ['proportional', 'merchant'] as const

export type AffiliateRule = (typeof affiliateRules)[number]

/** The columns of an operation that decide. */
export interface Shared {
  total_centavos: number
  affiliate_centavos: number
  /** Null, of payments older than the rule, is `proportional`. */
  affiliate_rule: AffiliateRule | null
}

/**
 * What the affiliate gives back, in centavos, when `amountCentavos` of a payment go back after `beforeCentavos` went back earlier: to be debited
 * from `payable:affiliate`, and the merchant pays the rest. Parts are rounded half up on the total that has gone back, so
 * that they add up to the share when the whole payment has gone back in any parts. A dispute that is won, or a refund that
 * is cancelled, gives back the amount that it took. `takenCentavos` is what the earlier parts took; the default is what
 * this function computes for them. Never more than `amountCentavos`, and never negative.
 *
 * Sample: of 100.00 with a share of 10.01, a refund of 50.00 takes 5.01 from the affiliate, and another of 50.00 takes 5.00.
 */
export function affiliatePart(
  shared: Shared,
  back: { beforeCentavos?: number; amountCentavos: number; takenCentavos?: number },
): number {
  const { beforeCentavos = 0, amountCentavos } = back
  const { total_centavos: total, affiliate_centavos: share, affiliate_rule: rule } = shared
  if (beforeCentavos < 0 || amountCentavos < 0 || beforeCentavos + amountCentavos > total)
    throw new RangeError('no more goes back than was paid')
  if (rule === 'merchant' || share === 0) return 0
  const partOf = (backCentavos: number) => shareOf(share, { numerator: backCentavos, denominator: total })
  const part = partOf(beforeCentavos + amountCentavos) - (back.takenCentavos ?? partOf(beforeCentavos))
  return Math.min(Math.max(0, part), amountCentavos)
}
