// Tables: the state of the simulated payers.
import { disputeStageNames } from '../core/dispute.ts'
import { instant, natural, oneOf, positive, type Row, table, text, uuid } from '../core/table.ts'

/** A payment that a payer of the sandbox has made, and that the network reports later. */
export const sandboxReports = table(
  'sandbox_reports',
  {
    work: {
      id: text(),
      account_id: text(),
      /** The report, as JSON. */
      notification: text(),
      /** How often it is reported. */
      times: positive(),
      /** When it is reported; null afterwards. */
      due_at: instant().orNull(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    indexes: {
      sandbox_reports_due: 'due_at, id where due_at is not null',
    },
  },
)
export type SandboxReportRow = Row<typeof sandboxReports>

/** A dispute that the sandbox's bank will open, and its decision. */
export const sandboxDisputes = table(
  'sandbox_disputes',
  {
    work: {
      id: text(),
      account_id: text(),
      operation_id: uuid(),
      stage: oneOf(disputeStageNames),
      reason_code: text(),
      /** Null: all that is left of the payment at that time. */
      amount_centavos: positive().orNull(),
      respond_days: positive(),
      /** Empty: no decision, until a call makes one. */
      outcome: oneOf(['', 'won', 'lost']),
      /** When it opens; the same at every try. */
      opens_at: instant(),
      /** When the bank acts next: it opens the dispute, and later decides. */
      due_at: instant().orNull(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    indexes: {
      sandbox_disputes_due: 'due_at where due_at is not null',
      sandbox_disputes_by_operation: 'account_id, operation_id, stage',
    },
  },
)
export type SandboxDisputeRow = Row<typeof sandboxDisputes>

/** The rule of the sandbox's payers for every new voucher of an account. */
export const payerRules = table(
  'payer_rules',
  {
    work: {
      account_id: text(),
      /** Null: they do not pay. */
      pay_after_seconds: natural().orNull(),
    },
  },
  {
    owner: 'account',
    key: 'account_id',
  },
)

/** A payment that a sandbox payer will make. */
export const plannedPayments = table(
  'planned_payments',
  {
    work: {
      id: text(),
      account_id: text(),
      operation_id: uuid(),
      amount_centavos: positive(),
      network_transaction: text(),
      /** Null once it is made. */
      due_at: instant().orNull(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    unique: {
      planned_payments_by_network_transaction: 'account_id, network_transaction',
    },
    indexes: {
      planned_payments_due: 'due_at, id where due_at is not null',
    },
  },
)
export type PlannedPaymentRow = Row<typeof plannedPayments>
