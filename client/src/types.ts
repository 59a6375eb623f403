// What travels on the wire, made from the schemas that the service checks it with: `npm run client:types` writes this file.

export interface Affiliate {
  /** Of the affiliate, `aff_…` */
  id: string
  /** The affiliate’s name in charges: `payment.affiliated.user` */
  user: string
  /** The owner of the CLABE */
  name: string
  /** Where notices of payouts go */
  email: string
  /** Where payouts go */
  clabe: string
  /** The bank of the CLABE, by its first three digits; may be empty */
  bank_name: string
  /** Shares that are not paid out yet; negative when more was taken back: it is netted with later shares */
  owed: string
  /** Always MXN */
  currency: 'MXN'
  /** When the affiliate was registered */
  timestamp: string
  change?: SettlementAccountChange | undefined
}

export interface AffiliateAccountChangeEvent {
  /** Identifier of the change */
  change: string
  /** Where payouts are to go */
  clabe: string
  previous_clabe: string | null
  status: 'requested' | 'confirmed' | 'changed' | 'cancelled' | 'lapsed' | 'guessed'
  /** Who asked for it */
  operator: string
  effective_at: string | null
  /** The affiliated user */
  user: string
}

export interface AffiliateAccountConfirmation {
  /** 8 digits */
  code?: string | undefined
}

export interface AffiliateChange {
  /** The beneficiary’s name on payouts */
  name?: string | undefined
  /** Where letters about the affiliate’s payouts and account go */
  email?: string | undefined
  /** The account that payouts go to: a CLABE of 18 digits */
  clabe?: string | undefined
}

export interface AffiliatePayout {
  /** Of the payout, `po_…` */
  id: string
  /** The day on which it is paid */
  date: string
  /** It covers the payments and reversals from this day ... */
  from_date: string
  /** ... to this day, both included */
  to_date: string
  amount: Money
  /** The last four digits of the CLABE that it goes to */
  clabe: string
  /** The owner of the CLABE */
  beneficiary: string
  /** Clave de rastreo of the SPEI transfer */
  tracking_key: string
  /** pending, paid, failed, or returned by the bank, perhaps days later: then the next payout includes it */
  status: 'pending' | 'paid' | 'failed' | 'returned'
  /** When it was booked */
  timestamp: string
  /** When the status last changed */
  status_timestamp: string
  /** The affiliated user */
  user: string
}

export interface AffiliatePayoutList {
  /** How many there are, on all pages */
  total: number
  amount: Money
  /** Newest first */
  payouts: Array<AffiliatePayout>
  /** The next page’s `starting_after` */
  next: string | null
}

export interface AffiliateReport {
  /** The day of the payout, YYYY-MM-DD */
  date: string
  /** null when nothing is paid on the day */
  payout: AffiliatePayout | null
  totals: AffiliateReportTotals
  /** In the order in which they were posted */
  lines: Array<AffiliateReportLine>
  /** The next page’s `starting_after` */
  next: string | null
}

export interface AffiliateReportLine {
  /** The operation; empty for a line without one */
  transaction: string
  type: AffiliateReportLineType
  /** The day on which it was posted */
  date: string
  /** When the payer paid; empty for a line without an operation */
  paid_at: string
  /** Empty on a line without an operation */
  payment_method: '' | 'POS' | 'OXX' | 'SPE'
  /** The brand of the card; may be empty */
  card_type: string
  /** May be empty */
  reference_number: string
  /** The amount that the payer paid, or that went back */
  total: string
  /** The affiliate’s part */
  share: string
}

/** `payment`, or what took back a part of a share: `reversal`, `refund` or `dispute`, which are negative; `refund_cancelled` and `dispute_won` bring it again */
export type AffiliateReportLineType = 'payment' | 'reversal' | 'refund' | 'refund_cancelled' | 'dispute' | 'dispute_won'

export interface AffiliateReportTotals {
  /** How many lines the report has, on all pages */
  entries: number
  /** Of all lines */
  share: string
  /** The remainder of earlier days, and payouts that the bank refused, less those that arrived after all */
  carried: string
  /** The sum of both: the amount of the payout */
  payout: string
}

export interface AffiliateRequest {
  /** Your own name of the affiliate: payments name it as `payment.affiliated.user` */
  user: string
  /** The beneficiary’s name on payouts */
  name: string
  /** Where letters about the affiliate’s payouts and account go */
  email: string
  /** The account that payouts go to: a CLABE of 18 digits */
  clabe: string
}

export interface AffiliateRules {
  take_back: AffiliateTakeBack
}

/** When money goes back to a payer: `proportional`, the affiliate gives back the same part of the share; `merchant`, the affiliate keeps it and the merchant pays all */
export type AffiliateTakeBack = 'proportional' | 'merchant'

export interface AuditRecord {
  /** Of the record; the latest has the highest */
  id: string
  /** ISO 8601 with the offset of Mexico City */
  timestamp: string
  /** What was done: the subject and the change, with a point between */
  action: string
  /** Id of the changed subject */
  subject: string
  /** `credential`: a request of the account; `person`: somebody signed in at the console; `operator`: a person at a terminal of the service; `process`: the service itself, of what fell due */
  actor_kind: string
  /** Id of the credential or of the person, or part of the service; empty for a person at a terminal */
  actor: string
  /** E-mail of the credential’s operator; name and e-mail of the person; else empty */
  operator: string
  /** The address of the request, as far as it is kept */
  address: string
  /** The `request_id` of the answer to the request; empty when there was none */
  request_id: string
  /** The values that were changed; null when there were none */
  before: Record<string, unknown> | null
  /** The values since then; null when there are none */
  after: Record<string, unknown> | null
}

export interface BooksHead {
  /** Mexico City day */
  day: string
  /** SHA-256, hex */
  head: string
  records: number
  tables: Record<string, unknown>
  /** The first of the days that were closed at once; this checkpoint covers all of them */
  since?: string | undefined
}

export interface CaptureRequest {
  /** Left out: all that was authorised. The rest is released. Null is refused */
  amount?: number | string | undefined
  /** MXN */
  currency?: string | null | undefined
}

export interface CardCommissions {
  /** Mexican pesos */
  amount: number
  /** Always MXN */
  currency: 'MXN'
}

export interface CardOperation {
  /** Operation identifier */
  transaction: string
  /** ISO 8601 with the offset of Mexico City */
  timestamp: string
  /** card */
  payment_method: 'POS'
  /** The authorisation code of the bank or the network; empty until the operation is authorised or paid */
  authorization_code: string
  /** P pending, A authorised and not captured, N paid, C cancelled, E expired, D declined */
  status: 'P' | 'A' | 'N' | 'C' | 'E' | 'D'
  /** Always E */
  transaction_type: 'E'
  reference: Reference
  card: {
    /** The name on the card; may be empty */
    holder_name: string
    /** The brand of the card; OXXO for cash; empty for SPEI */
    type: '' | 'VISA' | 'MAST' | 'AMEX' | 'CRNT'
    /** The last four digits */
    number: string
    /** May be empty */
    label: string
    /** Always empty */
    raw: string
  }
  total: Money
  /** What was to be authorised of a card payment with `capture: false`; `total` is what was captured of it, once it is. Null for every other */
  authorized: {
    /** Mexican pesos with two decimals */
    amount: string
    /** Always MXN */
    currency: 'MXN'
  } | null
  /** While it is authorised (status A): when it is released, if nobody captures it. ISO 8601 with the offset of Mexico City; otherwise null */
  authorized_until: string | null
  tip: Money
  fee: Money
  /** The cost of the payment. It stays when the operation is cancelled and the fee is given back: `commissions` of the list counts the fees that are kept. */
  fee_details: Array<FeeLine>
  origin: Origin
  /** May be empty */
  affiliation: string
  /** Address of the receipt */
  url: string
  /** The money went back: taken back by the network, or transferred. False again when the bank rejects or returns that transfer */
  hasDevolution: boolean
  /** What became of the money that goes back: `none`, `pending` (its transfer is not settled yet), `settled`, `rejected` or `returned` (it is owed again: see `GET /v1/transfers`) */
  devolution_status: 'none' | 'pending' | 'settled' | 'rejected' | 'returned'
  /** Send the payer there: the bank wants the payer to authenticate (3-D Secure) before the card is charged. Null when nothing is asked of the payer, and once the operation has an outcome */
  payer_url: string | null
  /** Why a card payment was declined: the bank’s ISO 8583 response, or `invalid-card`, `no-answer`, `payer-absent`, `payer-needed`, `risk-filter`, `risk-fraud`; null for any other */
  decline_code: string | null
  /** What was refunded of it and reached the payer or is on its way; see `GET /v1/operations/{id}/refunds` */
  refunded: {
    /** Mexican pesos with two decimals */
    amount: string
    /** Always MXN */
    currency: 'MXN'
  }
  /** The part that the cardholder’s bank disputes or has taken back; see `GET /v1/disputes` */
  disputed: {
    /** Mexican pesos with two decimals */
    amount: string
    /** Always MXN */
    currency: 'MXN'
  }
  /** When the payer paid, as the network or the acquirer says: ISO 8601 with the offset of Mexico City; null until it is paid */
  paid_at: string | null
  commission: Money
  /** Months without interest; 0 for a single payment */
  monthly_installments: number
  /** The surcharge for the months, with IVA: a part of `commission`, and a separate line in `fee_details` */
  surcharge: {
    /** Mexican pesos with two decimals */
    amount: string
    /** Always MXN */
    currency: 'MXN'
  }
  /** Always null for a card */
  instructions: null
  /** The checkout where the payer began it; see `GET /v1/checkout/{checkout}` */
  checkout: string | null
}

export interface CardPayment {
  /** How many operations there are: 1 */
  total: number
  /** The amount of a paid payment; otherwise 0.00 */
  sales: string
  /** What was paid out to the merchant: always 0.00 here */
  transferences: string
  commissions: CardCommissions
  /** The one record of this payment, as in a list */
  operations: Array<CardOperation>
  /** The operation’s identifier */
  token: string
  /** true for a paid payment, and for an authorised one that is captured later (record status A); false while the bank or the payer is awaited (record status P) */
  status: boolean
  /** Always CARD */
  method: 'CARD'
  /** Spelled as clients read it */
  autorization_code: string
  /** First six and last four digits */
  card: string
  /** The brand of the card */
  card_type: 'VISA' | 'MAST' | 'AMEX' | 'CRNT'
  /** The external transaction of the charge, else the operation’s identifier */
  transaction: string
  recipe: CardOperation
  /** Send the payer there: the bank wants the payer to authenticate (3-D Secure) before the card is charged; otherwise null */
  payer_url: string | null
}

export interface CardTestingSuspected {
  /** What is tried: cards of a BIN, from an address or with a credential */
  suspected: string
  bin: string
  credential: string
}

/** The state of the invoice */
export interface Cfdi {
  status: CfdiStatus
  /** The folio fiscal of a stamped invoice */
  uuid: string | null
  /** Why it was refused; empty otherwise */
  reason: string
}

/** `none`: nobody stamps, or something is missing; this is no invoice. `pending`, `stamped`, `refused` by the stamping provider */
export type CfdiStatus = 'none' | 'pending' | 'stamped' | 'refused'

/** c_UsoCFDI */
export type CfdiUse = 'G01' | 'G02' | 'G03' | 'S01'

export interface ChartAccount {
  account: LedgerAccount
  /** Empty: none */
  code: string
  /** What your books call it */
  name: string
  /** It was not given: the tax office’s código agrupador, or none */
  default: boolean
}

export interface ChartOfAccounts {
  /** Each account of the ledger, with its code in your books */
  accounts: Array<ChartAccount>
}

export interface ChartRequest {
  /** Your own chart: an account that is left out has its default */
  accounts: Array<{
    account: LedgerAccount
    /** Your own code of the account; empty: none */
    code: string
    /** Your own name of the account; empty: none */
    name: string
  }>
}

export interface Checkout {
  /** Of the page, `chk_…` */
  id: string
  /** Where the payer pays. Whoever has it can pay, and see what is paid for */
  url: string
  /** paid: every payment that it takes was paid; expired, cancelled: no further payment is begun there */
  status: 'open' | 'paid' | 'expired' | 'cancelled'
  /** Your own number, which its payments carry; may be empty */
  reference: string
  /** What is paid for, as the payer reads it */
  description: string
  /** What each payment pays; null when the payer says it */
  amount: Money | null
  /** Between which amounts the payer chooses; null when the amount is fixed */
  open_amount: {
    minimum: Money
    maximum: Money
  } | null
  /** What is bought, line by line; may be empty */
  items: Array<CheckoutItem>
  /** The ways of paying that the payer may choose: card, store, spei */
  ways: Array<'card' | 'store' | 'spei'>
  /** How many payments it takes */
  uses: number
  /** Payments that were paid */
  uses_paid: number
  /** Payments that are under way, such as vouchers that can still be paid */
  uses_pending: number
  /** The customer whom it is for, `cus_…`; null for anybody */
  customer: string | null
  /** Where the payer’s page leads afterwards; null when it leads nowhere */
  return_url: string | null
  /** Who made it */
  operator: string
  /** ISO 8601 with the offset of Mexico City */
  expires_at: string
  /** ISO 8601 with the offset of Mexico City */
  timestamp: string
}

/** `amount` is the price of one */
export interface CheckoutItem {
  /** What the payer reads on the line */
  name: string
  /** How many pieces */
  quantity: number
  amount: Money
}

export interface CheckoutList {
  /** Newest first */
  checkouts: Array<Checkout>
  /** The next page’s `starting_after` */
  next: string | null
}

export interface CheckoutPaidEvent {
  /** The checkout */
  id: string
  /** Its reference; may be empty */
  reference: string
  /** The payment */
  transaction: string
  total: Money
}

export interface CheckoutRequest {
  /** Mexican pesos with at most 2 decimals, as a number or as text; a computed amount is read as the nearest centavo when it is at most 0.000001 away from it */
  amount?: number | string | undefined
  /** What is paid for: their sum is the amount */
  items?:
    | Array<{
        /** What it is: the payer sees it */
        name: string
        /** 1 when left out */
        quantity?: number | undefined
        /** The price of one, in Mexican pesos */
        amount: number | string
      }>
    | undefined
  /** The payer says the amount, between these: at least one of the two; from 1.00, and to the largest amount */
  open_amount?:
    | {
        /** Mexican pesos with at most 2 decimals, as a number or as text; a computed amount is read as the nearest centavo when it is at most 0.000001 away from it */
        minimum?: number | string | undefined
        /** Mexican pesos with at most 2 decimals, as a number or as text; a computed amount is read as the nearest centavo when it is at most 0.000001 away from it */
        maximum?: number | string | undefined
      }
    | undefined
  /** MXN, which it also is when left out */
  currency?: 'MXN' | null | undefined
  /** What it is for: the payer sees it */
  description?: string | null | undefined
  /** Your own number: every payment carries it as its reference number */
  reference?: string | null | undefined
  /** The ways of paying that the payer may choose; all that the service offers when left out */
  ways?: Array<'card' | 'store' | 'spei'> | undefined
  /** How many payments it takes; 1 when left out */
  uses?: number | undefined
  /** Until when payments are begun there, to 365 days; in 7 days when left out: a time with its offset, or a Mexico City day */
  expires_at?: string | undefined
  /** Where the payer goes after the payment, with `transaction` added (https, in the sandbox also this machine) */
  return_url?: string | null | undefined
  /** The customer (`cus_…`) who pays */
  customer?: string | null | undefined
}

export interface CheckoutWithPayments {
  /** Of the page, `chk_…` */
  id: string
  /** Where the payer pays. Whoever has it can pay, and see what is paid for */
  url: string
  /** paid: every payment that it takes was paid; expired, cancelled: no further payment is begun there */
  status: 'open' | 'paid' | 'expired' | 'cancelled'
  /** Your own number, which its payments carry; may be empty */
  reference: string
  /** What is paid for, as the payer reads it */
  description: string
  /** What each payment pays; null when the payer says it */
  amount: Money | null
  /** Between which amounts the payer chooses; null when the amount is fixed */
  open_amount: {
    minimum: Money
    maximum: Money
  } | null
  /** What is bought, line by line; may be empty */
  items: Array<CheckoutItem>
  /** The ways of paying that the payer may choose: card, store, spei */
  ways: Array<'card' | 'store' | 'spei'>
  /** How many payments it takes */
  uses: number
  /** Payments that were paid */
  uses_paid: number
  /** Payments that are under way, such as vouchers that can still be paid */
  uses_pending: number
  /** The customer whom it is for, `cus_…`; null for anybody */
  customer: string | null
  /** Where the payer’s page leads afterwards; null when it leads nowhere */
  return_url: string | null
  /** Who made it */
  operator: string
  /** ISO 8601 with the offset of Mexico City */
  expires_at: string
  /** ISO 8601 with the offset of Mexico City */
  timestamp: string
  /** The latest 50, newest first */
  payments: Array<{
    /** The operation’s identifier */
    transaction: string
    /** P pending, A authorised and not captured, N paid, C cancelled, E expired, D declined */
    status: 'P' | 'A' | 'N' | 'C' | 'E' | 'D'
    /** POS for cards, OXX for stores, SPE for SPEI */
    payment_method: string
    total: Money
    /** Address of the receipt or slip */
    url: string
    /** ISO 8601 with the offset of Mexico City */
    timestamp: string
  }>
}

export interface Claim {
  /** What you owe */
  amount: string
  /** Always MXN */
  currency: string
  /** The day since which the balance is below zero */
  since: string
  /** How many days that is */
  days: number
}

export interface ClaimEvent {
  /** What you owe; `0.00` when it is settled */
  amount: string
  currency: string
  /** The day since which the balance is below zero */
  since: string
  days: number
}

export interface Commissions {
  /** Mexican pesos */
  amount: number
  /** Always MXN */
  currency: 'MXN'
}

export interface Credential {
  /** Of the credential, `key_…` */
  id: string
  /** The public half of the credential: the user of Basic */
  app_key: string
  /** `secret`: for a server; `publishable`: only for `POST /v1/token`, with an empty secret */
  kind: 'secret' | 'publishable'
  /** Your own words for it; may be empty */
  name: string
  /** E-mail of the person who operates with it */
  operator: string
  /** What it may do; empty for a `publishable` one */
  scopes: Array<string>
  /** Only an `active` one is accepted */
  status: 'active' | 'expired' | 'revoked'
  /** ISO 8601 with the offset of Mexico City */
  timestamp: string
  /** null: it does not expire */
  expires_at: string | null
  /** To the hour; null while nobody has used it */
  last_used_at: string | null
  /** Until when the secret before the last one works too */
  previous_secret_until: string | null
  /** Shown once, when it is created or rolled; a repeat by Idempotency-Key does not have it */
  app_secret?: string | undefined
}

export interface CredentialRoll {
  /** How long the previous secret still works; default 24. 0: it ends now */
  grace_hours?: number | undefined
}

export interface Customer {
  /** Of the customer, `cus_…` */
  id: string
  /** As you sent it */
  name: string
  /** Where receipts go */
  email: string
  /** False once the customer was deleted */
  active: boolean
  /** ISO 8601 with the offset of Mexico City */
  date_create: string
}

export interface CustomerWithSourcesAndCards {
  /** Of the customer, `cus_…` */
  id: string
  /** As you sent it */
  name: string
  /** Where receipts go */
  email: string
  /** False once the customer was deleted */
  active: boolean
  /** ISO 8601 with the offset of Mexico City */
  date_create: string
  /** The CLABEs of this customer */
  sources: Array<SPEISource>
  /** The saved cards that can be charged */
  cards: Array<SavedCard>
  /** How many saved cards were deleted */
  deactivated_cards: number
}

/** The daily closing by e-mail: `off`, or its language `es` or `en` */
export type DailyClosing = 'off' | 'es' | 'en'

export interface Dispute {
  /** Of the dispute, `dsp_…` */
  id: string
  /** The operation whose payment is disputed */
  transaction: string
  stage: DisputeStage
  status: DisputeStatus
  network: DisputeNetwork
  reason: DisputeReason
  /** The acquirer’s id of the case */
  network_dispute: string
  amount: Money
  fee: DisputeFee
  /** The part of the amount that the affiliated user bears */
  affiliate: string
  /** When the bank opened it */
  opened_at: string
  /** From then on no answer is accepted */
  respond_by: string
  /** When the evidence was submitted; null until then */
  submitted_at: string | null
  /** Why it ended; null until then */
  closed_because: DisputeClosedBecause | null
  /** When the acquirer reported it */
  timestamp: string
  /** Since when it has its status */
  status_timestamp: string
}

export interface DisputeAnswer {
  kind: DisputeAnswerKind
  status: DisputeAnswerStatus
  /** Why it was refused; empty otherwise */
  reason: string
  /** Since when it has its status */
  status_timestamp: string
}

/** `evidence` (submitted) or `accept` (the bank keeps the money) */
export type DisputeAnswerKind = 'evidence' | 'accept'

/** `pending` (on its way to the acquirer), `taken`, or `refused` (the acquirer does not take it: the operator of the service hands it in) */
export type DisputeAnswerStatus = 'pending' | 'taken' | 'refused'

/** `fraud` (The cardholder says that somebody else paid), `authorization` (The bank did not authorise the payment), `processing` (The payment was processed with an error), `duplicate` (The payment was charged twice, or paid by other means), `not-received` (The goods or services did not arrive), `not-as-described` (The goods or services are not as described), `cancelled` (The cardholder cancelled the purchase or subscription), `credit-not-processed` (A promised refund did not arrive), `information` (The bank asks for information about the payment), `other` (Another reason) */
export type DisputeCategory =
  | 'fraud'
  | 'authorization'
  | 'processing'
  | 'duplicate'
  | 'not-received'
  | 'not-as-described'
  | 'cancelled'
  | 'credit-not-processed'
  | 'information'
  | 'other'

/** `network` (the bank said so), `deadline` (nobody answered), `merchant` (it was accepted), `escalated` (a chargeback followed the question) */
export type DisputeClosedBecause = 'network' | 'deadline' | 'merchant' | 'escalated'

export interface DisputeEvidence {
  texts: DisputeEvidenceTexts
  /** The files that were uploaded */
  files: Array<EvidenceFile>
}

/** Omitted kinds stay; an empty text or null deletes a text */
export interface DisputeEvidenceRequest {
  texts: {
    /** What happened, in a few words */
    explanation?: string | null | undefined
    /** Receipt, invoice or sales slip */
    receipt?: string | null | undefined
    /** Name, e-mail and address of the customer */
    customer?: string | null | undefined
    /** Messages with the customer */
    communication?: string | null | undefined
    /** Tracking number and proof of delivery */
    shipping?: string | null | undefined
    /** Proof that the service was given or used */
    service?: string | null | undefined
    /** Refund policy that the customer accepted */
    refund_policy?: string | null | undefined
    /** Cancellation policy that the customer accepted */
    cancellation_policy?: string | null | undefined
    /** Why the two charges are different */
    duplicate?: string | null | undefined
    /** Any other proof */
    other?: string | null | undefined
  }
}

export interface DisputeEvidenceTexts {
  /** What happened, in a few words */
  explanation?: string | undefined
  /** Receipt, invoice or sales slip */
  receipt?: string | undefined
  /** Name, e-mail and address of the customer */
  customer?: string | undefined
  /** Messages with the customer */
  communication?: string | undefined
  /** Tracking number and proof of delivery */
  shipping?: string | undefined
  /** Proof that the service was given or used */
  service?: string | undefined
  /** Refund policy that the customer accepted */
  refund_policy?: string | undefined
  /** Cancellation policy that the customer accepted */
  cancellation_policy?: string | undefined
  /** Why the two charges are different */
  duplicate?: string | undefined
  /** Any other proof */
  other?: string | undefined
}

/** For the dispute, with its IVA: held back with the amount, and given back when the dispute is won */
export interface DisputeFee {
  /** Mexican pesos with two decimals */
  amount: string
  /** Always MXN */
  currency: 'MXN'
}

export interface DisputeList {
  /** In the order that was asked for */
  disputes: Array<Dispute>
  /** The next page’s `starting_after` */
  next: string | null
}

/** The network of the reason’s code */
export type DisputeNetwork = 'visa' | 'mastercard' | 'other'

export interface DisputeReason {
  /** The network’s code */
  code: string
  category: DisputeCategory
  /** The meaning of the code, in both languages */
  text: {
    /** In Spanish */
    es: string
    /** In English */
    en: string
  }
}

/** `retrieval` (the bank asks about the payment; no money moves), `chargeback` (the bank takes the money back), `arbitration` (the bank takes it back again after a chargeback that was won) */
export type DisputeStage = 'retrieval' | 'chargeback' | 'arbitration'

/** `retrieval` (the bank asks about the payment, and waits for an answer until the deadline), `needs_response` (the money is held back; answer with evidence, or accept, before the deadline), `under_review` (the evidence was submitted; the bank decides), `won` (the bank decided for the merchant, or gave up: the money is back), `lost` (the bank decided for the cardholder, or the deadline passed without an answer), `accepted` (the merchant let the bank have it) */
export type DisputeStatus = 'retrieval' | 'needs_response' | 'under_review' | 'won' | 'lost' | 'accepted'

export interface DisputeWithEvidence {
  /** Of the dispute, `dsp_…` */
  id: string
  /** The operation whose payment is disputed */
  transaction: string
  stage: DisputeStage
  status: DisputeStatus
  network: DisputeNetwork
  reason: DisputeReason
  /** The acquirer’s id of the case */
  network_dispute: string
  amount: Money
  fee: DisputeFee
  /** The part of the amount that the affiliated user bears */
  affiliate: string
  /** When the bank opened it */
  opened_at: string
  /** From then on no answer is accepted */
  respond_by: string
  /** When the evidence was submitted; null until then */
  submitted_at: string | null
  /** Why it ended; null until then */
  closed_because: DisputeClosedBecause | null
  /** When the acquirer reported it */
  timestamp: string
  /** Since when it has its status */
  status_timestamp: string
  evidence: DisputeEvidence
  /** The merchant’s only answer; null before */
  answer: DisputeAnswer | null
}

export interface ErrorAnswer {
  /** false: the request was refused, and `error` says why */
  success: false
  error: {
    /** The kind of refusal, to branch on */
    code:
      | 'CardInformationNotFoundException'
      | 'IdempotencyException'
      | 'InternalErrorException'
      | 'InvalidAuthCodeException'
      | 'InvalidAuthTokenException'
      | 'InvalidCardException'
      | 'InvalidCredentialsException'
      | 'InvalidEncryptionException'
      | 'InvalidParamException'
      | 'InvalidTransactionException'
      | 'PageOutdatedException'
      | 'PaymentException'
      | 'PaymentFilterException'
      | 'SecondFactorException'
      | 'SecondPersonException'
      | 'SuspectedFraudException'
      | 'SwitchException'
      | 'TokenAlreadyUsedException'
      | 'TooManyRequestsException'
      | 'UnknownServiceException'
    /** Why exactly, where one code has several reasons. New reasons come with new versions */
    reason:
      | 'account-suspended'
      | 'acquirer-unreachable'
      | 'affiliate-registered'
      | 'affiliate-unchanged'
      | 'application-key-malformed'
      | 'approval-limit'
      | 'approval-over'
      | 'approval-own'
      | 'balance-too-large'
      | 'bank-unreachable'
      | 'body-encoded'
      | 'body-not-json'
      | 'body-too-large'
      | 'capture-during-reversal'
      | 'capture-not-offered'
      | 'capture-of-captured'
      | 'capture-of-unauthorized'
      | 'capture-part-not-offered'
      | 'capture-refused'
      | 'capture-too-late'
      | 'capture-unfinished'
      | 'card-attempts-exceeded'
      | 'card-existing'
      | 'card-invalid'
      | 'card-unknown'
      | 'cards-not-offered'
      | 'cards-too-many'
      | 'cash-not-offered'
      | 'checkout-cancelled'
      | 'checkout-expired'
      | 'checkout-paid'
      | 'checkout-taken'
      | 'claim-disputed'
      | 'claim-none'
      | 'clock-apart'
      | 'clock-moved'
      | 'confirmation-code-wrong'
      | 'confirmation-needs-another'
      | 'credential-changed'
      | 'credential-exceeds'
      | 'credential-invalid'
      | 'credential-limit'
      | 'credential-missing'
      | 'credential-not-allowed'
      | 'credential-of-another'
      | 'credential-of-sandbox'
      | 'credit-note-unrelated'
      | 'customer-inactive'
      | 'customer-on-plan'
      | 'customer-unchanged'
      | 'day-limit-reached'
      | 'dispute-closed'
      | 'dispute-existing'
      | 'dispute-late'
      | 'dispute-not-for-rest'
      | 'dispute-not-possible'
      | 'dispute-outcome'
      | 'envelope-unreadable'
      | 'evidence-limit'
      | 'evidence-missing'
      | 'exports-too-many'
      | 'external-transaction-taken'
      | 'fraud-suspected'
      | 'headers-too-large'
      | 'idempotency-key-reused'
      | 'idempotency-key-running'
      | 'internal'
      | 'invitation-invalid'
      | 'invoice-issuer-missing'
      | 'invoice-receptor-missing'
      | 'last-owner'
      | 'media-type-unsupported'
      | 'method-not-allowed'
      | 'month-not-closed'
      | 'month-not-invoiced'
      | 'month-not-over'
      | 'month-open'
      | 'month-stands-open'
      | 'network-refused'
      | 'network-unreachable'
      | 'notice-refused'
      | 'notice-unreadable'
      | 'operation-just-paid'
      | 'operation-processing'
      | 'other-page-refused'
      | 'page-outdated'
      | 'parameters-invalid'
      | 'passkey-refused'
      | 'passkeys-need-a-name'
      | 'payer-absent'
      | 'payer-needed'
      | 'payment-beyond-limit'
      | 'payment-declined'
      | 'payment-filtered'
      | 'payment-not-acceptable'
      | 'payment-not-held'
      | 'payment-stated'
      | 'payout-account-changes-too-many'
      | 'payout-account-changing'
      | 'payout-account-unchanged'
      | 'person-needed'
      | 'prefetch-refused'
      | 'recipient-limit-reached'
      | 'recipient-missing'
      | 'refund-beyond-balance'
      | 'refund-cancelled'
      | 'refund-during-reversal'
      | 'refund-exceeds'
      | 'refund-not-cancellable'
      | 'refund-not-failed'
      | 'refund-of-authorized'
      | 'refund-of-cancelled'
      | 'refund-of-declined'
      | 'refund-of-disputed'
      | 'refund-of-expired'
      | 'refund-of-pending'
      | 'refund-window-over'
      | 'refund-without-acquirer'
      | 'refunds-too-many'
      | 'request-unfinished'
      | 'request-unreadable'
      | 'reserve-not-enough'
      | 'resource-unknown'
      | 'reversal-of-cash'
      | 'reversal-of-disputed'
      | 'reversal-of-refunded'
      | 'reversal-of-unpaid'
      | 'reversal-payer-unknown'
      | 'reversal-refused'
      | 'reversal-too-late'
      | 'reversal-unfinished'
      | 'reversal-window-over'
      | 'role-held'
      | 'role-missing'
      | 'scope-missing'
      | 'second-factor-needed'
      | 'second-factor-required'
      | 'second-person-missing'
      | 'second-person-needed'
      | 'second-person-of-day'
      | 'second-person-terminal'
      | 'service-busy'
      | 'service-unknown'
      | 'session-invalid'
      | 'sign-in-refused'
      | 'sources-exhausted'
      | 'spei-not-offered'
      | 'statement-account'
      | 'statement-balance'
      | 'statement-columns'
      | 'statement-corrected'
      | 'statement-correction-days'
      | 'statement-correction-line'
      | 'statement-correction-network'
      | 'statement-correction-same'
      | 'statement-cut'
      | 'statement-date-order'
      | 'statement-days'
      | 'statement-encoding'
      | 'statement-future'
      | 'statement-half'
      | 'statement-heading'
      | 'statement-large'
      | 'statement-line-closed'
      | 'statement-network'
      | 'statement-no-account'
      | 'statement-unfinished'
      | 'statement-unknown'
      | 'statement-unreadable'
      | 'statement-xml'
      | 'token-used'
      | 'too-many-requests'
      | 'transfer-asked'
      | 'transfer-differs'
      | 'transfer-not-failed'
      | 'transfer-of-payout'
      | 'transfer-replaced'
      | 'transfers-not-offered'
      | 'webhook-changed'
      | 'webhook-limit'
      | 'webhook-not-active'
    /** The kind of refusal, in the wording that older clients expect */
    message: string
    /** What is wrong and what to do about it, for people */
    description: string
    /** What is wrong with each field, by its name */
    messages?: Record<string, Array<string>> | undefined
    detail?: ErrorDetail | undefined
  }
  /** The id of the request in the service’s log */
  request_id: string
}

export interface ErrorDetail {
  /** The network’s own code, such as the ISO 8583 response 51 */
  code: string
  /** The bank’s answer, for the merchant */
  message: string
  /** What to tell the person who pays. Of a lost, stolen or suspected card it says only that the bank did not authorise it */
  payer_message?: string | undefined
  /** The HTTP status of this answer */
  http_status_code?: number | undefined
}

export interface Event {
  /** Also the `webhook-id` of every delivery */
  id: string
  type: EventType
  /** ISO 8601 with the offset of Mexico City */
  timestamp: string
  /** The operation that it is about, also through a refund, a dispute or a payment that arrived */
  operation: string | null
  /** The webhook’s body: the operation record at the time of the event, or the data of another event */
  data: Record<string, unknown>
  /** One for each endpoint that the event goes to */
  deliveries: Array<{
    /** The endpoint, `whk_…` */
    webhook: string
    /** `pending`, `delivered`, `failed` (given up) or `cancelled` (webhook deleted) */
    status: 'pending' | 'delivered' | 'failed' | 'cancelled'
    /** How often it was sent up to now */
    tries: number
    /** ISO 8601 with the offset of Mexico City; null when it is not sent again */
    next_try: string | null
    /** Each time it was sent, with what came back */
    attempts?:
      | Array<{
          /** ISO 8601 with the offset of Mexico City */
          timestamp: string
          /** Until the answer or the failure, in milliseconds */
          duration_ms: number
          /** The HTTP status; null without an answer */
          status: number | null
          /** Why there was no answer */
          error: string | null
          /** The first kilobyte of the answer, with card data masked */
          answer: string
        }>
      | undefined
  }>
}

export type EventType =
  | 'voucher.issued'
  | 'payment.returned'
  | 'payment.suspended'
  | 'payment.released'
  | 'operation.payer_action_required'
  | 'operation.authorized'
  | 'operation.paid'
  | 'operation.cancelled'
  | 'operation.expired'
  | 'operation.declined'
  | 'operation.reversal_refused'
  | 'operation.capture_refused'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.waiting'
  | 'refund.sent'
  | 'refund.failed'
  | 'refund.returned'
  | 'dispute.opened'
  | 'dispute.reminder'
  | 'dispute.submitted'
  | 'dispute.accepted'
  | 'dispute.won'
  | 'dispute.lost'
  | 'dispute.answer_refused'
  | 'payout.paid'
  | 'payout.failed'
  | 'payout.returned'
  | 'affiliate.payout_paid'
  | 'affiliate.payout_failed'
  | 'affiliate.payout_returned'
  | 'affiliate.account_change'
  | 'settlement.account_change_requested'
  | 'settlement.account_change_confirmed'
  | 'settlement.account_change_cancelled'
  | 'settlement.account_changed'
  | 'fees.month_closed'
  | 'fees.invoice_stamped'
  | 'fees.invoice_refused'
  | 'ledger.month_closed'
  | 'claim.opened'
  | 'claim.reminder'
  | 'claim.settled'
  | 'customer.created'
  | 'customer.updated'
  | 'customer.deleted'
  | 'plan.created'
  | 'plan.subscribed'
  | 'plan.charged'
  | 'plan.charge_failed'
  | 'plan.charge_skipped'
  | 'plan.card_expiring'
  | 'plan.paused'
  | 'plan.resumed'
  | 'plan.cancelled'
  | 'checkout.created'
  | 'checkout.paid'
  | 'checkout.expired'
  | 'checkout.cancelled'
  | 'card_testing.suspected'
  | 'export.finished'
  | 'books.head'
  | 'webhook.ping'

export interface EvidenceFile {
  /** Of the file, `dsf_…` */
  id: string
  kind: EvidenceKind
  /** The file’s name, as you sent it */
  name: string
  media_type: EvidenceMediaType
  /** The file’s size */
  bytes: number
  /** The hash of the file’s bytes, 64 hexadecimal digits */
  sha256: string
  /** ISO 8601 with the offset of Mexico City */
  timestamp: string
}

/** `explanation` (What happened, in a few words), `receipt` (Receipt, invoice or sales slip), `customer` (Name, e-mail and address of the customer), `communication` (Messages with the customer), `shipping` (Tracking number and proof of delivery), `service` (Proof that the service was given or used), `refund_policy` (Refund policy that the customer accepted), `cancellation_policy` (Cancellation policy that the customer accepted), `duplicate` (Why the two charges are different), `other` (Any other proof) */
export type EvidenceKind =
  | 'explanation'
  | 'receipt'
  | 'customer'
  | 'communication'
  | 'shipping'
  | 'service'
  | 'refund_policy'
  | 'cancellation_policy'
  | 'duplicate'
  | 'other'

/** By its content */
export type EvidenceMediaType = 'application/pdf' | 'image/png' | 'image/jpeg'

export interface Export {
  /** Of the export, `exp_…` */
  id: string
  /** The path of the list */
  list: string
  format: ExportFormat
  status: ExportStatus
  /** The rows written so far */
  rows: number
  /** The total of rows, if the list has one */
  rows_total: number | null
  /** Percent; null while unknown */
  progress: number | null
  /** When it was requested */
  timestamp: string
  /** When it was finished or given up */
  finished_at: string | null
  /** Until when the file can be fetched */
  expires_at: string | null
  /** The file: whoever has this address can fetch it without a credential. null until it is finished, and after it expired */
  url: string | null
}

/** Read `url` with `GET /v1/exports/{id}` */
export interface ExportEvent {
  id: string
  /** The path of the list */
  list: string
  format: ExportFormat
  status: 'finished' | 'failed'
  /** Rows that were written */
  rows: number
  /** Until when the file can be fetched: UTC */
  expires_at: string | null
}

export type ExportFormat = 'csv' | 'xlsx'

export interface ExportRequest {
  /** The path of a list without ids in it */
  list: string
  /** The filters of the list, as in its query */
  query?: Record<string, string> | undefined
  format?: ExportFormat | undefined
  /** The language of its headings; by default from `Accept-Language` */
  lang?: 'es' | 'en' | undefined
}

/** `pending`, `finished`, `failed`, or `expired` (its file is deleted) */
export type ExportStatus = 'pending' | 'finished' | 'failed' | 'expired'

/** `unique`: the same charge under the same `payment.external.transaction` answers the first payment, and another charge under it is refused. `free`, for a client that sends the same text with every charge: it identifies nothing, and every charge is a new payment */
export type ExternalTransactions = 'unique' | 'free'

/** Omitted faults are turned off */
export interface Faults {
  /** Every event is first sent this many seconds later */
  delay_seconds?: number | undefined
  /** This many more copies of each, with the same webhook-id */
  duplicate?: number | undefined
  /** The oldest event waits up to 5 seconds while newer ones overtake it */
  reorder?: boolean | undefined
  /** This many first tries of each are not sent */
  drop?: number | undefined
  /** This many first tries of each carry a wrong signature */
  wrong_signature?: number | undefined
}

export interface FeeConcept {
  concept: FeeConceptName
  /** As an invoice names it, in Spanish */
  description: string
  /** How many it comes from */
  operations: number
  /** Without IVA */
  base: string
  /** With its decimals: the sum, rounded once, is the IVA of the month */
  iva: string
}

/** A way of paying, `monthly_installments` (what months without interest cost), `disputes` (what lost disputes cost), or `other`: what is of none of these */
export type FeeConceptName = 'card' | 'store' | 'spei' | 'monthly_installments' | 'disputes' | 'other'

export interface FeeLine {
  /** Of the service, of months without interest, or of the affiliated user */
  type: 'fee' | 'monthly_installments' | 'application_fee'
  /** Of the amount, in percent; 0 for a fixed one */
  percentage: number
  /** Mexican pesos */
  amount: number
  /** May be empty */
  description: string
}

export interface FeeStatement {
  /** null while the month is open */
  id: string | null
  /** The month of the fees, YYYY-MM */
  period: string
  status: FeeStatementStatus
  /** The fees of the month, without IVA; what was given back is taken off */
  base: string
  /** Of the IVA */
  rate: string
  /** The IVA as the operations charged it one by one, rounded for each */
  iva_charged: string
  /** The IVA due: the rate of `base`, rounded once */
  iva: string
  /** `iva_charged` less `iva`: given to the merchant when the month is closed (negative: taken), by the entry `<id>:rounded` */
  rounding: string
  /** The part of a negative `rounding` that the merchant was not owed when the month was closed: it is not taken, and the service bears it */
  borne: string
  /** `base` and `iva`: what the merchant pays in the end, less `borne` */
  total: string
  /** Always MXN */
  currency: 'MXN'
  /** When it was closed */
  timestamp: string | null
  /** The lines of the invoice */
  concepts: Array<FeeConcept>
  /** The taxpayer that invoices the fees; null: not set */
  issuer: TaxIssuer | null
  /** null until `PUT /v1/fees/receptor` */
  receptor: TaxReceptor | null
  cfdi: Cfdi
}

export interface FeeStatementList {
  /** How many there are, on all pages */
  total: number
  /** Newest first */
  statements: Array<FeeSummary>
  /** The next page’s `starting_after` */
  next: string | null
}

/** `open`: the month is not closed yet; `closed` */
export type FeeStatementStatus = 'open' | 'closed'

export interface FeeSummary {
  /** null while the month is open */
  id: string | null
  /** The month of the fees, YYYY-MM */
  period: string
  status: FeeStatementStatus
  /** The fees of the month, without IVA; what was given back is taken off */
  base: string
  /** Of the IVA */
  rate: string
  /** The IVA as the operations charged it one by one, rounded for each */
  iva_charged: string
  /** The IVA due: the rate of `base`, rounded once */
  iva: string
  /** `iva_charged` less `iva`: given to the merchant when the month is closed (negative: taken), by the entry `<id>:rounded` */
  rounding: string
  /** The part of a negative `rounding` that the merchant was not owed when the month was closed: it is not taken, and the service bears it */
  borne: string
  /** `base` and `iva`: what the merchant pays in the end, less `borne` */
  total: string
  /** Always MXN */
  currency: 'MXN'
  /** When it was closed */
  timestamp: string | null
}

export interface Fees {
  /** One entry for each way of paying */
  fees: Array<{
    /** POS for cards, OXX for stores, SPE for SPEI */
    payment_method: string
    /** Of the amount, in percent, without IVA */
    percentage: number
    /** For each payment, in Mexican pesos, without IVA */
    fixed: string
    /** Of the fee, in percent */
    iva_percentage: number
    /** For each dispute that is not won, for methods with disputes */
    dispute?: string | undefined
  }>
}

export interface InvoiceEvent {
  /** The `id` of the statement */
  statement: string
  status: 'stamped' | 'refused'
  /** The folio fiscal; null when it was refused */
  uuid: string | null
  /** Why it was refused; empty otherwise */
  reason: string
}

/** `unreadable`: somebody has damaged the entry in the database. The audit names it, and its month cannot be closed */
export type JournalAccount =
  | 'receivable:acquirer'
  | 'receivable:cash-network'
  | 'receivable:bank'
  | 'payable:merchant'
  | 'payable:affiliate'
  | 'payable:iva'
  | 'payable:returns'
  | 'payable:suspense'
  | 'payable:reserve'
  | 'payable:disputes'
  | 'income:fees'
  | 'cost:acquirer-fees'
  | 'cost:cash-network-fees'
  | 'cost:bank-fees'
  | 'cost:differences'
  | 'bank'
  | 'suspense:statements'
  | 'payouts'
  | 'returns'
  | 'unreadable'

/** What caused the entry */
export type JournalCause =
  | 'operation'
  | 'received_payment'
  | 'transfer'
  | 'payout'
  | 'dispute'
  | 'refund'
  | 'reserve'
  | 'claim'
  | 'statement_line'
  | 'fee_statement'

export interface JournalLine {
  /** The day on which it was posted. A day that is over gets no further lines */
  date: string
  /** ISO 8601 with the offset of Mexico City */
  timestamp: string
  /** Its lines have the same sum of debits and credits */
  entry: string
  /** From 0 on */
  line: number
  cause: {
    kind: JournalCause
    /** Its id */
    id: string
    /** What happened to it */
    event:
      | 'paid'
      | 'reversed'
      | 'returned'
      | 'suspended'
      | 'released'
      | 'accepted'
      | 'sent'
      | 'rejected'
      | 'written-off'
      | 'booked'
      | 'failed'
      | 'opened'
      | 'won'
      | 'lost'
      | 'recovered'
      | 'posted'
      | 'found'
      | 'closed'
      | 'superseded'
      | 'rounded'
      | 'reserve'
      | 'cancelled'
      | 'moved'
  }
  /** The operation that it concerns */
  transaction: string | null
  account: JournalAccount
  /** Of your chart of accounts; may be empty */
  account_code: string
  /** What your chart of accounts calls it */
  account_name: string
  /** Cargo; null for a credit */
  debit: string | null
  /** Abono; null for a debit */
  credit: string | null
  /** Always MXN */
  currency: string
  /** Clave de rastreo of the SPEI payment, transfer or payout */
  tracking_key: string | null
  /** What its network calls it: the acquirer’s id of a card payment or dispute, the ticket of a payment at a store, the bank’s id of a transfer */
  network_reference: string | null
  /** The earlier month that the line is about (`2026-10`): of the payment that is given back, for example. null: its own */
  concerns: string | null
  /** Of fees and their IVA: the folio fiscal of the month’s invoice, once it is stamped */
  cfdi_uuid: string | null
}

/** An account of the ledger; `payable:merchant` is what you are owed */
export type LedgerAccount =
  | 'receivable:acquirer'
  | 'receivable:cash-network'
  | 'receivable:bank'
  | 'payable:merchant'
  | 'payable:affiliate'
  | 'payable:iva'
  | 'payable:returns'
  | 'payable:suspense'
  | 'payable:reserve'
  | 'payable:disputes'
  | 'income:fees'
  | 'cost:acquirer-fees'
  | 'cost:cash-network-fees'
  | 'cost:bank-fees'
  | 'cost:differences'
  | 'bank'
  | 'suspense:statements'
  | 'payouts'
  | 'returns'

export interface Logo {
  /** By its content */
  type: 'image/png' | 'image/jpeg'
  /** Pixels */
  width: number
  /** Pixels */
  height: number
}

export interface LogoRequest {
  /** base64 */
  content: string | null
}

export interface MailboxMessage {
  /** Of the message */
  id: string
  /** `email` or `sms` */
  channel: string
  /** An e-mail address, or a phone of 10 digits */
  recipient: string
  /** The operation that it is about; may be empty */
  operation: string
  /** Empty for an SMS */
  subject: string
  /** As text */
  body: string
  /** The e-mail as HTML; null for an SMS */
  html: string | null
  /** ISO 8601 with the offset of Mexico City */
  timestamp: string
}

export interface Money {
  /** Mexican pesos with two decimals */
  amount: string
  /** Always MXN */
  currency: 'MXN'
}

export interface MonthBalance {
  account: LedgerAccount
  /** Debits are positive */
  opening: string
  /** Of the month */
  debits: string
  /** Of the month */
  credits: string
  /** Opening, with the debits and less the credits */
  closing: string
}

export interface MonthCheck {
  /** What was counted */
  check: string
  /** By one count */
  one: string
  /** By the other: the same, or the month is not closed */
  other: string
}

export interface MonthCloseRequest {
  /** Close it although something stands open; the package lists it */
  accept_open?: boolean | undefined
}

/** Download it with `GET /v1/ledger/months/{month}/package.zip` */
export interface MonthClosedEvent {
  month: string
  status: 'closed'
  /** The checkpoint of the books up to the end of the month */
  head: string
  package: {
    bytes: number
    /** Hexadecimal */
    sha256: string
  }
  closed_at: string
}

export interface MonthFees {
  /** The fees, without IVA */
  base: string
  /** The IVA as it was charged */
  iva_charged: string
  /** The IVA due */
  iva: string
  /** What the rounding is worth; it is posted in the next month */
  rounding: string
}

export interface MonthFigures {
  /** Each account of the ledger, at both ends of the month */
  balances: Array<MonthBalance>
  /** What changed the amount that you are owed, by kind */
  movements: Array<MonthMovements>
  payouts: MonthPayouts
  fees: MonthFees
  /** Amounts that were counted in two ways */
  checks: Array<MonthCheck>
}

export interface MonthList {
  /** How many there are, on all pages */
  total: number
  /** Newest first */
  months: Array<MonthOfBooks>
  /** The next page’s `starting_after` */
  next: string | null
}

export interface MonthMovements {
  /** As in the report of a payout */
  type: string
  /** How many lines it sums */
  entries: number
  /** What the payers paid; what is taken is negative */
  total: string
  /** Without IVA */
  fee: string
  /** Of the fee */
  iva: string
  /** The shares of affiliated users */
  affiliate: string
  /** What it changed of what you are owed */
  net: string
}

export interface MonthOfBooks {
  /** A calendar month of Mexico City, YYYY-MM */
  month: string
  status: MonthStatus
  /** What the service owed you before the month; negative: you owed it */
  opening: string
  /** The same after the month, or now */
  closing: string
  /** When it was closed */
  closed_at: string | null
}

export interface MonthOfTheBooks {
  /** A calendar month of Mexico City, YYYY-MM */
  month: string
  status: MonthStatus
  /** What the service owed you before the month; negative: you owed it */
  opening: string
  /** The same after the month, or now */
  closing: string
  /** When it was closed */
  closed_at: string | null
  /** What stands open; of a closed month, what stood open. At most 200 */
  open_items: Array<MonthOpenItem>
  /** null until the month is closed, and when somebody has damaged them in the database */
  figures: MonthFigures | null
  /** The checkpoint of your books up to the end of the month */
  head: string | null
  /** Of the file; null until the month is closed */
  package: MonthPackage | null
}

export interface MonthOpenItem {
  kind: MonthOpenKind
  /** Its id; of a statement, the network */
  id: string
  /** Mexican pesos with two decimals; null when it has none */
  amount: string | null
  /** Since when; of a statement, its days */
  since: string
}

/** `payout`, `refund`, `transfer`: without a final answer; `dispute`: not decided; `payment`: in suspense; `invoice`: the fees are not stamped; `statement`: no statement of the network has some days on which it owed money */
export type MonthOpenKind = 'payout' | 'refund' | 'dispute' | 'payment' | 'transfer' | 'invoice' | 'statement'

export interface MonthPackage {
  /** The size of the ZIP file */
  bytes: number
  /** Hexadecimal */
  sha256: string
}

export interface MonthPayouts {
  /** Taken from what you are owed, to be paid out */
  booked: string
  /** Payouts that the bank refused or returned: you are owed them again */
  given_back: string
}

/** `running`: it has not ended; `open`: it can be closed; `closing`: its package is being made; `closed`: its figures stay as they are */
export type MonthStatus = 'running' | 'open' | 'closing' | 'closed'

export interface NewCredential {
  /** Its name for people */
  name: string
  /** Default `secret`. A `publishable` key takes no scopes: it only makes card tokens */
  kind?: 'secret' | 'publishable' | undefined
  /** What it may do. `charge`: make payments, vouchers, card tokens, customers and plans, and send receipts. `refund`: reverse and refund operations, set money aside for refunds, and answer disputes. `read`: read operations, customers, events, payouts, the ledger and every other record, but not credentials. `payouts`: change the account that payouts go to, and confirm or cancel such a change. `webhooks`: make, change, test and replay webhooks. `admin`: make and revoke credentials, change the rules of charges, of risk and of refunds, read the audit trail; in the sandbox also move its clock and set its fees and payers */
  scopes?: Array<'charge' | 'refund' | 'read' | 'payouts' | 'webhooks' | 'admin'> | undefined
  /** When it ends: a time with its offset, or a Mexico City day; left out, it does not expire. Null is refused */
  expires_at?: string | undefined
}

export interface NewWebhook {
  /** Where events are posted: https (in the sandbox http too), a public address (in the sandbox loopback too) */
  url: string
  /** The types that it is sent; `["*"]` means all but `books.head`, which is sent only when it is named. An empty list and null are refused */
  events?:
    | Array<
        | 'voucher.issued'
        | 'payment.returned'
        | 'payment.suspended'
        | 'payment.released'
        | 'operation.payer_action_required'
        | 'operation.authorized'
        | 'operation.paid'
        | 'operation.cancelled'
        | 'operation.expired'
        | 'operation.declined'
        | 'operation.reversal_refused'
        | 'operation.capture_refused'
        | 'refund.created'
        | 'refund.updated'
        | 'refund.waiting'
        | 'refund.sent'
        | 'refund.failed'
        | 'refund.returned'
        | 'dispute.opened'
        | 'dispute.reminder'
        | 'dispute.submitted'
        | 'dispute.accepted'
        | 'dispute.won'
        | 'dispute.lost'
        | 'dispute.answer_refused'
        | 'payout.paid'
        | 'payout.failed'
        | 'payout.returned'
        | 'affiliate.payout_paid'
        | 'affiliate.payout_failed'
        | 'affiliate.payout_returned'
        | 'affiliate.account_change'
        | 'settlement.account_change_requested'
        | 'settlement.account_change_confirmed'
        | 'settlement.account_change_cancelled'
        | 'settlement.account_changed'
        | 'fees.month_closed'
        | 'fees.invoice_stamped'
        | 'fees.invoice_refused'
        | 'ledger.month_closed'
        | 'claim.opened'
        | 'claim.reminder'
        | 'claim.settled'
        | 'customer.created'
        | 'customer.updated'
        | 'customer.deleted'
        | 'plan.created'
        | 'plan.subscribed'
        | 'plan.charged'
        | 'plan.charge_failed'
        | 'plan.charge_skipped'
        | 'plan.card_expiring'
        | 'plan.paused'
        | 'plan.resumed'
        | 'plan.cancelled'
        | 'checkout.created'
        | 'checkout.paid'
        | 'checkout.expired'
        | 'checkout.cancelled'
        | 'card_testing.suspected'
        | 'export.finished'
        | 'books.head'
        | 'webhook.ping'
        | '*'
      >
    | undefined
  /** Your own words for it */
  description?: string | undefined
}

export type Operation = CardOperation | StoreOperation | SpeiOperation

export interface OperationList {
  /** The number of operations that match the filter, on all pages; null of a search that has `more` */
  total: number | null
  /** Sum of the paid ones (status N); null of a search that has `more` */
  sales: string | null
  /** Paid out to the merchant on the days of the filter; with a method, card or operator, what came from it: what payouts leave on the balance, the reserve, the rounding of IVA and a debt written off are of none. null of a search */
  transferences: string | null
  /** The part of paid operations that the service and affiliated users keep; null of a search that has `more` */
  commissions: Commissions | null
  sales_basis?: SalesBasis | undefined
  /** Only with `date=paid`: the fees, with IVA, of disputes that were opened on the days of the filter, less those that were decided on them. A fee is held until then; of a lost dispute it is one of the `commissions` of that day */
  held?: string | undefined
  /** Only of a search: true when there may be older ones that fit. `total`, `sales` and `commissions` are null then; go on with `starting_after` */
  more?: boolean | undefined
  /** Only of a search: how many of the newest were read, at most 500; `offset` reaches no further */
  counted?: number | undefined
  /** Newest first */
  operations: Array<Operation>
  /** Only of a search with `matches=true`: the fields that have a word of it, at most 10 of an operation */
  matches?:
    | Array<{
        /** Operation identifier */
        transaction: string
        /** `paid_into` is the CLABE or the number of the slip, `received` the amount of a payment that came for it and does not pay it, `sent_to` an address that a receipt was sent to, `refunded_to` the beneficiary or address of a refund */
        field:
          | 'amount'
          | 'card'
          | 'reference'
          | 'description'
          | 'payer'
          | 'customer'
          | 'external_transaction'
          | 'paid_into'
          | 'payment_id'
          | 'short_id'
          | 'checkout'
          | 'payer_clabe'
          | 'tracking_key'
          | 'received'
          | 'authorization'
          | 'sent_to'
          | 'refund'
          | 'refunded_to'
          | 'dispute'
          | 'network_dispute'
        /** The whole text of that field */
        text: string
      }>
    | undefined
  /** Only with `starting_after` or of a search: what to pass as `starting_after` for the next page; null on the last */
  next?: string | null | undefined
}

export interface Origin {
  location: {
    /** Decimal degrees, as you sent them; may be empty */
    latitude: string
    /** Decimal degrees, as you sent them; may be empty */
    longitude: string
  }
}

export interface PayerInstructions {
  /** barcode: the cashier scans it, or types its digits; clabe: the account of a SPEI transfer */
  kind: 'barcode' | 'clabe'
  /** The number that the payer gives to the cashier or to the bank, as the slip shows it, without blanks */
  number: string
  /** The chain of stores; empty for SPEI */
  store: string
  /** The bank of the CLABE; empty for a store */
  bank: string
  /** What is paid for; may be empty */
  concept: string
}

/** POS card, OXX cash at a store, SPE SPEI transfer */
export type PaymentMethodCode = 'POS' | 'OXX' | 'SPE'

export interface PaymentMethods {
  /** Chains where a voucher is paid in cash */
  stores: Array<{
    /** The name of the chain, for the payer */
    name: string
    /** The code of the chain, as `store` takes it */
    short_name: string
    minimum: Money
    maximum: Money
  }>
  /** When it is not offered both limits are 0.00: no amount can be paid */
  spei: {
    minimum: Money
    maximum: Money
    /** False: the service takes no SPEI transfers */
    offered: boolean
  }
}

export interface PaymentRules {
  external_transactions: ExternalTransactions
}

export interface PaymentRulesChange {
  external_transactions: ExternalTransactions
}

export interface Payout {
  /** Of the payout, `po_…` */
  id: string
  /** The day on which it is paid */
  date: string
  /** It covers the payments and reversals from this day ... */
  from_date: string
  /** ... to this day, both included */
  to_date: string
  amount: Money
  /** The last four digits of the CLABE that it goes to */
  clabe: string
  /** The owner of the CLABE */
  beneficiary: string
  /** Clave de rastreo of the SPEI transfer */
  tracking_key: string
  /** pending, paid, failed, or returned by the bank, perhaps days later: then the next payout includes it */
  status: 'pending' | 'paid' | 'failed' | 'returned'
  /** When it was booked */
  timestamp: string
  /** When the status last changed */
  status_timestamp: string
}

export interface PayoutRules {
  /** In pesos. A payout of less waits until there is more */
  minimum: string
  /** In pesos. What each payout leaves on the balance, so that refunds can be made before the next sales */
  keep: string
}

export interface PayoutRulesChange {
  /** In pesos. A payout of less waits until there is more */
  minimum?: number | string | undefined
  /** In pesos. What each payout leaves on the balance, so that refunds can be made before the next sales */
  keep?: number | string | undefined
}

export interface Plan {
  /** Of the plan, `pln_…` */
  id: string
  /** As your customers read it */
  name: string
  amount: Money
  /** The time from one charge to the next */
  period: 'day' | 'week' | 'month' | 'year'
  /** ISO 8601 with the offset of Mexico City */
  date_create: string
}

export interface PlanCharge {
  /** The first is 0 */
  period: number
  /** The day on which the period began */
  date: string
  /** failed: declined, or the payment was cancelled; skipped: too many periods had passed when the card could be charged */
  status: 'paid' | 'failed' | 'skipped'
  /** The payment, or the last declined or cancelled one */
  transaction: string | null
  /** How often the card was tried */
  attempts: number
  /** ISO 8601 with the offset of Mexico City */
  timestamp: string
}

export interface PlanChargeFailed {
  /** Of the subscription, `sub_…` */
  id: string
  /** The plan that it follows, `pln_…` */
  plan: string
  /** The customer who pays, `cus_…` */
  customer: string
  /** The saved card that is charged, `crd_…` */
  card: string
  /** Only an `active` one is charged */
  status: 'active' | 'paused' | 'cancelled'
  /** declined: by the bank; card_expired: the card’s last month is over; card_removed: the saved card was deleted. Charge another card and resume. stopped: a rule of risk or the service stopped the charge, and no bank was asked. Change the rule and resume */
  paused_because: 'asked' | 'declined' | 'card_expired' | 'card_removed' | 'stopped' | ''
  /** The day from which periods are counted */
  start_date: string
  /** When the card is charged next; null if it is not charged */
  next_charge: string | null
  /** Declined tries of the period that is being charged */
  attempts: number
  /** ISO 8601 with the offset of Mexico City */
  date_create: string
  /** The period that was charged: the first is 0 */
  period: number
  transaction: string | null
  /** Why: the bank’s code, else the code of the refusal; empty: the payment was cancelled */
  code: string
}

export interface PlanCharged {
  /** Of the subscription, `sub_…` */
  id: string
  /** The plan that it follows, `pln_…` */
  plan: string
  /** The customer who pays, `cus_…` */
  customer: string
  /** The saved card that is charged, `crd_…` */
  card: string
  /** Only an `active` one is charged */
  status: 'active' | 'paused' | 'cancelled'
  /** declined: by the bank; card_expired: the card’s last month is over; card_removed: the saved card was deleted. Charge another card and resume. stopped: a rule of risk or the service stopped the charge, and no bank was asked. Change the rule and resume */
  paused_because: 'asked' | 'declined' | 'card_expired' | 'card_removed' | 'stopped' | ''
  /** The day from which periods are counted */
  start_date: string
  /** When the card is charged next; null if it is not charged */
  next_charge: string | null
  /** Declined tries of the period that is being charged */
  attempts: number
  /** ISO 8601 with the offset of Mexico City */
  date_create: string
  /** The period that was charged: the first is 0 */
  period: number
  transaction: string | null
}

export interface Profile {
  /** The name for payers; the account’s name when empty */
  trade_name: string
  /** As the tax authority writes it; may be empty */
  legal_name: string
  /** 12 or 13 characters; may be empty */
  rfc: string
  /** 10 digits */
  phone: string
  /** Where your customers write to; may be empty */
  email: string
  /** Address of your website; may be empty */
  site: string
  /** `#` and six hexadecimal digits: the colour of your payers’ pages */
  colour: string
  closing: DailyClosing
  logo: Logo | null
  /** null until it is first set */
  changed_at: string | null
}

export interface ProfileChange {
  /** The name under which payers know the merchant */
  trade_name?: string | null | undefined
  /** The legal name (razón social) */
  legal_name?: string | null | undefined
  /** 12 or 13 characters */
  rfc?: string | null | undefined
  /** 10 digits */
  phone?: string | null | undefined
  /** Where payers write with questions, and where the e-mail of the day’s closing goes */
  email?: string | null | undefined
  /** https://… */
  site?: string | null | undefined
  /** #rrggbb, with a contrast of 4.5 or more to white (WCAG 2.2) */
  colour?: string | null | undefined
  closing?: DailyClosing | undefined
}

export interface Promotions {
  binInfo: {
    /** The first digits of the card number, as you sent them */
    bin: string
    /** Empty for a brand that is not taken here */
    brand: string
    /** The bank that issued the card; empty when unknown */
    bank_name: string
    /** The issuer’s country, ISO 3166 alpha-2; empty when unknown */
    country_code: string
    /** DEBIT, CREDIT, PREPAID or UNKNOWN */
    funding: string
  }
  /** The terms on which it can be paid in months without interest; empty when there are none */
  promotions: Array<{
    /** How many monthly instalments: send it as `months` */
    months: number
    /** Percent that the merchant pays on top of the fee, before IVA */
    rate: number
    /** Of one month */
    amount: number
    /** Names these terms; a charge does not need it */
    promotionId: string
  }>
  /** The amount of a single payment */
  cash: number
}

export interface ReceivedPayment {
  /** Of the received payment, `pay_…` */
  id: string
  /** How the money came */
  rail: 'store' | 'spei'
  /** The tracking key of the transfer, or the ticket of the till */
  network_transaction: string
  /** The ordering institution, by the first three digits of its CLABEs, or the chain of the till */
  institution: string
  /** The banking day of SPEI, or the day of the till: the network’s number is unique for institution and day */
  operation_day: string
  /** A CLABE, or the digits of a barcode */
  paid_into: string
  /** From which account; null when the network does not say */
  payer_clabe: string | null
  /** null when the network does not say */
  payer_name: string | null
  amount: Money
  /** `settled`, `returned`, `unmatched` (returned too, since nobody knows what was paid) `suspended` (kept until a person decides), and then `accepted` for an operation or `given-back`, or `never-received` (the network had reported what did not happen), or `taken-back` (our own transfer, returned), or `refused` (its bank sent it back instead of crediting it) */
  outcome:
    | 'settled'
    | 'returned'
    | 'unmatched'
    | 'suspended'
    | 'accepted'
    | 'given-back'
    | 'taken-back'
    | 'never-received'
    | 'refused'
  /** Why it had this outcome; may be empty */
  reason: string
  /** The operation that it concerns */
  transaction: string | null
  /** The payment of the same account that a suspended one contradicts */
  conflicts_with: string | null
  /** Its release from suspense */
  release: {
    /** What was decided: to give it back, to take it for an operation, or that it never came */
    action: 'return' | 'accept' | 'never-received'
    /** The CLABE that it goes back to */
    destination: string | null
    /** Who gets it back; may be empty */
    beneficiary: string
    /** Of the transfer that gives it back */
    tracking_key: string | null
    /** ISO 8601 with the offset of Mexico City */
    at: string
  } | null
  /** When the payer paid, as the network says */
  paid_at: string
  /** When the network reported it */
  received_at: string
  /** In the list, of a suspended one: whether a release with `accept` can be carried out now, because an unpaid voucher of exactly this amount, or a customer’s CLABE in use, waits for it */
  acceptable?: boolean | undefined
}

export interface Reconciliation {
  /** Of the statement, `stm_…` */
  id: string
  /** The name of the network whose statement it is */
  network: string
  /** The first day that is covered, YYYY-MM-DD */
  start_date: string
  /** The last day that is covered, YYYY-MM-DD */
  end_date: string
  /** This file had been read before */
  repeated: boolean
  /** The statement whose place it takes */
  corrects: string | null
  counts: {
    /** Lines that state something */
    lines: number
    /** Lines that a record agrees with */
    matched: number
    /** Fees and settlements, which only the network knows */
    stated: number
    /** Lines that are on record already, of this file or another one */
    repeated: number
    /** Lines that cannot be read */
    malformed: number
    /** Lines without a record */
    extra: number
    /** Lines whose record has another amount or day */
    different: number
    /** Lines that an earlier statement has otherwise */
    contradiction: number
    /** Records that no line states */
    missing: number
    /** Lines of the corrected statement that were taken back */
    superseded: number
    /** Lines that were not read; the list `ignored` says why */
    ignored: number
  }
  /** What the file has and was not read, by its reason */
  ignored: Array<StatementIgnored>
  /** In the order of the file, missing records last; at most 1000 */
  findings: Array<StatementFinding>
  /** There are more findings than are listed */
  more: boolean
}

export interface Reference {
  /** The merchant’s own; may be empty */
  number: string
  /** What was paid for, as you sent it; may be empty */
  description: string
}

export interface Refund {
  /** Of the refund, `ref_…` */
  id: string
  /** The operation that it refunds, wholly or in part */
  transaction: string
  amount: Money
  status: RefundStatus
  waits_for: RefundWaitsFor
  method: RefundMethod
  /** As it was given; may be empty */
  reason: string
  /** Why it failed or was returned; may be empty */
  failure: string
  destination: RefundDestination
  /** The transfer that carries it now: see `GET /v1/transfers/{transfer}` */
  transfer: string | null
  fee: RefundFee
  /** The part that the merchant’s reserve paid */
  from_reserve: string
  /** Until when the payer can say the account on the page; null when nothing is asked */
  link_expires: string | null
  /** When it was created */
  timestamp: string
  /** When its status began */
  status_timestamp: string
  /** When it reached the payer */
  settled_at: string | null
}

/** What becomes of a refund of more than you are owed: `refuse`, `wait` (until you are owed enough), or `reserve` (the reserve pays what is lacking) */
export type RefundBeyondBalance = 'refuse' | 'wait' | 'reserve'

/** The destination of its first transfer; a retry may have another: see the transfer */
export interface RefundDestination {
  /** Its last four digits; null for a card, or until an account is given */
  clabe: string | null
  /** The bank of the CLABE, by its first three digits; may be empty */
  bank_name: string
  /** The account’s holder */
  name: string
}

export interface RefundDestinationRequest {
  /** The account, 18 digits */
  clabe?: string | null | undefined
  /** The account’s holder */
  name?: string | null | undefined
  /** The payer’s: the request for the account and the receipt go there */
  email?: string | null | undefined
  /** The payer’s, for SMS: 10 digits */
  phone?: string | null | undefined
}

/** The parts of the payment’s fee, its IVA and the affiliated user’s share that come back with it */
export interface RefundFee {
  /** Of the fee without IVA, in Mexican pesos */
  amount: string
  /** Of the IVA, in Mexican pesos */
  iva: string
  /** Of the affiliated user’s share, in Mexican pesos */
  affiliate: string
}

export interface RefundList {
  /** Newest first */
  refunds: Array<Refund>
  /** The next page’s `starting_after` */
  next: string | null
}

/** `card`: the acquirer gives it back to the card; `transfer`: by SPEI */
export type RefundMethod = 'card' | 'transfer'

export interface RefundRequest {
  /** Left out: all that is left of the payment. Null is refused */
  amount?: number | string | undefined
  /** MXN */
  currency?: string | null | undefined
  /** For your own records */
  reason?: string | null | undefined
  destination?: RefundDestinationRequest | null | undefined
}

export interface RefundRetry {
  destination?: RefundDestinationRequest | null | undefined
}

export interface RefundRules {
  beyond_balance: RefundBeyondBalance
  /** One entry for each way of paying */
  methods: Array<RefundTerms>
}

export interface RefundRulesChange {
  beyond_balance?: RefundBeyondBalance | undefined
  /** How long payments can be refunded, by the way of paying */
  methods?:
    | Array<{
        payment_method: PaymentMethodCode
        /** For so many days after it is paid, a payment can be refunded */
        days: number
      }>
    | undefined
}

/** `pending`, `sent` (the bank took it), `settled` (the payer has it), `failed` or `returned` (it is owed to the payer until it is sent again or cancelled), or `cancelled` (the merchant has it back) */
export type RefundStatus = 'pending' | 'sent' | 'settled' | 'failed' | 'returned' | 'cancelled'

export interface RefundTerms {
  payment_method: PaymentMethodCode
  /** The number of days after the payment in which it can be refunded */
  days: number
  /** Whether the fee comes back, in proportion. The operator of the service sets it */
  fee_back: boolean
}

/** Why a pending one is not on its way yet: `balance` (the merchant is not owed enough), `details` (the payer has not said the account), or empty */
export type RefundWaitsFor = '' | 'balance' | 'details'

export interface Release {
  /** `return` sends the money to an account; `accept` takes it for the voucher that it was paid into, pending or expired, if it is exactly its total, or for the customer whose CLABE it was paid into */
  action: string
  /** With `return`: where to. A transfer goes back to the account from which it came, and needs none; cash needs one */
  clabe?: string | null | undefined
  /** With `return` of cash: the account’s holder */
  beneficiary?: string | null | undefined
}

export interface ReportLine {
  /** The operation; empty for a line without one */
  transaction: string
  /** `payment`: a payment; `reversal`: a payment that was reversed; `refund`: what was refunded of a payment; `refund_cancelled`: a refund that was not made after all; `reserve`: moved into the reserve, or out of it; `dispute`: held back of a disputed payment, with its fee; `dispute_won`: both came back; `claim_written_off`: a debt that the service wrote off; `iva_rounding`: the difference between the IVA that the operations of a month charged one by one and the IVA on the sum of their fees. The amounts of what is taken are negative */
  type:
    | 'payment'
    | 'reversal'
    | 'refund'
    | 'refund_cancelled'
    | 'reserve'
    | 'dispute'
    | 'dispute_won'
    | 'claim_written_off'
    | 'iva_rounding'
  /** ISO 8601 with the offset of Mexico City */
  timestamp: string
  /** Empty on a line without an operation */
  payment_method: '' | 'POS' | 'OXX' | 'SPE'
  /** The brand of the card; may be empty */
  card_type: string
  /** E-mail of the operator of the credential that charged; may be empty */
  operator: string
  /** Your own; may be empty */
  reference_number: string
  /** What was paid for; may be empty */
  description: string
  /** What the payer paid */
  total: string
  /** Without IVA; of a dispute, what it costs */
  fee: string
  /** Of the fee, as it was charged */
  iva: string
  /** The share of the affiliated user */
  affiliate: string
  /** What the merchant receives */
  net: string
  /** When the payer paid, also on the line of a reversal or refund */
  paid_at: string
  /** IVA of the fee with its decimals */
  iva_exact: string
  /** Months without interest; empty for a single payment */
  monthly_installments: string
  /** What the months cost, without IVA: a part of `fee` */
  surcharge: string
  /** The refund of the line; empty for other lines */
  refund: string
  /** The dispute of the line; empty for other lines */
  dispute: string
}

export interface ReportTotals {
  /** Payments, reversals, refunds, disputes and moves of the reserve */
  entries: number
  /** Of all lines */
  total: string
  /** Of all lines */
  fee: string
  /** Of all lines */
  iva: string
  /** Of all lines */
  affiliate: string
  /** Of all lines */
  net: string
  /** Left over from earlier days, payouts that the bank refused, less those that arrived after all and what your rules keep */
  carried: string
  /** Net and carried: the amount of the payout */
  payout: string
}

export interface Reserve {
  /** Set aside and not used */
  reserve: string
  /** What you are owed, due or not */
  owed: string
  /** Always MXN */
  currency: 'MXN'
}

export interface ReserveMove {
  /** Mexican pesos with at most 2 decimals, as a number or as text; a computed amount is read as the nearest centavo when it is at most 0.000001 away from it */
  amount: number | string
  /** Into the reserve, or out of it */
  direction: 'in' | 'out'
}

export interface ReturnedPayment {
  /** The account that it was paid into */
  clabe: string
  /** Mexican pesos */
  amount: number
  reason: string
  /** Of the transfer that gives it back; the payer’s own, when the bank sent it back instead of crediting it */
  tracking_key: string
}

export interface Reversal {
  /** Operation identifier */
  token: string
  /** The client’s own external transaction when it sent one */
  transaction: string
  /** true when the reversal is done; false while the bank has not answered the charge (record status P) */
  status: boolean
  /** Always Reversal */
  method: 'Reversal'
  /** Spelled as clients read it */
  autorization_code: string
  /** First six and last four digits */
  card: string
  /** The brand of the card; OXXO for cash; empty for SPEI */
  card_type: string
  recipe: Operation
}

export interface RiskRule {
  /** What it does: limits payments, refuses a value, or refuses a card of another country than `metadata.country` */
  kind: 'limit' | 'block' | 'country-mismatch'
  /** Of a limit: card, customer, ip. Of a block: card, bin, email, ip, country */
  of?: string | undefined
  /** Of a limit: hour or day */
  per?: string | undefined
  /** How many, at most */
  payments?: number | undefined
  /** How much, at most */
  amount?: number | string | undefined
  /** The blocked value: a BIN, an e-mail, an IP, a country (MX); for a card, an operation paid with it */
  value?: string | undefined
}

export interface RiskRules {
  /** In the order in which you set them */
  rules: Array<RiskRule>
}

export interface SPEISource {
  /** Of the source, `spe_…`: pay to it with `source` */
  id: string
  /** Always SPEI */
  type: string
  /** The customer’s name, as the owner of the CLABE */
  name: string
  /** 18 digits: the customer’s own account for payments */
  clabe: string
  /** May be empty */
  reference: string
  /** The bank that holds the CLABE */
  bank_name: string
}

/** Only with `date=paid`, what `sales` shows: `net`, the payments less what was reversed, refunded or disputed on the days of the filter; `gross`, of a search, as of a list without `date=paid`: the payments in status N, whatever went back of them */
export type SalesBasis = 'gross' | 'net'

export interface SandboxClock {
  /** ISO 8601 with the offset of Mexico City */
  now: string
  /** true: the clock stands until it is moved or resumed */
  frozen: boolean
}

export interface SandboxClockChange {
  /** Stops the clock */
  freeze?: boolean | undefined
  /** Goes forward to this instant, or to the start of this day in Mexico City */
  set?: string | undefined
  /** Goes forward by this ISO 8601 duration */
  advance?: string | undefined
  /** Lets the clock run on from where it is */
  resume?: boolean | undefined
}

export interface SandboxClockMoved {
  /** ISO 8601 with the offset of Mexico City */
  now: string
  /** true: the clock stands until it is moved or resumed */
  frozen: boolean
  /** Instants at which something fell due on the way */
  steps: number
  /** False when there was too much to do for one call: the clock stands at `now`; ask for the rest again */
  finished: boolean
}

export interface SandboxDisputeOutcome {
  /** won: for the merchant; lost: for the cardholder */
  outcome: 'won' | 'lost'
}

export interface SandboxDisputePlanned {
  /** null while it is still to come */
  dispute: Dispute | null
  /** When the bank opens it */
  opens_at: string
}

export interface SandboxDisputeRequest {
  /** The card payment that is disputed */
  transaction: string
  stage?: DisputeStage | undefined
  /** A code of the card’s network */
  reason_code?: string | null | undefined
  /** All that is left of the payment when left out */
  amount?: number | string | undefined
  /** Days to answer; 20 when left out */
  respond_days?: number | undefined
  /** An ISO 8601 duration of at most a year; at once when left out */
  after?: string | null | undefined
  /** How the bank decides three days after it has evidence; it waits for a call when left out */
  outcome?: 'won' | 'lost' | undefined
}

export interface SandboxPayer {
  /** Every new voucher is paid so long after it is issued, by the service’s clock; null: it is left alone */
  pay_after_seconds: number | null
}

export interface SandboxPayment {
  /** Of the received payment, `pay_…` */
  id: string
  /** The ticket of the till, or the tracking key */
  network_transaction: string
  /** The first three digits of the payer’s CLABE, or the chain of the till */
  institution: string
  /** The banking day of SPEI, or the day of the till */
  operation_day: string
  /** `settled`, `returned`, `unmatched` (returned too, since nobody knows what was paid), `suspended` (kept until a person decides), or `unreported` (the network says so at `received_at`) */
  outcome: string
  /** `voucher-paid` (the exact amount of a voucher, paid in time), `customer-paid` (into a customer’s own CLABE, with no voucher waiting for it), `amount-differs` (more or less than the voucher asks for), `already-paid` (the voucher had been paid), `cancelled` (the voucher had been cancelled), `expired` (paid after the voucher’s last day), `account-closed` (the customer’s CLABE is no longer in use), `reference-unknown` (nobody knows what was paid into), `time-implausible` (the network says an instant that cannot be: in the future, before the voucher, or long ago), `identity-conflict` (another payment is on record under the same key, institution and day), `own-transfer` (a transfer of ours that came back: its money is owed again), `own-transfer-again` (a transfer of ours that had come back before: this is other money), `own-transfer-differs` (it has the tracking key of a transfer of ours, and another amount) */
  reason: string
  amount: Money
  /** When the payer paid, as the network says */
  paid_at: string
  /** When the network reported it */
  received_at: string
  /** The operation that it concerns, as it is now */
  operation: Operation | null
  /** The transfer that gives the money back */
  return: {
    /** The clave de rastreo of the transfer */
    tracking_key: string
    /** The payer’s CLABE, or the ticket that is given back */
    destination: string
    /** As in `GET /v1/transfers` */
    state: string
    amount: Money
  } | null
}

export interface SandboxRefundFees {
  payment_method: PaymentMethodCode
  /** Whether the fee comes back with a refund */
  fee_back: boolean
}

export interface SandboxStatement {
  /** The file: CSV, or one JSON object a line; with `layout`, in the bank’s own format */
  content: string
  layout?: StatementLayout | undefined
  /** With `layout`: the first day that the file covers, if its lines do not say it */
  start_date?: string | undefined
  /** With `layout`: the last day that the file covers */
  end_date?: string | undefined
  /** The statement whose place the file takes */
  corrects?: string | undefined
}

export interface SandboxTransferOutcome {
  /** accepted, settled, rejected or returned */
  outcome: 'accepted' | 'settled' | 'rejected' | 'returned'
  /** Why it is rejected or returned */
  reason?: string | null | undefined
  /** At once when left out */
  after_seconds?: number | null | undefined
}

export interface SavedCard {
  /** The token to charge it with */
  token: string
  /** The name on the card */
  holder_name: string
  /** The brand of the card */
  type: 'VISA' | 'MAST' | 'AMEX' | 'CRNT'
  /** First six and last four digits */
  number: string
  /** YYMM */
  expiration: string
  /** ISO 3166 alpha-2 */
  country_code: string
  /** May be empty */
  bank_name: string
  /** How the card gets its money; UNKNOWN when the table of issuers does not say */
  funding: 'DEBIT' | 'CREDIT' | 'PREPAID' | 'UNKNOWN'
}

export interface SettlementAccount {
  /** null: payouts wait until an account is set */
  clabe: string | null
  /** The bank of the CLABE, by its first three digits; may be empty */
  bank_name: string
  change?: SettlementAccountChange | undefined
}

/** The change under way; absent when there is none */
export interface SettlementAccountChange {
  /** Of the change */
  id: string
  /** The last four digits of the new CLABE */
  clabe: string
  /** The bank of the CLABE, by its first three digits; may be empty */
  bank_name: string
  /** `requested`: it waits for a confirmation; `confirmed`: it waits until it takes effect */
  status: 'requested' | 'confirmed' | 'changed' | 'cancelled' | 'lapsed' | 'guessed'
  /** Who requested it */
  operator: string
  /** ISO 8601 with the offset of Mexico City */
  timestamp: string
  /** ISO 8601 with the offset of Mexico City */
  confirm_until: string
  /** When it takes effect */
  effective_at: string | null
}

export interface SettlementAccountChangeEvent {
  /** Identifier of the change */
  change: string
  /** Where payouts are to go */
  clabe: string
  previous_clabe: string | null
  status: 'requested' | 'confirmed' | 'changed' | 'cancelled' | 'lapsed' | 'guessed'
  /** Who asked for it */
  operator: string
  effective_at: string | null
}

export interface SpeiOperation {
  /** Operation identifier */
  transaction: string
  /** ISO 8601 with the offset of Mexico City */
  timestamp: string
  /** SPEI transfer */
  payment_method: 'SPE'
  /** The authorisation code of the bank or the network; empty until the operation is authorised or paid */
  authorization_code: string
  /** P pending, A authorised and not captured, N paid, C cancelled, E expired, D declined */
  status: 'P' | 'A' | 'N' | 'C' | 'E' | 'D'
  /** Always E */
  transaction_type: 'E'
  reference: Reference
  card: {
    /** The name on the card; may be empty */
    holder_name: string
    /** The brand of the card; OXXO for cash; empty for SPEI */
    type: ''
    /** The last four digits */
    number: string
    /** May be empty */
    label: string
    /** Always empty */
    raw: string
  }
  total: Money
  /** What was to be authorised of a card payment with `capture: false`; `total` is what was captured of it, once it is. Null for every other */
  authorized: {
    /** Mexican pesos with two decimals */
    amount: string
    /** Always MXN */
    currency: 'MXN'
  } | null
  /** While it is authorised (status A): when it is released, if nobody captures it. ISO 8601 with the offset of Mexico City; otherwise null */
  authorized_until: string | null
  tip: Money
  fee: Money
  /** The cost of the payment. It stays when the operation is cancelled and the fee is given back: `commissions` of the list counts the fees that are kept. */
  fee_details: Array<FeeLine>
  origin: Origin
  /** May be empty */
  affiliation: string
  /** Address of the receipt */
  url: string
  /** The money went back: taken back by the network, or transferred. False again when the bank rejects or returns that transfer */
  hasDevolution: boolean
  /** What became of the money that goes back: `none`, `pending` (its transfer is not settled yet), `settled`, `rejected` or `returned` (it is owed again: see `GET /v1/transfers`) */
  devolution_status: 'none' | 'pending' | 'settled' | 'rejected' | 'returned'
  /** Send the payer there: the bank wants the payer to authenticate (3-D Secure) before the card is charged. Null when nothing is asked of the payer, and once the operation has an outcome */
  payer_url: string | null
  /** Why a card payment was declined: the bank’s ISO 8583 response, or `invalid-card`, `no-answer`, `payer-absent`, `payer-needed`, `risk-filter`, `risk-fraud`; null for any other */
  decline_code: string | null
  /** What was refunded of it and reached the payer or is on its way; see `GET /v1/operations/{id}/refunds` */
  refunded: {
    /** Mexican pesos with two decimals */
    amount: string
    /** Always MXN */
    currency: 'MXN'
  }
  /** The part that the cardholder’s bank disputes or has taken back; see `GET /v1/disputes` */
  disputed: {
    /** Mexican pesos with two decimals */
    amount: string
    /** Always MXN */
    currency: 'MXN'
  }
  /** When the payer paid, as the network or the acquirer says: ISO 8601 with the offset of Mexico City; null until it is paid */
  paid_at: string | null
  commission: Money
  /** Months without interest; 0 for a single payment */
  monthly_installments: number
  /** The surcharge for the months, with IVA: a part of `commission`, and a separate line in `fee_details` */
  surcharge: {
    /** Mexican pesos with two decimals */
    amount: string
    /** Always MXN */
    currency: 'MXN'
  }
  /** What the payer reads on the slip of a voucher; null for a card */
  instructions: PayerInstructions | null
  /** The checkout where the payer began it; see `GET /v1/checkout/{checkout}` */
  checkout: string | null
}

export interface SpeiPayment {
  /** Where to: any CLABE … */
  clabe?: string | null | undefined
  /** … or that of a voucher */
  transaction?: string | null | undefined
  /** The voucher’s total when left out; any other is sent back. Null is refused */
  amount?: number | string | undefined
  /** Clave de rastreo, to 30 letters and digits: the same one again, of one bank and banking day, is the same transfer */
  tracking_key?: string | null | undefined
  /** The banking day of the transfer, YYYY-MM-DD; the one on which it was paid when left out */
  operation_day?: string | null | undefined
  /** When the payer paid, if not now: the network reports it only now. An ISO 8601 instant; one in the future is kept in suspense */
  paid_at?: string | null | undefined
  /** The network reports it only after this ISO 8601 duration of the service’s clock; the payer has paid now, or at `paid_at` */
  report_after?: string | null | undefined
  /** The network reports it twice: it is one payment */
  report_twice?: boolean | null | undefined
  /** From which account; returns and refunds go there */
  payer_clabe?: string | null | undefined
  /** Who pays, as the payer’s bank names them */
  payer_name?: string | null | undefined
}

export interface SpeiVoucher {
  /** Operation identifier */
  transaction: string
  store: {
    /** The name of the chain, for the payer */
    name: string
    /** The code of the chain, as `store` takes it */
    short_name: string
  }
  /** Account to pay into; the CLABE of a SPEI voucher */
  bank_account_number: string
  /** The bank of `bank_account_number` */
  bank_name: string
  /** The network’s id of the payment. What the payer pays with is `instructions.number` */
  payment_id: string
  instructions: VoucherInstructions
  reference: VoucherReference
  total: Money
  /** Address of the voucher, to print or to show */
  url: string
  /** ISO 8601 with the offset of Mexico City */
  timestamp: string
  /** ISO 8601 with the offset of Mexico City */
  expiration_date: string
  /** 1 paid, 2 pending, 3 expired, 4 cancelled */
  status: 1 | 2 | 3 | 4
  /** The same as `status`, in words */
  status_code: 'paid' | 'pending' | 'expired' | 'cancelled'
}

export interface SpeiVoucherRequest {
  /** What is to be paid, in Mexican pesos with at most 2 decimals, as a number or as text; from 1.00 */
  total: number | string
  payment?:
    | {
        reference?:
          | {
              /** What it is for: the payer sees it */
              description?: string | null | undefined
              /** Your own number, by which the operation can be found */
              number?: string | null | undefined
            }
          | null
          | undefined
        /** MXN, the only currency */
        currency?: string | null | undefined
      }
    | null
    | undefined
  /** The last day on which it can be paid (Mexico City), to 365 days from today */
  expiration_date?: string | null | undefined
  /** Where the slip is sent to */
  email?: string | null | undefined
  /** The slip is sent there by SMS: 10 digits */
  phone?: string | null | undefined
  /** Any JSON object, for your own use and for rules against fraud: to 16 KiB, 8 levels and 500 values; never returned. A card number, a security code or a PIN in it is refused. */
  metadata?: Record<string, unknown> | null | undefined
  /** MXN, the only currency */
  currency?: string | null | undefined
  /** A SPEI source of a customer (`spe_…`): the voucher is paid into the customer’s own CLABE */
  source?: string | null | undefined
}

export interface StatementFinding {
  /** malformed, extra, different, contradiction or missing */
  finding: string
  /** The line of the file; null for a missing record */
  line: number | null
  /** The faults of a malformed line */
  faults: Array<string>
  /** Of a malformed line: each fault with what stands there and what is expected */
  details: Array<{
    /** The name of the fault */
    fault: string
    /** What stands there, up to 100 characters */
    value: string
    /** What is expected, for people */
    expected: string
  }>
  /** The way of paying that the line belongs to; may be empty */
  rail: string
  /** What the line states, such as a payment */
  kind: string
  /** The network’s id */
  id: string
  /** The day in the line, YYYY-MM-DD; may be empty */
  date: string
  /** Mexican pesos with two decimals; may be empty */
  amount: string
  /** The differences of the record: amount, day or both */
  differs: string
  /** The operation, received payment or transfer; null when there is none */
  record: string | null
  /** The outcome of an extra payment that was reported now */
  became: string | null
  /** Of a contradiction: the statement that had the line first, which stands */
  statement: string | null
}

export interface StatementIgnored {
  /** Why: above-heading, ignore, not-booked or column */
  why: string
  /** Why, for people */
  because: string
  /** The rule of the layout’s `ignore`, from 1 on; null for another reason */
  rule: number | null
  /** How many lines */
  lines: number
  /** The first of them in the file */
  line: number
  /** What stands there, up to 100 characters; of a column its name */
  text: string
}

export interface StatementLayout {
  /** The version of this format */
  layout: 1
  /** Your own words for it */
  description?: string | undefined
  /** What kind of file it is */
  format: 'csv' | 'mt940' | 'camt.053'
  /** The connector’s name */
  network: string
  /** The way of paying whose money the statement has */
  rail: 'card' | 'store' | 'spei'
  /** The account whose statement it must be */
  own_account?: string | undefined
  /** Without it, UTF-8 */
  encoding?: 'utf-8' | 'windows-1252' | 'iso-8859-1' | 'utf-16le' | undefined
  /** Without it, the one of the heading */
  separator?: ',' | ';' | '\t' | '|' | undefined
  /** false: no line names the columns, which are 1, 2, 3 … */
  heading?: boolean | undefined
  /** The order of a date; without it, YMD */
  dates?: 'YMD' | 'DMY' | 'MDY' | undefined
  /** The decimal mark; without it, a point */
  decimal?: '.' | ',' | undefined
  /** true: the amounts are those after the fee. Without it, the fee was taken beside them */
  fee_in_amount?: boolean | undefined
  /** For an amount without a sign: the texts of `columns.sign` for money that came in */
  incoming?: Array<string> | undefined
  columns: {
    /** The line’s own number or tracking key */
    id?:
      | string
      | {
          /** The column’s name, or its number without a heading */
          column: string
          /** The mark; the value is the word behind it */
          after: string
        }
      | Array<
          | string
          | {
              /** The column’s name, or its number without a heading */
              column: string
              /** The mark; the value is the word behind it */
              after: string
            }
        >
      | undefined
    /** The banking day */
    day?:
      | string
      | {
          /** The column’s name, or its number without a heading */
          column: string
          /** The mark; the value is the word behind it */
          after: string
        }
      | Array<
          | string
          | {
              /** The column’s name, or its number without a heading */
              column: string
              /** The mark; the value is the word behind it */
              after: string
            }
        >
      | undefined
    /** The amount with its sign, or without one beside `sign` */
    amount?:
      | string
      | {
          /** The column’s name, or its number without a heading */
          column: string
          /** The mark; the value is the word behind it */
          after: string
        }
      | Array<
          | string
          | {
              /** The column’s name, or its number without a heading */
              column: string
              /** The mark; the value is the word behind it */
              after: string
            }
        >
      | undefined
    /** Money that came in */
    credit?:
      | string
      | {
          /** The column’s name, or its number without a heading */
          column: string
          /** The mark; the value is the word behind it */
          after: string
        }
      | Array<
          | string
          | {
              /** The column’s name, or its number without a heading */
              column: string
              /** The mark; the value is the word behind it */
              after: string
            }
        >
      | undefined
    /** Money that went out */
    debit?:
      | string
      | {
          /** The column’s name, or its number without a heading */
          column: string
          /** The mark; the value is the word behind it */
          after: string
        }
      | Array<
          | string
          | {
              /** The column’s name, or its number without a heading */
              column: string
              /** The mark; the value is the word behind it */
              after: string
            }
        >
      | undefined
    /** Whether the amount came in or went out */
    sign?:
      | string
      | {
          /** The column’s name, or its number without a heading */
          column: string
          /** The mark; the value is the word behind it */
          after: string
        }
      | Array<
          | string
          | {
              /** The column’s name, or its number without a heading */
              column: string
              /** The mark; the value is the word behind it */
              after: string
            }
        >
      | undefined
    /** The network’s fee */
    fee?:
      | string
      | {
          /** The column’s name, or its number without a heading */
          column: string
          /** The mark; the value is the word behind it */
          after: string
        }
      | Array<
          | string
          | {
              /** The column’s name, or its number without a heading */
              column: string
              /** The mark; the value is the word behind it */
              after: string
            }
        >
      | undefined
    /** The currency, of a table with several. Only pesos are read; an empty cell is pesos */
    currency?:
      | string
      | {
          /** The column’s name, or its number without a heading */
          column: string
          /** The mark; the value is the word behind it */
          after: string
        }
      | Array<
          | string
          | {
              /** The column’s name, or its number without a heading */
              column: string
              /** The mark; the value is the word behind it */
              after: string
            }
        >
      | undefined
    /** The network’s reference of the payment */
    reference?:
      | string
      | {
          /** The column’s name, or its number without a heading */
          column: string
          /** The mark; the value is the word behind it */
          after: string
        }
      | Array<
          | string
          | {
              /** The column’s name, or its number without a heading */
              column: string
              /** The mark; the value is the word behind it */
              after: string
            }
        >
      | undefined
    /** The ordering bank or the chain */
    institution?:
      | string
      | {
          /** The column’s name, or its number without a heading */
          column: string
          /** The mark; the value is the word behind it */
          after: string
        }
      | Array<
          | string
          | {
              /** The column’s name, or its number without a heading */
              column: string
              /** The mark; the value is the word behind it */
              after: string
            }
        >
      | undefined
    /** The payer’s account */
    payer_clabe?:
      | string
      | {
          /** The column’s name, or its number without a heading */
          column: string
          /** The mark; the value is the word behind it */
          after: string
        }
      | Array<
          | string
          | {
              /** The column’s name, or its number without a heading */
              column: string
              /** The mark; the value is the word behind it */
              after: string
            }
        >
      | undefined
    /** When the payer paid */
    paid_at?:
      | string
      | {
          /** The column’s name, or its number without a heading */
          column: string
          /** The mark; the value is the word behind it */
          after: string
        }
      | Array<
          | string
          | {
              /** The column’s name, or its number without a heading */
              column: string
              /** The mark; the value is the word behind it */
              after: string
            }
        >
      | undefined
    /** The balance after the line */
    balance?:
      | string
      | {
          /** The column’s name, or its number without a heading */
          column: string
          /** The mark; the value is the word behind it */
          after: string
        }
      | Array<
          | string
          | {
              /** The column’s name, or its number without a heading */
              column: string
              /** The mark; the value is the word behind it */
              after: string
            }
        >
      | undefined
    /** The account whose statement it is */
    own_account?:
      | string
      | {
          /** The column’s name, or its number without a heading */
          column: string
          /** The mark; the value is the word behind it */
          after: string
        }
      | Array<
          | string
          | {
              /** The column’s name, or its number without a heading */
              column: string
              /** The mark; the value is the word behind it */
              after: string
            }
        >
      | undefined
  }
  /** The kind of a line: that of the first rule that fits */
  kinds: Array<{
    /** What the line is */
    kind:
      | 'payment'
      | 'reversal'
      | 'chargeback'
      | 'chargeback-reversal'
      | 'transfer-out'
      | 'return'
      | 'fee'
      | 'settlement'
    /** Whether money came in or went out */
    sign?: 'in' | 'out' | undefined
    /** The column that must have one of the texts; any when left out */
    column?: string | undefined
    /** Texts, of which the line must have one */
    has?: Array<string> | undefined
  }>
  /** Lines that are no movement, such as a total */
  ignore?:
    | Array<{
        /** Whether money came in or went out */
        sign?: 'in' | 'out' | undefined
        /** The column that must have one of the texts; any when left out */
        column?: string | undefined
        /** Texts, of which the line must have one */
        has?: Array<string> | undefined
      }>
    | undefined
  /** Of a table: the lines with the balance before the movements, such as `SALDO INICIAL` */
  opening?:
    | {
        /** The column that has one of the texts; any when left out */
        column?: string | undefined
        /** Texts, of which the line has one */
        has: Array<string>
      }
    | undefined
  /** Of a table: the lines with the balance after the movements. Opening balances and movements must be the closing balances */
  closing?:
    | {
        /** The column that has one of the texts; any when left out */
        column?: string | undefined
        /** Texts, of which the line has one */
        has: Array<string>
      }
    | undefined
}

export interface StoreOperation {
  /** Operation identifier */
  transaction: string
  /** ISO 8601 with the offset of Mexico City */
  timestamp: string
  /** cash at a store */
  payment_method: 'OXX'
  /** The authorisation code of the bank or the network; empty until the operation is authorised or paid */
  authorization_code: string
  /** P pending, A authorised and not captured, N paid, C cancelled, E expired, D declined */
  status: 'P' | 'A' | 'N' | 'C' | 'E' | 'D'
  /** Always E */
  transaction_type: 'E'
  reference: Reference
  card: {
    /** The name on the card; may be empty */
    holder_name: string
    /** The brand of the card; OXXO for cash; empty for SPEI */
    type: 'OXXO'
    /** The last four digits */
    number: string
    /** May be empty */
    label: string
    /** Always empty */
    raw: string
  }
  total: Money
  /** What was to be authorised of a card payment with `capture: false`; `total` is what was captured of it, once it is. Null for every other */
  authorized: {
    /** Mexican pesos with two decimals */
    amount: string
    /** Always MXN */
    currency: 'MXN'
  } | null
  /** While it is authorised (status A): when it is released, if nobody captures it. ISO 8601 with the offset of Mexico City; otherwise null */
  authorized_until: string | null
  tip: Money
  fee: Money
  /** The cost of the payment. It stays when the operation is cancelled and the fee is given back: `commissions` of the list counts the fees that are kept. */
  fee_details: Array<FeeLine>
  origin: Origin
  /** May be empty */
  affiliation: string
  /** Address of the receipt */
  url: string
  /** The money went back: taken back by the network, or transferred. False again when the bank rejects or returns that transfer */
  hasDevolution: boolean
  /** What became of the money that goes back: `none`, `pending` (its transfer is not settled yet), `settled`, `rejected` or `returned` (it is owed again: see `GET /v1/transfers`) */
  devolution_status: 'none' | 'pending' | 'settled' | 'rejected' | 'returned'
  /** Send the payer there: the bank wants the payer to authenticate (3-D Secure) before the card is charged. Null when nothing is asked of the payer, and once the operation has an outcome */
  payer_url: string | null
  /** Why a card payment was declined: the bank’s ISO 8583 response, or `invalid-card`, `no-answer`, `payer-absent`, `payer-needed`, `risk-filter`, `risk-fraud`; null for any other */
  decline_code: string | null
  /** What was refunded of it and reached the payer or is on its way; see `GET /v1/operations/{id}/refunds` */
  refunded: {
    /** Mexican pesos with two decimals */
    amount: string
    /** Always MXN */
    currency: 'MXN'
  }
  /** The part that the cardholder’s bank disputes or has taken back; see `GET /v1/disputes` */
  disputed: {
    /** Mexican pesos with two decimals */
    amount: string
    /** Always MXN */
    currency: 'MXN'
  }
  /** When the payer paid, as the network or the acquirer says: ISO 8601 with the offset of Mexico City; null until it is paid */
  paid_at: string | null
  commission: Money
  /** Months without interest; 0 for a single payment */
  monthly_installments: number
  /** The surcharge for the months, with IVA: a part of `commission`, and a separate line in `fee_details` */
  surcharge: {
    /** Mexican pesos with two decimals */
    amount: string
    /** Always MXN */
    currency: 'MXN'
  }
  /** What the payer reads on the slip of a voucher; null for a card */
  instructions: PayerInstructions | null
  /** The checkout where the payer began it; see `GET /v1/checkout/{checkout}` */
  checkout: string | null
}

export interface StorePayment {
  /** The voucher, by its operation identifier … */
  transaction?: string | null | undefined
  /** … or by its payment_id … */
  payment_id?: string | null | undefined
  /** … or by its short_id … */
  short_id?: string | null | undefined
  /** … or by the digits of its barcode */
  reference?: string | null | undefined
  /** The voucher’s total when left out; any other is sent back. Null is refused */
  amount?: number | string | undefined
  /** The till’s own number: the same one again, of one chain and day, is the same payment */
  ticket?: string | null | undefined
  /** The day of the till, YYYY-MM-DD; the one on which it was paid when left out */
  operation_day?: string | null | undefined
  /** When the payer paid, if not now: the network reports it only now. An ISO 8601 instant; one in the future is kept in suspense */
  paid_at?: string | null | undefined
  /** The network reports it only after this ISO 8601 duration of the service’s clock; the payer has paid now, or at `paid_at` */
  report_after?: string | null | undefined
  /** The network reports it twice: it is one payment */
  report_twice?: boolean | null | undefined
}

export interface StoreVoucher {
  /** Operation identifier */
  transaction: string
  store: {
    /** The name of the chain, for the payer */
    name: string
    /** The code of the chain, as `store` takes it */
    short_name: string
  }
  /** Account to pay into; the CLABE of a SPEI voucher */
  bank_account_number: string
  /** The bank of `bank_account_number` */
  bank_name: string
  /** The network’s id of the payment. What the payer pays with is `instructions.number` */
  payment_id: string
  instructions: VoucherInstructions
  reference: VoucherReference
  total: Money
  /** Address of the voucher, to print or to show */
  url: string
  /** ISO 8601 with the offset of Mexico City */
  timestamp: string
  /** ISO 8601 with the offset of Mexico City */
  expiration_date: string
  /** 1 paid, 2 pending, 3 expired, 4 cancelled */
  status: 1 | 2 | 3 | 4
  /** The same as `status`, in words */
  status_code: 'paid' | 'pending' | 'expired' | 'cancelled'
  /** The shortest id of the payment, for support. What the cashier needs is `instructions.number` */
  short_id: string
}

export interface StoreVoucherRequest {
  /** What is to be paid, in Mexican pesos with at most 2 decimals, as a number or as text; from 1.00 */
  total: number | string
  payment?:
    | {
        reference?:
          | {
              /** What it is for: the payer sees it */
              description?: string | null | undefined
              /** Your own number, by which the operation can be found */
              number?: string | null | undefined
            }
          | null
          | undefined
        /** MXN, the only currency */
        currency?: string | null | undefined
      }
    | null
    | undefined
  /** The last day on which it can be paid (Mexico City), to 365 days from today */
  expiration_date?: string | null | undefined
  /** Where the slip is sent to */
  email?: string | null | undefined
  /** The slip is sent there by SMS: 10 digits */
  phone?: string | null | undefined
  /** Any JSON object, for your own use and for rules against fraud: to 16 KiB, 8 levels and 500 values; never returned. A card number, a security code or a PIN in it is refused. */
  metadata?: Record<string, unknown> | null | undefined
  /** MXN, the only currency */
  currency?: string | null | undefined
  /** The chain, whatever the case and punctuation: OXXO, 7-Eleven, Farmacias del Ahorro, Farmacias Benavides, Walmart, Bodega Aurrerá, Soriana, Circle K, Extra; OXXO when left out */
  store?: string | null | undefined
  /** Refused, unless it is empty: it goes with SPEI only */
  source?: unknown | undefined
}

export interface Subscription {
  /** Of the subscription, `sub_…` */
  id: string
  /** The plan that it follows, `pln_…` */
  plan: string
  /** The customer who pays, `cus_…` */
  customer: string
  /** The saved card that is charged, `crd_…` */
  card: string
  /** Only an `active` one is charged */
  status: 'active' | 'paused' | 'cancelled'
  /** declined: by the bank; card_expired: the card’s last month is over; card_removed: the saved card was deleted. Charge another card and resume. stopped: a rule of risk or the service stopped the charge, and no bank was asked. Change the rule and resume */
  paused_because: 'asked' | 'declined' | 'card_expired' | 'card_removed' | 'stopped' | ''
  /** The day from which periods are counted */
  start_date: string
  /** When the card is charged next; null if it is not charged */
  next_charge: string | null
  /** Declined tries of the period that is being charged */
  attempts: number
  /** ISO 8601 with the offset of Mexico City */
  date_create: string
}

export interface TaxIssuer {
  /** 12 or 13 characters */
  rfc: string
  /** As the tax office has it, without the kind of company */
  name: string
  /** c_RegimenFiscal */
  regime: string
  /** Of the fiscal address */
  postal_code: string
}

export interface TaxReceptor {
  /** 12 or 13 characters */
  rfc: string
  /** As the tax office has it, without the kind of company */
  name: string
  /** c_RegimenFiscal */
  regime: string
  /** Of the fiscal address */
  postal_code: string
  cfdi_use: CfdiUse
}

export interface TaxReceptorRequest {
  /** 12 or 13 characters */
  rfc: string
  /** The name or razón social, as the tax office has it */
  name: string
  /** A key of c_RegimenFiscal, three digits */
  regime: string
  /** Of the fiscal address, five digits */
  postal_code: string
  cfdi_use: CfdiUse
}

export interface Transfer {
  /** Of the transfer, `trf_…` */
  id: string
  /** `return` (of money that paid nothing), `refund` (of a payment) or `payout` */
  kind: 'return' | 'refund' | 'payout'
  /** `pending` (to be sent, or the network has not said yet whether it took it), `accepted` (the network took it and has not settled it yet), `settled` (it arrived), `rejected` (the network did not take it, or gave it up), `returned` (the receiving bank sent it back, perhaps days later), `withheld` (it differs from what asks for it, and is not sent), `closed` (it was withheld, and the operator gave it up; it is never sent) */
  status: 'pending' | 'accepted' | 'settled' | 'rejected' | 'returned' | 'withheld' | 'closed'
  /** Why the bank rejected or returned it; may be empty */
  reason: string
  amount: Money
  /** The CLABE it goes to, the ticket that is given back, or the tracking key of the deposit that its bank sends back */
  destination: string
  /** Who owns the account that it goes to */
  beneficiary: string
  /** Clave de rastreo */
  tracking_key: string
  /** The bank’s own id of it; null when it gave none */
  network_reference: string | null
  /** The operation that it concerns */
  transaction: string | null
  /** The refund that it carries; null for a reversal, a return or a payout */
  refund: string | null
  /** The bank has not reported a final state yet */
  open: boolean
  /** The failed transfer whose money it sends anew */
  replaces: string | null
  /** The transfer that sends its money anew; or the refund, when that was cancelled instead */
  replaced_by: string | null
  /** How often the network was asked and answered, or reported it */
  attempts: number
  /** When it was asked for */
  timestamp: string
  /** When the status began */
  status_timestamp: string
  /** When the bank says that its status came about; null when it does not say */
  network_timestamp: string | null
}

export interface TransferRetry {
  /** Another account of the payer; the same one when left out. Also of cash that its store did not give back: a transfer takes it there */
  clabe?: string | null | undefined
  /** The account’s holder; required for cash */
  beneficiary?: string | null | undefined
}

export interface VoucherInstructions {
  /** barcode: the cashier scans it, or types its digits; clabe: the account of a SPEI transfer */
  kind: 'barcode' | 'clabe'
  /** The number that the payer gives to the cashier or to the bank, as the slip shows it, without blanks */
  number: string
  /** The chain of stores; empty for SPEI */
  store: string
  /** The bank of the CLABE; empty for a store */
  bank: string
  /** What is paid for; may be empty */
  concept: string
  /** The merchant’s name, as the slip shows it */
  beneficiary: string
}

export interface VoucherReference {
  /** What is paid for, as you sent it */
  description: string
}

export interface Webhook {
  /** Of the endpoint, `whk_…` */
  id: string
  /** The id that the client chose with PUT; it can be used like `id` */
  alias?: string | undefined
  /** Where events are sent, by POST */
  url: string
  /** Your own words for it; may be empty */
  description: string
  /** `["*"]` means all but `books.head` */
  events: Array<string>
  /** `active`; `paused`: events wait until it is resumed; `disabled`: it answered 410 and gets no new events */
  status: 'active' | 'paused' | 'disabled'
  /** `by-merchant`, `failing` (no delivery succeeded for three days) or `gone` (it answered 410) */
  paused_reason: 'by-merchant' | 'failing' | 'gone' | null
  /** Since when no delivery has succeeded; null when the last one did */
  failing_since: string | null
  /** Until when the previous secret signs too */
  previous_secret_until: string | null
  faults?: Faults | undefined
  /** ISO 8601 with the offset of Mexico City */
  timestamp: string
  /** `whsec_…` of Standard Webhooks; shown only when it is made and when it is rotated */
  secret?: string | undefined
}

export interface WebhookChange {
  /** Where events are posted: https (in the sandbox http too), a public address (in the sandbox loopback too) */
  url?: string | undefined
  /** The types that it is sent; `["*"]` means all but `books.head`, which is sent only when it is named. An empty list and null are refused */
  events?:
    | Array<
        | 'voucher.issued'
        | 'payment.returned'
        | 'payment.suspended'
        | 'payment.released'
        | 'operation.payer_action_required'
        | 'operation.authorized'
        | 'operation.paid'
        | 'operation.cancelled'
        | 'operation.expired'
        | 'operation.declined'
        | 'operation.reversal_refused'
        | 'operation.capture_refused'
        | 'refund.created'
        | 'refund.updated'
        | 'refund.waiting'
        | 'refund.sent'
        | 'refund.failed'
        | 'refund.returned'
        | 'dispute.opened'
        | 'dispute.reminder'
        | 'dispute.submitted'
        | 'dispute.accepted'
        | 'dispute.won'
        | 'dispute.lost'
        | 'dispute.answer_refused'
        | 'payout.paid'
        | 'payout.failed'
        | 'payout.returned'
        | 'affiliate.payout_paid'
        | 'affiliate.payout_failed'
        | 'affiliate.payout_returned'
        | 'affiliate.account_change'
        | 'settlement.account_change_requested'
        | 'settlement.account_change_confirmed'
        | 'settlement.account_change_cancelled'
        | 'settlement.account_changed'
        | 'fees.month_closed'
        | 'fees.invoice_stamped'
        | 'fees.invoice_refused'
        | 'ledger.month_closed'
        | 'claim.opened'
        | 'claim.reminder'
        | 'claim.settled'
        | 'customer.created'
        | 'customer.updated'
        | 'customer.deleted'
        | 'plan.created'
        | 'plan.subscribed'
        | 'plan.charged'
        | 'plan.charge_failed'
        | 'plan.charge_skipped'
        | 'plan.card_expiring'
        | 'plan.paused'
        | 'plan.resumed'
        | 'plan.cancelled'
        | 'checkout.created'
        | 'checkout.paid'
        | 'checkout.expired'
        | 'checkout.cancelled'
        | 'card_testing.suspected'
        | 'export.finished'
        | 'books.head'
        | 'webhook.ping'
        | '*'
      >
    | undefined
  /** Your own words for it */
  description?: string | undefined
}

export interface WebhookPing {
  type: 'webhook.ping'
  webhook: string
  timestamp: string
}

/** Every call of the service by its method and path. */
export interface Calls {
  /** Register an affiliate */
  'POST /v1/affiliates': {
    body: AffiliateRequest
    result: Affiliate
  }
  /** List affiliates */
  'GET /v1/affiliates': {
    query: {
      /** Only the one whom charges call so */
      user?: string | number | undefined
      /** How many, from 1; default 50, above 500 it counts as 500 */
      limit?: string | number | undefined
      /** The `next` of the page before */
      starting_after?: string | number | undefined
      /** How many to pass over, from 0 */
      offset?: string | number | undefined
      /** json when left out; the others answer the whole list as a file, all pages. Also by `Accept: text/csv` or the media type of XLSX. For a long list use `POST /v1/exports` */
      format?: 'json' | 'csv' | 'xlsx' | undefined
      /** Of a file: the language of its headings; as `Accept-Language` says when left out */
      lang?: 'es' | 'en' | undefined
    }
    result: {
      /** The largest number of rows on a page, as it was applied */
      limit: number
      /** How many rows were passed over, as it was applied */
      offset: number
      /** How many there are, on all pages */
      total: number
      /** Newest first */
      affiliates: Array<Affiliate>
      /** The next page’s `starting_after` */
      next: string | null
    }
  }
  /** Read who gives back an affiliate’s share */
  'GET /v1/affiliates/rules': {
    result: AffiliateRules
  }
  /** Set who gives back an affiliate’s share */
  'PUT /v1/affiliates/rules': {
    body: {
      take_back: AffiliateTakeBack
    }
    result: AffiliateRules
  }
  /** Read an affiliate */
  'GET /v1/affiliates/{affiliate}': {
    result: Affiliate
  }
  /** Change an affiliate */
  'PUT /v1/affiliates/{affiliate}': {
    body: AffiliateChange
    result: Affiliate
  }
  /** Cancel the change of an affiliate’s account */
  'DELETE /v1/affiliates/{affiliate}/account/change': {
    result: Affiliate
  }
  /** Confirm the change of an affiliate’s account */
  'POST /v1/affiliates/{affiliate}/account/confirm': {
    body: AffiliateAccountConfirmation
    result: Affiliate
  }
  /** List an affiliate’s payouts */
  'GET /v1/affiliates/{affiliate}/payouts': {
    query: {
      /** How many, from 1; default 50, above 500 it counts as 500 */
      limit?: string | number | undefined
      /** The `next` of the page before */
      starting_after?: string | number | undefined
      /** How many to pass over, from 0 */
      offset?: string | number | undefined
      /** json when left out; the others answer the whole list as a file, all pages. Also by `Accept: text/csv` or the media type of XLSX. For a long list use `POST /v1/exports` */
      format?: 'json' | 'csv' | 'xlsx' | undefined
      /** Of a file: the language of its headings; as `Accept-Language` says when left out */
      lang?: 'es' | 'en' | undefined
    }
    result: AffiliatePayoutList
  }
  /** Read what an affiliate’s payout is made of */
  'GET /v1/affiliates/{affiliate}/report': {
    query: {
      /** The day of the payout, YYYY-MM-DD */
      date: string | number
      /** How many, from 1; default 50, above 500 it counts as 500 */
      limit?: string | number | undefined
      /** The `next` of the page before */
      starting_after?: string | number | undefined
      /** json when left out; the others answer the whole list as a file, all pages. Also by `Accept: text/csv` or the media type of XLSX. For a long list use `POST /v1/exports` */
      format?: 'json' | 'csv' | 'xlsx' | undefined
      /** Of a file: the language of its headings; as `Accept-Language` says when left out */
      lang?: 'es' | 'en' | undefined
    }
    result: AffiliateReport
  }
  /** Read what an affiliate’s payout is made of, as CSV */
  'GET /v1/affiliates/{affiliate}/report.csv': {
    query: {
      /** The day of the payout, YYYY-MM-DD */
      date: string | number
    }
    result: undefined
  }
  /** Read the audit trail */
  'GET /v1/audit': {
    query: {
      /** Only records of this action */
      action?: string | number | undefined
      /** Only actions of this credential or person */
      actor?: string | number | undefined
      /** Only changes of this subject */
      subject?: string | number | undefined
      /** From: a time with its offset, or a Mexico City day */
      since?: string | number | undefined
      /** To: a time with its offset, or a Mexico City day */
      until?: string | number | undefined
      /** How many, from 1; default 50, above 500 it counts as 500 */
      limit?: string | number | undefined
      /** The `next` of the page before */
      starting_after?: string | number | undefined
      /** json when left out; the others answer the whole list as a file, all pages. Also by `Accept: text/csv` or the media type of XLSX. For a long list use `POST /v1/exports` */
      format?: 'json' | 'csv' | 'xlsx' | undefined
      /** Of a file: the language of its headings; as `Accept-Language` says when left out */
      lang?: 'es' | 'en' | undefined
    }
    result: {
      /** true: there is a next page */
      has_more: boolean
      /** Newest first */
      records: Array<AuditRecord>
      /** The next page’s `starting_after` */
      next: string | null
    }
  }
  /** Log in */
  'POST /v1/auth/login/application': {
    body: {
      /** Ignored; clients in use send it empty */
      application_bundle?: unknown | undefined
    }
    result: {
      /** Send it as `Authorization: Bearer <token>`; it is shown once */
      token: string
      /** ISO 8601 with the offset of Mexico City; 30 days from now */
      expires: string
    }
  }
  /** Log out, by DELETE */
  'DELETE /v1/auth/login/application': {
    result: undefined
  }
  /** Log out */
  'POST /v1/auth/logout': {
    result: undefined
  }
  /** Make a page where a payer pays */
  'POST /v1/checkout': {
    body: CheckoutRequest
    result: Checkout
  }
  /** List checkouts */
  'GET /v1/checkout': {
    query: {
      /** How many, from 1; default 50, above 500 it counts as 500 */
      limit?: string | number | undefined
      /** The `next` of the page before */
      starting_after?: string | number | undefined
      /** Only those in this state */
      status?: 'open' | 'paid' | 'expired' | 'cancelled' | undefined
      /** Only those with this reference */
      reference?: string | number | undefined
      /** json when left out; the others answer the whole list as a file, all pages. Also by `Accept: text/csv` or the media type of XLSX. For a long list use `POST /v1/exports` */
      format?: 'json' | 'csv' | 'xlsx' | undefined
      /** Of a file: the language of its headings; as `Accept-Language` says when left out */
      lang?: 'es' | 'en' | undefined
    }
    result: CheckoutList
  }
  /** Read a checkout */
  'GET /v1/checkout/{checkout}': {
    result: CheckoutWithPayments
  }
  /** Cancel a checkout */
  'POST /v1/checkout/{checkout}/cancel': {
    result: Checkout
  }
  /** List credentials */
  'GET /v1/credentials': {
    query: {
      /** Only credentials in this state */
      status?: 'active' | 'expired' | 'revoked' | undefined
      /** How many, from 1; default and at most 500 */
      limit?: string | number | undefined
      /** The `next` of the page before */
      starting_after?: string | number | undefined
      /** json when left out; the others answer the whole list as a file, all pages. Also by `Accept: text/csv` or the media type of XLSX. For a long list use `POST /v1/exports` */
      format?: 'json' | 'csv' | 'xlsx' | undefined
      /** Of a file: the language of its headings; as `Accept-Language` says when left out */
      lang?: 'es' | 'en' | undefined
    }
    result: {
      /** How many there are, on all pages */
      total: number
      /** Newest first */
      credentials: Array<Credential>
      /** The next page’s `starting_after` */
      next: string | null
    }
  }
  /** Make a credential */
  'POST /v1/credentials': {
    body: NewCredential
    result: Credential
  }
  /** Read a credential */
  'GET /v1/credentials/{id}': {
    result: Credential
  }
  /** Revoke a credential */
  'DELETE /v1/credentials/{id}': {
    result: Credential
  }
  /** Give a credential a new secret */
  'POST /v1/credentials/{id}/roll': {
    body: CredentialRoll
    result: Credential
  }
  /** Create a customer */
  'POST /v1/customer': {
    body: {
      /** To 250 characters */
      name: string
      /** The customer’s e-mail address */
      email: string
      /** Any JSON object, for your own use and for rules against fraud: to 16 KiB, 8 levels and 500 values; never returned. A card number, a security code or a PIN in it is refused. */
      metadata?: Record<string, unknown> | null | undefined
    }
    result: Customer
  }
  /** List customers */
  'GET /v1/customer': {
    query: {
      /** How many, from 1; default 50, above 500 it counts as 500 */
      limit?: string | number | undefined
      /** The `next` of the page before */
      starting_after?: string | number | undefined
      /** How many to pass over, from 0 */
      offset?: string | number | undefined
      /** Words or numbers, in any order; all must match. Searches name, e-mail, account numbers to pay into (CLABE) and the texts and numbers of its metadata, such as an id of your own; words by their beginning, without accents or capitals. Of more than six, the first six count. Or a whole id */
      q?: string | number | undefined
      /** json when left out; the others answer the whole list as a file, all pages. Also by `Accept: text/csv` or the media type of XLSX. For a long list use `POST /v1/exports` */
      format?: 'json' | 'csv' | 'xlsx' | undefined
      /** Of a file: the language of its headings; as `Accept-Language` says when left out */
      lang?: 'es' | 'en' | undefined
    }
    result: {
      /** The largest number of rows on a page, as it was applied */
      limit: number
      /** How many rows were passed over, as it was applied */
      offset: number
      /** null with `more` */
      total: number | null
      /** Newest first */
      customers: Array<Customer>
      /** The next page’s `starting_after` */
      next: string | null
      /** Only with `q`: there may be older ones than were read */
      more?: boolean | undefined
      /** Only with `q`: how many of the newest were read; `offset` reaches no further */
      counted?: number | undefined
    }
  }
  /** Read a customer */
  'GET /v1/customer/{customerId}': {
    result: CustomerWithSourcesAndCards
  }
  /** Update a customer */
  'PUT /v1/customer/{customerId}': {
    body: {
      /** To 250 characters */
      name?: string | null | undefined
      /** The customer’s e-mail address */
      email?: string | null | undefined
      /** Any JSON object, for your own use and for rules against fraud: to 16 KiB, 8 levels and 500 values; never returned. A card number, a security code or a PIN in it is refused. */
      metadata?: Record<string, unknown> | null | undefined
    }
    result: Customer
  }
  /** Delete a customer */
  'DELETE /v1/customer/{customerId}': {
    result: Customer
  }
  /** Save a card */
  'POST /v1/customer/{customerId}/cards': {
    body: {
      /** A token of `POST /v1/token`: it is used up */
      token: string
    }
    result: {
      /** The token to charge it with */
      token: string
      /** The name on the card */
      holder_name: string
      /** The brand of the card */
      type: 'VISA' | 'MAST' | 'AMEX' | 'CRNT'
      /** First six and last four digits */
      number: string
      /** YYMM */
      expiration: string
      /** ISO 3166 alpha-2 */
      country_code: string
      /** May be empty */
      bank_name: string
      /** How the card gets its money; UNKNOWN when the table of issuers does not say */
      funding: 'DEBIT' | 'CREDIT' | 'PREPAID' | 'UNKNOWN'
      /** Always XXXX: the security code is not stored */
      cvv: string
      /** `chargeable`: it can be charged as `recurrent` */
      status: string
    }
  }
  /** List the saved cards of a customer */
  'GET /v1/customer/{customerId}/cards': {
    query: {
      /** json when left out; the others answer the whole list as a file, all pages. Also by `Accept: text/csv` or the media type of XLSX. For a long list use `POST /v1/exports` */
      format?: 'json' | 'csv' | 'xlsx' | undefined
      /** Of a file: the language of its headings; as `Accept-Language` says when left out */
      lang?: 'es' | 'en' | undefined
    }
    result: Array<SavedCard>
  }
  /** Get a saved card */
  'GET /v1/customer/{customerId}/cards/{cardId}': {
    result: SavedCard
  }
  /** Deactivate a saved card */
  'DELETE /v1/customer/{customerId}/cards/{cardId}': {
    result: SavedCard
  }
  /** List a customer’s SPEI sources */
  'GET /v1/customer/{customerId}/sources': {
    query: {
      /** json when left out; the others answer the whole list as a file, all pages. Also by `Accept: text/csv` or the media type of XLSX. For a long list use `POST /v1/exports` */
      format?: 'json' | 'csv' | 'xlsx' | undefined
      /** Of a file: the language of its headings; as `Accept-Language` says when left out */
      lang?: 'es' | 'en' | undefined
    }
    result: Array<SPEISource>
  }
  /** Add a SPEI source */
  'POST /v1/customer/{customerId}/sources': {
    body: {
      /** What the source is for: a CLABE of the customer’s own */
      type: 'SPEI'
      /** Your own words for it */
      name?: string | null | undefined
    }
    result: SPEISource
  }
  /** Read a SPEI source */
  'GET /v1/customer/{customerId}/sources/{sourceId}': {
    result: SPEISource
  }
  /** Deactivate a SPEI source */
  'DELETE /v1/customer/{customerId}/sources/{sourceId}': {
    result: SPEISource
  }
  /** List disputes */
  'GET /v1/disputes': {
    query: {
      /** Only these; `open` is all that still wait for an answer */
      status?: 'open' | 'retrieval' | 'needs_response' | 'under_review' | 'won' | 'lost' | 'accepted' | undefined
      /** Only these */
      stage?: 'retrieval' | 'chargeback' | 'arbitration' | undefined
      /** Only those of this operation */
      operation?: string | number | undefined
      /** Only those that must be answered by the end of this day, YYYY-MM-DD */
      respond_by?: string | number | undefined
      /** First day on which the acquirer reported it, YYYY-MM-DD */
      start_date?: string | number | undefined
      /** Last day, included */
      end_date?: string | number | undefined
      /** `newest` when left out; `deadline`: those that must be answered first, first. Only with `status=open` */
      order?: 'newest' | 'deadline' | undefined
      /** How many, from 1; default 50, above 500 it counts as 500 */
      limit?: string | number | undefined
      /** The `next` of the page before */
      starting_after?: string | number | undefined
      /** json when left out; the others answer the whole list as a file, all pages. Also by `Accept: text/csv` or the media type of XLSX. For a long list use `POST /v1/exports` */
      format?: 'json' | 'csv' | 'xlsx' | undefined
      /** Of a file: the language of its headings; as `Accept-Language` says when left out */
      lang?: 'es' | 'en' | undefined
    }
    result: DisputeList
  }
  /** Read a dispute */
  'GET /v1/disputes/{dispute}': {
    result: DisputeWithEvidence
  }
  /** Accept a dispute */
  'POST /v1/disputes/{dispute}/accept': {
    result: DisputeWithEvidence
  }
  /** Write texts against a dispute */
  'POST /v1/disputes/{dispute}/evidence': {
    body: DisputeEvidenceRequest
    result: DisputeWithEvidence
  }
  /** Add a file against a dispute */
  'POST /v1/disputes/{dispute}/files': {
    query: {
      /** What it shows; required */
      kind?:
        | 'explanation'
        | 'receipt'
        | 'customer'
        | 'communication'
        | 'shipping'
        | 'service'
        | 'refund_policy'
        | 'cancellation_policy'
        | 'duplicate'
        | 'other'
        | undefined
      /** Its name, to 100 characters; named after its kind when left out */
      name?: string | number | undefined
    }
    body: Uint8Array
    result: EvidenceFile
  }
  /** Read a file against a dispute */
  'GET /v1/disputes/{dispute}/files/{file}': {
    result: undefined
  }
  /** Submit the evidence against a dispute */
  'POST /v1/disputes/{dispute}/submit': {
    result: DisputeWithEvidence
  }
  /** List events */
  'GET /v1/events': {
    query: {
      /** Only events of this type */
      type?: string | number | undefined
      /** Identifier of the operation: its `transaction` */
      operation?: string | number | undefined
      /** `failed`: only events that were given up for a webhook */
      delivery?: 'failed' | undefined
      /** From: a time with its offset, or a Mexico City day */
      since?: string | number | undefined
      /** To: a time with its offset, or a Mexico City day */
      until?: string | number | undefined
      /** How many, from 1; default 50, above 500 it counts as 500 */
      limit?: string | number | undefined
      /** The `next` of the page before */
      starting_after?: string | number | undefined
      /** json when left out; the others answer the whole list as a file, all pages. Also by `Accept: text/csv` or the media type of XLSX. For a long list use `POST /v1/exports` */
      format?: 'json' | 'csv' | 'xlsx' | undefined
      /** Of a file: the language of its headings; as `Accept-Language` says when left out */
      lang?: 'es' | 'en' | undefined
    }
    result: {
      /** true: there is a next page */
      has_more: boolean
      /** Newest first */
      events: Array<Event>
      /** The next page’s `starting_after` */
      next: string | null
    }
  }
  /** Read an event with every try to deliver it */
  'GET /v1/events/{id}': {
    result: Event
  }
  /** Send an event again */
  'POST /v1/events/{id}/replay': {
    body: {
      /** Only this webhook; every one that takes the event when left out */
      webhook?: string | undefined
    }
    result: {
      /** The number of deliveries that are sent again */
      replayed: number
    }
  }
  /** Export a list in the background */
  'POST /v1/exports': {
    body: ExportRequest
    result: Export
  }
  /** Read how far an export has come */
  'GET /v1/exports/{id}': {
    result: Export
  }
  /** Read what the account pays for each payment method */
  'GET /v1/fees': {
    query: {
      /** json when left out; the others answer the whole list as a file, all pages. Also by `Accept: text/csv` or the media type of XLSX. For a long list use `POST /v1/exports` */
      format?: 'json' | 'csv' | 'xlsx' | undefined
      /** Of a file: the language of its headings; as `Accept-Language` says when left out */
      lang?: 'es' | 'en' | undefined
    }
    result: Fees
  }
  /** Read whom the fees are invoiced to */
  'GET /v1/fees/receptor': {
    result: TaxReceptor | null
  }
  /** Set whom the fees are invoiced to */
  'PUT /v1/fees/receptor': {
    body: TaxReceptorRequest
    result: TaxReceptor
  }
  /** List the closed months of fees */
  'GET /v1/fees/statements': {
    query: {
      /** How many, from 1; default 50, above 500 it counts as 500 */
      limit?: string | number | undefined
      /** The `next` of the page before */
      starting_after?: string | number | undefined
      /** How many to pass over, from 0 */
      offset?: string | number | undefined
      /** json when left out; the others answer the whole list as a file, all pages. Also by `Accept: text/csv` or the media type of XLSX. For a long list use `POST /v1/exports` */
      format?: 'json' | 'csv' | 'xlsx' | undefined
      /** Of a file: the language of its headings; as `Accept-Language` says when left out */
      lang?: 'es' | 'en' | undefined
    }
    result: FeeStatementList
  }
  /** Read the fees of a month */
  'GET /v1/fees/statements/{period}': {
    result: FeeStatement
  }
  /** Read the fees of a month as a CFDI 4.0 */
  'GET /v1/fees/statements/{period}/cfdi.xml': {
    query: {
      /** The folio fiscal (UUID) of the stamped invoice that a credit note belongs to; only for a credit note */
      related?: string | number | undefined
    }
    result: undefined
  }
  /** Read what affiliated users are owed */
  'GET /v1/ledger/affiliates': {
    query: {
      /** json when left out; the others answer the whole list as a file, all pages. Also by `Accept: text/csv` or the media type of XLSX. For a long list use `POST /v1/exports` */
      format?: 'json' | 'csv' | 'xlsx' | undefined
      /** Of a file: the language of its headings; as `Accept-Language` says when left out */
      lang?: 'es' | 'en' | undefined
    }
    result: {
      /** All that have been owed something */
      affiliates: Array<{
        /** As charges name the affiliate */
        user: string
        /** What is owed to the affiliate, in Mexican pesos with two decimals */
        amount: string
        /** Always MXN */
        currency: string
        /** true: the affiliate has an account to be paid to */
        registered: boolean
      }>
    }
  }
  /** Read the balance of every ledger account by day */
  'GET /v1/ledger/balances': {
    query: {
      /** First day, YYYY-MM-DD */
      start_date?: string | number | undefined
      /** Last day, included */
      end_date?: string | number | undefined
    }
    result: {
      /** The first day that is covered, YYYY-MM-DD */
      start_date: string
      /** The last day that is covered, YYYY-MM-DD */
      end_date: string
      /** Always MXN */
      currency: string
      /** One entry for each account that was used */
      balances: Array<{
        /** An account of the ledger; `payable:merchant` is what you are owed */
        account: string
        /** Debits are positive, credits negative */
        opening: string
        /** Debits are positive, credits negative */
        closing: string
        /** The days on which it changed */
        days: Array<{
          /** A day of Mexico City, YYYY-MM-DD */
          date: string
          /** Debits are positive, credits negative */
          amount: string
        }>
      }>
    }
  }
  /** Read the chart of accounts */
  'GET /v1/ledger/chart': {
    query: {
      /** json when left out; the others answer the whole list as a file, all pages. Also by `Accept: text/csv` or the media type of XLSX. For a long list use `POST /v1/exports` */
      format?: 'json' | 'csv' | 'xlsx' | undefined
      /** Of a file: the language of its headings; as `Accept-Language` says when left out */
      lang?: 'es' | 'en' | undefined
    }
    result: ChartOfAccounts
  }
  /** Set the chart of accounts */
  'PUT /v1/ledger/chart': {
    body: ChartRequest
    result: ChartOfAccounts
  }
  /** Read what you owe */
  'GET /v1/ledger/claim': {
    result: Claim | null
  }
  /** Read what an operation, payout or transfer posted */
  'GET /v1/ledger/entries/{cause}': {
    query: {
      /** json when left out; the others answer the whole list as a file, all pages. Also by `Accept: text/csv` or the media type of XLSX. For a long list use `POST /v1/exports` */
      format?: 'json' | 'csv' | 'xlsx' | undefined
      /** Of a file: the language of its headings; as `Accept-Language` says when left out */
      lang?: 'es' | 'en' | undefined
    }
    result: {
      /** In the order in which they were posted */
      entries: Array<{
        /** The event, after the colon */
        entry: string
        /** A day of Mexico City, YYYY-MM-DD */
        date: string
        /** ISO 8601 with the offset of Mexico City */
        timestamp: string
        /** The sum of their amounts is zero */
        lines: Array<{
          /** An account of the ledger; `payable:merchant` is what you are owed */
          account: string
          /** Debits are positive, credits negative */
          amount: string
        }>
      }>
    }
  }
  /** List the lines of every entry */
  'GET /v1/ledger/journal': {
    query: {
      /** First day, YYYY-MM-DD */
      start_date?: string | number | undefined
      /** Last day, included */
      end_date?: string | number | undefined
      /** Whose books: those of the service (when left out), in which what it owes you is a credit; or yours, in which it is a debit: each line is on the other side */
      sides?: 'service' | 'merchant' | undefined
      /** Only the lines of this ledger account */
      account?:
        | 'receivable:acquirer'
        | 'receivable:cash-network'
        | 'receivable:bank'
        | 'payable:merchant'
        | 'payable:affiliate'
        | 'payable:iva'
        | 'payable:returns'
        | 'payable:suspense'
        | 'payable:reserve'
        | 'payable:disputes'
        | 'income:fees'
        | 'cost:acquirer-fees'
        | 'cost:cash-network-fees'
        | 'cost:bank-fees'
        | 'cost:differences'
        | 'bank'
        | 'suspense:statements'
        | 'payouts'
        | 'returns'
        | undefined
      /** How many, from 1; default 50, above 500 it counts as 500 */
      limit?: string | number | undefined
      /** The `next` of the page before */
      starting_after?: string | number | undefined
      /** json when left out; the others answer the whole list as a file, all pages. Also by `Accept: text/csv` or the media type of XLSX. For a long list use `POST /v1/exports` */
      format?: 'json' | 'csv' | 'xlsx' | undefined
      /** Of a file: the language of its headings; as `Accept-Language` says when left out */
      lang?: 'es' | 'en' | undefined
    }
    result: {
      /** The first day that is covered, YYYY-MM-DD */
      start_date: string
      /** The last day that is covered, YYYY-MM-DD */
      end_date: string
      /** Oldest first */
      lines: Array<JournalLine>
      /** The next page’s `starting_after` */
      next: string | null
    }
  }
  /** List the months of the books */
  'GET /v1/ledger/months': {
    query: {
      /** How many, from 1; default 50, above 500 it counts as 500 */
      limit?: string | number | undefined
      /** The `next` of the page before */
      starting_after?: string | number | undefined
      /** json when left out; the others answer the whole list as a file, all pages. Also by `Accept: text/csv` or the media type of XLSX. For a long list use `POST /v1/exports` */
      format?: 'json' | 'csv' | 'xlsx' | undefined
      /** Of a file: the language of its headings; as `Accept-Language` says when left out */
      lang?: 'es' | 'en' | undefined
    }
    result: MonthList
  }
  /** Read a month of the books */
  'GET /v1/ledger/months/{month}': {
    result: MonthOfTheBooks
  }
  /** Close a month of the books */
  'POST /v1/ledger/months/{month}/close': {
    body: MonthCloseRequest
    result: MonthOfTheBooks
  }
  /** Download the package of a closed month */
  'GET /v1/ledger/months/{month}/package.zip': {
    result: undefined
  }
  /** List operations */
  'GET /v1/operations': {
    query: {
      /** First day, YYYY-MM-DD, Mexico City */
      start_date?: string | number | undefined
      /** Last day, included */
      end_date?: string | number | undefined
      /** Which day counts: `created` (as when left out), or `paid`, the day on which a payment was posted. With `paid` only what was paid is listed, and `sales` and `commissions` count payments on their day and take reversals off on theirs: a day that is over does not change */
      date?: 'created' | 'paid' | undefined
      /** How many, from 1; default 50, above 500 it counts as 500 */
      limit?: string | number | undefined
      /** How many to pass over, from 0 */
      offset?: string | number | undefined
      /** The brand of the card */
      card_type?: 'VISA' | 'MAST' | 'AMEX' | 'CRNT' | undefined
      /** E-mail of the operator whose credential or session made the operation */
      operator?: string | number | undefined
      /** The way of paying */
      charge_method?: 'CARD' | 'SPE' | undefined
      /** The way of paying, as in the record; it knows cash too */
      payment_method?: 'POS' | 'OXX' | 'SPE' | undefined
      /** P pending, A authorised, N paid, C cancelled, E expired, D declined, or ALL of these; without it, all but declined ones are listed */
      status?: 'P' | 'A' | 'N' | 'C' | 'E' | 'D' | 'ALL' | undefined
      /** The transaction after which the page begins; instead of an offset */
      starting_after?: string | number | undefined
      /** Answers also which fields of each operation have what was searched for */
      matches?: 'true' | undefined
      /** Words or numbers, in any order; all must match. Searches reference, description, payer, e-mail, amount, last four digits, authorization, reference of payment, CLABE, tracking key and external transaction; words by their beginning, without accents or capitals. Also the store, the way of paying, the brand (`Visa`), the state, or a day (`350 oxxo yesterday`), in Spanish or English; a day is one on which it was made or paid. Of more than six, the first six count. Or a whole transaction */
      q?: string | number | undefined
      /** The whole reference number */
      reference?: string | number | undefined
      /** An address that it was sent to, or of its customer */
      email?: string | number | undefined
      /** Exactly this amount in pesos */
      amount?: string | number | undefined
      /** This amount in pesos or more */
      min_amount?: string | number | undefined
      /** This amount in pesos or less */
      max_amount?: string | number | undefined
      /** The last four digits of the card */
      last4?: string | number | undefined
      /** The customer who paid */
      customer?: string | number | undefined
      /** json when left out; the others answer the whole list as a file, all pages. Also by `Accept: text/csv` or the media type of XLSX. For a long list use `POST /v1/exports` */
      format?: 'json' | 'csv' | 'xlsx' | undefined
      /** Of a file: the language of its headings; as `Accept-Language` says when left out */
      lang?: 'es' | 'en' | undefined
    }
    result: OperationList
  }
  /** Reverse an operation */
  'GET /v1/operations/apply-reversal/{id}': {
    result: Reversal
  }
  /** Reverse an operation (POST) */
  'POST /v1/operations/apply-reversal/{id}': {
    result: Reversal
  }
  /** Find an operation by its reference number */
  'GET /v1/operations/reference/{reference_number}': {
    result: Operation
  }
  /** Send an operation */
  'POST /v1/operations/send': {
    body: {
      /** Operation identifier */
      id: string
      /** Where the receipt or slip is sent */
      email?: string | null | undefined
      /** 10 digits */
      phone?: string | null | undefined
    }
    result: undefined
  }
  /** Read an operation */
  'GET /v1/operations/{id}': {
    result: Operation
  }
  /** Capture an authorised payment */
  'POST /v1/operations/{id}/capture': {
    body: CaptureRequest
    result: CardOperation
  }
  /** Refund a payment, wholly or in part */
  'POST /v1/operations/{id}/refunds': {
    body: RefundRequest
    result: Refund
  }
  /** List the refunds of an operation */
  'GET /v1/operations/{id}/refunds': {
    query: {
      /** Only these */
      status?: 'pending' | 'sent' | 'settled' | 'failed' | 'returned' | 'cancelled' | undefined
      /** Only pending ones that wait for this */
      waits_for?: 'balance' | 'details' | undefined
      /** Only those of this operation */
      operation?: string | number | undefined
      /** First day on which it was asked for, YYYY-MM-DD */
      start_date?: string | number | undefined
      /** Last day, included */
      end_date?: string | number | undefined
      /** How many, from 1; default 50, above 500 it counts as 500 */
      limit?: string | number | undefined
      /** The `next` of the page before */
      starting_after?: string | number | undefined
      /** json when left out; the others answer the whole list as a file, all pages. Also by `Accept: text/csv` or the media type of XLSX. For a long list use `POST /v1/exports` */
      format?: 'json' | 'csv' | 'xlsx' | undefined
      /** Of a file: the language of its headings; as `Accept-Language` says when left out */
      lang?: 'es' | 'en' | undefined
    }
    result: RefundList
  }
  /** List months without interest */
  'GET /v1/partial-payment/promotion/{bin}/{amount}': {
    result: Promotions
  }
  /** Read the account’s rules of payments */
  'GET /v1/payment-rules': {
    result: PaymentRules
  }
  /** Change the account’s rules of payments */
  'PUT /v1/payment-rules': {
    body: PaymentRulesChange
    result: PaymentRules
  }
  /** Pay by card */
  'POST /v1/payment/card': {
    body: {
      /** A fresh 32-character AES-256 key, encrypted with the RSA key of `GET /v1/public-key`, in base64; or under HPKE `hpke1.<key_id>.<milliseconds>.<encapsulated key>` */
      key: string
      /** The message as JSON, encrypted with that AES key, in base64: AES-256-ECB, or better GCM (12-byte nonce first, 16-byte tag last) or CBC (16-byte IV first); or the ciphertext of HPKE */
      data: string
      /** Any JSON object, for your own use and for rules against fraud: to 16 KiB, 8 levels and 500 values; never returned. A card number, a security code or a PIN in it is refused. */
      metadata?: Record<string, unknown> | null | undefined
    }
    result: CardPayment
  }
  /** Issue a voucher to pay in cash at a store */
  'POST /v1/payment/convenience-store': {
    body: StoreVoucherRequest
    result: StoreVoucher
  }
  /** Stores and SPEI, with the limits of each */
  'GET /v1/payment/method': {
    result: PaymentMethods
  }
  /** Issue a voucher to pay by SPEI transfer */
  'POST /v1/payment/spei': {
    body: SpeiVoucherRequest
    result: SpeiVoucher
  }
  /** List payouts */
  'GET /v1/payouts': {
    query: {
      /** First day, YYYY-MM-DD */
      start_date?: string | number | undefined
      /** Last day, included */
      end_date?: string | number | undefined
      /** How many, from 1; default 50, above 500 it counts as 500 */
      limit?: string | number | undefined
      /** The `next` of the page before */
      starting_after?: string | number | undefined
      /** How many to pass over, from 0 */
      offset?: string | number | undefined
      /** json when left out; the others answer the whole list as a file, all pages. Also by `Accept: text/csv` or the media type of XLSX. For a long list use `POST /v1/exports` */
      format?: 'json' | 'csv' | 'xlsx' | undefined
      /** Of a file: the language of its headings; as `Accept-Language` says when left out */
      lang?: 'es' | 'en' | undefined
    }
    result: {
      /** How many there are, on all pages */
      total: number
      amount: Money
      /** Newest first */
      payouts: Array<Payout>
      /** The next page’s `starting_after` */
      next: string | null
    }
  }
  /** Read a payout */
  'GET /v1/payouts/{payout}': {
    result: Payout
  }
  /** List plans and the customers on them */
  'GET /v1/plan': {
    query: {
      /** How many to pass over, from 0 */
      offset?: string | number | undefined
      /** The `next` of the page before */
      starting_after?: string | number | undefined
    }
    result: {
      /** The largest number of rows on a page, as it was applied */
      limit: number
      /** How many rows were passed over, as it was applied */
      offset: number
      /** Customers who are on a plan */
      total: number
      /** Who are on a plan, oldest first */
      customers: Array<Customer>
      /** Newest first */
      plans: Array<Plan>
      /** The next page’s `starting_after` */
      next?: string | null | undefined
    }
  }
  /** Create a plan */
  'POST /v1/plan': {
    body: {
      /** What the plan is called */
      name: string
      /** Mexican pesos with at most 2 decimals, as a number or as text; a computed amount is read as the nearest centavo when it is at most 0.000001 away from it */
      amount: number | string
      /** How often its customers are charged */
      period: 'day' | 'week' | 'month' | 'year'
      /** MXN, which it also is when left out */
      currency?: 'MXN' | null | undefined
    }
    result: Plan
  }
  /** Read a plan */
  'GET /v1/plan/{plan}': {
    result: Plan
  }
  /** Put a customer on a plan */
  'POST /v1/plan/{plan}/customers': {
    body: {
      /** The customer (`cus_…`) who is put on the plan */
      customer: string
      /** A saved card of the customer */
      card: string
      /** The day of the first charge, YYYY-MM-DD; left out, today. Null is refused */
      start_date?: string | undefined
    }
    result: Subscription
  }
  /** List the subscriptions to a plan */
  'GET /v1/plan/{plan}/customers': {
    query: {
      /** How many, from 1; default 50, above 500 it counts as 500 */
      limit?: string | number | undefined
      /** The `next` of the page before */
      starting_after?: string | number | undefined
      /** How many to pass over, from 0 */
      offset?: string | number | undefined
      /** json when left out; the others answer the whole list as a file, all pages. Also by `Accept: text/csv` or the media type of XLSX. For a long list use `POST /v1/exports` */
      format?: 'json' | 'csv' | 'xlsx' | undefined
      /** Of a file: the language of its headings; as `Accept-Language` says when left out */
      lang?: 'es' | 'en' | undefined
    }
    result: {
      /** How many there are, on all pages */
      total: number
      /** Oldest first */
      subscriptions: Array<Subscription>
      /** The next page’s `starting_after` */
      next: string | null
    }
  }
  /** Read a customer’s subscription and its latest charges */
  'GET /v1/plan/{plan}/customers/{customer}': {
    result: {
      /** Of the subscription, `sub_…` */
      id: string
      /** The plan that it follows, `pln_…` */
      plan: string
      /** The customer who pays, `cus_…` */
      customer: string
      /** The saved card that is charged, `crd_…` */
      card: string
      /** Only an `active` one is charged */
      status: 'active' | 'paused' | 'cancelled'
      /** declined: by the bank; card_expired: the card’s last month is over; card_removed: the saved card was deleted. Charge another card and resume. stopped: a rule of risk or the service stopped the charge, and no bank was asked. Change the rule and resume */
      paused_because: 'asked' | 'declined' | 'card_expired' | 'card_removed' | 'stopped' | ''
      /** The day from which periods are counted */
      start_date: string
      /** When the card is charged next; null if it is not charged */
      next_charge: string | null
      /** Declined tries of the period that is being charged */
      attempts: number
      /** ISO 8601 with the offset of Mexico City */
      date_create: string
      /** One for each period, latest first */
      charges: Array<PlanCharge>
    }
  }
  /** Charge another card */
  'PUT /v1/plan/{plan}/customers/{customer}': {
    body: {
      /** A saved card of the customer */
      card: string
    }
    result: Subscription
  }
  /** Take a customer off a plan */
  'DELETE /v1/plan/{plan}/customers/{customer}': {
    result: Subscription
  }
  /** Pause a subscription */
  'POST /v1/plan/{plan}/customers/{customer}/pause': {
    result: Subscription
  }
  /** Resume a subscription */
  'POST /v1/plan/{plan}/customers/{customer}/resume': {
    result: Subscription
  }
  /** Read the profile */
  'GET /v1/profile': {
    result: Profile
  }
  /** Change the profile */
  'PUT /v1/profile': {
    body: ProfileChange
    result: Profile
  }
  /** Set the logo */
  'PUT /v1/profile/logo': {
    body: LogoRequest
    result: Profile
  }
  /** Get the public key for card data */
  'GET /v1/public-key': {
    result: {
      /** Names the key pair; the next pair has another */
      key_id: string
      /** The kind of key and its bits */
      algorithm: string
      /** SPKI in PEM */
      public_key: string
      /** Null for a moment after an upgrade */
      hpke: {
        /** As RFC 9180 writes it, in Base mode */
        suite: string
        /** The point of P-256, 65 bytes uncompressed, in base64 */
        public_key: string
        /** How long a message opens after it was sealed */
        max_age_seconds: number
      } | null
      /** The service’s real time: Unix time in milliseconds, in the sandbox too */
      time_ms: number
    }
  }
  /** Download the public key */
  'GET /v1/public-key.pem': {
    result: undefined
  }
  /** List the payments that came in and paid nothing */
  'GET /v1/received-payments': {
    query: {
      /** Only these: `returned`, `unmatched`, `suspended`, `accepted`, `given-back`, `taken-back`, `never-received` or `refused` */
      outcome?:
        | 'returned'
        | 'unmatched'
        | 'suspended'
        | 'accepted'
        | 'given-back'
        | 'taken-back'
        | 'never-received'
        | 'refused'
        | undefined
      /** How many, from 1; default 50, above 500 it counts as 500 */
      limit?: string | number | undefined
      /** The `next` of the page before */
      starting_after?: string | number | undefined
      /** json when left out; the others answer the whole list as a file, all pages. Also by `Accept: text/csv` or the media type of XLSX. For a long list use `POST /v1/exports` */
      format?: 'json' | 'csv' | 'xlsx' | undefined
      /** Of a file: the language of its headings; as `Accept-Language` says when left out */
      lang?: 'es' | 'en' | undefined
    }
    result: {
      /** Newest first */
      payments: Array<ReceivedPayment>
      /** The next page’s `starting_after` */
      next: string | null
    }
  }
  /** Release a payment from suspense */
  'POST /v1/received-payments/{id}/release': {
    body: Release
    result: ReceivedPayment
  }
  /** Read the account’s rules of refunds */
  'GET /v1/refund-rules': {
    result: RefundRules
  }
  /** Change the account’s rules of refunds */
  'PUT /v1/refund-rules': {
    body: RefundRulesChange
    result: RefundRules
  }
  /** List refunds */
  'GET /v1/refunds': {
    query: {
      /** Only these */
      status?: 'pending' | 'sent' | 'settled' | 'failed' | 'returned' | 'cancelled' | undefined
      /** Only pending ones that wait for this */
      waits_for?: 'balance' | 'details' | undefined
      /** Only those of this operation */
      operation?: string | number | undefined
      /** First day on which it was asked for, YYYY-MM-DD */
      start_date?: string | number | undefined
      /** Last day, included */
      end_date?: string | number | undefined
      /** How many, from 1; default 50, above 500 it counts as 500 */
      limit?: string | number | undefined
      /** The `next` of the page before */
      starting_after?: string | number | undefined
      /** json when left out; the others answer the whole list as a file, all pages. Also by `Accept: text/csv` or the media type of XLSX. For a long list use `POST /v1/exports` */
      format?: 'json' | 'csv' | 'xlsx' | undefined
      /** Of a file: the language of its headings; as `Accept-Language` says when left out */
      lang?: 'es' | 'en' | undefined
    }
    result: RefundList
  }
  /** Read a refund */
  'GET /v1/refunds/{refund}': {
    result: Refund
  }
  /** Cancel a refund that waits or has failed */
  'POST /v1/refunds/{refund}/cancel': {
    result: Refund
  }
  /** Send a failed refund again */
  'POST /v1/refunds/{refund}/retry': {
    body: RefundRetry
    result: Refund
  }
  /** Read the reserve for refunds */
  'GET /v1/reserve': {
    result: Reserve
  }
  /** Set money aside for refunds, or take it back */
  'POST /v1/reserve': {
    body: ReserveMove
    result: Reserve
  }
  /** Read the risk rules */
  'GET /v1/risk/rules': {
    query: {
      /** json when left out; the others answer the whole list as a file, all pages. Also by `Accept: text/csv` or the media type of XLSX. For a long list use `POST /v1/exports` */
      format?: 'json' | 'csv' | 'xlsx' | undefined
      /** Of a file: the language of its headings; as `Accept-Language` says when left out */
      lang?: 'es' | 'en' | undefined
    }
    result: RiskRules
  }
  /** Replace the risk rules */
  'PUT /v1/risk/rules': {
    body: {
      /** All rules of the account: they replace those of before */
      rules: Array<RiskRule>
    }
    result: RiskRules
  }
  /** Audit the account’s books */
  'GET /v1/sandbox/audit': {
    result: {
      /** true: every invariant holds */
      clean: boolean
      /** How many were counted, by kind */
      counts: Record<string, number>
      /** All that were checked */
      invariants: Array<{
        /** The invariant’s name in the audit */
        name: string
        /** What it says, in English */
        meaning: string
        /** How many rows break it; 0 when it holds */
        faults: number
        first: {
          /** The row that breaks it */
          id: string
          /** The value that the rest of the books gives */
          expected: string
          /** The value in the row */
          found: string
        } | null
      }>
    }
  }
  /** What time it is for the service */
  'GET /v1/sandbox/clock': {
    result: SandboxClock
  }
  /** Freeze, set, advance or resume the clock */
  'PUT /v1/sandbox/clock': {
    body: SandboxClockChange
    result: SandboxClockMoved
  }
  /** Play the bank that disputes a card payment */
  'POST /v1/sandbox/disputes': {
    body: SandboxDisputeRequest
    result: SandboxDisputePlanned
  }
  /** Play the bank that decides on a dispute */
  'POST /v1/sandbox/disputes/{dispute}': {
    body: SandboxDisputeOutcome
    result: Dispute
  }
  /** Set the account’s own fees */
  'PUT /v1/sandbox/fees': {
    body: {
      /** The way of paying whose fee is set */
      payment_method: 'POS' | 'OXX' | 'SPE'
      /** Of the amount, in percent, without IVA */
      percentage: number | string
      /** Mexican pesos with at most 2 decimals, as a number or as text; a computed amount is read as the nearest centavo when it is at most 0.000001 away from it */
      fixed?: number | string | undefined
      /** For each dispute that is not won; cards only. Unchanged when absent */
      dispute?: number | string | undefined
    }
    result: Fees
  }
  /** Read the mailbox */
  'GET /v1/sandbox/mailbox': {
    query: {
      /** Only messages to this e-mail address or phone */
      recipient?: string | number | undefined
      /** How many, from 1; default 50, above 500 it counts as 500 */
      limit?: string | number | undefined
      /** The `next` of the page before */
      starting_after?: string | number | undefined
      /** json when left out; the others answer the whole list as a file, all pages. Also by `Accept: text/csv` or the media type of XLSX. For a long list use `POST /v1/exports` */
      format?: 'json' | 'csv' | 'xlsx' | undefined
      /** Of a file: the language of its headings; as `Accept-Language` says when left out */
      lang?: 'es' | 'en' | undefined
    }
    result: {
      /** true: there is a next page */
      has_more: boolean
      /** Newest first */
      messages: Array<MailboxMessage>
      /** The next page’s `starting_after` */
      next: string | null
    }
  }
  /** Send a SPEI transfer */
  'POST /v1/sandbox/pay/spei': {
    body: SpeiPayment
    result: SandboxPayment
  }
  /** Pay a voucher at the till */
  'POST /v1/sandbox/pay/store': {
    body: StorePayment
    result: SandboxPayment
  }
  /** What the payers do by themselves */
  'GET /v1/sandbox/payer': {
    result: SandboxPayer
  }
  /** Let the payers pay every new voucher by themselves */
  'PUT /v1/sandbox/payer': {
    body: SandboxPayer
    result: SandboxPayer
  }
  /** Reconcile a statement with the account’s books */
  'POST /v1/sandbox/reconcile': {
    body: SandboxStatement
    result: Reconciliation
  }
  /** Set whether fees come back with refunds */
  'PUT /v1/sandbox/refund-fees': {
    body: SandboxRefundFees
    result: RefundRules
  }
  /** Have a simulated network make its statement */
  'GET /v1/sandbox/statement': {
    query: {
      /** card, store or spei: whose network */
      rail: 'card' | 'store' | 'spei'
      /** Of several acquirers the name of one; default the first */
      network?: string | number | undefined
      /** First day, YYYY-MM-DD; default yesterday */
      start_date?: string | number | undefined
      /** Last day, included; default and at the latest today, of SPEI the banking day */
      end_date?: string | number | undefined
      /** Leave so many payments out */
      missing?: string | number | undefined
      /** State so many unpaid vouchers as paid */
      extra?: string | number | undefined
      /** State so many payments with one peso more */
      other_amount?: string | number | undefined
      /** `false`: an acquirer or cash network has not paid us yet */
      settled?: 'true' | 'false' | undefined
    }
    result: {
      /** The file, CSV */
      content: string
    }
  }
  /** Play the bank of a transfer */
  'POST /v1/sandbox/transfers/{transfer}': {
    body: SandboxTransferOutcome
    result: Transfer
  }
  /** Read the account that payouts go to */
  'GET /v1/settlement/account': {
    result: SettlementAccount
  }
  /** Set the account that payouts go to */
  'PUT /v1/settlement/account': {
    body: {
      /** The account that payouts go to: a CLABE of 18 digits */
      clabe: string
    }
    result: SettlementAccount
  }
  /** Cancel the change of the payout account */
  'DELETE /v1/settlement/account/change': {
    result: SettlementAccount
  }
  /** Confirm the change of the payout account */
  'POST /v1/settlement/account/confirm': {
    body: {
      /** 8 digits */
      code?: string | undefined
    }
    result: SettlementAccount
  }
  /** Read what a payout is made of */
  'GET /v1/settlement/report': {
    query: {
      /** The day of the payout, YYYY-MM-DD */
      date: string | number
      /** How many, from 1; default 50, above 500 it counts as 500 */
      limit?: string | number | undefined
      /** Goes on after this one, the last that was answered before */
      starting_after?: string | number | undefined
      /** json when left out; the others answer the whole list as a file, all pages. Also by `Accept: text/csv` or the media type of XLSX. For a long list use `POST /v1/exports` */
      format?: 'json' | 'csv' | 'xlsx' | undefined
      /** Of a file: the language of its headings; as `Accept-Language` says when left out */
      lang?: 'es' | 'en' | undefined
    }
    result: {
      /** The day of the payout, YYYY-MM-DD */
      date: string
      /** null when nothing is paid out on the day */
      payout: Payout | null
      totals: ReportTotals
      /** In the order in which they were posted */
      lines: Array<ReportLine>
      /** The next page’s `starting_after` */
      next: string | null
    }
  }
  /** Read what a payout is made of, as CSV */
  'GET /v1/settlement/report.csv': {
    query: {
      /** The day of the payout, YYYY-MM-DD */
      date: string | number
    }
    result: undefined
  }
  /** Read the account’s rules of payouts */
  'GET /v1/settlement/rules': {
    result: PayoutRules
  }
  /** Change the account’s rules of payouts */
  'PUT /v1/settlement/rules': {
    body: PayoutRulesChange
    result: PayoutRules
  }
  /** Make a card token */
  'POST /v1/token': {
    body: {
      /** A fresh 32-character AES-256 key, encrypted with the RSA key of `GET /v1/public-key`, in base64; or under HPKE `hpke1.<key_id>.<milliseconds>.<encapsulated key>` */
      key: string
      /** The message as JSON, encrypted with that AES key, in base64: AES-256-ECB, or better GCM (12-byte nonce first, 16-byte tag last) or CBC (16-byte IV first); or the ciphertext of HPKE */
      data: string
      /** Ignored here */
      metadata?: unknown | undefined
    }
    result: {
      /** Charge it once as `recurrent` */
      token: string
      /** The name on the card */
      holder_name: string
      /** The brand of the card */
      type: 'VISA' | 'MAST' | 'AMEX' | 'CRNT'
      /** First six and last four digits */
      number: string
      /** YYMM */
      expiration: string
      /** ISO 3166 alpha-2 */
      country_code: string
      /** May be empty */
      bank_name: string
      /** How the card gets its money; UNKNOWN when the table of issuers does not say */
      funding: 'DEBIT' | 'CREDIT' | 'PREPAID' | 'UNKNOWN'
      /** ISO 8601 with the offset of Mexico City */
      expires: string
    }
  }
  /** List the money that goes out */
  'GET /v1/transfers': {
    query: {
      /** Only these: `return`, `refund` or `payout` */
      kind?: 'return' | 'refund' | 'payout' | undefined
      /** Only these: a status, or `open` for all that the bank has not said its last word of */
      status?: 'open' | 'pending' | 'accepted' | 'settled' | 'rejected' | 'returned' | 'withheld' | 'closed' | undefined
      /** Only those of this operation */
      operation?: string | number | undefined
      /** Only those that have had their status for at least so many minutes */
      unchanged_minutes?: string | number | undefined
      /** First day on which it was asked for, YYYY-MM-DD */
      start_date?: string | number | undefined
      /** Last day, included */
      end_date?: string | number | undefined
      /** How many, from 1; default 50, above 500 it counts as 500 */
      limit?: string | number | undefined
      /** The `next` of the page before */
      starting_after?: string | number | undefined
      /** json when left out; the others answer the whole list as a file, all pages. Also by `Accept: text/csv` or the media type of XLSX. For a long list use `POST /v1/exports` */
      format?: 'json' | 'csv' | 'xlsx' | undefined
      /** Of a file: the language of its headings; as `Accept-Language` says when left out */
      lang?: 'es' | 'en' | undefined
    }
    result: {
      /** Newest first */
      transfers: Array<Transfer>
      /** The next page’s `starting_after` */
      next: string | null
    }
  }
  /** Read a transfer */
  'GET /v1/transfers/{transfer}': {
    result: Transfer
  }
  /** Send a failed return or refund again */
  'POST /v1/transfers/{transfer}/retry': {
    body: TransferRetry
    result: Transfer
  }
  /** Create a webhook */
  'POST /v1/webhook': {
    body: NewWebhook
    result: Webhook
  }
  /** List webhooks */
  'GET /v1/webhook': {
    query: {
      /** json when left out; the others answer the whole list as a file, all pages. Also by `Accept: text/csv` or the media type of XLSX. For a long list use `POST /v1/exports` */
      format?: 'json' | 'csv' | 'xlsx' | undefined
      /** Of a file: the language of its headings; as `Accept-Language` says when left out */
      lang?: 'es' | 'en' | undefined
    }
    result: {
      /** How many there are, on all pages */
      total: number
      /** All endpoints of the account */
      webhooks: Array<Webhook>
    }
  }
  /** Read a webhook */
  'GET /v1/webhook/{id}': {
    result: Webhook
  }
  /** Change a webhook, or make one under an id of your own */
  'PUT /v1/webhook/{id}': {
    body: WebhookChange
    result: Webhook
  }
  /** Delete a webhook */
  'DELETE /v1/webhook/{id}': {
    result: Webhook
  }
  /** Rehearse a webhook with faults */
  'PUT /v1/webhook/{id}/faults': {
    body: Faults
    result: Webhook
  }
  /** Pause a webhook */
  'POST /v1/webhook/{id}/pause': {
    result: Webhook
  }
  /** Send again what failed since a time */
  'POST /v1/webhook/{id}/replay': {
    body: {
      /** From: a time with its offset, or a Mexico City day */
      since: string
      /** To: a time with its offset, or a Mexico City day */
      until?: string | undefined
    }
    result: {
      /** The number of deliveries that are sent again */
      replayed: number
    }
  }
  /** Resume a webhook */
  'POST /v1/webhook/{id}/resume': {
    result: Webhook
  }
  /** Give a webhook a new secret */
  'POST /v1/webhook/{id}/rotate-secret': {
    result: Webhook
  }
  /** Send a test event to a webhook */
  'POST /v1/webhook/{id}/test': {
    result: {
      /** Of the event that was queued: see `GET /v1/events/{id}` */
      event: string
    }
  }
}
