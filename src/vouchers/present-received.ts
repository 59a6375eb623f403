// A payment that a network reported, as the wire has it.
import Type, { type Static } from 'typebox'
import { Money } from '../api/fields.ts'
import { formatAmount } from '../core/money.ts'
import { mexicoCityTime } from '../core/time.ts'
import type { PaymentReceivedRow } from '../store/tables.ts'

const Nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

export const ReceivedPayment = Type.Object(
  {
    id: Type.String({ examples: ['pay_06f8f2k3'] }),
    rail: Type.String({ description: '`store` or `spei`' }),
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
    outcome: Type.String({
      description:
        '`settled`, `returned`, `unmatched` (returned too, since nobody knows what was paid) or `suspended` (it contradicts ' +
        'another payment of the same identity, and waits for a person to decide), or `taken-back` (our own transfer, returned)',
    }),
    reason: Type.String(),
    transaction: Nullable('The operation that it concerns'),
    conflicts_with: Nullable('The payment of the same account that a suspended one contradicts'),
    received_at: Type.String(),
  },
  { title: 'Received payment' },
)

/** `firstId`: the payment that it contradicts, when that is the same account's. */
export function presentReceived(row: PaymentReceivedRow, firstId: string | null): Static<typeof ReceivedPayment> {
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
    outcome: row.outcome,
    reason: row.reason,
    transaction: row.operation_id,
    conflicts_with: firstId,
    received_at: mexicoCityTime(row.received_at),
  }
}
