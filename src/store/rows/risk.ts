// Rows: rules, counters and rates.
import type { Instant } from '../../core/time.ts'
import { all } from '../all-columns.ts'

/** An account's risk rules: a JSON list of `RiskRule`. */
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

/** The requests of a credential in ten seconds, in all processes together. */
export interface RateBudgetRow {
  account_id: string
  credential_id: string
  /** Ten seconds since 1970. */
  period: number
  taken: number
}

/** The last tries of signing in that were wrong or have no answer yet, in all processes together. */
export interface SignInTriesRow {
  /** `pair`: an address and an e-mail; `person`: an e-mail from anywhere; `code`: the authenticator app's code of a person. */
  kind: 'address' | 'code' | 'pair' | 'person'
  /** A hash. */
  subject: string
  /** Instants, one after another, oldest first (`core/sliding-tries.ts`). */
  tries: string
  /** From when on none of them counts. */
  until: Instant
}

export const riskColumns = {
  risk_rules: all<RiskRulesRow>()('account_id', 'rules', 'updated_at'),
  risk_counters: all<RiskCounterRow>()('account_id', 'counted', 'subject', 'period', 'payments', 'total_centavos'),
  rate_budgets: all<RateBudgetRow>()('account_id', 'credential_id', 'period', 'taken'),
  sign_in_tries: all<SignInTriesRow>()('kind', 'subject', 'tries', 'until'),
}
