// Meses sin intereses: the numbers of months for a credit card, the smallest amounts, and the cost for the merchant.
import type { Funding } from './cards/issuers.ts'
import { whenUnknown } from './cards/unknown-issuer.ts'
import { shareOf } from './money.ts'

export type Months = 3 | 6 | 9 | 12 | 18

interface InstalmentPlan {
  months: Months
  /** The smallest payment that may be split: 100.00 a month, and never less than 500.00. */
  minCentavos: number
  /** What the merchant pays on top of the usual fee, in thousandths of a percent, before IVA; the payer pays no interest. */
  rateMillis: number
  promotionId: string
}

/** Shortest first. */
export const instalmentPlans: readonly Readonly<InstalmentPlan>[] = [
  { months: 3, minCentavos: 50_000, rateMillis: 5_000, promotionId: 'MSI03' },
  { months: 6, minCentavos: 60_000, rateMillis: 7_500, promotionId: 'MSI06' },
  { months: 9, minCentavos: 90_000, rateMillis: 10_000, promotionId: 'MSI09' },
  { months: 12, minCentavos: 120_000, rateMillis: 12_500, promotionId: 'MSI12' },
  { months: 18, minCentavos: 180_000, rateMillis: 17_500, promotionId: 'MSI18' },
]

export const instalmentMonths = instalmentPlans.map(({ months }) => months)

interface Promotion {
  months: Months
  /** In percent: 7.5. */
  rate: number
  /** For one month, rounded half up; the bank adjusts the last month by the remainder. */
  amountCentavos: number
  promotionId: string
}

/**
 * The offers for a card and an amount, shortest first; only credit cards have any.
 *
 * Sample: 600.00 on a credit card is 3 months of 200.00 or 6 of 100.00; 499.99, or any debit card, is none.
 */
export function promotionsFor(payment: { funding: Funding; centavos: number }): Promotion[] {
  if (!paysInMonths(payment.funding)) return []
  return instalmentPlans
    .filter((plan) => payment.centavos >= plan.minCentavos)
    .map((plan) => ({
      months: plan.months,
      rate: plan.rateMillis / 1_000,
      amountCentavos: shareOf(payment.centavos, { numerator: 1, denominator: plan.months }),
      promotionId: plan.promotionId,
    }))
}

function paysInMonths(funding: Funding): boolean {
  return funding === 'UNKNOWN' ? whenUnknown.months : funding === 'CREDIT'
}

/** The plan for a number of months, for any card and amount; undefined when there is none. */
export function instalmentPlanOf(months: number): Readonly<InstalmentPlan> | undefined {
  return instalmentPlans.find((plan) => plan.months === months)
}
