// Reads an account's terms for a payment method: a percentage, a fixed part in pesos, IVA on both.
import Type, { type Static } from 'typebox'
import type { FieldProblems } from '../../core/failure-table.ts'
import type { FeeSchedule } from '../../core/fees.ts'
import type { Bilingual } from '../../core/language/bilingual.ts'
import { formatAmount, parseAmount } from '../../core/money.ts'
import { type Rail, railOf } from '../../core/rail.ts'
import { Failure } from '../../failures.ts'

export const Fees = Type.Object(
  {
    fees: Type.Array(
      Type.Object({
        payment_method: Type.String({ description: 'POS for cards, OXX for stores, SPE for SPEI', examples: ['POS'] }),
        percentage: Type.Number({ description: 'Of the amount, in percent, without IVA', examples: [3.6] }),
        fixed: Type.String({ description: 'For each payment, in Mexican pesos, without IVA', examples: ['0.00'] }),
        iva_percentage: Type.Number({ description: 'Of the fee, in percent', examples: [16] }),
        dispute: Type.Optional(
          Type.String({
            description: 'For each dispute that is not won, for methods with disputes',
            examples: ['150.00'],
          }),
        ),
      }),
      { description: 'One entry for each way of paying' },
    ),
  },
  { title: 'Fees' },
)

export function presentFees(terms: (readonly [Rail, FeeSchedule])[]): Static<typeof Fees> {
  return {
    fees: terms.map(([rail, schedule]) => ({
      payment_method: railOf(rail).code,
      percentage: schedule.percentageMillis / 1_000,
      fixed: formatAmount(schedule.fixedCentavos),
      iva_percentage: schedule.ivaPercent,
      ...(schedule.disputeCentavos !== undefined && { dispute: formatAmount(schedule.disputeCentavos) }),
    })),
  }
}

/** Reads the parts: a percentage from 0 to 100 with at most 3 decimals, and pesos. Refuses other values by name. */
export function readTerms(terms: {
  percentage: unknown
  fixed: unknown
  /** Undefined for an unchanged dispute fee. */
  dispute?: unknown
}): {
  percentageMillis: number
  fixedCentavos: number
  disputeCentavos: number | undefined
} {
  const fields: FieldProblems = {}
  const text = String(terms.percentage)
  const digits = /^(0|[1-9]\d{0,2})(?:\.(\d{1,3}))?$/.exec(text)
  const percentageMillis = Number(`${digits?.[1] ?? 0}${(digits?.[2] ?? '').padEnd(3, '0')}`)
  if (digits === null || percentageMillis > 100_000) {
    fields.percentage = [
      [
        'percentage debe ser de 0 a 100, con a lo más 3 decimales',
        'percentage must be 0 to 100, with at most 3 decimals',
      ],
    ]
  }
  const of = (field: string, [es, en]: Bilingual): Bilingual => [`${field} ${es}`, `${field} ${en}`]
  const fixed = parseAmount(terms.fixed)
  if ('problem' in fixed) fields.fixed = [of('fixed', fixed.problem)]
  const dispute = terms.dispute === undefined ? { centavos: undefined } : parseAmount(terms.dispute)
  if ('problem' in dispute) fields.dispute = [of('dispute', dispute.problem)]
  if ('problem' in fixed || 'problem' in dispute || Object.keys(fields).length > 0)
    throw new Failure('parameters-invalid', { fields })
  return { percentageMillis, fixedCentavos: fixed.centavos, disputeCentavos: dispute.centavos }
}
