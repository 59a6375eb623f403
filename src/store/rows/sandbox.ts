// Rows: what the simulated payers and networks remember.
import type { DisputeStage } from '../../core/dispute.ts'
import type { Instant } from '../../core/time.ts'
import type { ToldState } from '../../core/transfer.ts'
import { all } from '../all-columns.ts'

/** A payment that a payer of the sandbox has made, and that the network reports later. */
export interface SandboxReportRow {
  id: string
  account_id: string
  /** JSON of what it reports. */
  notification: string
  /** How often it says so. */
  times: number
  /** When it reports it; null when it has. */
  due_at: Instant | null
}

/** A dispute that the sandbox's bank is going to open, and what it decides when it has the evidence. */
export interface SandboxDisputeRow {
  id: string
  account_id: string
  operation_id: string
  stage: DisputeStage
  reason_code: string
  /** Null: all that is left of the payment then. */
  amount_centavos: number | null
  respond_days: number
  /** Empty: nothing, until a call plays it. */
  outcome: '' | 'won' | 'lost'
  /** When it opens; the same at every try. */
  opens_at: Instant
  /** When the bank does something next: it opens it, and decides. */
  due_at: Instant | null
}

/** A transfer whose first try the sandbox's bank has left without an answer. */
export interface SandboxUnansweredRow {
  tracking_key: string
}

/** A transfer as the sandbox's bank knows it, and what it does with it later. */
export interface SandboxTransferRow {
  tracking_key: string
  state: ToldState
  reason: string
  next_state: ToldState | null
  next_reason: string
  due_at: string | null
  leased_until: number
}

/** What the sandbox's payers do with every new voucher of an account. */
export interface PayerRuleRow {
  account_id: string
  /** Null: they leave it alone. */
  pay_after_seconds: number | null
}

/** A payment that a sandbox payer is going to make. */
export interface PlannedPaymentRow {
  id: string
  account_id: string
  operation_id: string
  amount_centavos: number
  network_transaction: string
  /** Null once it is made. */
  due_at: Instant | null
}

export const sandboxColumns = {
  sandbox_reports: all<SandboxReportRow>()('id', 'account_id', 'notification', 'times', 'due_at'),
  payer_rules: all<PayerRuleRow>()('account_id', 'pay_after_seconds'),
  planned_payments: all<PlannedPaymentRow>()(
    'id',
    'account_id',
    'operation_id',
    'amount_centavos',
    'network_transaction',
    'due_at',
  ),
  sandbox_unanswered: all<SandboxUnansweredRow>()('tracking_key'),
  sandbox_transfers: all<SandboxTransferRow>()(
    'tracking_key',
    'state',
    'reason',
    'next_state',
    'next_reason',
    'due_at',
    'leased_until',
  ),
  sandbox_disputes: all<SandboxDisputeRow>()(
    'id',
    'account_id',
    'operation_id',
    'stage',
    'reason_code',
    'amount_centavos',
    'respond_days',
    'outcome',
    'opens_at',
    'due_at',
  ),
}
