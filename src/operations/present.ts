// The operation record as the wire has it (spec 2.1): money as text, status a letter, times of Mexico City.
import Type, { type Static } from 'typebox'
import { choice, describedAs, Money } from '../api/fields.ts'
import { brands, maskSixFour } from '../core/cards/number.ts'
import { feeParts } from '../core/fees.ts'
import { instalmentPlanOf } from '../core/instalments.ts'
import { amountNumber, formatAmount } from '../core/money.ts'
import { operationStates } from '../core/operation.ts'
import { type Rail, railCodesText, railNames, railOf } from '../core/rail.ts'
import { mexicoCityTime } from '../core/time.ts'
import type { RecordAsOf } from '../store/changeable.ts'
import type { Operation } from '../store/operation.ts'
import type { PageLinks } from './page-link.ts'
import { numberedRails, PayerInstructions, payerInstructions } from './pay-with.ts'

const FeeLine = Type.Object(
  {
    type: choice(['fee', 'monthly_installments', 'application_fee'], {
      description: 'Of the service, of months without interest, or of the affiliated user',
    }),
    percentage: Type.Number({ description: 'Of the amount, in percent; 0 for a fixed one' }),
    amount: Type.Number({ description: 'Mexican pesos' }),
    description: Type.String({ description: 'May be empty' }),
  },
  { title: 'FeeLine' },
)

const Card = Type.Object({
  holder_name: Type.String({ description: 'The name on the card; may be empty' }),
  type: Type.String({ description: 'The brand of the card; OXXO for cash; empty for SPEI' }),
  number: Type.String({ description: 'The last four digits' }),
  label: Type.String({ description: 'May be empty' }),
  raw: Type.String({ description: 'Always empty' }),
})

const fields = {
  transaction: Type.String({ description: 'Operation identifier' }),
  timestamp: Type.String({ description: 'ISO 8601 with the offset of Mexico City' }),
  payment_method: Type.String({ description: railCodesText }),
  authorization_code: Type.String({
    description: 'The authorisation code of the bank or the network; empty until the operation is authorised or paid',
  }),
  status: choice(
    Object.values(operationStates).map(({ code }) => code),
    {
      description: 'P pending, A authorised and not captured, N paid, C cancelled, E expired, D declined',
    },
  ),
  transaction_type: Type.String(describedAs({ description: 'Always E', type: 'string', const: 'E' })),
  reference: Type.Object(
    {
      number: Type.String({ description: 'The merchant’s own; may be empty' }),
      description: Type.String({ description: 'What was paid for, as you sent it; may be empty' }),
    },
    { title: 'Reference' },
  ),
  card: Card,
  total: Money,
  authorized: Type.Union([Type.Object(Money.properties), Type.Null()], {
    description:
      'What was to be authorised of a card payment with `capture: false`; `total` is what was captured of it, once it is. Null for every other',
  }),
  authorized_until: Type.Union([Type.String(), Type.Null()], {
    description:
      'While it is authorised (status A): when it is released, if nobody captures it. ISO 8601 with the offset of Mexico City; otherwise null',
  }),
  tip: Money,
  fee: Money,
  fee_details: Type.Array(FeeLine, {
    description:
      'The cost of the payment. It stays when the operation is cancelled and the fee is given back: `commissions` of the list counts the fees that are kept.',
  }),
  origin: Type.Object(
    {
      location: Type.Object({
        latitude: Type.String({ description: 'Decimal degrees, as you sent them; may be empty' }),
        longitude: Type.String({ description: 'Decimal degrees, as you sent them; may be empty' }),
      }),
    },
    { title: 'Origin' },
  ),
  affiliation: Type.String({ description: 'May be empty' }),
  url: Type.String({ description: 'Address of the receipt' }),
  hasDevolution: Type.Boolean({
    description:
      'The money went back: taken back by the network, or transferred. False again when the bank rejects or returns that transfer',
  }),
  devolution_status: choice(['none', 'pending', 'settled', 'rejected', 'returned'], {
    description:
      'What became of the money that goes back: `none`, `pending` (its transfer is not settled yet), `settled`, `rejected` or ' +
      '`returned` (it is owed again: see `GET /v1/transfers`)',
  }),
  payer_url: Type.Union([Type.String(), Type.Null()], {
    description:
      'Send the payer there: the bank wants the payer to authenticate (3-D Secure) before the card is charged. Null when nothing is asked of the payer, and once the operation has an outcome',
  }),
  decline_code: Type.Union([Type.String(), Type.Null()], {
    description:
      'Why a card payment was declined: the bank’s ISO 8583 response, or `invalid-card`, `no-answer`, `payer-absent`, `payer-needed`, `risk-filter`, `risk-fraud`; null for any other',
  }),
  refunded: Type.Object(Money.properties, {
    description:
      'What was refunded of it and reached the payer or is on its way; see `GET /v1/operations/{id}/refunds`',
  }),
  disputed: Type.Object(Money.properties, {
    description: 'The part that the cardholder’s bank disputes or has taken back; see `GET /v1/disputes`',
  }),
  paid_at: Type.Union([Type.String(), Type.Null()], {
    description:
      'When the payer paid, as the network or the acquirer says: ISO 8601 with the offset of Mexico City; null until it is paid',
  }),
  commission: Money,
  monthly_installments: Type.Integer({ description: 'Months without interest; 0 for a single payment' }),
  surcharge: Type.Object(Money.properties, {
    description: 'The surcharge for the months, with IVA: a part of `commission`, and a separate line in `fee_details`',
  }),
  instructions: Type.Union([PayerInstructions, Type.Null()], {
    description: 'What the payer reads on the slip of a voucher; null for a card',
  }),
  checkout: Type.Union([Type.String(), Type.Null()], {
    description: 'The checkout where the payer began it; see `GET /v1/checkout/{checkout}`',
  }),
}

/** The record of one way of paying, distinguished by `payment_method`. */
function recordBy(rail: Rail) {
  const { code, name, cardType } = railOf(rail)
  const types = cardType === undefined ? { enum: ['', ...Object.keys(brands)] } : { const: cardType }
  const card = { ...Card, properties: { ...Card.properties, type: { ...Card.properties.type, ...types } } }
  const payment_method = { type: 'string', const: code, description: name[1] }
  const title = `${rail.charAt(0).toUpperCase()}${rail.slice(1)}Operation`
  const instructions = numberedRails.includes(rail)
    ? fields.instructions
    : { type: 'null', description: 'Always null for a card' }
  return { ...Type.Object(fields), properties: { ...fields, payment_method, card, instructions }, title }
}

/** The schema that serializes answers. The description of the API has one record for each way of paying. */
export const OperationRecord = Type.Object(fields, {
  title: 'Operation',
  ...describedAs({
    title: 'Operation',
    oneOf: railNames.map(recordBy),
    discriminator: {
      propertyName: 'payment_method',
      mapping: Object.fromEntries(railNames.map((rail) => [railOf(rail).code, recordBy(rail).title])),
    },
  }),
})

/** The record of a card payment, for answers that can contain no other; it serializes in the same way. */
export const CardOperationRecord = Type.Object(fields, { title: 'Operation', ...describedAs(recordBy('card')) })

export type OperationRecord = Static<typeof OperationRecord>

/** The record of an operation. */
export function presentOperation(links: PageLinks, row: RecordAsOf): OperationRecord {
  const commission = money(row.fee_centavos + row.iva_centavos + row.affiliate_centavos)
  return {
    transaction: row.id,
    timestamp: mexicoCityTime(row.created_at),
    payment_method: railOf(row.rail).code,
    authorization_code: row.authorization_code,
    status: operationStates[row.status].code,
    transaction_type: 'E',
    reference: { number: row.reference_number ?? '', description: row.description },
    card: {
      holder_name: row.card_holder,
      type: railOf(row.rail).cardType ?? row.card_brand,
      number: row.card_last_four,
      label: row.card_label,
      raw: '',
    },
    total: money(row.total_centavos),
    authorized: row.authorized_centavos === null ? null : money(row.authorized_centavos),
    authorized_until: row.status === 'authorized' && row.expires_at !== null ? mexicoCityTime(row.expires_at) : null,
    tip: money(row.tip_centavos),
    fee: commission,
    fee_details: feeLines(row),
    origin: { location: { latitude: row.latitude, longitude: row.longitude } },
    affiliation: '',
    url: links.urlOf(row.id),
    hasDevolution: row.has_devolution === 1 || row.refunded_centavos > row.refunds_failed_centavos,
    paid_at: row.paid_at === null ? null : mexicoCityTime(row.paid_at),
    devolution_status: devolutionOf(row),
    payer_url: row.status === 'pending' && row.payer_acts === 1 ? links.payerUrl(row.id) : null,
    decline_code: row.status === 'declined' ? row.decline_code : null,
    refunded: money(row.refunded_centavos - row.refunds_failed_centavos),
    disputed: money(row.disputed_centavos),
    commission,
    monthly_installments: row.months ?? 0,
    surcharge: money(
      feeParts({
        feeCentavos: row.fee_centavos,
        ivaCentavos: row.iva_centavos,
        surchargeCentavos: row.surcharge_centavos,
      }).surchargeWithIvaCentavos,
    ),
    instructions: payerInstructions(row),
    checkout: row.checkout_id,
  }
}

/** The state of the refunds or the reversal; of several states, the least certain. */
function devolutionOf(row: RecordAsOf): Static<typeof fields.devolution_status> {
  const { refunded_centavos: refunded, refunds_settled_centavos: settled, refunds_failed_centavos: failed } = row
  if (refunded > settled + failed) return 'pending'
  if (failed > 0) return 'rejected'
  if (settled > 0) return 'settled'
  return row.refund_state || (row.has_devolution === 1 ? 'settled' : 'none')
}

/** The card as payments and reversals answer it: `424242XXXXXX4242`. */
export function maskedCard(row: Operation): string {
  return row.card_first_six === '' ? '' : maskSixFour(`${row.card_first_six}000000${row.card_last_four}`)
}

/**
 * The charge's fee with its IVA inside, what months without interest cost on top (with IVA too), and the affiliated user's share when there
 * is one (without IVA).
 */
function feeLines(row: RecordAsOf): Static<typeof FeeLine>[] {
  const surchargeMillis = row.months === null ? 0 : surchargeRateOf(row)
  const { surchargeWithIvaCentavos, restWithIvaCentavos } = feeParts({
    feeCentavos: row.fee_centavos,
    ivaCentavos: row.iva_centavos,
    surchargeCentavos: row.surcharge_centavos,
  })
  const line = (type: Static<typeof FeeLine>['type'], millis: number, centavos: number, description = '') => ({
    type,
    percentage: millis / 1_000,
    amount: amountNumber(centavos),
    description,
  })
  return [
    line('fee', row.fee_percentage_millis - surchargeMillis, restWithIvaCentavos),
    ...(row.months === null
      ? []
      : [line('monthly_installments', surchargeMillis, surchargeWithIvaCentavos, `${row.months} meses sin intereses`)]),
    ...(row.affiliate_centavos === 0 ? [] : [line('application_fee', 0, row.affiliate_centavos)]),
  ]
}

/**
 * In thousandths of a percent: the present rate of the months, and at most the operation's whole rate, because rates may
 * have changed.
 */
function surchargeRateOf({ months, fee_percentage_millis: whole }: RecordAsOf): number {
  return Math.min(instalmentPlanOf(months ?? 0)?.rateMillis ?? 0, whole)
}

function money(centavos: number): Static<typeof Money> {
  return { amount: formatAmount(centavos), currency: 'MXN' }
}
