// The wire form of a refund, also for its events.
import Type, { type Static } from 'typebox'
import { ClabeBank } from '../api/description/answer-members.ts'
import { choice, Money } from '../api/fields.ts'
import { bankNameOf } from '../core/banks/clabe.ts'
import { formatAmount } from '../core/money.ts'
import { mexicoCityTime } from '../core/time.ts'
import type { RefundRow } from './tables.ts'

export const refundStates = ['pending', 'sent', 'settled', 'failed', 'returned', 'cancelled'] as const
export const refundWaits = ['balance', 'details'] as const

const Nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

export const Refund = Type.Object(
  {
    id: Type.String({ description: 'Of the refund, `ref_…`', examples: ['ref_06f8f2k3'] }),
    transaction: Type.String({ description: 'The operation that it refunds, wholly or in part' }),
    amount: Money,
    status: choice(refundStates, {
      title: 'RefundStatus',
      description:
        '`pending`, `sent` (the bank took it), `settled` (the payer has it), `failed` or `returned` (it is owed to the payer until it is sent ' +
        'again or cancelled), or `cancelled` (the merchant has it back)',
    }),
    waits_for: choice(['', ...refundWaits], {
      title: 'RefundWaitsFor',
      description:
        'Why a pending one is not on its way yet: `balance` (the merchant is not owed enough), `details` (the payer has not said the account), or empty',
    }),
    method: choice(['card', 'transfer'], {
      title: 'RefundMethod',
      description: '`card`: the acquirer gives it back to the card; `transfer`: by SPEI',
    }),
    reason: Type.String({ description: 'As it was given; may be empty' }),
    failure: Type.String({ description: 'Why it failed or was returned; may be empty' }),
    destination: Type.Object(
      {
        clabe: Nullable('Its last four digits; null for a card, or until an account is given'),
        bank_name: ClabeBank,
        name: Type.String({ description: 'The account’s holder' }),
      },
      {
        title: 'RefundDestination',
        description: 'The destination of its first transfer; a retry may have another: see the transfer',
      },
    ),
    transfer: Nullable('The transfer that carries it now: see `GET /v1/transfers/{transfer}`'),
    fee: Type.Object(
      {
        amount: Type.String({ description: 'Of the fee without IVA, in Mexican pesos', examples: ['0.00'] }),
        iva: Type.String({ description: 'Of the IVA, in Mexican pesos', examples: ['0.00'] }),
        affiliate: Type.String({ description: 'Of the affiliated user’s share, in Mexican pesos', examples: ['0.00'] }),
      },
      {
        title: 'RefundFee',
        description: 'The parts of the payment’s fee, its IVA and the affiliated user’s share that come back with it',
      },
    ),
    from_reserve: Type.String({ description: 'The part that the merchant’s reserve paid', examples: ['0.00'] }),
    link_expires: Nullable('Until when the payer can say the account on the page; null when nothing is asked'),
    timestamp: Type.String({ description: 'When it was created' }),
    status_timestamp: Type.String({ description: 'When its status began' }),
    settled_at: Nullable('When it reached the payer'),
  },
  { title: 'Refund' },
)

export function presentRefund(row: RefundRow): Static<typeof Refund> {
  const time = (at: string | null) => (at === null ? null : mexicoCityTime(at))
  return {
    id: row.id,
    transaction: row.operation_id,
    amount: { amount: formatAmount(row.amount_centavos), currency: 'MXN' },
    status: row.state,
    waits_for: row.state === 'pending' ? row.waits_for : '',
    method: row.way === 'acquirer' ? 'card' : 'transfer',
    reason: row.reason,
    failure: row.failure,
    destination: {
      clabe: row.destination === null ? null : row.destination.slice(-4),
      bank_name: row.destination === null ? '' : (bankNameOf(row.destination) ?? ''),
      name: row.beneficiary,
    },
    transfer: row.transfer_id,
    fee: {
      amount: formatAmount(row.fee_centavos),
      iva: formatAmount(row.iva_centavos),
      affiliate: formatAmount(row.affiliate_centavos),
    },
    from_reserve: formatAmount(row.reserve_centavos),
    link_expires: row.state === 'pending' && row.waits_for === 'details' ? time(row.link_expires_at) : null,
    timestamp: mexicoCityTime(row.created_at),
    status_timestamp: mexicoCityTime(row.state_at),
    settled_at: time(row.settled_at),
  }
}
