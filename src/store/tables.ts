// The tables of both engines: money in whole centavos, instants as UTC ISO text, booleans 0/1, JSON as text.
import type {
  AccountDayRow,
  AccountRow,
  AuditTrailRow,
  CredentialRow,
  LogoRow,
  PersonDayRow,
  ProfileRow,
  SessionRow,
} from './rows/accounts.ts'
import type { BalanceRow, BookDayRow, BookProgressRow, PostingRow } from './rows/books.ts'
import type {
  AdviceRow,
  CardRow,
  CardTokenRow,
  CardTriesRow,
  EnvelopeClaimRow,
  ReversalRow,
  TransportKeyRow,
} from './rows/cards.ts'
import type { CustomerRow, PlanChargeRow, PlanRow, SourceRow, SubscriptionRow } from './rows/customers.ts'
import type {
  DisputeAnswerRow,
  DisputeFilePartRow,
  DisputeFileRow,
  DisputeRow,
  DisputeTextRow,
} from './rows/disputes.ts'
import type {
  FeeChangeRow,
  FeeScheduleRow,
  FeeStampRow,
  FeeStatementLineRow,
  FeeStatementRow,
  MonthlyFeeRow,
  TaxReceptorRow,
} from './rows/fees.ts'
import type {
  CustomerWordRow,
  ExportPartRow,
  ExportRow,
  FindingLeaseRow,
  FindingQueueRow,
  FoundWordRow,
} from './rows/finding.ts'
import type { MailboxRow, MessageRow } from './rows/messages.ts'
import type {
  DailyTotalRow,
  EventRow,
  FanOutQueueRow,
  MonthlyTotalRow,
  OperationRow,
  PostedTotalRow,
} from './rows/operations.ts'
import type {
  AffiliateBalanceRow,
  AffiliateEntryRow,
  AffiliateRow,
  PayoutAccountChangeRow,
  PayoutLineRow,
  PayoutRow,
} from './rows/payouts.ts'
import type {
  ApprovalRow,
  InvitationRow,
  PasskeyChallengeRow,
  PasskeyRow,
  RequestRow,
  SavedViewRow,
  UserRoleRow,
  UserRow,
  UserSessionRow,
} from './rows/people.ts'
import type { AbandonedReferenceRow, PaymentReceivedRow, ReleaseRow, UnreadReportRow } from './rows/received.ts'
import type { RefundRow, RefundRulesRow, ReserveMoveRow } from './rows/refunds.ts'
import type { RateBudgetRow, RiskCounterRow, RiskRulesRow, SignInTriesRow } from './rows/risk.ts'
import type {
  PayerRuleRow,
  PlannedPaymentRow,
  SandboxDisputeRow,
  SandboxReportRow,
  SandboxTransferRow,
  SandboxUnansweredRow,
} from './rows/sandbox.ts'
import type {
  ClockRow,
  IdempotencyRow,
  ListAdditionRow,
  ProbeRow,
  ProcessRow,
  SequenceRow,
  TroubledRow,
} from './rows/service.ts'
import type { StatementLineRow, StatementRow } from './rows/statements.ts'
import type { TransferRetryRow, TransferRow } from './rows/transfers.ts'
import type { DeliveryAttemptRow, WebhookDeliveryRow, WebhookEndpointRow } from './rows/webhooks.ts'

export type * from './rows/accounts.ts'
export type * from './rows/books.ts'
export type * from './rows/cards.ts'
export type * from './rows/customers.ts'
export type * from './rows/disputes.ts'
export type * from './rows/fees.ts'
export type * from './rows/finding.ts'
export type * from './rows/messages.ts'
export type * from './rows/operations.ts'
export type * from './rows/payouts.ts'
export type * from './rows/people.ts'
export type * from './rows/received.ts'
export type * from './rows/refunds.ts'
export type * from './rows/risk.ts'
export type * from './rows/sandbox.ts'
export type * from './rows/service.ts'
export type * from './rows/statements.ts'
export type * from './rows/transfers.ts'
export type * from './rows/webhooks.ts'

export interface Tables {
  accounts: AccountRow
  account_days: AccountDayRow
  person_days: PersonDayRow
  credentials: CredentialRow
  sessions: SessionRow
  fee_schedules: FeeScheduleRow
  fee_changes: FeeChangeRow
  book_days: BookDayRow
  book_progress: BookProgressRow
  clock: ClockRow
  sequences: SequenceRow
  idempotency: IdempotencyRow
  list_additions: ListAdditionRow
  transport_keys: TransportKeyRow
  envelope_claims: EnvelopeClaimRow
  operations: OperationRow
  daily_totals: DailyTotalRow
  monthly_totals: MonthlyTotalRow
  posted_totals: PostedTotalRow
  events: EventRow
  postings: PostingRow
  balances: BalanceRow
  card_tokens: CardTokenRow
  cards: CardRow
  customers: CustomerRow
  sources: SourceRow
  payments_received: PaymentReceivedRow
  releases: ReleaseRow
  transfers: TransferRow
  messages: MessageRow
  mailbox: MailboxRow
  reversals: ReversalRow
  advices: AdviceRow
  statements: StatementRow
  statement_lines: StatementLineRow
  webhook_endpoints: WebhookEndpointRow
  webhook_deliveries: WebhookDeliveryRow
  delivery_attempts: DeliveryAttemptRow
  payouts: PayoutRow
  payout_lines: PayoutLineRow
  affiliate_balances: AffiliateBalanceRow
  affiliates: AffiliateRow
  fee_statements: FeeStatementRow
  fee_statement_lines: FeeStatementLineRow
  monthly_fees: MonthlyFeeRow
  fee_stamps: FeeStampRow
  tax_receptors: TaxReceptorRow
  affiliate_entries: AffiliateEntryRow
  plans: PlanRow
  subscriptions: SubscriptionRow
  plan_charges: PlanChargeRow
  risk_rules: RiskRulesRow
  risk_counters: RiskCounterRow
  card_tries: CardTriesRow
  rate_budgets: RateBudgetRow
  sign_in_tries: SignInTriesRow
  payer_rules: PayerRuleRow
  planned_payments: PlannedPaymentRow
  sandbox_unanswered: SandboxUnansweredRow
  sandbox_transfers: SandboxTransferRow
  transfer_retries: TransferRetryRow
  refunds: RefundRow
  refund_rules: RefundRulesRow
  reserve_moves: ReserveMoveRow
  unread_reports: UnreadReportRow
  sandbox_reports: SandboxReportRow
  probes: ProbeRow
  troubled_rows: TroubledRow
  processes: ProcessRow
  abandoned_references: AbandonedReferenceRow
  audit_trail: AuditTrailRow
  payout_account_changes: PayoutAccountChangeRow
  disputes: DisputeRow
  dispute_texts: DisputeTextRow
  dispute_files: DisputeFileRow
  dispute_file_parts: DisputeFilePartRow
  dispute_answers: DisputeAnswerRow
  sandbox_disputes: SandboxDisputeRow
  found_words: FoundWordRow
  customer_words: CustomerWordRow
  fan_out_queue: FanOutQueueRow
  finding_queue: FindingQueueRow
  finding_lease: FindingLeaseRow
  exports: ExportRow
  export_parts: ExportPartRow
  profiles: ProfileRow
  logos: LogoRow
  users: UserRow
  user_roles: UserRoleRow
  approvals: ApprovalRow
  invitations: InvitationRow
  user_sessions: UserSessionRow
  passkeys: PasskeyRow
  passkey_challenges: PasskeyChallengeRow
  saved_views: SavedViewRow
  requests: RequestRow
}
