// Tables: rules, counters and rates.
import { instant, natural, oneOf, positive, type Row, table, text } from '../table.ts'

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
export type RiskRulesRow = Row<typeof riskRules>

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

/** The requests of a credential in ten seconds, in all processes together. */
export const rateBudgets = table(
  'rate_budgets',
  {
    work: {
      account_id: text(),
      credential_id: text(),
      /** Ten seconds since 1970. */
      period: natural(),
      taken: natural(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, credential_id',
  },
)
export type RateBudgetRow = Row<typeof rateBudgets>

/** The last tries of signing in that were wrong or have no answer yet, in all processes together. */
export const signInTries = table(
  'sign_in_tries',
  {
    work: {
      /** `pair`: an address and an e-mail; `person`: an e-mail from anywhere; `code`: the authenticator app's code of a person. */
      kind: oneOf(['address', 'code', 'pair', 'person']),
      /** A hash. */
      subject: text(),
      /** Instants, one after another, oldest first (`core/sliding-tries.ts`). */
      tries: text(),
      /** From when on none of them counts. */
      until: instant(),
    },
  },
  {
    owner: 'shared',
    key: 'kind, subject',
  },
)
export type SignInTriesRow = Row<typeof signInTries>
