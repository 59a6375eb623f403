// The amounts of a payment when it is captured: what it costs then, and what its affiliate gets of it.
import { computeFees, type FeeSchedule, surchargeOf } from '../core/fees.ts'
import { instalmentPlanOf } from '../core/instalments.ts'
import { formatAmount, shareOf } from '../core/money.ts'
import { invalidField } from '../failures.ts'
import type { OperationRow } from '../operations/tables.ts'
import type { Amounts } from '../store/changeable.ts'

export type Capturable = Pick<
  OperationRow,
  'authorized_centavos' | 'total_centavos' | 'tip_centavos' | 'affiliate_centavos' | 'months'
>

/**
 * The amounts of a payment of which `captureCentavos` are captured, by the fees of this moment. The share of an affiliate is the same part of
 * the capture as of the authorisation, rounded half up; the tip is at most what is captured.
 *
 * Refuses an amount above the authorisation, and one that the fee and the share would take wholly and more (`parameters-invalid`).
 */
export function capturedAmounts(operation: Capturable, captureCentavos: number, schedule: FeeSchedule): Amounts {
  const authorized = operation.authorized_centavos ?? operation.total_centavos
  if (captureCentavos > authorized) {
    const most = formatAmount(authorized)
    throw invalidField(
      'amount',
      `amount es a lo más ${most}, lo que se autorizó`,
      `amount is at most ${most}, what was authorised`,
    )
  }
  const rateMillis = operation.months === null ? 0 : (instalmentPlanOf(operation.months)?.rateMillis ?? 0)
  const percentageMillis = schedule.percentageMillis + rateMillis
  const fees = computeFees({
    totalCentavos: captureCentavos,
    schedule: { ...schedule, percentageMillis },
    affiliateCentavos: shareOf(operation.affiliate_centavos, { numerator: captureCentavos, denominator: authorized }),
  })
  if (!fees.fits)
    throw invalidField(
      'amount',
      'amount no alcanza para la comisión y la parte del afiliado',
      'amount does not cover the fee and the share of the affiliate',
    )
  return {
    total_centavos: captureCentavos,
    tip_centavos: Math.min(operation.tip_centavos, captureCentavos),
    fee_centavos: fees.feeCentavos,
    iva_centavos: fees.ivaCentavos,
    surcharge_centavos: surchargeOf(captureCentavos, rateMillis, fees.feeCentavos),
    fee_percentage_millis: percentageMillis,
    affiliate_centavos: fees.affiliateCentavos,
  }
}
