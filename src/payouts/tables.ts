// Tables: payouts to merchants and affiliates, and their accounts.

import { codesOf } from '../core/language/state-words.ts'
import { railNames } from '../core/rail.ts'
import { day, instant, natural, oneOf, positive, type Row, signed, table, text } from '../core/table.ts'
import { accountChangeWords, payoutStateWords } from './code-words.ts'

/** A payout of a day: everything owed for the days from `from_day` to `to_day`. */
export const payouts = table(
  'payouts',
  {
    fact: {
      id: text(),
      account_id: text(),
      /** The affiliated user whom it pays; empty: the merchant. */
      affiliate: text(),
      /** The Mexico City day on which it is paid; one payout for each merchant or affiliate and day. */
      day: day(),
      from_day: day(),
      to_day: day(),
      amount_centavos: positive(),
      clabe: text(),
      beneficiary: text(),
      tracking_key: text(),
      transfer_id: text(),
      created_at: instant(),
    },
    derived: {
      /** `failed`: the bank refused it; `returned`: it sent the money back. The merchant is owed the amount again. */
      state: oneOf(codesOf(payoutStateWords)),
      state_at: instant(),
      /** When it failed, and when the bank settled it after that; null: not. */
      failed_at: instant().orNull(),
      corrected_at: instant().orNull(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    recorded: { by: 'id', prefix: 'po' },
    unique: {
      payouts_by_tracking_key: 'account_id, tracking_key',
      payouts_once: 'account_id, affiliate, day',
    },
    indexes: {
      payouts_in_order: 'id',
      payouts_under_way: `transfer_id where state = 'pending'`,
      payouts_by_transfer: 'transfer_id',
      payouts_failed: `transfer_id where state = 'failed'`,
    },
  },
)
export type PayoutRow = Row<typeof payouts>

/** A merchant's rules of payouts; without a row both amounts are zero. */
export const payoutRules = table(
  'payout_rules',
  {
    authority: {
      account_id: text(),
      /** A payout of less waits until there is more. */
      minimum_centavos: natural(),
      /** What each payout leaves on the balance, for refunds. */
      keep_centavos: natural(),
      updated_at: instant(),
    },
  },
  {
    owner: 'account',
    key: 'account_id',
  },
)
export type PayoutRulesRow = Row<typeof payoutRules>

/**
 * The part of a payout that comes from one method, card brand and operator; all three are empty when these are not known.
 */
export const payoutLines = table(
  'payout_lines',
  {
    fact: {
      account_id: text(),
      payout_id: text(),
      rail: oneOf([...railNames, '']),
      card_brand: text(),
      operator: text(),
      /** Empty: from the payout's own days. Otherwise the id of a refused payout, or `earlier`: a remainder of other days. */
      carried_from: text(),
      /** The number of payments and reversals; each sum is less the reversals. */
      entries: natural(),
      total_centavos: signed(),
      fee_centavos: signed(),
      iva_centavos: signed(),
      affiliate_centavos: signed(),
      /** What is left for the merchant. */
      amount_centavos: signed(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, payout_id, rail, card_brand, operator, carried_from',
    recorded: { within: 'payouts', by: 'payout_id' },
    references: { 'account_id, payout_id': 'payouts' },
  },
)
export type PayoutLineRow = Row<typeof payoutLines>

/** One change of the account that payouts go to. */
export const payoutAccountChanges = table(
  'payout_account_changes',
  {
    fact: {
      id: text(),
      account_id: text(),
      /** The affiliated user whose payouts are meant; empty: the merchant's own. */
      affiliate: text(),
      clabe: text(),
      /** Null: there was none, and the change took effect at once. */
      previous_clabe: text().orNull(),
      language: oneOf(['es', 'en']),
      confirm_until: instant(),
      /** Ids of credentials. */
      requested_by: text(),
      requested_operator: text(),
      requested_at: instant(),
    },
    authority: {
      /** requested -> confirmed -> changed; or `cancelled`, `lapsed` (nobody confirmed it in time), `guessed` (too many wrong codes). */
      state: oneOf(codesOf(accountChangeWords)),
      /** Keyed hash of the code that was sent; null when it is not needed any more. */
      code_hash: text().orNull(),
      confirmed_by: text().orNull(),
      confirmed_at: instant().orNull(),
      /** When the change takes effect. */
      effective_at: instant().orNull(),
      ended_at: instant().orNull(),
    },
    work: {
      /** Codes tried so far. */
      tries: natural(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    recorded: { by: 'requested_at', keys: ['id'] },
    references: { account_id: 'accounts' },
    unique: {
      payout_account_changes_open: `account_id, affiliate where state in ('requested', 'confirmed')`,
    },
    indexes: {
      payout_account_changes_due: `effective_at where state = 'confirmed'`,
    },
  },
)
export type PayoutAccountChangeRow = Row<typeof payoutAccountChanges>

/** An affiliated user who is registered, and so is paid out. */
export const affiliates = table(
  'affiliates',
  {
    authority: {
      id: text(),
      account_id: text(),
      /** The user's name in charges. It does not change. */
      affiliate: text(),
      name: text(),
      email: text(),
      /** Where the payouts go. */
      clabe: text(),
      created_at: instant(),
    },
    work: {
      /** The last day for which the affiliate was settled; empty before the first. */
      settled_day: day(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    isKept: true,
    references: { account_id: 'accounts' },
    unique: {
      affiliates_once: 'account_id, affiliate',
    },
    indexes: {
      affiliates_to_settle: 'settled_day, id',
    },
  },
)
export type AffiliateRow = Row<typeof affiliates>
