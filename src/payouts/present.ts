// Payouts and their reports as the wire has them: money as text, times and days of Mexico City.
import Type, { type Static } from 'typebox'
import { Instant } from '../api/description/answer-members.ts'
import { choice, describedAs, Money } from '../api/fields.ts'
import { exactIva } from '../core/fees.ts'
import { formatAmount } from '../core/money.ts'
import { railCodes, railOf } from '../core/rail.ts'
import { mexicoCityTime } from '../core/time.ts'
import type { EntryType, MerchantEntry } from './report/merchant-entries.ts'
import type { PayoutLineRow, PayoutRow } from './tables.ts'

const Pesos = (description: string) => Type.String({ description, examples: ['95.82'] })

export const Payout = Type.Object(
  {
    id: Type.String({ description: 'Of the payout, `po_…`', examples: ['po_06f8f2k3'] }),
    date: Type.String({ description: 'The day on which it is paid' }),
    from_date: Type.String({ description: 'It covers the payments and reversals from this day ...' }),
    to_date: Type.String({ description: '... to this day, both included' }),
    amount: Money,
    clabe: Type.String({ description: 'The last four digits of the CLABE that it goes to' }),
    beneficiary: Type.String({ description: 'The owner of the CLABE' }),
    tracking_key: Type.String({ description: 'Clave de rastreo of the SPEI transfer' }),
    status: choice(['pending', 'paid', 'failed', 'returned'], {
      description:
        'pending, paid, failed, or returned by the bank, perhaps days later: then the next payout includes it',
    }),
    timestamp: Type.String({ description: 'When it was booked' }),
    status_timestamp: Type.String({ description: 'When the status last changed' }),
  },
  { title: 'Payout' },
)

/** A payout to an affiliate, with its user. */
export const AffiliatePayout = Type.Object(
  { ...Payout.properties, user: Type.String({ description: 'The affiliated user' }) },
  { title: 'Affiliate payout' },
)

/** The kinds of lines of the report. */
const LINES: Record<EntryType, string> = {
  payment: 'a payment',
  reversal: 'a payment that was reversed',
  refund: 'what was refunded of a payment',
  refund_cancelled: 'a refund that was not made after all',
  reserve: 'moved into the reserve, or out of it',
  dispute: 'held back of a disputed payment, with its fee',
  dispute_won: 'both came back',
  claim_written_off: 'a debt that the service wrote off',
  iva_rounding:
    'the difference between the IVA that the operations of a month charged one by one and the IVA on the sum of their fees',
}

export const ReportLine = Type.Object(
  {
    transaction: Type.String({ description: 'The operation; empty for a line without one' }),
    type: choice(Object.keys(LINES), {
      description: `${Object.entries(LINES)
        .map(([type, meaning]) => `\`${type}\`: ${meaning}`)
        .join('; ')}. The amounts of what is taken are negative`,
    }),
    timestamp: Instant,
    payment_method: Type.String({
      ...describedAs({
        type: 'string',
        enum: ['', ...railCodes],
        description: 'Empty on a line without an operation',
      }),
    }),
    card_type: Type.String({ description: 'The brand of the card; may be empty' }),
    operator: Type.String({ description: 'E-mail of the operator of the credential that charged; may be empty' }),
    reference_number: Type.String({ description: 'Your own; may be empty' }),
    description: Type.String({ description: 'What was paid for; may be empty' }),
    total: Pesos('What the payer paid'),
    fee: Pesos('Without IVA; of a dispute, what it costs'),
    iva: Pesos('Of the fee, as it was charged'),
    affiliate: Pesos('The share of the affiliated user'),
    net: Pesos('What the merchant receives'),
    paid_at: Type.String({ description: 'When the payer paid, also on the line of a reversal or refund' }),
    iva_exact: Type.String({ description: 'IVA of the fee with its decimals', examples: ['0.5760'] }),
    monthly_installments: Type.String({ description: 'Months without interest; empty for a single payment' }),
    surcharge: Pesos('What the months cost, without IVA: a part of `fee`'),
    refund: Type.String({ description: 'The refund of the line; empty for other lines' }),
    dispute: Type.String({ description: 'The dispute of the line; empty for other lines' }),
  },
  { title: 'Report line' },
)

export const ReportTotals = Type.Object(
  {
    entries: Type.Integer({ description: 'Payments, reversals, refunds, disputes and moves of the reserve' }),
    total: Pesos('Of all lines'),
    fee: Pesos('Of all lines'),
    iva: Pesos('Of all lines'),
    affiliate: Pesos('Of all lines'),
    net: Pesos('Of all lines'),
    carried: Pesos(
      'Left over from earlier days, payouts that the bank refused, less those that arrived after all and what your rules keep',
    ),
    payout: Pesos('Net and carried: the amount of the payout'),
  },
  { title: 'Report totals' },
)

export function presentPayout(row: PayoutRow): Static<typeof Payout> {
  return {
    id: row.id,
    date: row.day,
    from_date: row.from_day,
    to_date: row.to_day,
    amount: { amount: formatAmount(row.amount_centavos), currency: 'MXN' },
    clabe: row.clabe,
    beneficiary: row.beneficiary,
    tracking_key: row.tracking_key,
    status: row.state,
    timestamp: mexicoCityTime(row.created_at),
    status_timestamp: mexicoCityTime(row.state_at),
  }
}

export function presentAffiliatePayout(row: PayoutRow): Static<typeof AffiliatePayout> {
  return { ...presentPayout(row), user: row.affiliate }
}

export function presentLine(entry: MerchantEntry): Static<typeof ReportLine> {
  const signed = (centavos: number) => formatAmount(entry.sign * centavos)
  return {
    transaction: entry.id,
    type: entry.type,
    timestamp: mexicoCityTime(entry.created_at),
    payment_method: entry.rail === '' ? '' : railOf(entry.rail).code,
    card_type: entry.card_brand,
    operator: entry.operator,
    reference_number: entry.reference_number ?? '',
    description: entry.description,
    total: signed(entry.total_centavos),
    fee: signed(entry.fee_centavos),
    iva: signed(entry.iva_centavos),
    affiliate: signed(entry.affiliate_centavos),
    net: formatAmount(entry.netCentavos),
    paid_at: entry.paid_at === null ? '' : mexicoCityTime(entry.paid_at),
    iva_exact: exactIva(entry.sign * entry.fee_centavos),
    monthly_installments: String(entry.months ?? ''),
    surcharge: signed(entry.surcharge_centavos),
    refund: entry.refundId,
    dispute: entry.disputeId,
  }
}

/** The totals of a payout's lines: those of its own days, and the carried ones. */
export function presentTotals(lines: PayoutLineRow[]): Static<typeof ReportTotals> {
  const own = lines.filter((line) => line.carried_from === '')
  const sum = (of: (line: PayoutLineRow) => number) => own.reduce((total, line) => total + of(line), 0)
  const net = sum((line) => line.amount_centavos)
  const payout = lines.reduce((total, line) => total + line.amount_centavos, 0)
  return {
    entries: sum((line) => line.entries),
    total: formatAmount(sum((line) => line.total_centavos)),
    fee: formatAmount(sum((line) => line.fee_centavos)),
    iva: formatAmount(sum((line) => line.iva_centavos)),
    affiliate: formatAmount(sum((line) => line.affiliate_centavos)),
    net: formatAmount(net),
    carried: formatAmount(payout - net),
    payout: formatAmount(payout),
  }
}
