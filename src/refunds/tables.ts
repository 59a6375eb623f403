// Tables: refunds, their rules, and the reserve.

import { codesOf } from '../core/language/state-words.ts'
import { railNames } from '../core/rail.ts'
import { flag, instant, natural, oneOf, positive, type Row, signed, table, text, uuid } from '../core/table.ts'
import { refundStateWords } from './code-words.ts'

/** A refund of a payment, wholly or in part. */
export const refunds = table(
  'refunds',
  {
    fact: {
      id: text(),
      account_id: text(),
      operation_id: uuid(),
      /** The rail of the payment. */
      rail: oneOf(railNames),
      amount_centavos: positive(),
      /** The parts of the payment's fee, its IVA and the affiliate's share that come back. */
      fee_centavos: natural(),
      iva_centavos: natural(),
      affiliate_centavos: natural(),
      reason: text(),
      operator: text(),
      /** The payer's e-mail and phone for messages; empty: none. */
      email: text(),
      phone: text(),
      language: oneOf(['es', 'en']),
      created_at: instant(),
    },
    authority: {
      /** The CLABE it goes to; null while it is unknown, and for a card. */
      destination: text().orNull(),
      beneficiary: text(),
      /** SHA-256 of the secret in the link of the payer's page, while the refund waits for the account; null: no link. */
      link_hash: text().orNull(),
      link_expires_at: instant().orNull(),
      /** `balance`: until the merchant is owed enough. `details`: until the payer enters an account. */
      waits_for: oneOf(['', 'balance', 'details']),
      /** When its money was taken from what the merchant is owed; null before. */
      booked_at: instant().orNull(),
      state_at: instant(),
      /** On that day its acquirer's statement has it. */
      settled_at: instant().orNull(),
    },
    derived: {
      /** The acquirer gives it back to the card, or it is transferred to an account. */
      way: oneOf(['acquirer', 'transfer']),
      /**
       * `sent`: the bank accepted it. `failed`, `returned`: it is owed until it is sent again or cancelled. `cancelled`: the
       * merchant has the money back.
       */
      state: oneOf(codesOf(refundStateWords)),
      /** The part that comes from the merchant's reserve. */
      reserve_centavos: natural(),
      /** The transfer that carries it now. */
      transfer_id: text().orNull(),
    },
    work: {
      attempts: natural(),
      /** When the worker must process it; null: another event moves it. */
      due_at: instant().orNull(),
      leased_until: natural(),
      /** Why it failed or was returned; empty when it did not. */
      failure: text(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    recorded: { by: 'id', prefix: 'ref' },
    unique: {
      refunds_by_transfer: 'account_id, transfer_id where transfer_id is not null',
    },
    indexes: {
      refunds_of_operation: 'account_id, operation_id, id',
      refunds_in_order: 'id',
      refunds_due: 'due_at where due_at is not null',
      refunds_open: `transfer_id where state in ('pending', 'sent')`,
      refunds_failed: `transfer_id where state in ('failed', 'returned')`,
      refunds_by_state: 'account_id, state, id',
      refunds_waiting: `account_id, id where waits_for <> ''`,
      refunds_from_reserve: 'account_id, reserve_centavos where reserve_centavos > 0',
      refunds_completed: `settled_at, id where way = 'acquirer'`,
    },
  },
)
export type RefundRow = Row<typeof refunds>

/** An account's terms of refunds. */
export const refundRules = table(
  'refund_rules',
  {
    authority: {
      account_id: text(),
      /** The rule for a refund of more than the merchant is owed. */
      beyond_balance: oneOf(['refuse', 'wait', 'reserve']),
      /** The number of days after the payment in which it may be refunded. */
      card_days: positive(),
      store_days: positive(),
      spei_days: positive(),
      /** 1: the fee comes back with the refund, in proportion. */
      card_fee_back: flag(),
      store_fee_back: flag(),
      spei_fee_back: flag(),
      updated_at: instant(),
    },
  },
  {
    owner: 'account',
    key: 'account_id',
  },
)
export type RefundRulesRow = Row<typeof refundRules>

/** A move of money into the reserve for refunds (positive) or out of it (negative). */
export const reserveMoves = table(
  'reserve_moves',
  {
    fact: {
      id: text(),
      account_id: text(),
      amount_centavos: signed(),
      created_at: instant(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    recorded: { by: 'id', prefix: 'rsv' },
    indexes: {
      reserve_moves_in_order: 'id',
    },
  },
)
