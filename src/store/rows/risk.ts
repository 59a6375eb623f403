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

/**
 * The requests of a credential in ten seconds, in all processes together; and the sign-in tries of an address in longer
 * periods, under other owners and ids.
 */
export interface RateBudgetRow {
  account_id: string
  credential_id: string
  /** Ten seconds since 1970. */
  period: number
  taken: number
}

export const riskColumns = {
  risk_rules: all<RiskRulesRow>()('account_id', 'rules', 'updated_at'),
  risk_counters: all<RiskCounterRow>()('account_id', 'counted', 'subject', 'period', 'payments', 'total_centavos'),
  rate_budgets: all<RateBudgetRow>()('account_id', 'credential_id', 'period', 'taken'),
}
