// The wire form of a payment that a network reported.
import Type, { type Static } from 'typebox'
import { Instant } from '../../api/description/answer-members.ts'
import { choice, Money } from '../../api/fields.ts'
import { formatAmount } from '../../core/money.ts'
import { reportedRails } from '../../core/rail.ts'
import { mexicoCityTime } from '../../core/time.ts'
import { trackingKeyOf, transferIdOf } from '../../transfers/transfer-causes.ts'
import type { PaymentReceivedRow, ReleaseRow } from '../tables.ts'

const Nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

export const ReceivedPayment = Type.Object(
  {
    id: Type.String({ description: 'Of the received payment, `pay_…`', examples: ['pay_06f8f2k3'] }),
    rail: choice(reportedRails, { description: 'How the money came' }),
    network_transaction: Type.String({ description: 'The tracking key of the transfer, or the ticket of the till' }),
    institution: Type.String({
      description: 'The ordering institution, by the first three digits of its CLABEs, or the chain of the till',
      examples: ['012'],
    }),
    operation_day: Type.String({
      description:
        'The banking day of SPEI, or the day of the till: the network’s number is unique for institution and day',
    }),
    paid_into: Type.String({ description: 'A CLABE, or the digits of a barcode' }),
    payer_clabe: Nullable('From which account; null when the network does not say'),
    payer_name: Nullable('null when the network does not say'),
    amount: Money,
    outcome: choice(
      [
        'settled',
        'returned',
        'unmatched',
        'suspended',
        'accepted',
        'given-back',
        'taken-back',
        'never-received',
        'refused',
      ],
      {
        description:
          '`settled`, `returned`, `unmatched` (returned too, since nobody knows what was paid) `suspended` (kept ' +
          'until a person decides), and then `accepted` for an operation or `given-back`, or `never-received` (the network had reported ' +
          'what did not happen), or `taken-back` (our own transfer, returned), or `refused` (its bank sent it back instead of crediting it)',
      },
    ),
    reason: Type.String({ description: 'Why it had this outcome; may be empty' }),
    transaction: Nullable('The operation that it concerns'),
    conflicts_with: Nullable('The payment of the same account that a suspended one contradicts'),
    release: Type.Union(
      [
        Type.Object({
          action: choice(['return', 'accept', 'never-received'], {
            description: 'What was decided: to give it back, to take it for an operation, or that it never came',
          }),
          destination: Nullable('The CLABE that it goes back to'),
          beneficiary: Type.String({ description: 'Who gets it back; may be empty' }),
          tracking_key: Nullable('Of the transfer that gives it back'),
          at: Instant,
        }),
        Type.Null(),
      ],
      { description: 'Its release from suspense' },
    ),
    paid_at: Type.String({ description: 'When the payer paid, as the network says' }),
    received_at: Type.String({ description: 'When the network reported it' }),
    acceptable: Type.Optional(
      Type.Boolean({
        description:
          'In the list, of a suspended one: whether a release with `accept` can be carried out now, because an unpaid voucher of exactly this amount, or a ' +
          'customer’s CLABE in use, waits for it',
      }),
    ),
  },
  { title: 'Received payment' },
)

/** The wire's name of each outcome. */
export const outcomeTexts = {
  matched: 'settled',
  returned: 'returned',
  unmatched: 'unmatched',
  suspended: 'suspended',
  accepted: 'accepted',
  'given-back': 'given-back',
  'taken-back': 'taken-back',
  'never-received': 'never-received',
  refused: 'refused',
} as const satisfies Record<PaymentReceivedRow['outcome'], string>

/** `firstId`: the payment that it contradicts, if it is of the same account. */
export function presentReceived(
  row: PaymentReceivedRow,
  firstId: string | null,
  release: ReleaseRow | null = null,
): Static<typeof ReceivedPayment> {
  return {
    id: row.id,
    rail: row.rail,
    network_transaction: row.network_transaction,
    institution: row.institution,
    operation_day: row.operation_day,
    paid_into: row.network_reference,
    payer_clabe: row.payer_clabe,
    payer_name: row.payer_name,
    amount: { amount: formatAmount(row.amount_centavos), currency: 'MXN' },
    outcome: outcomeTexts[row.outcome],
    reason: row.reason,
    transaction: row.operation_id,
    conflicts_with: firstId,
    release: release && presentRelease(release),
    paid_at: mexicoCityTime(row.paid_at),
    received_at: mexicoCityTime(row.received_at),
  }
}

function presentRelease({ payment_id, action, destination, beneficiary, created_at }: ReleaseRow) {
  return {
    action,
    destination,
    beneficiary,
    tracking_key: action === 'return' ? trackingKeyOf(transferIdOf(payment_id)) : null,
    at: mexicoCityTime(created_at),
  }
}
