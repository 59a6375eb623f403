// The tables, as both engines hold them: money in whole centavos, instants as UTC ISO text, booleans 0/1, JSON as text.

import type { AffiliateRule } from '../core/affiliate-part.ts'
import type { DisputeStage, DisputeState } from '../core/dispute.ts'
import type { EvidenceKind, EvidenceMediaType } from '../core/dispute-evidence.ts'
import type { DisputeScheme } from '../core/dispute-reasons.ts'
import type { Months } from '../core/instalments.ts'
import type { Funding } from '../core/issuers.ts'
import type { MovementKind } from '../core/movement.ts'
import type { OperationStatus } from '../core/operation.ts'
import type { Rail, ReportedRail, VoucherRail } from '../core/rail.ts'
import type { ReceivedOutcome } from '../core/received.ts'
import type { Day, Instant } from '../core/time.ts'
import type { ToldState, TransferState } from '../core/transfer.ts'

export interface Tables {
  accounts: AccountRow
  credentials: CredentialRow
  sessions: SessionRow
  fee_schedules: FeeScheduleRow
  fee_changes: FeeChangeRow
  book_days: BookDayRow
  book_progress: BookProgressRow
  clock: ClockRow
  sequences: SequenceRow
  idempotency: IdempotencyRow
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
  fee_stamps: FeeStampRow
  tax_receptors: TaxReceptorRow
  affiliate_entries: AffiliateEntryRow
  plans: PlanRow
  subscriptions: SubscriptionRow
  plan_charges: PlanChargeRow
  risk_rules: RiskRulesRow
  risk_counters: RiskCounterRow
  card_attempts: CardAttemptRow
  rate_budgets: RateBudgetRow
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
  finding_queue: FindingQueueRow
  finding_lease: FindingLeaseRow
  exports: ExportRow
  export_parts: ExportPartRow
  profiles: ProfileRow
  logos: LogoRow
  users: UserRow
  user_roles: UserRoleRow
  invitations: InvitationRow
  user_sessions: UserSessionRow
  requests: RequestRow
}

/** What a merchant says of itself; texts are empty where it says nothing. */
export interface ProfileRow {
  account_id: string
  trade_name: string
  legal_name: string
  rfc: string
  phone: string
  email: string
  site: string
  /** `#0c5c4c` */
  colour: string
  /** The digest of its logo; empty: none. */
  logo: string
  /** The daily closing by e-mail, and its language. */
  closing: 'off' | 'es' | 'en'
  /** The last day that was closed; empty before the first. */
  closed_day: Day
  closing_due_at: Instant | null
  changed_at: Instant
}

/** The picture on slips and receipts, in base64. */
export interface LogoRow {
  account_id: string
  digest: string
  type: 'image/png' | 'image/jpeg'
  width: number
  height: number
  content: string
}

/** A list that is written into a file in the background. */
export interface ExportRow {
  id: string
  account_id: string
  /** The path of the list, and what it is narrowed by, as JSON. */
  list: string
  query: string
  format: 'csv' | 'xlsx'
  language: 'es' | 'en'
  state: 'pending' | 'finished' | 'failed' | 'expired'
  /** Which try wrote the parts, from 1 on; 0 before the first. */
  attempt: number
  rows_read: number
  /** Null: the list does not say how many there are. */
  rows_total: number | null
  bytes: number
  created_at: Instant
  finished_at: Instant | null
  expires_at: Instant | null
  /** When it is to be written, then when its file is to be removed. */
  due_at: Instant | null
  leased_until: number
}

/** A part of a file, from 0 on: base64 of bytes, of a CSV compressed by gzip. */
export interface ExportPartRow {
  export_id: string
  attempt: number
  part: number
  content: string
}

/** A word by which an operation is found (`finding/words`). */
export interface FoundWordRow {
  account_id: string
  word: string
  /** The day of the operation: the list is in the order of day and id. */
  day: Day
  operation_id: string
}

/** A change of an operation whose words are not written yet. */
export interface FindingQueueRow {
  account_id: string
  id: string
  operation_id: string
  /** What it is to be found by besides its row; may be empty. */
  found_by: string
}

/** One row: which process writes words, as a lease. */
export interface FindingLeaseRow {
  id: number
  leased_until: number
}

/** A merchant. */
export interface AccountRow {
  id: string
  name: string
  email: string
  /** Where settlements are paid to; null until the merchant says so. */
  payout_clabe: string | null
  created_at: Instant
  /** The last day for which it was settled; empty before the first. */
  settled_day: Day
  /** How many webhooks it has: a limit holds in the batch that makes one. */
  webhooks: number
  /** Who gives back an affiliate's share of money that goes back, of payments made from now on. */
  affiliate_rule: AffiliateRule
  /** The last month whose fees are closed, `2026-11`; empty before the first. */
  fees_month: string
  /** Grows with each payout, refund and move of the reserve: of two that take of what the merchant is owed, one reads it again. */
  owed_version: number
}

/** An app_key with its secret, or a publishable key. */
export interface CredentialRow {
  id: string
  account_id: string
  app_key: string
  /** `secret` may do what its scopes say, `publishable` may only make card tokens. */
  kind: 'secret' | 'publishable'
  /** Separated by blanks; empty for a publishable key. */
  scopes: string
  /** What people call it; may be empty. */
  name: string
  /** SHA-256 of the secret, hex; empty for a publishable key. */
  secret_hash: string
  /** 1 for the first secret, one more with every new one. */
  secret_generation: number
  /** Hash of the secret before, which still opens it until `previous_until`. */
  previous_hash: string | null
  previous_until: string | null
  /** The e-mail of the person who operates with it. */
  operator: string
  created_at: Instant
  /** From then on it opens nothing; null: it does not expire. */
  expires_at: Instant | null
  /** Which of those that the account made itself, from 1; null: it was issued at a terminal. Unique in the account. */
  made_as: number | null
  /** To the hour; null while nobody has used it. */
  last_used_at: Instant | null
  revoked_at: Instant | null
}

/** A Bearer token, stored as its SHA-256. */
export interface SessionRow {
  token_hash: string
  account_id: string
  credential_id: string
  /** The secret of the credential that opened it. It ends when that secret does. */
  secret_generation: number
  created_at: Instant
  expires_at: Instant
  revoked_at: Instant | null
}

export interface FeeScheduleRow {
  account_id: string
  rail: Rail
  /** Thousandths of a percent: 3.6 % is 3600. */
  percentage_millis: number
  fixed_centavos: number
  /** For each dispute, without IVA. Null: what is usual on the rail. */
  dispute_centavos: number | null
}

/** Terms that an account was given: the newest of account and rail are its schedule. */
export interface FeeChangeRow {
  id: string
  account_id: string
  rail: Rail
  percentage_millis: number
  fixed_centavos: number
  dispute_centavos: number | null
  /** Of terms older than this history, when the account was opened. */
  created_at: Instant
}

/** The head of an account's records of a day; with an empty account, the head of all accounts of the day. */
export interface BookDayRow {
  account_id: string
  day: Day
  /** Everything written before this is in the head; a day is closed when it is the end of the day. */
  until_at: Instant
  /** How many records are in it; of all accounts: how many accounts. */
  records: number
  /** JSON: of each table with records, their number and the hash of the last one, which continues that of the one before. */
  parts: string
  /** SHA-256 in hex: of the head of the day before, and of the parts. */
  head: string
  /** 0 while the event that tells the account its head is due. */
  told: 0 | 1
}

/** One row: how far the books are hashed. */
export interface BookProgressRow {
  id: number
  until_at: Instant
  /** How far whoever has the lease goes now; null when nobody has begun. */
  goal_at: Instant | null
  leased_until: number
}

/** One row: how the sandbox's time follows from the system's. */
export interface ClockRow {
  id: number
  offset_ms: number
  frozen_ms: number | null
  /** Grows with every change of the clock and of what processes remember. */
  version: number
  /** Real milliseconds until which somebody moves it; 0 when nobody does. */
  held_until: number
}

/** Numbers handed out in blocks: `next` is the first that nobody has. */
export interface SequenceRow {
  name: string
  next: number
}

export interface IdempotencyRow {
  account_id: string
  /** Publishable and secret credentials have keys of their own. */
  credential_kind: 'secret' | 'publishable'
  key: string
  /** Keyed hash of method, path and content. */
  fingerprint: string
  /** The operation that the request makes, so that its answer can still be written when the process did not live to do it. */
  operation_id: string | null
  /** Null while the first request is running. */
  response_status: number | null
  response_body: string | null
  created_at: Instant
}

export interface TransportKeyRow {
  id: string
  /** 1 for the first, one more with every rotation; unique, so that of two processes that rotate at once one does. */
  generation: number
  bits: number
  public_pem: string
  sealed_private: string
  /** 65 bytes in base64; null until a service that knows of HPKE has made the pair. */
  hpke_public: string | null
  sealed_hpke_private: string | null
  created_at: Instant
  /** Null for the key that is published; else until when envelopes for it can still be opened. */
  readable_until: Instant | null
}

export interface EnvelopeClaimRow {
  /** Hash of the wrapped key: 128 bits in base64url. */
  wrapped_key: string
  /** The same of the account, the call and the data. */
  request: string
  /** Generation of the newest RSA key when the envelope came. The row is deleted when that key and all older ones are gone. */
  generation: number
  /** Real time in ms. */
  claimed_at: number
  /** The operation or token that the request made, or `refused ...`; null while nothing has come of it. */
  outcome: string | null
}

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
  /** What months without interest cost: a part of the fee. */
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
  /** The external transaction while it is taken; null again after a decline. Unique in the account. */
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
  /** What the acquirer's connector keeps about the charge, as JSON: the trace numbers under which it was sent. */
  network_trace: string | null
  /** Which credential tries the card, and whether with its security code: `code crd_1` or `token crd_1`. Null: it is not counted. */
  tried_by: string | null
  /** What the network knows it by: the digits of the barcode, the CLABE, the acquirer's id. */
  network_reference: string | null
  chain: string | null
  bank_account_number: string | null
  bank_name: string | null
  payment_id: string | null
  short_id: string | null
  source_id: string | null
  expires_at: Instant | null
  /** While pending: when the worker must look at it (a voucher expires, an unknown answer is asked for). */
  due_at: Instant | null
  leased_until: number
  /** How often recovery tried to learn from the acquirer what became of it, and did not. */
  inquiries: number
  has_devolution: 0 | 1
  /** When the payer paid: as the network says, or when the acquirer approved. Null until it is paid. */
  paid_at: string | null
  /** The Mexico City day on which the payment was posted to the ledger. A network may report it days after `paid_at`. */
  posted_day: string | null
  /** When it expired; it stays when the operation is paid after all. */
  expired_at: string | null
  /** What became of money that is transferred back; empty where none is. */
  refund_state: '' | 'pending' | 'settled' | 'rejected' | 'returned'
  /** What of a paid operation is refunded, and what of it is disputed; together at most what was paid. What is left: `leftOf`. */
  refunded_centavos: number
  disputed_centavos: number
  /** Of what is refunded: what has reached the payer, and what failed to and is owed until it is sent again or the refund is cancelled. */
  refunds_settled_centavos: number
  refunds_failed_centavos: number
  /** How often its network was to be asked to reverse it. Who refunds or disputes it sees that nobody has begun since. */
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

/** The same by month, `2026-11`: what a list over months or years adds up. */
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

/** Something that happened. `fanned_out` is 0 until its webhook deliveries exist. */
export interface EventRow {
  id: string
  account_id: string
  type: string
  /** The operation it is about, and the status that it had then. */
  operation_id: string | null
  operation_status: OperationStatus | null
  /** What it said when it happened and its webhooks carry, JSON. Null: an event about an operation that version 0.2.0 or older wrote. */
  data: string | null
  created_at: Instant
  fanned_out: 0 | 1
  /** JSON: what is to go wrong with its webhooks, besides what each endpoint wants. */
  faults: string | null
}

/** One line of a balanced entry; (entry, line) is the key, so that no entry is posted twice. */
export interface PostingRow {
  /** The operation or payout and what happened to it: `<operation id>:paid`. */
  entry: string
  line: number
  account_id: string
  ledger_account: string
  /** The Mexico City day on which it happened. */
  day: Day
  /** Debits are positive, credits negative; the lines of an entry sum to zero. */
  amount_centavos: number
  created_at: Instant
}

export interface BalanceRow {
  account_id: string
  ledger_account: string
  day: Day
  shard: number
  amount_centavos: number
}

/** A single-use token for a card that a payer typed. */
export interface CardTokenRow {
  id: string
  account_id: string
  /** Empty once the token is used. */
  sealed_number: string
  fingerprint: string
  holder_name: string
  brand: string
  first_six: string
  last_four: string
  expiration: string
  created_at: Instant
  expires_at: Instant
  used_at: Instant | null
}

/** A customer's saved card. */
export interface CardRow {
  id: string
  account_id: string
  customer_id: string
  /** Empty once the card is deactivated. */
  sealed_number: string
  fingerprint: string
  holder_name: string
  brand: string
  first_six: string
  last_four: string
  /** YYMM */
  expiration: string
  country_code: string
  bank_name: string
  funding: Funding
  created_at: Instant
  deactivated_at: Instant | null
}

export interface CustomerRow {
  id: string
  account_id: string
  name: string
  email: string
  active: 0 | 1
  metadata: string | null
  created_at: Instant
}

/** An account number of a customer's own into which SPEI transfers can be made. */
export interface SourceRow {
  id: string
  account_id: string
  customer_id: string
  type: 'SPEI'
  name: string
  clabe: string
  reference: string
  bank_name: string
  created_at: Instant
  deactivated_at: Instant | null
}

/** Money that a network reported, once per network, institution, operation day, network_transaction and conflict. */
export interface PaymentReceivedRow {
  id: string
  network: string
  rail: ReportedRail
  /** Who took the money in: the ordering institution's three digits of a CLABE, or a chain's short name. Empty: not told. */
  institution: string
  /** The network's day: SPEI's banking day, or the Mexico City day of a till. */
  operation_day: Day
  /** The network's own id: a tracking key, a till ticket. It is unique for an institution and day only. */
  network_transaction: string
  /** 0: the first that was reported under its identity; 1: the second; greater: further ones, in no order. */
  conflict: number
  /** What was paid into: barcode digits or CLABE. */
  network_reference: string
  account_id: string | null
  operation_id: string | null
  amount_centavos: number
  payer_clabe: string | null
  payer_name: string | null
  outcome: ReceivedOutcome
  reason: string
  received_at: Instant
  /** When the payer paid, as the network says; when it does not say, when it reported. */
  paid_at: Instant
  /** 1: the line of a statement was matched with it while it was in suspense, so that it did happen. */
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

/** Money that goes out: a return, a refund, a payout. Sent by the worker, at least once, under one tracking key. */
export interface TransferRow {
  id: string
  account_id: string | null
  operation_id: string | null
  kind: 'return' | 'refund' | 'payout'
  /** The rail whose port sends it and whose receivable it leaves. */
  rail: Rail
  network: string
  /** The CLABE it goes to, or the network's own id of the payment that is given back. */
  destination: string
  beneficiary: string
  amount_centavos: number
  tracking_key: string
  concept: string
  state: TransferState
  attempts: number
  due_at: Instant | null
  leased_until: number
  created_at: Instant
  /** When the network took it, and when it was settled; null: it was not, or not by itself. */
  accepted_at: Instant | null
  settled_at: Instant | null
  /** When the network was last asked to send it: set before it is asked, so that whoever goes on looks first. */
  asked_at: Instant | null
  /** When its state came about, here and as the network says. */
  state_at: Instant
  network_at: Instant | null
  /** Why the network rejected or returned it; empty when it did not. */
  reason: string
  /** The failed transfer whose money it sends anew, and the one that sends its own; or the refund that was cancelled instead. */
  replaces: string | null
  replaced_by: string | null
  /** Why it is withheld; empty when it is not. */
  withheld_because: string
  /** The refund that it carries; null: it carries a reversal, a return or a payout. */
  refund_id: string | null
}

/** An e-mail or SMS to be sent. */
export interface MessageRow {
  id: string
  account_id: string
  /** Empty: it is a letter to the account itself. */
  operation_id: string
  /** What a letter to the account is about, as JSON; null: it is about the operation. */
  letter: string | null
  /** The code that the letter carries, sealed; null when it carries none or has been sent. */
  sealed_code: string | null
  /** 1: it is sent only if the operation can still be paid then. */
  is_reminder: 0 | 1
  /** What the short address in an SMS ends with; null for e-mails. */
  short_code: string | null
  channel: 'email' | 'sms'
  recipient: string
  language: 'es' | 'en'
  state: 'pending' | 'sent' | 'failed'
  attempts: number
  /** Null once nothing is left to do. */
  due_at: Instant | null
  leased_until: number
  last_error: string | null
  created_at: Instant
  sent_at: Instant | null
}

/** Where the sandbox's messages land. */
export interface MailboxRow {
  id: string
  account_id: string
  message_id: string
  channel: 'email' | 'sms'
  recipient: string
  subject: string
  body: string
  html: string | null
  created_at: Instant
}

/** What a merchant is paid out on a day: everything owed of the days from `from_day` to `to_day`. */
export interface PayoutRow {
  id: string
  account_id: string
  /** The affiliated user whom it pays; empty: the merchant. */
  affiliate: string
  /** The Mexico City day on which it is paid; one payout for each merchant or affiliate and day. */
  day: Day
  from_day: Day
  to_day: Day
  amount_centavos: number
  clabe: string
  beneficiary: string
  tracking_key: string
  transfer_id: string
  /** `failed`: the bank refused it; `returned`: it sent the money back. The merchant is owed the amount again. */
  state: 'pending' | 'paid' | 'failed' | 'returned'
  created_at: Instant
  state_at: Instant
}

/** The part of a payout that comes from one method, card brand and operator; all three are empty where that is not known. */
export interface PayoutLineRow {
  payout_id: string
  rail: Rail | ''
  card_brand: string
  operator: string
  /** Empty: from the payout's own days. Else the payout that the bank refused, or `earlier`: left over from other days. */
  carried_from: string
  /** Payments and reversals; of each sum, reversals are taken off. */
  entries: number
  total_centavos: number
  fee_centavos: number
  iva_centavos: number
  affiliate_centavos: number
  /** What is left for the merchant. */
  amount_centavos: number
}

/** What an affiliated user of the connect module is owed. */
export interface AffiliateBalanceRow {
  account_id: string
  affiliate: string
  shard: number
  amount_centavos: number
}

/** The fees of an account in a month that is over, and the IVA on their sum. */
export interface FeeStatementRow {
  id: string
  account_id: string
  /** `2026-11` */
  month: string
  /** Without IVA; negative when more was given back than charged. */
  fee_centavos: number
  /** The IVA as each operation charged it, rounded for each. */
  charged_centavos: number
  /** The IVA on the sum of the fees. */
  due_centavos: number
  /** Charged less due: given to the merchant when the month is closed, or taken. */
  rounding_centavos: number
  /** The day on which that was posted. */
  posted_day: Day
  created_at: Instant
}

/** A part of the fees of a month, without IVA. */
export interface FeeStatementLineRow {
  statement_id: string
  /** A way of paying, what months without interest cost, or what is of no payment and no reversal. */
  concept: 'card' | 'store' | 'spei' | 'monthly_installments' | 'disputes' | 'other'
  operations: number
  fee_centavos: number
}

/** A statement that a stamping provider is to make an invoice of. */
export interface FeeStampRow {
  statement_id: string
  account_id: string
  state: 'pending' | 'stamped' | 'refused'
  provider: string
  /** The unstamped XML that the provider is asked to stamp: the same, however often it is asked. */
  request: string
  /** The folio fiscal, and the invoice as the provider answered it. */
  uuid: string | null
  xml: string | null
  /** Why it was refused; empty otherwise. */
  reason: string
  attempts: number
  due_at: Instant | null
  leased_until: number
  created_at: Instant
  stamped_at: Instant | null
}

/** Whom an account's fees are invoiced to, as the tax office knows them. */
export interface TaxReceptorRow {
  account_id: string
  rfc: string
  name: string
  regime: string
  cfdi_use: string
  postal_code: string
  updated_at: Instant
}

/** An affiliated user who is registered, and so is paid out. */
export interface AffiliateRow {
  id: string
  account_id: string
  /** What charges call the user. It does not change. */
  affiliate: string
  name: string
  email: string
  /** Where the payouts go. */
  clabe: string
  /** The last day for which the affiliate was settled; empty before the first. */
  settled_day: Day
  created_at: Instant
}

/** What an entry of the ledger has on `payable:affiliate`, and whose it is. */
export interface AffiliateEntryRow {
  entry: string
  account_id: string
  affiliate: string
  day: Day
  /** 1: a payout or what became of one; 0: a share, or what is taken back of it. */
  is_payout: 0 | 1
  /** What the affiliate is owed by it; negative when it takes away. */
  amount_centavos: number
}

export interface PlanRow {
  id: string
  account_id: string
  name: string
  amount_centavos: number
  currency: 'MXN'
  period: 'day' | 'week' | 'month' | 'year'
  created_at: Instant
}

/** A customer on a plan, charged with a saved card. */
export interface SubscriptionRow {
  id: string
  account_id: string
  plan_id: string
  customer_id: string
  card_id: string
  /** Who put the customer on the plan: the operator of its charges. */
  operator: string
  state: 'active' | 'paused' | 'cancelled'
  paused_because: '' | 'asked' | 'declined'
  /** The Mexico City day from which periods are counted: period 0 is due on it. */
  start_day: Day
  /** The first period that is not charged yet. */
  next_period: number
  /** Declined tries of that period. */
  attempts: number
  /** Its payment whose answer is awaited. */
  pending_operation: string | null
  due_at: Instant | null
  leased_until: number
  created_at: Instant
  ended_at: Instant | null
}

/** What became of one period of a subscription that was charged for; those that passed while it was paused have none. */
export interface PlanChargeRow {
  subscription_id: string
  period: number
  account_id: string
  /** The Mexico City day on which the period began. */
  day: Day
  /** `skipped`: missed in an outage, and not charged any more. */
  state: 'paid' | 'failed' | 'skipped'
  operation_id: string | null
  attempts: number
  created_at: Instant
}

/** An address that is told what happens. */
export interface WebhookEndpointRow {
  id: string
  account_id: string
  /** The id that the merchant's own program knows it by, when it chose one. Unique in the account. */
  alias: string | null
  url: string
  description: string
  /** The types it is told of, a blank around each (` operation.paid customer.created `); null means all. */
  events: string | null
  /** A paused one's deliveries wait; a disabled one said 410 and gets no new ones. */
  state: 'active' | 'paused' | 'disabled'
  /** Why it is not active; empty when it is. */
  state_reason: '' | 'by-merchant' | 'failing' | 'gone'
  sealed_secret: string
  /** The secret before the last rotation, which signs too until `previous_until`. */
  sealed_previous: string | null
  previous_until: Instant | null
  /** Since when no delivery has succeeded; null when the last one did. */
  failing_since: Instant | null
  /** What the sandbox does wrong on purpose, JSON. */
  faults: string | null
  created_at: Instant
}

/** One event for one endpoint. */
export interface WebhookDeliveryRow {
  event_id: string
  endpoint_id: string
  account_id: string
  operation_id: string | null
  state: 'pending' | 'delivered' | 'failed' | 'cancelled'
  /** Tries of this round; a replay begins a new one. */
  tries: number
  /** Tries in all. */
  attempts: number
  /** Null once nothing is left to do. */
  due_at: Instant | null
  leased_until: number
  created_at: Instant
}

/** One try to deliver. */
export interface DeliveryAttemptRow {
  event_id: string
  endpoint_id: string
  /** From 1 on. */
  attempt: number
  at: string
  duration_ms: number
  /** The HTTP status that was answered; null when nothing was. */
  status: number | null
  /** Why nothing was answered. */
  error: string | null
  /** The first kilobyte of the answer. */
  answer: string
}

/** What stops an account's payments: a JSON list of `RiskRule`. */
export interface RiskRulesRow {
  account_id: string
  rules: string
  updated_at: Instant
}

/** Payments of a card, a customer or an address in an hour or a day. */
export interface RiskCounterRow {
  account_id: string
  counted: string
  subject: string
  period: string
  payments: number
  total_centavos: number
}

/** What a credential has used of its requests in ten seconds, in all processes together. */
export interface RateBudgetRow {
  account_id: string
  credential_id: string
  /** Ten seconds since 1970. */
  period: number
  taken: number
}

/** Tries of a card that were not found good, or whose answer is awaited, in two windows that begin with the first of them. */
export interface CardAttemptRow {
  /** Whose payments are counted; empty: security codes, in all accounts together. */
  account_id: string
  /** Keyed hash of the card's number. */
  fingerprint: string
  /** The instant at which the window is over. */
  short_until: string
  short_count: number
  long_until: string
  long_count: number
}

/** A reversal that a network is asked for: written before the network is, so that a lost answer is asked for again. */
export interface ReversalRow {
  operation_id: string
  account_id: string
  /** What is reversed: a pending voucher, a paid card payment, or a pending one, which is reversed once its outcome is known. */
  from_status: 'pending' | 'paid'
  /** `refused`: the network would not; it may be asked again. */
  state: 'pending' | 'done' | 'refused'
  attempts: number
  due_at: Instant | null
  leased_until: number
  created_at: Instant
  /** 1: the network refused what was first answered as under way, and no person has closed it. */
  refused_later: 0 | 1
}

/** What a network reported and nobody could act on: it waits for a person. */
export interface UnreadReportRow {
  id: string
  /** The connector's name. */
  network: string
  /** The path of the call. */
  call: string
  why: string
  /** The beginning of what it said, without card numbers. */
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

/**
 * A charge that may have happened and must not: the acquirer is told to undo it until it acknowledges. One for an operation, of which no
 * payment is posted.
 */
export interface AdviceRow {
  id: string
  account_id: string
  operation_id: string
  /** The acquirer that was asked for the charge. */
  network: string
  /** What the acquirer calls an approval that came too late; null when no answer came. */
  network_reference: string | null
  amount_centavos: number
  /**
   * `no-answer`: declined because nobody knows what became of it. `cancelled`: cancelled before it was known. `late-approval`: approved
   * after it was declined for another reason. `another-approval`: approved once more, under another reference.
   */
  reason: 'no-answer' | 'cancelled' | 'late-approval' | 'another-approval'
  /** `refused`: the acquirer will never undo it, so a person must. `closed`: a person has. */
  state: 'pending' | 'acknowledged' | 'refused' | 'closed'
  /** Why it was refused; empty otherwise. */
  refusal: string
  attempts: number
  due_at: string | null
  leased_until: number
  created_at: string
  /** When it was acknowledged or refused. */
  closed_at: string | null
}

/** A statement of a network, known again by its bytes. */
export interface StatementRow {
  id: string
  /** Whose books it is held against: in the sandbox an account's own, else `acc_unmatched`, which stands for everybody's. */
  account_id: string
  network: string
  /** SHA-256 of the file, in hexadecimal. */
  content_hash: string
  /** The days that it covers, both included. */
  first_day: Day
  last_day: Day
  /** As its trailer says. */
  lines: number
  sum_centavos: number
  /** `reading`: not every line is judged; the same file again goes on. */
  state: 'reading' | 'done'
  created_at: Instant
  finished_at: Instant | null
}

/** One movement that a statement told, once, whichever statements tell it again. */
export interface StatementLineRow {
  id: string
  /** The statement that told it first. */
  statement_id: string
  account_id: string
  /** Its line in that file. */
  line: number
  network: string
  rail: Rail
  kind: MovementKind
  /** The network's own id of the movement. */
  movement: string
  institution: string
  day: Day
  amount_centavos: number
  fee_centavos: number
  reference: string
  payer_clabe: string
  paid_at: string
  /**
   * How it was first judged. `matched`: a record says the same. `different`: a record says otherwise (`differs`). `extra`: there was no
   * record. `stated`: fees and settlements, which only the network knows.
   */
  verdict: 'matched' | 'different' | 'extra' | 'stated'
  /** `amount`, `day` or both, with a space between; empty otherwise. */
  differs: '' | 'amount' | 'day' | 'amount day'
  /** The record: an operation, a received payment or a transfer. Of an extra line, null until there is one. */
  cause_id: string | null
  /** What the record has on the network's receivable, in centavos: positive what it owes us. Zero without a record. */
  recorded_centavos: number
  created_at: Instant
  /** When the record of an extra line was found. */
  found_at: Instant | null
  /** When a person wrote off what it says and no record does; it is not open any more. */
  closed_at: Instant | null
  /** The transfer of ours whose return it tells, as a return or as a payment: one line only. */
  returned_transfer: string | null
}

/**
 * A reference or an account that a network was asked to issue and did not answer for in time. It may exist there, and nobody has it: the
 * worker asks for it again and cancels it.
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
  /** What the network had issued, once it says so and has cancelled it. */
  reference: string | null
  attempts: number
  /** Null once nothing is left to do. */
  due_at: Instant | null
  leased_until: number
  created_at: Instant
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

/** What asks for the money of a failed transfer to be sent anew: where it goes now. */
export interface TransferRetryRow {
  transfer_id: string
  replaces: string
  account_id: string
  destination: string
  beneficiary: string
  created_at: string
}

/** Always empty: what is written to see whether the database takes writes. */
export interface ProbeRow {
  filler: string
}

/** One change that somebody made. Rows are only ever added. */
export interface AuditTrailRow {
  id: string
  /** Null: it concerns the whole service. */
  account_id: string | null
  created_at: string
  actor_kind: 'credential' | 'person' | 'operator' | 'process'
  /** Id of the credential or of the person at the console, user of the machine who ran a command, or the part of the service. */
  actor: string
  /** The e-mail of the credential's operator; the person's name and e-mail; the command that was run; else empty. */
  operator: string
  /** Where the request came from, masked as the settings say; empty when it was no request. */
  address: string
  request_id: string
  action: string
  /** Id of what was changed. */
  subject: string
  /** JSON without secrets; null: there was nothing before, or is nothing after. */
  before: string | null
  after: string | null
}

/** One change of the account that payouts go to. */
export interface PayoutAccountChangeRow {
  id: string
  account_id: string
  /** The affiliated user whose payouts are meant; empty: the merchant's own. */
  affiliate: string
  clabe: string
  /** Null: there was none, and the change held at once. */
  previous_clabe: string | null
  /** requested -> confirmed -> changed; or `cancelled`, `lapsed` (nobody confirmed it in time), `guessed` (too many wrong codes). */
  state: 'requested' | 'confirmed' | 'changed' | 'cancelled' | 'lapsed' | 'guessed'
  language: 'es' | 'en'
  /** Keyed hash of the code that was sent; null once it is of no use. */
  code_hash: string | null
  /** Codes tried so far. */
  tries: number
  confirm_until: string
  /** Ids of credentials. */
  requested_by: string
  requested_operator: string
  confirmed_by: string | null
  requested_at: string
  confirmed_at: string | null
  /** From then on payouts use it. */
  effective_at: string | null
  ended_at: string | null
}

/** A card payment that its cardholder's bank disputes. At most one of each stage for an operation. */
export interface DisputeRow {
  id: string
  account_id: string
  operation_id: string
  /** The acquirer that told of it, and what it calls it. */
  network: string
  network_dispute: string
  stage: DisputeStage
  state: DisputeState
  scheme: DisputeScheme
  reason_code: string
  amount_centavos: number
  /** What the account pays for it unless it is won, and the IVA on that; both zero in a stage that takes no money. */
  fee_centavos: number
  iva_centavos: number
  /** What of the affiliated user's share it takes with the amount. */
  affiliate_centavos: number
  /** When the bank opened it, as the acquirer says. */
  opened_at: Instant
  /** From this instant on no answer is taken. */
  respond_by: Instant
  created_at: Instant
  state_at: Instant
  /**
   * Why it ended; empty until then. `network`: the acquirer said so. `deadline`: nobody answered. `merchant`: it was accepted. `escalated`: a
   * chargeback followed the question.
   */
  closed_because: '' | 'network' | 'deadline' | 'merchant' | 'escalated'
  submitted_at: Instant | null
  /** Grows with every change of the evidence, so that what is submitted is what was read. */
  evidence_version: number
  /** Its next reminder, or its deadline; null when nobody may answer any more. */
  due_at: Instant | null
}

/** What the merchant writes against a dispute: one text for each kind. */
export interface DisputeTextRow {
  dispute_id: string
  kind: EvidenceKind
  account_id: string
  content: string
  updated_at: Instant
}

/** A file against a dispute. Its bytes are in parts, sealed. */
export interface DisputeFileRow {
  id: string
  dispute_id: string
  account_id: string
  kind: EvidenceKind
  name: string
  media_type: EvidenceMediaType
  bytes: number
  sha256: string
  created_at: Instant
}

export interface DisputeFilePartRow {
  /** `<id of the file>.<part>` */
  id: string
  file_id: string
  account_id: string
  /** From 0 on. */
  part: number
  /** Sealed under the at-rest key: a picture may show a card. */
  sealed_part: string
}

/** A merchant's one answer to a dispute, on its way to the acquirer. */
export interface DisputeAnswerRow {
  dispute_id: string
  account_id: string
  answer: 'evidence' | 'accept'
  /** `refused`: the acquirer will never take it, or takes none, so a person must hand it in. */
  state: 'pending' | 'taken' | 'refused'
  attempts: number
  /** Why it was refused; empty otherwise. */
  reason: string
  due_at: Instant | null
  leased_until: number
  created_at: Instant
  state_at: Instant
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

/** A person who signs in at the console. Of the whole service: one e-mail is one person, whose roles are by account. */
export interface UserRow {
  id: string
  /** In lower case. */
  email: string
  name: string
  /** Argon2id in the PHC string format; null until an invitation is accepted, and in the sandbox for who needs none. */
  password_hash: string | null
  /** The key of the authenticator app, sealed; null: it is not in use. */
  sealed_totp: string | null
  /** The last time step whose code was used, so that none is used twice. */
  totp_step: number
  created_at: Instant
}

/** What a person may do in an account: `console/roles` says which scopes a role has. */
export interface UserRoleRow {
  account_id: string
  user_id: string
  role: 'reader' | 'cashier' | 'finance' | 'developer' | 'owner' | 'operator'
  created_at: Instant
}

/** A way in that was sent by e-mail. Its token is kept as a SHA-256. */
export interface InvitationRow {
  id: string
  account_id: string
  user_id: string
  role: 'reader' | 'cashier' | 'finance' | 'developer' | 'owner' | 'operator'
  token_hash: string
  /** Name and e-mail of who invites, or the user of the terminal. */
  invited_by: string
  created_at: Instant
  expires_at: Instant
  /** When it was accepted or withdrawn; null: it is open. */
  ended_at: Instant | null
}

/** A browser in which a person is signed in. Its times are real ones: moving the sandbox's clock signs nobody out. */
export interface UserSessionRow {
  id: string
  /** SHA-256 of what the cookie holds. */
  token_hash: string
  user_id: string
  /** The account that is looked at. */
  account_id: string
  created_at: Instant
  /** To the minute. */
  seen_at: Instant
  /** It ends then, used or not. */
  expires_at: Instant
  address: string
  /** What the browser calls itself, shortened. */
  browser: string
  revoked_at: Instant | null
}

/** A call that an account made, for its developers: kept for some days, and only so many of an account. */
export interface RequestRow {
  /** The request id that the answer carried. */
  id: string
  account_id: string
  created_at: Instant
  method: string
  /** The path as it was sent, with its query; secrets and card numbers are masked here and in all that follows. */
  path: string
  /** The route that took it. */
  route: string
  status: number
  /** The code of the refusal; empty when it was none. */
  code: string
  duration_ms: number
  /** Id of the credential or person, and the operator's e-mail. */
  caller: string
  operator: string
  address: string
  idempotency_key: string
  /** Whether the answer is that of an earlier request under the same key. */
  replayed: 0 | 1
  operation_id: string | null
  /** JSON objects; null where bodies are not kept. */
  headers: string | null
  body: string | null
  answer: string | null
}
