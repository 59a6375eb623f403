// The database refuses what no row type allows: a state that is none, a flag other than 0 and 1, an amount of the wrong sign. Sums into which
// changes of either sign are added (totals, balances, entries) have no sign of their own.
import { check, FLAG } from './checks.ts'

const RAIL = ['card', 'store', 'spei']
const REPORTED_RAIL = ['store', 'spei']
const STATUS = ['pending', 'paid', 'cancelled', 'expired', 'declined']
const CHANNEL = ['email', 'sms']
const LANGUAGE = ['es', 'en']
const CREDENTIAL_KIND = ['secret', 'publishable']
/** What work that falls due carries. */
const WORK = { attempts: '>= 0', leased_until: '>= 0' } as const

export const checks = {
  name: '0060-checks',
  statements: [
    ...check('accounts', { webhooks: '>= 0' }),
    ...check('credentials', { kind: CREDENTIAL_KIND, secret_generation: '> 0', made_as: '> 0' }),
    ...check('sessions', { secret_generation: '> 0' }),
    ...check('fee_schedules', { rail: RAIL, percentage_millis: '>= 0', fixed_centavos: '>= 0' }),
    ...check('clock', { id: '> 0', version: '>= 0', held_until: '>= 0' }),
    ...check('sequences', { next: '>= 0' }),
    ...check('idempotency', { credential_kind: CREDENTIAL_KIND, response_status: '> 0' }),
    ...check('transport_keys', { generation: '> 0', bits: '> 0' }),
    ...check('envelope_claims', { generation: '>= 0', claimed_at: '>= 0' }),
    ...check('operations', {
      rail: RAIL,
      status: STATUS,
      total_centavos: '> 0',
      tip_centavos: '>= 0',
      fee_centavos: '>= 0',
      iva_centavos: '>= 0',
      fee_percentage_millis: '>= 0',
      affiliate_centavos: '>= 0',
      months: [3, 6, 9, 12, 18],
      leased_until: '>= 0',
      has_devolution: FLAG,
      refund_state: ['', 'pending', 'settled', 'rejected', 'returned'],
    }),
    ...check('daily_totals', { rail: RAIL, status: STATUS, shard: '>= 0' }),
    ...check('monthly_totals', { rail: RAIL, status: STATUS, shard: '>= 0' }),
    ...check('posted_totals', {
      rail: RAIL,
      unit: ['day', 'month'],
      status: ['paid', 'cancelled', 'reversed'],
      shard: '>= 0',
    }),
    ...check('events', { operation_status: STATUS, fanned_out: FLAG }),
    ...check('postings', { line: '>= 0' }),
    ...check('balances', { shard: '>= 0' }),
    ...check('cards', { funding: ['DEBIT', 'CREDIT', 'PREPAID'] }),
    ...check('customers', { active: FLAG }),
    ...check('sources', { type: ['SPEI'] }),
    ...check('payments_received', {
      rail: REPORTED_RAIL,
      conflict: '>= 0',
      amount_centavos: '> 0',
      outcome: ['matched', 'returned', 'unmatched', 'suspended', 'accepted', 'given-back', 'taken-back'],
    }),
    ...check('releases', { action: ['return', 'accept'], rail: RAIL }),
    ...check('transfers', {
      kind: ['return', 'refund', 'payout'],
      rail: RAIL,
      amount_centavos: '> 0',
      state: ['pending', 'accepted', 'settled', 'rejected', 'returned', 'withheld'],
      ...WORK,
    }),
    ...check('messages', {
      channel: CHANNEL,
      language: LANGUAGE,
      state: ['pending', 'sent', 'failed'],
      ...WORK,
    }),
    ...check('mailbox', { channel: CHANNEL }),
    ...check('reversals', {
      from_status: ['pending', 'paid'],
      state: ['pending', 'done', 'refused'],
      ...WORK,
    }),
    ...check('advices', {
      amount_centavos: '> 0',
      reason: ['no-answer', 'cancelled', 'late-approval'],
      state: ['pending', 'acknowledged', 'refused'],
      ...WORK,
    }),
    ...check('webhook_endpoints', {
      state: ['active', 'paused', 'disabled'],
      state_reason: ['', 'by-merchant', 'failing', 'gone'],
    }),
    ...check('webhook_deliveries', {
      state: ['pending', 'delivered', 'failed', 'cancelled'],
      tries: '>= 0',
      ...WORK,
    }),
    ...check('delivery_attempts', { attempt: '> 0', duration_ms: '>= 0', status: '> 0' }),
    ...check('payouts', { amount_centavos: '> 0', state: ['pending', 'paid', 'failed', 'returned'] }),
    ...check('payout_lines', { rail: ['card', 'store', 'spei', ''], entries: '>= 0' }),
    ...check('affiliate_balances', { shard: '>= 0' }),
    ...check('plans', {
      amount_centavos: '> 0',
      currency: ['MXN'],
      period: ['day', 'week', 'month', 'year'],
    }),
    ...check('subscriptions', {
      state: ['active', 'paused', 'cancelled'],
      paused_because: ['', 'asked', 'declined'],
      next_period: '>= 0',
      ...WORK,
    }),
    ...check('plan_charges', { period: '>= 0', state: ['paid', 'failed', 'skipped'], attempts: '>= 0' }),
    ...check('risk_counters', { payments: '> 0', total_centavos: '>= 0' }),
    ...check('card_attempts', { short_count: '>= 0', long_count: '>= 0' }),
    ...check('rate_budgets', { period: '>= 0', taken: '>= 0' }),
    ...check('payer_rules', { pay_after_seconds: '>= 0' }),
    ...check('planned_payments', { amount_centavos: '> 0' }),
    ...check('sandbox_transfers', {
      state: ['accepted', 'settled', 'rejected', 'returned'],
      next_state: ['accepted', 'settled', 'rejected', 'returned'],
      leased_until: '>= 0',
    }),
    ...check('abandoned_references', { rail: REPORTED_RAIL, amount_centavos: '> 0', ...WORK }),
    ...check('audit_trail', { actor_kind: ['credential', 'operator', 'process'] }),
    ...check('payout_account_changes', {
      state: ['requested', 'confirmed', 'changed', 'cancelled', 'lapsed', 'guessed'],
      language: LANGUAGE,
      tries: '>= 0',
    }),
  ],
}
