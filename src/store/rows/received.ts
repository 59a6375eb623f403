// Rows: networks' reports: payments, their releases from suspense, reports that could not be processed.
import type { Rail, ReportedRail, VoucherRail } from '../../core/rail.ts'
import type { ReceivedOutcome } from '../../core/received.ts'
import type { Day, Instant } from '../../core/time.ts'
import { all } from '../all-columns.ts'

/** Money that a network reported, once per network, institution, operation day, network_transaction and conflict. */
export interface PaymentReceivedRow {
  id: string
  network: string
  rail: ReportedRail
  /** The ordering institution's three digits of a CLABE, or a chain's short name. Empty: not reported. */
  institution: string
  /** The network's day: SPEI's banking day, or the Mexico City day of a till. */
  operation_day: Day
  /** The network's own id: a tracking key, a till ticket. It is unique for an institution and day only. */
  network_transaction: string
  /** 0: the first that was reported under its identity; 1: the second; greater: further ones, in no order. */
  conflict: number
  /** The barcode digits or CLABE that was paid. */
  network_reference: string
  account_id: string | null
  operation_id: string | null
  amount_centavos: number
  payer_clabe: string | null
  payer_name: string | null
  outcome: ReceivedOutcome
  reason: string
  received_at: Instant
  /** When the payer paid, as the network says; otherwise when the network reported it. */
  paid_at: Instant
  /** 1: a line of a statement was matched with it while it was in suspense, so it did happen. */
  stated: 0 | 1
}

/** How a payment left suspense, once. */
export interface ReleaseRow {
  payment_id: string
  account_id: string | null
  action: 'return' | 'accept' | 'never-received'
  /** The rail and network by which the money goes back; those of the payment when it is accepted. */
  rail: Rail
  network: string
  /** The CLABE that it goes back to; null when it is accepted, or was never received. */
  destination: string | null
  beneficiary: string
  created_at: Instant
}

/** A network's report that could not be processed: it waits for an operator. */
export interface UnreadReportRow {
  id: string
  /** The connector's name. */
  network: string
  /** The path of the call. */
  call: string
  why: string
  /** The beginning of the report, without card numbers. */
  body: string
  /** SHA-256 of the whole, without card numbers: the same report is one row. */
  digest: string
  /** How often it came. */
  times: number
  /** When it came first. */
  received_at: Instant
  /** When a person closed it; null until then. */
  closed_at: Instant | null
}

/**
 * A reference or account that a network was asked to issue without an answer in time. The network may have issued it, and
 * no operation has it: the worker asks for it again and cancels it.
 */
export interface AbandonedReferenceRow {
  /** The operation or source for which it was asked; the network issues one for it. */
  owner_id: string
  rail: VoucherRail
  network: string
  /** The chain, amount and expiry that were asked for at a store; null for SPEI. */
  chain: string | null
  amount_centavos: number | null
  expires_at: Instant | null
  /** The reference that the network had issued, set when it has been cancelled. */
  reference: string | null
  attempts: number
  /** Null once nothing is left to do. */
  due_at: Instant | null
  leased_until: number
  created_at: Instant
}

export const receivedColumns = {
  payments_received: all<PaymentReceivedRow>()(
    'id',
    'network',
    'rail',
    'institution',
    'operation_day',
    'network_transaction',
    'conflict',
    'network_reference',
    'account_id',
    'operation_id',
    'amount_centavos',
    'payer_clabe',
    'payer_name',
    'outcome',
    'reason',
    'received_at',
    'paid_at',
    'stated',
  ),
  releases: all<ReleaseRow>()(
    'payment_id',
    'account_id',
    'action',
    'rail',
    'network',
    'destination',
    'beneficiary',
    'created_at',
  ),
  unread_reports: all<UnreadReportRow>()(
    'id',
    'network',
    'call',
    'why',
    'body',
    'digest',
    'times',
    'received_at',
    'closed_at',
  ),
  abandoned_references: all<AbandonedReferenceRow>()(
    'owner_id',
    'rail',
    'network',
    'chain',
    'amount_centavos',
    'expires_at',
    'reference',
    'attempts',
    'due_at',
    'leased_until',
    'created_at',
  ),
}
