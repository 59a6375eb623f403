// A month's fees as the wire has them: the sums, the rounding of the IVA, and the concepts of an invoice.
import Type, { type Static } from 'typebox'
import { choice, describedAs } from '../../api/fields.ts'
import { exactIva, IVA_PERCENT } from '../../core/fees.ts'
import { formatAmount } from '../../core/money.ts'
import { byRail, rails } from '../../core/rail.ts'
import { cfdiUses, type Taxpayer } from '../../core/taxpayer.ts'
import { mexicoCityTime } from '../../core/time.ts'
import type { Concept } from './concepts.ts'
import type { FeesOfMonth } from './fees-of-month.ts'
import type { FeeStampRow, FeeStatementRow, TaxReceptorRow } from './tables.ts'

/** The texts on an invoice, in Spanish as the law requires. */
export const conceptTexts = {
  ...byRail((rail) => rails[rail].feeConcept),
  monthly_installments: 'Costo de meses sin intereses',
  // Charged where the bank takes a payment back. A text of invoices, which stays as it was issued.
  disputes: 'Comisión por contracargos',
  other: 'Otras comisiones y ajustes',
} as const satisfies Record<Concept['concept'], string>

const conceptNames = Object.keys(conceptTexts) as Concept['concept'][]

const Pesos = (description: string, example = '56.00') => Type.String({ description, examples: [example] })

const sums = {
  base: Pesos('The fees of the month, without IVA; what was given back is taken off'),
  rate: Pesos('Of the IVA', '0.160000'),
  iva_charged: Pesos('The IVA as the operations charged it one by one, rounded for each', '10.00'),
  iva: Pesos('The IVA due: the rate of `base`, rounded once', '8.96'),
  rounding: Pesos(
    '`iva_charged` less `iva`: given to the merchant when the month is closed (negative: taken), by the entry `<id>:rounded`',
    '1.04',
  ),
  borne: Pesos(
    'The part of a negative `rounding` that the merchant was not owed when the month was closed: it is not taken, and the service bears it',
    '0.00',
  ),
  total: Pesos('`base` and `iva`: what the merchant pays in the end, less `borne`', '64.96'),
  currency: Type.String(describedAs({ description: 'Always MXN', type: 'string', const: 'MXN' })),
}

export const FeeSummary = Type.Object(
  {
    id: Type.Union([Type.String(), Type.Null()], { description: 'null while the month is open' }),
    period: Type.String({ description: 'The month of the fees, YYYY-MM', examples: ['2026-11'] }),
    status: choice(['open', 'closed'], {
      title: 'FeeStatementStatus',
      description: '`open`: the month is not closed yet; `closed`',
    }),
    ...sums,
    timestamp: Type.Union([Type.String(), Type.Null()], { description: 'When it was closed' }),
  },
  { title: 'FeeSummary' },
)

const TaxpayerFields = {
  rfc: Type.String({ description: '12 or 13 characters', examples: ['EKU9003173C9'] }),
  name: Type.String({ description: 'As the tax office has it, without the kind of company' }),
  regime: Type.String({ description: 'c_RegimenFiscal', examples: ['601'] }),
  postal_code: Type.String({ description: 'Of the fiscal address', examples: ['42501'] }),
}

export const CfdiUse = choice(cfdiUses, { title: 'CfdiUse', description: 'c_UsoCFDI', examples: ['G03'] })

export const Receptor = Type.Object(
  { ...TaxpayerFields, cfdi_use: Type.String(describedAs(CfdiUse)) },
  { title: 'TaxReceptor' },
)

export const FeeStatement = Type.Object(
  {
    ...FeeSummary.properties,
    concepts: Type.Array(
      Type.Object(
        {
          concept: choice(conceptNames, {
            title: 'FeeConceptName',
            description:
              'A way of paying, `monthly_installments` (what months without interest cost), `disputes` (what lost disputes cost), or `other`: what is of none of these',
          }),
          description: Type.String({ description: 'As an invoice names it, in Spanish' }),
          operations: Type.Integer({ description: 'How many it comes from' }),
          base: Pesos('Without IVA'),
          iva: Type.String({ description: 'With its decimals: the sum, rounded once, is the IVA of the month' }),
        },
        { title: 'FeeConcept' },
      ),
      { description: 'The lines of the invoice' },
    ),
    issuer: Type.Union([Type.Object(TaxpayerFields, { title: 'TaxIssuer' }), Type.Null()], {
      description: 'The taxpayer that invoices the fees; null: not set',
    }),
    receptor: Type.Union([Receptor, Type.Null()], { description: 'null until `PUT /v1/fees/receptor`' }),
    cfdi: Type.Object(
      {
        status: choice(['none', 'pending', 'stamped', 'refused'], {
          title: 'CfdiStatus',
          description:
            '`none`: nobody stamps, or something is missing; this is no invoice. `pending`, `stamped`, `refused` by the stamping provider',
        }),
        uuid: Type.Union([Type.String(), Type.Null()], { description: 'The folio fiscal of a stamped invoice' }),
        reason: Type.String({ description: 'Why it was refused; empty otherwise' }),
      },
      { title: 'Cfdi', description: 'The state of the invoice' },
    ),
  },
  { title: 'Fee statement' },
)

const RATE = (IVA_PERCENT / 100).toFixed(6)

function presentSums(of: FeesOfMonth & { borne_centavos?: number }) {
  return {
    base: formatAmount(of.fee_centavos),
    rate: RATE,
    iva_charged: formatAmount(of.charged_centavos),
    iva: formatAmount(of.due_centavos),
    rounding: formatAmount(of.rounding_centavos),
    borne: formatAmount(of.borne_centavos ?? 0),
    total: formatAmount(of.fee_centavos + of.due_centavos),
    currency: 'MXN',
  }
}

export function summaryOf(row: FeeStatementRow): Static<typeof FeeSummary> {
  const at = mexicoCityTime(row.created_at)
  return { id: row.id, period: row.month, status: 'closed', ...presentSums(row), timestamp: at }
}

export function openSummary(month: string, of: FeesOfMonth): Static<typeof FeeSummary> {
  return { id: null, period: month, status: 'open', ...presentSums(of), timestamp: null }
}

export function presentStatement(
  summary: Static<typeof FeeSummary>,
  about: {
    concepts: Concept[]
    issuer: Taxpayer | undefined
    receptor: TaxReceptorRow | undefined
    stamp: Pick<FeeStampRow, 'state' | 'uuid' | 'reason'> | undefined
  },
): Static<typeof FeeStatement> {
  const { concepts, issuer, receptor, stamp } = about
  return {
    ...summary,
    concepts: concepts.map((one) => ({
      concept: one.concept,
      description: conceptTexts[one.concept],
      operations: one.operations,
      base: formatAmount(one.fee_centavos),
      iva: exactIva(one.fee_centavos),
    })),
    issuer: issuer ?? null,
    receptor: receptor ? presentReceptor(receptor) : null,
    cfdi: { status: stamp?.state ?? 'none', uuid: stamp?.uuid ?? null, reason: stamp?.reason ?? '' },
  }
}

export function presentReceptor(row: TaxReceptorRow): Static<typeof Receptor> {
  const { rfc, name, regime, postal_code, cfdi_use } = row
  return { rfc, name, regime, postal_code, cfdi_use }
}
