// Tables: accounts, their credentials and sessions.
import { affiliateRules } from '../core/affiliate-part.ts'
import { externalTransactionRules } from '../core/external-transactions.ts'
import { codesOf } from '../core/language/state-words.ts'
import { day, instant, natural, oneOf, positive, type Row, table, text } from '../core/table.ts'
import { credentialKindWords } from './code-words.ts'

/** A merchant. */
export const accounts = table(
  'accounts',
  {
    authority: {
      id: text(),
      name: text(),
      email: text(),
      /** The CLABE for payouts; null until the merchant sets it. */
      payout_clabe: text().orNull(),
      created_at: instant(),
      /** The rule for affiliates' shares of new payments: who gives a share back. */
      affiliate_rule: oneOf(affiliateRules),
      /** Since when it is suspended: it takes no new payments and gets no payouts; null: it is open. */
      suspended_at: instant().orNull(),
      /** The reason of the suspension, for the people of the account; empty while it is open. */
      suspended_because: text(),
      /** The largest payment that it may take; null: any. */
      payment_limit_centavos: positive().orNull(),
      /** The most that it may take in a day of Mexico City; null: any amount. */
      day_limit_centavos: positive().orNull(),
      /**
       * Above this amount, of a payment or in a day, a person at the console needs another person's approval to give money
       * back; also for keys with power and for money to a new destination. Null: no approval is needed.
       */
      second_person_centavos: natural().orNull(),
      /** The roles whose people need a second factor at the console, with blanks between; empty: none. */
      factor_roles: text(),
      /** Whether the external transaction of a charge identifies a payment. */
      external_transactions: oneOf(externalTransactionRules),
    },
    work: {
      /** The number of its webhooks; the batch that creates one checks the limit. */
      webhooks: natural(),
      /**
       * Grows with each payout, refund and move of the reserve: of two concurrent writers that take from what the merchant is
       * owed, one reads it again.
       */
      owed_version: natural(),
      /**
       * Grows with each invitation, each request for a second person, and each change or removal of a role: of two concurrent such writes, one reads it
       * again.
       */
      people_version: natural(),
      /** The last day for which it was settled; empty before the first. */
      settled_day: day(),
      /** The last month whose fees are closed, `2026-11`; empty before the first. */
      fees_month: text(),
    },
  },
  {
    owner: 'account',
    key: 'id',
    indexes: {
      accounts_to_settle: 'settled_day, id',
      accounts_to_close: 'fees_month, id',
    },
  },
)
export type AccountRow = Row<typeof accounts>

/** What an account with a daily limit has used of it. */
export const accountDays = table(
  'account_days',
  {
    derived: {
      account_id: text(),
      /** The last day on which it took anything. */
      day: day(),
      taken_centavos: natural(),
    },
  },
  {
    owner: 'account',
    key: 'account_id',
    references: { account_id: 'accounts' },
  },
)

/** What a person of an account with the rule of second persons has given back alone on one day. */
export const personDays = table(
  'person_days',
  {
    derived: {
      account_id: text(),
      user_id: text(),
      /** The last day, of Mexico City, on which the person gave back anything. */
      day: day(),
      given_centavos: natural(),
      /** The part of it that was counted before the trail recorded it. */
      unrecorded_centavos: natural(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, user_id',
    references: { account_id: 'accounts', user_id: 'users' },
  },
)

/** An app_key with its secret, or a publishable key. */
export const credentials = table(
  'credentials',
  {
    authority: {
      id: text(),
      account_id: text(),
      app_key: text(),
      /** `secret` may do what its scopes say, `publishable` may only make card tokens. */
      kind: oneOf(codesOf(credentialKindWords)),
      /** Separated by blanks; empty for a publishable key. */
      scopes: text(),
      /** Its name for people; may be empty. */
      name: text(),
      /** SHA-256 of the secret, hex; empty for a publishable key. */
      secret_hash: text(),
      /** 1 for the first secret, increased with every new one. */
      secret_generation: positive(),
      /** Hash of the previous secret, which is valid until `previous_until`. */
      previous_hash: text().orNull(),
      previous_until: instant().orNull(),
      /** The e-mail of the person who operates with it. */
      operator: text(),
      created_at: instant(),
      /** When it expires; null: never. */
      expires_at: instant().orNull(),
      /**
       * Its number among the credentials that the account created itself, from 1; null: it was issued at a terminal. Unique in
       * the account.
       */
      made_as: positive().orNull(),
      revoked_at: instant().orNull(),
    },
    work: {
      /** To the hour; null before the first use. */
      last_used_at: instant().orNull(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    references: { account_id: 'accounts' },
    unique: {
      credentials_by_app_key: 'account_id, app_key',
      credentials_made: 'account_id, made_as where made_as is not null',
    },
  },
)
export type CredentialRow = Row<typeof credentials>

/** A Bearer token, stored as its SHA-256. */
export const sessions = table(
  'sessions',
  {
    authority: {
      token_hash: text(),
      account_id: text(),
      credential_id: text(),
      /** The secret of the credential that opened it. It ends when that secret does. */
      secret_generation: positive(),
      created_at: instant(),
      expires_at: instant(),
      revoked_at: instant().orNull(),
    },
  },
  {
    owner: 'account',
    isPassing: true,
    key: 'account_id, token_hash',
    references: { account_id: 'accounts', 'account_id, credential_id': 'credentials' },
    indexes: {
      sessions_by_credential: 'account_id, credential_id, expires_at',
    },
  },
)
