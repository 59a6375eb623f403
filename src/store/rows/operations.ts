// Rows: operations, their totals and their events.
import type { AffiliateRule } from '../../core/affiliate-part.ts'
import type { Months } from '../../core/instalments.ts'
import type { OperationStatus } from '../../core/operation.ts'
import type { Rail } from '../../core/rail.ts'
import type { Day, Instant } from '../../core/time.ts'
import { all } from '../all-columns.ts'

/** A payment of any method, from the moment it exists. Its only writer is operations/record. */
export interface OperationRow {
  id: string
  account_id: string
  created_at: Instant
  /** The Mexico City day of created_at. */
  day: Day
  rail: Rail
  status: OperationStatus
  /** When the status last changed. */
  status_at: Instant
  total_centavos: number
  tip_centavos: number
  /** IVA not included. */
  fee_centavos: number
  iva_centavos: number
  /** The surcharge for months without interest: a part of the fee. */
  surcharge_centavos: number
  fee_percentage_millis: number
  /** The affiliated user of the connect module and their share. */
  affiliate: string | null
  affiliate_centavos: number
  /** The account's rule when the payment was made. Null: no share, or a payment older than the rule, which is `proportional`. */
  affiliate_rule: AffiliateRule | null
  description: string
  reference_number: string | null
  external_transaction: string | null
  /** The external transaction; null again after a decline. Unique in the account. */
  external_claim: string | null
  /** Keyed hash of the charge, to tell the same charge from another with the same external transaction. */
  charge_fingerprint: string | null
  application_key: string | null
  operator: string
  authorization_code: string
  /** The issuer's ISO 8583 response of a declined payment; `risk-filter` or `risk-fraud` when a rule stopped it. */
  decline_code: string | null
  customer_id: string | null
  card_id: string | null
  card_brand: string
  card_holder: string
  card_first_six: string
  card_last_four: string
  card_label: string
  card_fingerprint: string | null
  months: Months | null
  latitude: string
  longitude: string
  metadata: string | null
  /** The connector that carries it: an acquirer, a cash network or a SPEI bank. */
  network: string
  /** The connector's data about the charge, as JSON: the trace numbers under which it was sent. */
  network_trace: string | null
  /**
   * The credential that tries the card, and whether it has the security code: `code crd_1` or `token crd_1`. Null: the try
   * is not counted.
   */
  tried_by: string | null
  /** The network's reference: the digits of the barcode, the CLABE, the acquirer's id. */
  network_reference: string | null
  chain: string | null
  bank_account_number: string | null
  bank_name: string | null
  payment_id: string | null
  short_id: string | null
  source_id: string | null
  expires_at: Instant | null
  /** While pending: when the worker must process it (a voucher expires, the outcome of a charge is asked for). */
  due_at: Instant | null
  leased_until: number
  /** How often recovery asked the acquirer without learning the outcome. */
  inquiries: number
  has_devolution: 0 | 1
  /** When the payer paid: as the network says, or when the acquirer approved. Null until it is paid. */
  paid_at: string | null
  /** The Mexico City day on which the payment was posted to the ledger. A network may report it days after `paid_at`. */
  posted_day: string | null
  /** When it expired; it stays when the operation is paid later. */
  expired_at: string | null
  /** The state of the transfer that returns the money; empty without one. */
  refund_state: '' | 'pending' | 'settled' | 'rejected' | 'returned'
  /** The refunded and the disputed part of a paid operation; together at most the total. The rest: `leftOf`. */
  refunded_centavos: number
  disputed_centavos: number
  /**
   * The settled and the failed part of the refunds; a failed part is owed until it is sent again or the refund is
   * cancelled.
   */
  refunds_settled_centavos: number
  refunds_failed_centavos: number
  /**
   * How many reversals of it have begun. A refund or dispute is written under the condition that no further one has begun.
   */
  reversals_asked: number
}

/** How many operations an account had on a day, by everything the list filters on. Kept in the batch of the change. */
export interface DailyTotalRow {
  account_id: string
  day: Day
  rail: Rail
  card_brand: string
  operator: string
  status: OperationStatus
  shard: number
  operations: number
  total_centavos: number
  commission_centavos: number
}

/** The same by month, `2026-11`: a list over months or years adds these rows up. */
export interface MonthlyTotalRow extends Omit<DailyTotalRow, 'day'> {
  month: string
}

/**
 * The same by the day (`unit` = `day`) or month (`month`) of posting. Under `paid` and `cancelled` a payment is counted on the day on which it
 * was posted, by the state that it has now; under `reversed` a reversal, on the day on which that was posted. Under `refunded` a refund, on
 * the day on which it was booked, with the parts of the fees that come back; a cancelled one is taken off on the day on which it was cancelled. Under
 * `disputed` a dispute that takes money, on the day on which it was opened, with its fee as less commission given back; one that is won is taken
 * off on the day on which it was won.
 */
export interface PostedTotalRow extends Omit<DailyTotalRow, 'day' | 'status'> {
  unit: 'day' | 'month'
  period: string
  status: 'paid' | 'cancelled' | 'reversed' | 'refunded' | 'disputed'
}

/** Something that happened. It never changes. */
export interface EventRow {
  id: string
  account_id: string
  type: string
  /** The operation it is about, and its status at the event. */
  operation_id: string | null
  operation_status: OperationStatus | null
  /**
   * The body of the event and of its webhooks, JSON. Null: an event about an operation that version 0.2.0 or older wrote.
   */
  data: string | null
  created_at: Instant
  /** JSON: the faults of its webhooks that the request asked for, besides those of each endpoint. */
  faults: string | null
}

/** An event whose webhook deliveries do not exist yet. */
export interface FanOutQueueRow {
  event_id: string
}

export const operationColumns = {
  operations: all<OperationRow>()(
    'id',
    'account_id',
    'created_at',
    'day',
    'rail',
    'status',
    'status_at',
    'total_centavos',
    'tip_centavos',
    'fee_centavos',
    'iva_centavos',
    'surcharge_centavos',
    'fee_percentage_millis',
    'affiliate',
    'affiliate_centavos',
    'affiliate_rule',
    'description',
    'reference_number',
    'external_transaction',
    'external_claim',
    'charge_fingerprint',
    'application_key',
    'operator',
    'authorization_code',
    'decline_code',
    'customer_id',
    'card_id',
    'card_brand',
    'card_holder',
    'card_first_six',
    'card_last_four',
    'card_label',
    'card_fingerprint',
    'months',
    'latitude',
    'longitude',
    'metadata',
    'network',
    'network_reference',
    'network_trace',
    'tried_by',
    'chain',
    'bank_account_number',
    'bank_name',
    'payment_id',
    'short_id',
    'source_id',
    'expires_at',
    'due_at',
    'leased_until',
    'inquiries',
    'has_devolution',
    'paid_at',
    'posted_day',
    'expired_at',
    'refund_state',
    'refunded_centavos',
    'disputed_centavos',
    'refunds_settled_centavos',
    'refunds_failed_centavos',
    'reversals_asked',
  ),
  daily_totals: all<DailyTotalRow>()(
    'account_id',
    'day',
    'rail',
    'card_brand',
    'operator',
    'status',
    'shard',
    'operations',
    'total_centavos',
    'commission_centavos',
  ),
  monthly_totals: all<MonthlyTotalRow>()(
    'month',
    'account_id',
    'rail',
    'card_brand',
    'operator',
    'status',
    'shard',
    'operations',
    'total_centavos',
    'commission_centavos',
  ),
  posted_totals: all<PostedTotalRow>()(
    'account_id',
    'unit',
    'period',
    'rail',
    'card_brand',
    'operator',
    'status',
    'shard',
    'operations',
    'total_centavos',
    'commission_centavos',
  ),
  events: all<EventRow>()(
    'id',
    'account_id',
    'type',
    'operation_id',
    'operation_status',
    'data',
    'created_at',
    'faults',
  ),
  fan_out_queue: all<FanOutQueueRow>()('event_id'),
}
