// What travels on the wire, made from the schemas that the service checks it with: `npm run client:types` writes this file.
import type {
  AffiliateChange,
  AffiliateRequest,
  CredentialRoll,
  Money,
  NewCredential,
  RefundRequest,
  RefundRetry,
  Release,
  TransferRetry,
} from '../../client/src/types.ts'

export type Scope = 'charge' | 'refund' | 'read' | 'payouts' | 'webhooks' | 'admin'

export interface Suspension {
  since: string
  because: string
}

export interface OwnAccount {
  id: string
  name: string
  role: string
  suspended: Suspension | null
}

export interface Session {
  signed_in: true
  /** The person that the sandbox on this machine signs in */
  local: boolean
  mode: 'sandbox' | 'production'
  version: string
  /** Bodies of requests are kept */
  bodies_kept: boolean
  /** The ways of paying that the service has */
  offers: {
    cards: boolean
    stores: boolean
    spei: boolean
  }
  proof: string
  person: {
    id: string
    name: string
    email: string
  }
  role: string
  scopes: Array<Scope>
  account: OwnAccount
  accounts: Array<OwnAccount>
  second_factor: boolean
  /** The role needs a second factor, and the person has none */
  factor_required: boolean
  session: string
}

export interface NoSession {
  signed_in: false
  /** The sandbox on this machine signs in by itself */
  local: boolean
  mode: 'sandbox' | 'production'
  /** Passkeys can be used at this address */
  passkeys: boolean
}

export interface OpenSession {
  id: string
  current: boolean
  since: string
  seen: string
  address: string
  browser: string
}

export interface Passkey {
  id: string
  name: string
  since: string
  used: string | null
  backed_up: boolean
}

export interface Person {
  id: string
  email: string
  name: string
  role: string
  since: string
  second_factor: boolean
}

export interface WaitingInvitation {
  id: string
  email: string
  name: string
  role: string
  invited_by: string
  since: string
  until: string
}

export type Rail = 'card' | 'store' | 'spei'

export interface DayOfSales {
  date: string
  payments: number
  sales: string
  /** IVA included */
  fees: string
  net: string
  returns: number
  returned: string
  disputed: string
}

export interface SalesOfRail {
  rail: Rail
  code: string
  open: {
    vouchers: number
    amount: string
  }
  days: Array<DayOfSales>
}

export interface DaysOfRail {
  rail: Rail
  days: Array<DayOfSales>
}

export interface ApprovalCounts {
  approved: number
  declined: number
}

export interface InBothLanguages {
  es: string
  en: string
}

export interface DeclineReason {
  /** The network’s response code, or the name of what stopped it */
  code: string
  text: InBothLanguages
  payments: number
  /** The banks of its cards, most payments first; those that are not known are left out */
  banks: Array<{
    name: string
    payments: number
  }>
}

export interface CardApprovals {
  approved: number
  declined: number
  before: ApprovalCounts
  /** The newest declined payments that were read, at most 1,000 */
  read: number
  reasons: Array<DeclineReason>
}

export interface Overview {
  date: string
  currency: string
  /** The day on which the account was opened: nothing before it can be compared with */
  opened: string
  rails: Array<SalesOfRail>
  /** As many days, which end before the first of those */
  before: Array<DaysOfRail>
  cards: CardApprovals
}

export interface AttentionItem {
  kind: 'service' | 'disputes' | 'suspense' | 'payouts' | 'refunds' | 'approvals' | 'webhooks' | 'vouchers'
  /** At most 100 */
  count: number
  /** There are more than were counted */
  more: boolean
  /** The sum of those counted; null where no money is in question */
  amount: string | null
  /** The earliest deadline, or since when it is so; null: it has none */
  at: string | null
  /** The id of the only one, or of the one with the earliest deadline */
  first: string
}

export interface FirstDayStep {
  step: 'payment' | 'profile' | 'payouts' | 'webhook' | 'people'
  done: boolean
}

export interface Attention {
  /** The service’s day */
  date: string
  needs: Array<AttentionItem>
  /** What the account uses */
  rooms: {
    plans: boolean
    affiliates: boolean
  }
  /** The steps of a new account; empty once all are done */
  first_day: Array<FirstDayStep>
}

export interface WaitingVoucher {
  transaction: string
  payment_method: 'POS' | 'OXX' | 'SPE'
  /** Its name for payers; empty without one */
  chain: string
  amount: string
  description: string
  reference: string | null
  expires_at: string
}

export interface OperationAbout {
  customer: {
    id: string
    name: string
    email: string
  } | null
  /** Of a transfer or a payment at a till, as its network says; empty texts are not known */
  payer: {
    name: string
    clabe: string
  } | null
  /** What was received for it and waits for a decision: it does not pay the operation as it is */
  suspended: Array<{
    amount: string
    reason: string
    paid_at: string
  }>
  /** The bank of the card; empty: not known */
  bank: string
  /** The acquirer that has it, of several; null where the service has one */
  acquirer: {
    name: string
    /** Why it was chosen: `rule 2` of the operator’s, or `order` */
    because: string
    /** Those before it that did not get the payment */
    passed: Array<{
      name: string
      why: string
    }>
  } | null
  /** Null: it was not declined */
  declined: {
    code: string
    text: InBothLanguages
    payer: InBothLanguages | null
    /** In the acquirer’s own words */
    reason: string
  } | null
  external_transaction: string
  operator: string
  /** What the merchant keeps: the amount less fee, IVA and the affiliate’s share; what was given back is not subtracted */
  net: string
  affiliate: {
    user: string
    amount: string
  } | null
  /** The payout that has it; where a payout failed or was returned, the one that paid it again, else the last one; null: none yet */
  payout: {
    date: string
    status: string
    amount: string
  } | null
  /** The day of the payout that it goes into, while there is none, or while it is owed again because the last one failed or was returned; null otherwise */
  payout_due: string | null
}

export interface Moment {
  at: string
  kind: 'created' | 'event' | 'webhook' | 'message' | 'refund' | 'dispute' | 'entry' | 'transfer' | 'payout' | 'act'
  /** The event’s type, the ledger entry’s name, the state of any other */
  what: string
  /** Its id, if it has one */
  id: string
  /** Recipient, endpoint, account or person */
  who: string
  amount: string
  /** Answer, error or reason */
  note: string
}

export interface RefundPreview {
  /** What can still be given back */
  left: string
  amount: string
  /** The part of the fee that comes back with it, IVA included */
  fee: string
  /** The part of the affiliate’s share that comes back with it */
  affiliate: string
  /** What it costs the merchant */
  net: string
  /** What the merchant is owed now */
  owed: string
  owed_after: string
  /** Where its money comes from */
  cover: string
  from_reserve: string
  way: 'acquirer' | 'transfer'
  /** The payer’s account is asked for */
  asks: boolean
  email: string
  /** The last digits of the account */
  clabe: string
  beneficiary: string
  /** Cancelling all of it instead, while possible: its fee comes back whole */
  reversal: {
    amount: string
    net: string
  } | null
}

export interface PostedSums {
  sales: string
  returned: string
  disputed: string
  /** Of the sales, less those that came back with returned and disputed payments; IVA included, without the shares of affiliates */
  fees: string
  /** What disputes cost, less those that were won; IVA included */
  dispute_fees: string
}

export interface NextPayout {
  date: string
  /** It pays what was posted from this day ... */
  from_date: string
  /** ... to this day, both included */
  to_date: string
  /** The last of these days has not ended: the amount still changes */
  open: boolean
  sums: PostedSums
  /** Of earlier payouts that did not arrive */
  carried: string
  /** Owed for these days */
  due: string
  /** What would be sent now */
  amount: string
  /** The smallest payout of the account’s rules */
  minimum: string
  /** Why nothing would be sent; null: nothing hinders it */
  hindrance: 'suspended' | 'account-missing' | 'below-minimum' | 'nothing-owed' | null
}

export interface CountedPlan {
  /** Of the plan, `pln_…` */
  id: string
  /** As your customers read it */
  name: string
  amount: Money
  /** The time from one charge to the next */
  period: 'day' | 'week' | 'month' | 'year'
  /** ISO 8601 with the offset of Mexico City */
  date_create: string
  /** Subscriptions that are charged */
  active: number
  paused: number
}

export interface SubscriptionShown {
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
  plan_name: string
  amount: string
  /** The time from one charge to the next */
  period: 'day' | 'week' | 'month' | 'year'
  customer_name: string
  card_last4: string
  card_gone: boolean
  /** A charge whose answer is awaited: it counts whatever is decided now */
  under_way: boolean
  /** The instant of the next charge if it were resumed now; null while it is not paused */
  resumed_charge: string | null
}

export interface AccountListed {
  id: string
  name: string
  email: string
  since: string
  suspended: Suspension | null
}

export interface OpenedAccount {
  id: string
  name: string
  app_key: string
  /** Shown once */
  app_secret?: string | undefined
}

export interface AccountInFull {
  id: string
  name: string
  email: string
  since: string
  suspended: Suspension | null
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
  /** What the merchant is owed */
  owed: string
  keys: number
  key_used: string | null
  webhooks: number
  /** The last digits of the account that payouts go to; empty until the merchant sets one */
  payout_account: string
  settled_day: string | null
  fees_month: string | null
  /** Whether it has the rule of second persons: its owners are invited at a terminal then */
  second_person: boolean
  people: Array<{
    id: string
    name: string
    email: string
    role: string
  }>
  limits: {
    payment: string | null
    day: string | null
    /** The amount that today has used of the limit of a day; null without one */
    taken: string | null
  }
}

export interface ClaimOfAccount {
  account: string
  account_name: string
  /** What you owe */
  amount: string
  /** Always MXN */
  currency: string
  /** The day since which the balance is below zero */
  since: string
  /** How many days that is */
  days: number
  /** What can be written off now: the rest may come back with open disputes */
  writable: string
  write_off: {
    id: string
    amount: string
    because: string
    asked_by: string
    timestamp: string
    /** The caller asked for it: another person decides */
    own: boolean
  } | null
}

export type OpenItemKind =
  | 'payment-of-nobody'
  | 'payment-of-account'
  | 'transfer-withheld'
  | 'return-failed'
  | 'transfer-failed'
  | 'transfer'
  | 'advice-refused'
  | 'advice'
  | 'reversal-refused'
  | 'report'
  | 'dispute-report'
  | 'work-set-aside'
  | 'evidence'
  | 'charge'
  | 'capture'
  | 'reversal'
  | 'refund'
  | 'line'
  | 'statement'

export interface Mending {
  act: 'release' | 'retry' | 'open' | 'close'
  what: OpenItemKind
  account: string
  /** Empty without an account */
  account_name: string
  to: {
    clabe: string
    name: string
  } | null
  /** What the acquirer demands by a dispute of more than is left */
  demanded?: string | undefined
  /** The payment of the dispute */
  operation?: string | undefined
  /** Of a line: what it is, and what differs */
  about?: string | undefined
  about_es?: string | undefined
}

export interface Approval {
  id: string
  kind:
    | 'refund'
    | 'reversal'
    | 'retry'
    | 'transfer'
    | 'release'
    | 'affiliate'
    | 'affiliate_account'
    | 'credential'
    | 'roll'
    | 'rule'
    | 'person'
    | 'change'
  subject: string
  amount: string | null
  asked: {
    operation?: string | undefined
    refund?: string | undefined
    transfer?: string | undefined
    payment?: string | undefined
    reason?: string | undefined
    clabe?: string | undefined
    name?: string | undefined
    email?: string | undefined
    phone?: string | undefined
    affiliate?: string | undefined
    user?: string | undefined
    /** The account until now */
    previous?: string | undefined
    scopes?: Array<string> | undefined
    expires_at?: string | null | undefined
    app_key?: string | undefined
    role?: string | undefined
    role_before?: string | undefined
    method?: string | undefined
    path?: string | undefined
    body?: unknown | undefined
    /** It makes a secret, which its author fetches */
    fetched?: boolean | undefined
    mends?: Mending | undefined
    /** What the call changes, as it was when it was asked for */
    was?: unknown | undefined
    /** In pesos; null: no rule */
    rule?: number | null | undefined
    rule_before?: number | null | undefined
  }
  /** What the next payout would send to the affiliate’s account; null where it does not apply, or no longer */
  owed: string | null
  /** What is left now of the payment of a dispute; null where it does not apply, or no longer */
  left: string | null
  status: string
  asked_by: string
  asked_at: string
  expires_at: string
  decided_by: string
  decided_at: string | null
  reason: string
  /** The id of what was made; empty before */
  result: string
  mine: boolean
  may_decide: boolean
  may_resume: boolean
  may_fetch: boolean
}

export interface NetworkHealth {
  port: string
  name: string
  /** The longest wait of a call */
  deadlineMs: number
  simulated: boolean
  /** False when the service goes without it */
  offered: boolean
  /** Methods that are blocked now, after repeated failures */
  openCircuits: number
  /** The instant of its newest operation */
  last: string | null
}

export interface Queue {
  name: 'webhooks' | 'messages' | 'transfers' | 'advices' | 'reversals'
  /** At most 10,000: more are not counted */
  waiting: number
  /** Tried before, and to be tried again */
  failing: number
  /** When the earliest one falls due, or fell due; null when none waits */
  next: string | null
}

export interface FailingWebhook {
  id: string
  account: string
  account_name: string
  url: string
  state: string
  since: string | null
}

export interface ServiceHealth {
  networks: Array<NetworkHealth>
  queues: Array<Queue>
  failing: {
    total: number
    webhooks: Array<FailingWebhook>
  }
  rsa_key: {
    id: string
    since: string
  } | null
  /** The delay of the oldest due work */
  lag_seconds: number
  engine: string
  process: {
    version: string
    runtime: string
    pid: number
    up_seconds: number
    memory_bytes: number
  }
  database: {
    schema: string
    answers_ms: number
    waiting: number
    batches: number
    flushes: number
  }
}

export interface OpenItem {
  kind: string
  id: string
  account: string
  /** Empty without an account */
  account_name: string
  amount: string
  since: string
  because: string
  because_es: string
  /** Somebody of the account has asked for it, and another operator decides */
  asked: boolean
  what: OpenItemKind
  acts: Array<'release' | 'retry' | 'open' | 'close'>
  /** Money moves or is given up: two operators decide */
  two: boolean
  /** Closing says what the network did */
  says_outcome: boolean
  /** What happens without the operator, if anything does */
  waits: 'account' | 'itself' | 'file' | 'acquirer' | null
  to: {
    clabe: string
    name: string
  } | null
  /** What is left of the payment of a dispute; null of anything else */
  left: string | null
}

export interface AuditFault {
  id: string
  expected: string
  found: string
}

export interface AuditOfBooks {
  running: boolean
  /** The last audit could not be finished */
  failed: boolean
  /** Rows read so far, or by the last finished audit */
  read: number
  started_at: string | null
  finished_at: string | null
  report: {
    clean: boolean
    /** Rows read, by table */
    counts: Record<string, number>
    invariants: Array<{
      name: string
      meaning: string
      faults: number
      first: AuditFault | null
    }>
  } | null
  /** The comparison of the records with the checkpoints in the database */
  chain: {
    days: number
    records: number
    faults: Array<AuditFault>
  } | null
  closed_until: string | null
  heads: Array<{
    day: string
    head: string
  }>
}

export interface ServiceRecord {
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
  /** Null: the record concerns the whole service */
  account: string | null
  account_name: string
}

export interface UnreadReport {
  body: string
  received_at: string
  closed_at: string | null
}

export interface RequestShown {
  id: string
  method: string
  path: string
  route: string
  status: number
  code: string
  duration_ms: number
  caller: string
  operator: string
  address: string
  idempotency_key: string
  timestamp: string
  /** The answer of an earlier call with the same Idempotency-Key */
  replayed: boolean
  operation: string | null
}

export interface RequestInFull {
  id: string
  method: string
  path: string
  route: string
  status: number
  code: string
  duration_ms: number
  caller: string
  operator: string
  address: string
  idempotency_key: string
  timestamp: string
  /** The answer of an earlier call with the same Idempotency-Key */
  replayed: boolean
  operation: string | null
  headers: string | null
  body: string | null
  answer: string | null
  /** The events and deliveries of its operation */
  caused: Array<Moment>
}

/** Every call of the service by its method and path. */
export interface Calls {
  'GET /v1/console/accounts': {
    result: {
      total: number
      limit: number
      offset: number
      accounts: Array<AccountListed>
    }
  }
  'POST /v1/console/accounts': {
    body: {
      name: string
      email: string
    }
    result: OpenedAccount
  }
  'GET /v1/console/accounts/{id}': {
    result: AccountInFull
  }
  'PUT /v1/console/accounts/{id}': {
    body: {
      name: string
    }
    result: undefined
  }
  'PUT /v1/console/accounts/{id}/fees': {
    body: {
      payment_method: 'POS' | 'OXX' | 'SPE'
      percentage: number | string
      /** Mexican pesos with at most 2 decimals, as a number or as text; a computed amount is read as the nearest centavo when it is at most 0.000001 away from it */
      fixed: number | string
      /** Mexican pesos with at most 2 decimals, as a number or as text; a computed amount is read as the nearest centavo when it is at most 0.000001 away from it */
      dispute?: number | string | undefined
    }
    result: undefined
  }
  'PUT /v1/console/accounts/{id}/limits': {
    body: {
      /** Mexican pesos with at most 2 decimals, as a number or as text; a computed amount is read as the nearest centavo when it is at most 0.000001 away from it */
      payment: number | string | null
      /** Mexican pesos with at most 2 decimals, as a number or as text; a computed amount is read as the nearest centavo when it is at most 0.000001 away from it */
      day: number | string | null
    }
    result: undefined
  }
  'POST /v1/console/accounts/{id}/owner': {
    body: {
      name: string
      email: string
    }
    result: undefined
  }
  'POST /v1/console/accounts/{id}/reopen': {
    result: undefined
  }
  'POST /v1/console/accounts/{id}/suspend': {
    body: {
      because: string
    }
    result: undefined
  }
  'POST /v1/console/accounts/{id}/write-off': {
    body: {
      because: string
    }
    result: undefined
  }
  'GET /v1/console/approvals': {
    result: {
      approvals: Array<Approval>
    }
  }
  'DELETE /v1/console/approvals/{id}': {
    result: undefined
  }
  'POST /v1/console/approvals/{id}/approve': {
    result: Approval
  }
  'POST /v1/console/approvals/{id}/key': {
    result: Record<string, unknown>
  }
  'POST /v1/console/approvals/{id}/refuse': {
    body: {
      reason?: string | undefined
    }
    result: undefined
  }
  'POST /v1/console/ask/affiliates': {
    body: AffiliateRequest
    result: {
      approval: string
      expires_at: string
    }
  }
  'POST /v1/console/ask/affiliates/rules': {
    result: {
      approval: string
      expires_at: string
    }
  }
  'POST /v1/console/ask/affiliates/{id}': {
    body: AffiliateChange
    result: {
      approval: string
      expires_at: string
    }
  }
  'POST /v1/console/ask/console/open/{id}/close': {
    body: {
      because: string
      /** What the network did, where it never answered */
      outcome?: 'done' | 'not-done' | undefined
    }
    result: {
      approval: string
      expires_at: string
    }
  }
  'POST /v1/console/ask/console/open/{id}/open': {
    body: {
      because: string
    }
    result: {
      approval: string
      expires_at: string
    }
  }
  'POST /v1/console/ask/console/open/{id}/release': {
    body: {
      clabe?: string | null | undefined
      beneficiary?: string | null | undefined
    }
    result: {
      approval: string
      expires_at: string
    }
  }
  'POST /v1/console/ask/console/open/{id}/retry': {
    body: {
      clabe?: string | null | undefined
      beneficiary?: string | null | undefined
    }
    result: {
      approval: string
      expires_at: string
    }
  }
  'POST /v1/console/ask/console/people': {
    body: {
      email: string
      name: string
      role: 'reader' | 'cashier' | 'finance' | 'developer' | 'owner' | 'operator'
    }
    result: {
      approval: string
      expires_at: string
    }
  }
  'POST /v1/console/ask/console/people/{id}': {
    body: {
      role: 'reader' | 'cashier' | 'finance' | 'developer' | 'owner' | 'operator'
    }
    result: {
      approval: string
      expires_at: string
    }
  }
  'POST /v1/console/ask/console/second-factor/roles': {
    result: {
      approval: string
      expires_at: string
    }
  }
  'POST /v1/console/ask/console/second-person': {
    body: {
      /** Mexican pesos with at most 2 decimals, as a number or as text; a computed amount is read as the nearest centavo when it is at most 0.000001 away from it */
      above: number | string | null
    }
    result: {
      approval: string
      expires_at: string
    }
  }
  'POST /v1/console/ask/credentials': {
    body: NewCredential
    result: {
      approval: string
      expires_at: string
    }
  }
  'POST /v1/console/ask/credentials/{id}': {
    result: {
      approval: string
      expires_at: string
    }
  }
  'POST /v1/console/ask/credentials/{id}/roll': {
    body: CredentialRoll
    result: {
      approval: string
      expires_at: string
    }
  }
  'POST /v1/console/ask/disputes/{dispute}/accept': {
    result: {
      approval: string
      expires_at: string
    }
  }
  'POST /v1/console/ask/operations/apply-reversal/{id}': {
    result: {
      approval: string
      expires_at: string
    }
  }
  'POST /v1/console/ask/operations/{id}/refunds': {
    body: RefundRequest
    result: {
      approval: string
      expires_at: string
    }
  }
  'POST /v1/console/ask/payment-rules': {
    result: {
      approval: string
      expires_at: string
    }
  }
  'POST /v1/console/ask/received-payments/{id}/release': {
    body: Release
    result: {
      approval: string
      expires_at: string
    }
  }
  'POST /v1/console/ask/refund-rules': {
    result: {
      approval: string
      expires_at: string
    }
  }
  'POST /v1/console/ask/refunds/{refund}/retry': {
    body: RefundRetry
    result: {
      approval: string
      expires_at: string
    }
  }
  'POST /v1/console/ask/risk/rules': {
    result: {
      approval: string
      expires_at: string
    }
  }
  'POST /v1/console/ask/settlement/rules': {
    result: {
      approval: string
      expires_at: string
    }
  }
  'POST /v1/console/ask/transfers/{transfer}/retry': {
    body: TransferRetry
    result: {
      approval: string
      expires_at: string
    }
  }
  'POST /v1/console/ask/webhook/{id}': {
    result: {
      approval: string
      expires_at: string
    }
  }
  'POST /v1/console/ask/webhook/{id}/pause': {
    result: {
      approval: string
      expires_at: string
    }
  }
  'POST /v1/console/ask/webhook/{id}/rotate-secret': {
    result: {
      approval: string
      expires_at: string
    }
  }
  'GET /v1/console/attention': {
    result: Attention
  }
  'GET /v1/console/audit': {
    result: AuditOfBooks
  }
  'POST /v1/console/audit': {
    result: undefined
  }
  'GET /v1/console/claims': {
    result: {
      /** There are more than are shown */
      more: boolean
      claims: Array<ClaimOfAccount>
    }
  }
  'POST /v1/console/invitation': {
    body: {
      token: string
    }
    result: {
      email: string
      name: string
      account: string
      role: string
      invited_by: string
      has_password: boolean
    }
  }
  'POST /v1/console/invitation/accept': {
    body: {
      token: string
      password: string
      name?: string | undefined
    }
    result: undefined
  }
  'DELETE /v1/console/invitations/{id}': {
    result: undefined
  }
  'GET /v1/console/next-payout': {
    result: NextPayout
  }
  'GET /v1/console/open': {
    result: {
      /** There are more than are shown */
      more: boolean
      items: Array<OpenItem>
    }
  }
  'GET /v1/console/open/{id}': {
    result: UnreadReport
  }
  'POST /v1/console/open/{id}/close': {
    body: {
      because: string
      /** What the network did, where it never answered */
      outcome?: 'done' | 'not-done' | undefined
    }
    result: undefined
  }
  'POST /v1/console/open/{id}/open': {
    body: {
      because: string
    }
    result: undefined
  }
  'POST /v1/console/open/{id}/release': {
    body: {
      clabe?: string | null | undefined
      beneficiary?: string | null | undefined
    }
    result: undefined
  }
  'POST /v1/console/open/{id}/retry': {
    body: {
      clabe?: string | null | undefined
      beneficiary?: string | null | undefined
    }
    result: undefined
  }
  'GET /v1/console/operations/{id}/about': {
    result: OperationAbout
  }
  'GET /v1/console/operations/{id}/give-back': {
    result: RefundPreview
  }
  'GET /v1/console/operations/{id}/timeline': {
    result: {
      moments: Array<Moment>
    }
  }
  'GET /v1/console/passkeys': {
    result: {
      usable: boolean
      passkeys: Array<Passkey>
    }
  }
  'POST /v1/console/passkeys': {
    body: {
      name: string
      answer: {
        id: string
        response: {
          clientDataJSON: string
          attestationObject: string
          transports?: Array<string> | undefined
        }
      }
    }
    result: undefined
  }
  'POST /v1/console/passkeys/options': {
    body: {
      password: string
    }
    result: Record<string, unknown>
  }
  'PUT /v1/console/passkeys/options': {
    result: undefined
  }
  'PUT /v1/console/passkeys/{id}': {
    body: {
      name: string
    }
    result: undefined
  }
  'POST /v1/console/passkeys/{id}/remove': {
    body: {
      password: string
    }
    result: undefined
  }
  'GET /v1/console/people': {
    result: {
      people: Array<Person>
      invitations: Array<WaitingInvitation>
    }
  }
  'POST /v1/console/people': {
    body: {
      email: string
      name: string
      role: 'reader' | 'cashier' | 'finance' | 'developer' | 'owner' | 'operator'
    }
    result: undefined
  }
  'PUT /v1/console/people/{id}': {
    body: {
      role: 'reader' | 'cashier' | 'finance' | 'developer' | 'owner' | 'operator'
    }
    result: undefined
  }
  'DELETE /v1/console/people/{id}': {
    result: undefined
  }
  'GET /v1/console/plans': {
    result: {
      total: number
      limit: number
      offset: number
      plans: Array<CountedPlan>
    }
  }
  'GET /v1/console/posted': {
    result: PostedSums
  }
  'GET /v1/console/requests': {
    result: {
      has_more: boolean
      requests: Array<RequestShown>
    }
  }
  'GET /v1/console/requests/live': {
    result: undefined
  }
  'GET /v1/console/requests/{id}': {
    result: RequestInFull
  }
  'POST /v1/console/second-factor': {
    result: {
      key: string
      address: string
      qr: {
        side: number
        path: string
      }
      offer: string
    }
  }
  'POST /v1/console/second-factor/confirm': {
    body: {
      offer: string
      code: string
      password: string
    }
    result: undefined
  }
  'POST /v1/console/second-factor/remove': {
    body: {
      password: string
    }
    result: undefined
  }
  'GET /v1/console/second-factor/roles': {
    result: {
      roles: Array<string>
    }
  }
  'PUT /v1/console/second-factor/roles': {
    body: {
      roles: Array<'reader' | 'cashier' | 'finance' | 'developer' | 'owner' | 'operator'>
    }
    result: {
      roles: Array<string>
    }
  }
  'GET /v1/console/second-person': {
    result: {
      above: string | null
      given_today: string | null
      owners: number
    }
  }
  'PUT /v1/console/second-person': {
    body: {
      /** Mexican pesos with at most 2 decimals, as a number or as text; a computed amount is read as the nearest centavo when it is at most 0.000001 away from it */
      above: number | string | null
    }
    result: undefined
  }
  'GET /v1/console/service': {
    result: ServiceHealth
  }
  'GET /v1/console/session': {
    result: Session | NoSession
  }
  'POST /v1/console/session': {
    body: {
      email: string
      password: string
      code?: string | undefined
      passkey?:
        | {
            id: string
            response: {
              clientDataJSON: string
              authenticatorData: string
              signature: string
              userHandle?: string | undefined
            }
          }
        | undefined
    }
    result: Session
  }
  'DELETE /v1/console/session': {
    result: undefined
  }
  'POST /v1/console/session/account': {
    body: {
      account: string
    }
    result: Session
  }
  'POST /v1/console/session/factors': {
    body: {
      email: string
      password: string
    }
    result: {
      code: boolean
      passkey: Record<string, unknown> | null
    }
  }
  'POST /v1/console/session/local': {
    result: Session
  }
  'POST /v1/console/session/passkey': {
    body: {
      answer: {
        id: string
        response: {
          clientDataJSON: string
          authenticatorData: string
          signature: string
          userHandle?: string | undefined
        }
      }
    }
    result: Session
  }
  'POST /v1/console/session/passkey/options': {
    result: Record<string, unknown>
  }
  'GET /v1/console/sessions': {
    result: {
      sessions: Array<OpenSession>
    }
  }
  'DELETE /v1/console/sessions/{id}': {
    result: undefined
  }
  'GET /v1/console/subscriptions': {
    result: {
      total: number
      limit: number
      offset: number
      subscriptions: Array<SubscriptionShown>
    }
  }
  'GET /v1/console/today': {
    result: Overview
  }
  'GET /v1/console/trail': {
    result: {
      has_more: boolean
      records: Array<ServiceRecord>
    }
  }
  'GET /v1/console/views': {
    result: {
      views: Array<{
        id: string
        name: string
        query: string
      }>
    }
  }
  'PUT /v1/console/views': {
    body: {
      name: string
      query: string
    }
    result: {
      id: string
      name: string
      query: string
    }
  }
  'DELETE /v1/console/views/{id}': {
    result: undefined
  }
  'GET /v1/console/vouchers': {
    result: {
      vouchers: Array<WaitingVoucher>
      /** There are more than are shown */
      more: boolean
    }
  }
  'POST /v1/console/write-offs/{id}/approve': {
    result: undefined
  }
  'POST /v1/console/write-offs/{id}/refuse': {
    result: undefined
  }
}
