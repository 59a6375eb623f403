// The cost of a charge for the account: its fee, with a surcharge for months without interest, and the share of an
// affiliated user.

import type { Funding } from '../core/cards/issuers.ts'
import { computeFees, type FeeSchedule, type Fees, surchargeOf } from '../core/fees.ts'
import { instalmentPlanOf, promotionsFor } from '../core/instalments.ts'
import { formatAmount } from '../core/money.ts'
import { invalidField } from '../failures.ts'
import type { Charge } from './sealed/request.ts'

export interface Terms {
  fees: Fees
  /** Thousandths of a percent, months included. */
  percentageMillis: number
  /** The surcharge for the months, without IVA: a part of the fee. */
  surchargeCentavos: number
}

/** Refuses `months` that the card or the amount does not allow, and a share above what the fee leaves. */
export function termsOf(charge: Charge, funding: Funding, schedule: FeeSchedule): Terms {
  const rateMillis = charge.months === undefined ? 0 : monthsRate(charge.totalCentavos, charge.months, funding)
  const percentageMillis = schedule.percentageMillis + rateMillis
  const fees = computeFees({
    totalCentavos: charge.totalCentavos,
    schedule: { ...schedule, percentageMillis },
    affiliateCentavos: charge.affiliate?.shareCentavos ?? 0,
  })
  if (!fees.fits) {
    const most = formatAmount(charge.totalCentavos - fees.feeWithIvaCentavos)
    const field = 'payment.affiliated.total_fee'
    throw invalidField(
      field,
      `${field} es a lo más ${most}, lo que deja la comisión`,
      `${field} is at most ${most}, what the fee leaves`,
    )
  }
  return { fees, percentageMillis, surchargeCentavos: surchargeOf(charge.totalCentavos, rateMillis, fees.feeCentavos) }
}

function monthsRate(totalCentavos: number, months: number, funding: Funding): number {
  const plan = instalmentPlanOf(months)
  if (plan === undefined) throw new Error(`there is no plan of ${months} months`)
  if (promotionsFor({ funding, centavos: totalCentavos }).some((offer) => offer.months === months))
    return plan.rateMillis
  if (funding === 'UNKNOWN')
    throw invalidField(
      'months',
      'months solo se acepta con tarjetas de crédito; de esta no se conoce el tipo',
      'months are taken with credit cards only; of this one the kind is not known',
    )
  if (funding !== 'CREDIT')
    throw invalidField(
      'months',
      'months solo se acepta con tarjetas de crédito',
      'months are taken with credit cards only',
    )
  const least = formatAmount(plan.minCentavos)
  throw invalidField(
    'months',
    `months: a ${months} meses el total debe ser al menos ${least}`,
    `months: with ${months} months the total must be at least ${least}`,
  )
}
