// The door of the store in stories: a statement of the program that names no account is an error. Stories themselves ask as they like.
import { atDoor, type Refusal, Unnamed } from '../../../src/store/account-door.ts'
import type { Store } from '../../../src/store/store.ts'

/** Tables of accounts some of whose statements name no account. */
export const NOT_YET: readonly string[] = [
  'account_days',
  'accounts',
  'advices',
  'affiliate_balances',
  'affiliate_entries',
  'affiliates',
  'approvals',
  'audit_trail',
  'authority_records',
  'balances',
  'book_days',
  'captures',
  'card_tokens',
  'card_tries',
  'cards',
  'checkout_payments',
  'checkouts',
  'claim_notices',
  'claim_write_offs',
  'credentials',
  'customer_words',
  'customers',
  'daily_totals',
  'delivery_attempts',
  'dispute_answers',
  'dispute_file_parts',
  'dispute_files',
  'dispute_texts',
  'disputes',
  'entries',
  'events',
  'export_parts',
  'exports',
  'fee_changes',
  'fee_schedules',
  'fee_stamps',
  'fee_statement_lines',
  'fee_statements',
  'found_pages',
  'idempotency',
  'invitations',
  'ledger_charts',
  'list_additions',
  'logos',
  'mailbox',
  'messages',
  'month_closings',
  'month_package_parts',
  'month_packages',
  'monthly_fees',
  'monthly_totals',
  'operations',
  'payer_actions',
  'payer_rules',
  'payments_received',
  'payout_account_changes',
  'payout_lines',
  'payout_rules',
  'payouts',
  'person_days',
  'plan_charges',
  'planned_payments',
  'plans',
  'posted_totals',
  'profiles',
  'rate_budgets',
  'releases',
  'requests',
  'reversals',
  'risk_counters',
  'risk_rules',
  'sandbox_disputes',
  'sandbox_reports',
  'saved_views',
  'sessions',
  'sources',
  'statement_lines',
  'statement_mentions',
  'statements',
  'subscriptions',
  'tax_receptors',
  'transfer_retries',
  'transfers',
  'user_roles',
  'webhook_deliveries',
  'webhook_endpoints',
]

/** What the door has refused in this process: also the statements of background work, whose errors are only logged. */
export const refused: Unnamed[] = []

export function withDoor(store: Store): Store {
  return atDoor(store, ({ tables, text }: Refusal) => {
    const held = tables.filter((table) => !NOT_YET.includes(table))
    if (held.length === 0 || isOfStory()) return
    const error = new Unnamed({ tables: held, text })
    refused.push(error)
    throw error
  })
}

const FRAMES = 60
const BENEATH =
  /node_modules|src\/store\/(account-door|authority|telling|sqlite|postgres|reading|prepared)|harness\/account-door/

/** Whether the nearest caller above the store is a story. */
function isOfStory(): boolean {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = FRAMES
  const { stack = '' } = new Error('where')
  Error.stackTraceLimit = stackTraceLimit
  const callers = stack.split('\n').filter((line) => /\/(src|test)\//.test(line) && !BENEATH.test(line))
  return /\/test\//.test(callers[0] ?? '')
}
