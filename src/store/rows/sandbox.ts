// Rows: the state of the simulated payers and networks.
import type { DisputeStage } from '../../core/dispute.ts'
import type { Instant } from '../../core/time.ts'
import type { ToldState } from '../../core/transfer.ts'
import { all } from '../all-columns.ts'

/** A payment that a payer of the sandbox has made, and that the network reports later. */
export interface SandboxReportRow {
  id: string
  account_id: string
  /** The report, as JSON. */
  notification: string
  /** How often it is reported. */
  times: number
  /** When it is reported; null afterwards. */
  due_at: Instant | null
}

/** A dispute that the sandbox's bank will open, and its decision. */
export interface SandboxDisputeRow {
  id: string
  account_id: string
  operation_id: string
  stage: DisputeStage
  reason_code: string
  /** Null: all that is left of the payment at that time. */
  amount_centavos: number | null
  respond_days: number
  /** Empty: no decision, until a call makes one. */
  outcome: '' | 'won' | 'lost'
  /** When it opens; the same at every try. */
  opens_at: Instant
  /** When the bank acts next: it opens the dispute, and later decides. */
  due_at: Instant | null
}

/** A transfer whose first try the sandbox's bank has left without an answer. */
export interface SandboxUnansweredRow {
  tracking_key: string
}

/** A transfer at the sandbox's bank, and its later outcome. */
export interface SandboxTransferRow {
  tracking_key: string
  state: ToldState
  reason: string
  next_state: ToldState | null
  next_reason: string
  due_at: string | null
  leased_until: number
}

/** The rule of the sandbox's payers for every new voucher of an account. */
export interface PayerRuleRow {
  account_id: string
  /** Null: they do not pay. */
  pay_after_seconds: number | null
}

/** A payment that a sandbox payer will make. */
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
