// Rows: accounts, their credentials and sessions, their profile, and who changed what.
import type { AffiliateRule } from '../../core/affiliate-part.ts'
import type { ExternalTransactionRule } from '../../core/external-transactions.ts'
import type { Day, Instant } from '../../core/time.ts'
import { all } from '../all-columns.ts'

/** A merchant. */
export interface AccountRow {
  id: string
  name: string
  email: string
  /** The CLABE for payouts; null until the merchant sets it. */
  payout_clabe: string | null
  created_at: Instant
  /** The last day for which it was settled; empty before the first. */
  settled_day: Day
  /** The number of its webhooks; the batch that creates one checks the limit. */
  webhooks: number
  /** The rule for affiliates' shares of new payments: who gives a share back. */
  affiliate_rule: AffiliateRule
  /** The last month whose fees are closed, `2026-11`; empty before the first. */
  fees_month: string
  /**
   * Grows with each payout, refund and move of the reserve: of two concurrent writers that take from what the merchant is
   * owed, one reads it again.
   */
  owed_version: number
  /**
   * Grows when a person loses the power to manage the account's people: of two concurrent such writes, one reads it again.
   */
  people_version: number
  /** Since when it is suspended: it takes no new payments and gets no payouts; null: it is open. */
  suspended_at: Instant | null
  /** The reason of the suspension, for the people of the account; empty while it is open. */
  suspended_because: string
  /** The largest payment that it may take; null: any. */
  payment_limit_centavos: number | null
  /** The most that it may take in a day of Mexico City; null: any amount. */
  day_limit_centavos: number | null
  /**
   * Above this amount, of a payment or in a day, a person at the console needs another person's approval to give money
   * back; also for keys with power and for money to a new destination. Null: no approval is needed.
   */
  second_person_centavos: number | null
  /** Whether the external transaction of a charge identifies a payment. */
  external_transactions: ExternalTransactionRule
}

/** What an account with a daily limit has used of it: pending and paid payments. */
export interface AccountDayRow {
  account_id: string
  /** The last day on which it took anything. */
  day: Day
  taken_centavos: number
}

/** What a person of an account with the rule of second persons has given back alone on one day. */
export interface PersonDayRow {
  account_id: string
  user_id: string
  /** The last day, of Mexico City, on which the person gave back anything. */
  day: Day
  given_centavos: number
  /** The part of it that was counted before the trail recorded it. */
  unrecorded_centavos: number
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
  /** Its name for people; may be empty. */
  name: string
  /** SHA-256 of the secret, hex; empty for a publishable key. */
  secret_hash: string
  /** 1 for the first secret, increased with every new one. */
  secret_generation: number
  /** Hash of the previous secret, which is valid until `previous_until`. */
  previous_hash: string | null
  previous_until: string | null
  /** The e-mail of the person who operates with it. */
  operator: string
  created_at: Instant
  /** When it expires; null: never. */
  expires_at: Instant | null
  /**
   * Its number among the credentials that the account created itself, from 1; null: it was issued at a terminal. Unique in
   * the account.
   */
  made_as: number | null
  /** To the hour; null before the first use. */
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

/** A merchant's public data; unset texts are empty. */
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

/** One change and its actor. Rows are only added. */
export interface AuditTrailRow {
  id: string
  /** Null: it concerns the whole service. */
  account_id: string | null
  created_at: string
  actor_kind: 'credential' | 'person' | 'operator' | 'process'
  /**
   * Id of the credential or of the person at the console, the user of the machine who ran a command, or a part of the
   * service.
   */
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

export const accountColumns = {
  accounts: all<AccountRow>()(
    'id',
    'name',
    'email',
    'payout_clabe',
    'created_at',
    'settled_day',
    'webhooks',
    'affiliate_rule',
    'fees_month',
    'owed_version',
    'people_version',
    'suspended_at',
    'suspended_because',
    'payment_limit_centavos',
    'day_limit_centavos',
    'second_person_centavos',
    'external_transactions',
  ),
  account_days: all<AccountDayRow>()('account_id', 'day', 'taken_centavos'),
  person_days: all<PersonDayRow>()('account_id', 'user_id', 'day', 'given_centavos', 'unrecorded_centavos'),
  credentials: all<CredentialRow>()(
    'id',
    'account_id',
    'app_key',
    'kind',
    'scopes',
    'name',
    'secret_hash',
    'secret_generation',
    'previous_hash',
    'previous_until',
    'operator',
    'created_at',
    'expires_at',
    'made_as',
    'last_used_at',
    'revoked_at',
  ),
  sessions: all<SessionRow>()(
    'token_hash',
    'account_id',
    'credential_id',
    'secret_generation',
    'created_at',
    'expires_at',
    'revoked_at',
  ),
  audit_trail: all<AuditTrailRow>()(
    'id',
    'account_id',
    'created_at',
    'actor_kind',
    'actor',
    'operator',
    'address',
    'request_id',
    'action',
    'subject',
    'before',
    'after',
  ),
  profiles: all<ProfileRow>()(
    'account_id',
    'trade_name',
    'legal_name',
    'rfc',
    'phone',
    'email',
    'site',
    'colour',
    'logo',
    'closing',
    'closed_day',
    'closing_due_at',
    'changed_at',
  ),
  logos: all<LogoRow>()('account_id', 'digest', 'type', 'width', 'height', 'content'),
}
