// Rows: refunds, their rules, and the reserve.
import type { Rail } from '../../core/rail.ts'
import type { Instant } from '../../core/time.ts'
import { all } from '../all-columns.ts'

/** A refund of a payment, wholly or in part. */
export interface RefundRow {
  id: string
  account_id: string
  operation_id: string
  /** The rail of the payment. */
  rail: Rail
  /** The acquirer gives it back to the card, or it is transferred to an account. */
  way: 'acquirer' | 'transfer'
  /**
   * `sent`: the bank accepted it. `failed`, `returned`: it is owed until it is sent again or cancelled. `cancelled`: the
   * merchant has the money back.
   */
  state: 'pending' | 'sent' | 'settled' | 'failed' | 'returned' | 'cancelled'
  /** `balance`: until the merchant is owed enough. `details`: until the payer enters an account. */
  waits_for: '' | 'balance' | 'details'
  amount_centavos: number
  /** The parts of the payment's fee, its IVA and the affiliate's share that come back. */
  fee_centavos: number
  iva_centavos: number
  affiliate_centavos: number
  /** The part that comes from the merchant's reserve. */
  reserve_centavos: number
  reason: string
  operator: string
  /** The CLABE it goes to; null while it is unknown, and for a card. */
  destination: string | null
  beneficiary: string
  /** The transfer that carries it now. */
  transfer_id: string | null
  /** The payer's e-mail and phone for messages; empty: none. */
  email: string
  phone: string
  language: 'es' | 'en'
  /** SHA-256 of the secret in the link of the payer's page, while the refund waits for the account; null: no link. */
  link_hash: string | null
  link_expires_at: Instant | null
  /** Why it failed or was returned; empty when it did not. */
  failure: string
  attempts: number
  /** When the worker must process it; null: another event moves it. */
  due_at: Instant | null
  leased_until: number
  created_at: Instant
  /** When its money was taken from what the merchant is owed; null before. */
  booked_at: Instant | null
  state_at: Instant
  settled_at: Instant | null
}

/** An account's terms of refunds. */
export interface RefundRulesRow {
  account_id: string
  /** The rule for a refund of more than the merchant is owed. */
  beyond_balance: 'refuse' | 'wait' | 'reserve'
  /** The number of days after the payment in which it may be refunded. */
  card_days: number
  store_days: number
  spei_days: number
  /** 1: the fee comes back with the refund, in proportion. */
  card_fee_back: 0 | 1
  store_fee_back: 0 | 1
  spei_fee_back: 0 | 1
  updated_at: Instant
}

/** A move of money into the reserve for refunds (positive) or out of it (negative). */
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
