// The fees of a payment: a percentage plus a fixed part, with IVA, and the share of an affiliated user.
import { shareOf } from './money.ts'

/** The fees of an account on one rail. `percentageMillis` is thousandths of a percent: 3.6 % is 3600. IVA comes on top. */
export interface FeeSchedule {
  percentageMillis: number
  fixedCentavos: number
  ivaPercent: number
  /** For each dispute, without IVA. Undefined for a rail without disputes. */
  disputeCentavos?: number | undefined
}

/** One line of `fee_details` (spec 2.1). */
interface FeeDetail {
  type: 'fee' | 'application_fee'
  /** In percent, as on the wire: 3.6. An affiliate's share is a set amount, so its line says 0. */
  percentage: number
  /** A `fee` line includes the IVA; an `application_fee` line has none. */
  amountCentavos: number
  description: string
}

export interface Fees {
  /** Without IVA. */
  feeCentavos: number
  ivaCentavos: number
  feeWithIvaCentavos: number
  affiliateCentavos: number
  /** The sum of the lines: what the account does not receive. */
  commissionCentavos: number
  /** What the account receives; negative only when `fits` is false. */
  netCentavos: number
  details: FeeDetail[]
  /** False when the affiliate's share is more than the fee leaves: refuse the payment. */
  fits: boolean
}

/**
 * The fees of one payment. The fee with IVA is rounded once, half up, and never more than the total; fee and IVA are
 * split from it, so fee + IVA + affiliate + net is the total to the centavo.
 *
 * Sample: of 100.00 at 3.6 % the fee with IVA is 4.18 = 3.60 + 0.58, and 95.82 is left; with an affiliate's share of
 * 10.00 the commission is 14.18 and 85.82 is left. A share that does not fit answers `fits: false`.
 */
export function computeFees(payment: {
  totalCentavos: number
  schedule: FeeSchedule
  affiliateCentavos?: number
}): Fees {
  const { totalCentavos, schedule, affiliateCentavos = 0 } = payment
  for (const centavos of [totalCentavos, affiliateCentavos]) {
    if (!(Number.isSafeInteger(centavos) && centavos >= 0)) {
      throw new RangeError('a total and a share are whole centavos and not negative')
    }
  }
  const feeWithIvaCentavos = feeWithIva(totalCentavos, schedule)
  const feeCentavos = shareOf(feeWithIvaCentavos, { numerator: 100, denominator: 100 + schedule.ivaPercent })
  const details: FeeDetail[] = [
    {
      type: 'fee',
      percentage: schedule.percentageMillis / 1_000,
      amountCentavos: feeWithIvaCentavos,
      description: '',
    },
  ]
  if (affiliateCentavos > 0) {
    details.push({ type: 'application_fee', percentage: 0, amountCentavos: affiliateCentavos, description: '' })
  }
  const commissionCentavos = feeWithIvaCentavos + affiliateCentavos
  return {
    feeCentavos,
    ivaCentavos: feeWithIvaCentavos - feeCentavos,
    feeWithIvaCentavos,
    affiliateCentavos,
    commissionCentavos,
    netCentavos: totalCentavos - commissionCentavos,
    details,
    fits: commissionCentavos <= totalCentavos,
  }
}

/** `(total x percentage + fixed) x (1 + IVA)`, brought to one fraction first so that only one rounding happens. */
function feeWithIva(totalCentavos: number, schedule: FeeSchedule): number {
  const { percentageMillis, fixedCentavos, ivaPercent } = schedule
  const withoutIva = totalCentavos * percentageMillis + fixedCentavos * WHOLE_IN_MILLIS
  const exact = shareOf(withoutIva, { numerator: 100 + ivaPercent, denominator: WHOLE_IN_MILLIS * 100 })
  return Math.min(exact, totalCentavos)
}

/** IVA in Mexico, in percent. */
export const IVA_PERCENT = 16

/** A rate of a total, rounded half up: the part of the fee for months without interest. */
export function surchargeOf(totalCentavos: number, rateMillis: number, feeCentavos: number): number {
  return Math.min(shareOf(totalCentavos, { numerator: rateMillis, denominator: WHOLE_IN_MILLIS }), feeCentavos)
}

/**
 * Splits the fee with its IVA in two: the surcharge for months, and the rest. Their sum is fee + IVA.
 *
 * Sample: a fee of 86.00 with IVA of 13.76, with a surcharge of 50.00, is 58.00 and 41.76.
 */
export function feeParts(fee: { feeCentavos: number; ivaCentavos: number; surchargeCentavos: number }): {
  surchargeWithIvaCentavos: number
  restWithIvaCentavos: number
} {
  const { feeCentavos, ivaCentavos, surchargeCentavos } = fee
  const all = feeCentavos + ivaCentavos
  const surchargeWithIvaCentavos =
    feeCentavos === 0 ? 0 : shareOf(all, { numerator: surchargeCentavos, denominator: feeCentavos })
  return { surchargeWithIvaCentavos, restWithIvaCentavos: all - surchargeWithIvaCentavos }
}

/**
 * The IVA of a sum of fees, in whole centavos, half up and away from zero: the IVA due for a month, rounded once. Sample:
 * for 56.00 it is 8.96, where 200 operations of 0.28 have charged 0.05 each.
 */
export function ivaDue(feeCentavos: number): number {
  const due = shareOf(Math.abs(feeCentavos), { numerator: IVA_PERCENT, denominator: 100 })
  return feeCentavos < 0 && due !== 0 ? -due : due
}

/** The unrounded IVA of a fee, in pesos: for 0.28 it is `0.0448`. These amounts add up to the IVA of the sum. */
export function exactIva(feeCentavos: number): string {
  const digits = String(Math.abs(feeCentavos) * IVA_PERCENT).padStart(5, '0')
  return `${feeCentavos < 0 ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`
}

/** 100 % in thousandths of a percent. */
const WHOLE_IN_MILLIS = 100_000
