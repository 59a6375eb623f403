// Rows: money that goes back to payers, the rules of it, and the reserve.
import type { Rail } from '../../core/rail.ts'
import type { Instant } from '../../core/time.ts'
import { all } from '../all-columns.ts'

/** Money of a payment that goes back to its payer, the whole or a part. */
export interface RefundRow {
  id: string
  account_id: string
  operation_id: string
  /** The rail of the payment. */
  rail: Rail
  /** The acquirer gives it back to the card, or it is transferred to an account. */
  way: 'acquirer' | 'transfer'
  /**
   * `sent`: the bank took it. `failed`, `returned`: it is owed until it is sent again or cancelled. `cancelled`: the merchant has the money
   * back.
   */
  state: 'pending' | 'sent' | 'settled' | 'failed' | 'returned' | 'cancelled'
  /** `balance`: until the merchant is owed enough. `details`: until the payer says to which account. */
  waits_for: '' | 'balance' | 'details'
  amount_centavos: number
  /** What of the payment's fee, its IVA and the affiliate's share comes back. */
  fee_centavos: number
  iva_centavos: number
  affiliate_centavos: number
  /** What of it comes from the merchant's reserve. */
  reserve_centavos: number
  reason: string
  operator: string
  /** The CLABE it goes to; null while nobody has said so, and for a card. */
  destination: string | null
  beneficiary: string
  /** The transfer that carries it now. */
  transfer_id: string | null
  /** Where the payer is told; empty: not there. */
  email: string
  phone: string
  language: 'es' | 'en'
  /** SHA-256 of the secret in the link on which the payer says where the money goes, once, while it waits for that; null: there is none. */
  link_hash: string | null
  link_expires_at: Instant | null
  /** Why it failed or was returned; empty when it did not. */
  failure: string
  attempts: number
  /** When the worker must look at it; null: something else moves it on. */
  due_at: Instant | null
  leased_until: number
  created_at: Instant
  /** When its money was taken of what the merchant is owed; null until then. */
  booked_at: Instant | null
  state_at: Instant
  settled_at: Instant | null
}

/** An account's terms of refunds. */
export interface RefundRulesRow {
  account_id: string
  /** What becomes of a refund of more than the merchant is owed. */
  beyond_balance: 'refuse' | 'wait' | 'reserve'
  /** For so many days after it was paid a payment may be refunded. */
  card_days: number
  store_days: number
  spei_days: number
  /** 1: the fee comes back with the refund, in proportion. */
  card_fee_back: 0 | 1
  store_fee_back: 0 | 1
  spei_fee_back: 0 | 1
  updated_at: Instant
}

/** Money that a merchant sets aside for refunds (positive), or takes back (negative). */
export interface ReserveMoveRow {
  id: string
  account_id: string
  amount_centavos: number
  created_at: Instant
}

export const refundColumns = {
  refunds: all<RefundRow>()(
    'id',
    'account_id',
    'operation_id',
    'rail',
    'way',
    'state',
    'waits_for',
    'amount_centavos',
    'fee_centavos',
    'iva_centavos',
    'affiliate_centavos',
    'reserve_centavos',
    'reason',
    'operator',
    'destination',
    'beneficiary',
    'transfer_id',
    'email',
    'phone',
    'language',
    'link_hash',
    'link_expires_at',
    'failure',
    'attempts',
    'due_at',
    'leased_until',
    'created_at',
    'booked_at',
    'state_at',
    'settled_at',
  ),
  refund_rules: all<RefundRulesRow>()(
    'account_id',
    'beyond_balance',
    'card_days',
    'store_days',
    'spei_days',
    'card_fee_back',
    'store_fee_back',
    'spei_fee_back',
    'updated_at',
  ),
  reserve_moves: all<ReserveMoveRow>()('id', 'account_id', 'amount_centavos', 'created_at'),
}
