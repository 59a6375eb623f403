// Tables: operations, their reversals and their totals.
import { affiliateRules } from '../core/affiliate-part.ts'
import { instalmentMonths } from '../core/instalments.ts'
import { operationStatusNames } from '../core/operation.ts'
import { answeredRails, isOneOf, railNames, voucherRails } from '../core/rail.ts'
import { RECORD_STATE } from '../core/record-state.ts'
import {
  count,
  day,
  flag,
  instant,
  natural,
  oneOf,
  positive,
  type Row,
  signed,
  table,
  text,
  uuid,
} from '../core/table.ts'

/** A payment of any method, from the moment it exists. Its only writer is operations/record. */
export const operations = table(
  'operations',
  {
    fact: {
      id: uuid(),
      account_id: text(),
      created_at: instant(),
      /** The Mexico City day of created_at. */
      day: day(),
      rail: oneOf(railNames),
      /** What the acquirer is asked to authorise, where the charge is captured later. Null: it is charged at once. */
      authorized_centavos: positive().orNull(),
      /** The affiliated user of the connect module. */
      affiliate: text().orNull(),
      /** The account's rule when the payment was made. Null: no share, or a payment older than the rule, which is `proportional`. */
      affiliate_rule: oneOf(affiliateRules).orNull(),
      description: text(),
      reference_number: text().orNull(),
      external_transaction: text().orNull(),
      /** Keyed hash of the charge, to tell the same charge from another with the same external transaction. */
      charge_fingerprint: text().orNull(),
      application_key: text().orNull(),
      operator: text(),
      customer_id: text().orNull(),
      card_id: text().orNull(),
      card_brand: text().from(''),
      card_holder: text().from(''),
      card_first_six: text().from(''),
      card_last_four: text().from(''),
      card_label: text().from(''),
      card_fingerprint: text().orNull(),
      months: oneOf(instalmentMonths).orNull(),
      latitude: text().from('0.0'),
      longitude: text().from('0.0'),
      metadata: text().orNull(),
      /** Where the payer is sent after the acquirer's challenge; null: to the receipt. */
      return_url: text().orNull(),
      /**
       * The credential that tries the card, and whether it has the security code: `code crd_1` or `token crd_1`. Null: the try
       * is not counted.
       */
      tried_by: text().orNull(),
      chain: text().orNull(),
      bank_account_number: text().orNull(),
      bank_name: text().orNull(),
      payment_id: text().orNull(),
      short_id: text().orNull(),
      source_id: text().orNull(),
      expires_at: instant().orNull(),
      /** The checkout where it was begun. */
      checkout_id: text().orNull(),
    },
    derived: {
      /**
       * The amounts are written once with the operation, and those of a charge that is captured later once more, as its capture has them
       * (`captures`). The checkpoints of the books cover them here or there.
       */
      total_centavos: positive(),
      tip_centavos: natural().from(0),
      /** IVA not included. */
      fee_centavos: natural(),
      iva_centavos: natural(),
      /** The surcharge for months without interest: a part of the fee. */
      surcharge_centavos: natural().from(0),
      fee_percentage_millis: count(),
      /** The share of the affiliated user. */
      affiliate_centavos: natural().from(0),
      status: oneOf(operationStatusNames),
      /** When the status last changed. */
      status_at: instant(),
      /** The external transaction; null again after a decline. Unique in the account. */
      external_claim: text().orNull(),
      authorization_code: text().from(''),
      /**
       * The issuer's ISO 8583 response of a declined payment, or a word of ours: `invalid-card`; `no-answer`; `payer-absent` and `payer-needed`;
       * `risk-filter` or `risk-fraud` when a rule stopped it.
       */
      decline_code: text().orNull(),
      /** Why, in the acquirer's own words, without card data: for the merchant, never for the payer. */
      decline_reason: text().orNull(),
      /** The connector that carries it: an acquirer, a cash network or a SPEI bank. A charge with which its acquirer surely did nothing may be given to another. */
      network: text(),
      /** The connector's data about the charge, as JSON: the trace numbers under which it was sent. */
      network_trace: text().orNull(),
      /** How often it was given to another acquirer. Then its network and trace are those of the last of `acquirer_choices`; else they never change. */
      reroutes: count().from(0),
      /** The network's reference: the digits of the barcode, the CLABE, the acquirer's id. */
      network_reference: text().orNull(),
      has_devolution: flag().from(0),
      /** When the payer paid: as the network says, or when the acquirer approved. Null until it is paid. */
      paid_at: instant().orNull(),
      /** The Mexico City day on which the payment was posted to the ledger. A network may report it days after `paid_at`. */
      posted_day: text().orNull(),
      /** When the acquirer authorised a charge that is captured later. */
      authorized_at: instant().orNull(),
      /** When it expired; it stays when the operation is paid later. */
      expired_at: instant().orNull(),
      /** The state of the transfer that returns the money; empty without one. */
      refund_state: oneOf(['', 'pending', 'settled', 'rejected', 'returned']).from(''),
      /** The refunded and the disputed part of a paid operation; together at most the total. The rest: `leftOf`. */
      refunded_centavos: natural().from(0),
      disputed_centavos: natural().from(0),
      /**
       * The settled and the failed part of the refunds; a failed part is owed until it is sent again or the refund is
       * cancelled.
       */
      refunds_settled_centavos: natural().from(0),
      refunds_failed_centavos: natural().from(0),
      /**
       * How many reversals of it have begun. A refund or dispute is written under the condition that no further one has begun.
       */
      reversals_asked: count().from(0),
      /** How many captures of it have begun. A reversal begins under the condition that no further one has, and the other way round. */
      captures_asked: count().from(0),
    },
    work: {
      /** While pending or authorized: when the worker must process it (a voucher expires, the outcome of a charge is asked for, an authorisation is released). */
      due_at: instant().orNull(),
      leased_until: natural().from(0),
      /** 1: the acquirer sent the payer to an address (`payer_actions`), and the charge waits for the payer while it is pending. */
      payer_acts: flag().from(0),
      /** How often recovery asked the acquirer without learning the outcome. */
      inquiries: count().from(0),
    },
  },
  {
    owner: 'account',
    filled: 85,
    key: 'account_id, id',
    recorded: { by: 'id', prefix: '' },
    unique: {
      operations_external_claim: 'account_id, external_claim where external_claim is not null',
    },
    indexes: {
      operations_in_order: 'id',
      operations_by_reference: 'account_id, reference_number, id where reference_number is not null',
      operations_by_source: 'account_id, source_id, id where source_id is not null',
      operations_due: `due_at, account_id, expires_at where due_at is not null and ${isOneOf(voucherRails, 'rail')}`,
      operations_listed: 'account_id, day, id, status, rail, card_brand, operator, record_state',
      operations_posted:
        'account_id, posted_day, id, status, rail, card_brand, operator, record_state where posted_day is not null',
      operations_unanswered: `due_at where due_at is not null and ${isOneOf(answeredRails, 'rail')}`,
      operations_reversed: `status_at, id where status = 'cancelled' and paid_at is not null`,
      operations_declined: `account_id, day, id, decline_code, card_first_six where status = 'declined'`,
    },
    generated: { record_state: RECORD_STATE },
    checks: {
      operations_left_check: 'refunded_centavos + disputed_centavos <= total_centavos',
      operations_captured_check: 'authorized_centavos is null or total_centavos <= authorized_centavos',
      operations_refunds_check: 'refunds_settled_centavos + refunds_failed_centavos <= refunded_centavos',
    },
  },
)
export type OperationRow = Row<typeof operations>

/** Besides work: what may change while the status stays, and the record does not show. What it shows is `untouched`; the rest changes with the status only. */
export type HiddenColumn = 'reversals_asked' | 'captures_asked' | 'network' | 'network_trace' | 'reroutes'

/** How many operations an account had on a day, by everything the list filters on. Kept in the batch of the change. */
export const dailyTotals = table(
  'daily_totals',
  {
    derived: {
      account_id: text(),
      day: day(),
      rail: oneOf(railNames),
      card_brand: text(),
      operator: text(),
      status: oneOf(operationStatusNames),
      shard: natural(),
      operations: signed(),
      total_centavos: signed(),
      commission_centavos: signed(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, day, rail, card_brand, operator, status, shard',
    isClustered: true,
  },
)
export type DailyTotalRow = Row<typeof dailyTotals>

/** The same by month, `2026-11`: a list over months or years adds these rows up. */
export const monthlyTotals = table(
  'monthly_totals',
  {
    derived: {
      account_id: text(),
      month: text(),
      rail: oneOf(railNames),
      card_brand: text(),
      operator: text(),
      status: oneOf(operationStatusNames),
      shard: natural(),
      operations: signed(),
      total_centavos: signed(),
      commission_centavos: signed(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, month, rail, card_brand, operator, status, shard',
    isClustered: true,
  },
)
export type MonthlyTotalRow = Row<typeof monthlyTotals>

/**
 * The same by the day (`unit` = `day`) or month (`month`) of posting. Under `paid` and `cancelled` a payment is counted on the day on which it
 * was posted, by the state that it has now; under `reversed` a reversal, on the day on which that was posted. Under `refunded` a refund, on
 * the day on which it was booked, with the parts of the fees that come back; a cancelled one is taken off on the day on which it was cancelled. Under
 * `disputed` a dispute that takes money, on the day on which it was opened, with its fee as less commission given back; one that is won is taken
 * off on the day on which it was won.
 */
export const postedTotals = table(
  'posted_totals',
  {
    derived: {
      account_id: text(),
      unit: oneOf(['day', 'month']),
      period: text(),
      rail: oneOf(railNames),
      card_brand: text(),
      operator: text(),
      shard: natural(),
      operations: signed(),
      total_centavos: signed(),
      commission_centavos: signed(),
      /** `held`: the fee, with its IVA, of disputes that are not decided. */
      status: oneOf(['paid', 'cancelled', 'reversed', 'refunded', 'disputed', 'held']),
    },
  },
  {
    owner: 'account',
    key: 'account_id, unit, period, rail, card_brand, operator, status, shard',
    isClustered: true,
  },
)
export type PostedTotalRow = Row<typeof postedTotals>

/**
 * A reversal that a network is asked for. It is written before the network is asked, so that the worker can ask again after
 * a lost answer.
 */
export const reversals = table(
  'reversals',
  {
    authority: {
      operation_id: uuid(),
      account_id: text(),
      /** What is reversed: a pending voucher, a paid or authorised card payment, or a pending one, which is reversed once its outcome is known. */
      from_status: oneOf(['pending', 'authorized', 'paid']),
      /** `expired`: nobody asked; the authorisation is released because it was not captured in time. */
      ends_as: oneOf(['cancelled', 'expired']),
      /** `refused`: by the network; it may be asked again. */
      state: oneOf(['pending', 'done', 'refused']),
      created_at: instant(),
      /** 1: the network refused what was first answered as under way, and no person has closed it. */
      refused_later: flag(),
    },
    work: {
      attempts: natural(),
      due_at: instant().orNull(),
      leased_until: natural(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, operation_id',
    indexes: {
      reversals_due: 'due_at where due_at is not null',
      reversals_refused_later: 'operation_id where refused_later = 1',
    },
  },
)
export type ReversalRow = Row<typeof reversals>
