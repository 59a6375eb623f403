// Tables: rules, counters and tries.
import { instant, natural, positive, type Row, table, text } from '../../core/table.ts'

/** An account's risk rules: a JSON list of `RiskRule`. */
export const riskRules = table(
  'risk_rules',
  {
    authority: {
      account_id: text(),
      rules: text(),
      updated_at: instant(),
    },
  },
  {
    owner: 'account',
    key: 'account_id',
  },
)

/** Payments of a card, a customer or an address in an hour or a day. */
export const riskCounters = table(
  'risk_counters',
  {
    work: {
      account_id: text(),
      counted: text(),
      subject: text(),
      period: text(),
      payments: positive(),
      total_centavos: natural(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, counted, subject, period',
    indexes: {
      risk_counters_by_period: 'period',
    },
  },
)
export type RiskCounterRow = Row<typeof riskCounters>

/** Tries of a card that failed or have no answer yet. */
export const cardTries = table(
  'card_tries',
  {
    work: {
      /** The account whose payments are counted; empty: security codes, in all accounts together. */
      account_id: text(),
      /** Keyed hash of the card's number. */
      fingerprint: text(),
      /** Instants, one after another, oldest first (`core/sliding-tries.ts`). */
      tries: text(),
      /** From when on none of them counts. */
      until: instant(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, fingerprint',
    indexes: {
      card_tries_over: 'until',
    },
  },
)
