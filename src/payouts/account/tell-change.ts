// The messages of each step of a change of the payout account: an event, letters, and the audit record.
import { type Actor, trailWrite } from '../../accounts/trail/record.ts'
import type { Clock } from '../../core/clock.ts'
import type { Language } from '../../core/language/bilingual.ts'
import type { EventType } from '../../event-types.ts'
import { otherEvent } from '../../events/append.ts'
import type { Write } from '../../store/write.ts'
import type { TrailAction } from '../../trail-actions.ts'
import type { PayoutAccountChangeRow } from '../tables.ts'
import type { Recipient } from './destination.ts'

/** The content of an e-mail to the account or the affiliate. */
export interface PayoutLetter {
  accountId: string
  /** The affiliated user whose payouts are meant; empty: the merchant's own. */
  affiliate: string
  to: string
  language: Language
  step: 'requested' | 'confirmed' | 'changed' | 'cancelled' | 'guessed'
  clabe: string
  operator: string
  /** Until when it can be confirmed, or when it takes effect. */
  at: string | null
  /** Only for a request. */
  code?: string
}

const STEPS = {
  requested: ['settlement.account_change_requested', 'payout_account.change_requested'],
  confirmed: ['settlement.account_change_confirmed', 'payout_account.change_confirmed'],
  changed: ['settlement.account_changed', 'payout_account.changed'],
  cancelled: ['settlement.account_change_cancelled', 'payout_account.change_cancelled'],
  guessed: ['settlement.account_change_cancelled', 'payout_account.change_refused'],
} as const satisfies Record<PayoutLetter['step'], readonly [EventType, TrailAction]>

/** Every step of the change of an affiliate's account. */
const AFFILIATE_EVENT = 'affiliate.account_change' satisfies EventType

/** The event, the letters and the audit record of a step, for its batch. */
export function changeNotices(
  { clock, letter }: { clock: Clock; letter(letter: PayoutLetter): Write },
  row: PayoutAccountChangeRow,
  { step, by, to, code }: { step: PayoutLetter['step']; by: Actor; to: Recipient; code?: string },
): Write[] {
  const [ownEvent, action] = STEPS[step]
  const { account_id: accountId, affiliate, clabe, previous_clabe, language, requested_operator: operator } = row
  const event = affiliate === '' ? ownEvent : AFFILIATE_EVENT
  const at = step === 'requested' ? row.confirm_until : row.effective_at
  const user = affiliate !== '' && { user: affiliate }
  const data = { change: row.id, clabe, previous_clabe, status: row.state, operator, effective_at: row.effective_at }
  const before = { ...user, clabe: previous_clabe }
  const after = { ...user, clabe, status: row.state, effective_at: row.effective_at }
  const facts = { accountId, affiliate, language, step, clabe, operator, at }
  // The affiliate gets an e-mail about the change, but never the code.
  const alsoTo = step === 'confirmed' || step === 'changed' ? to.affiliateEmail : undefined
  return [
    ...otherEvent(clock, event, accountId, { ...data, ...user }),
    letter({ ...facts, to: to.email, ...(code !== undefined && { code }) }),
    ...(alsoTo === undefined || alsoTo === to.email ? [] : [letter({ ...facts, to: alsoTo })]),
    trailWrite(clock, by, { accountId, action, subject: row.id, before, after }),
  ]
}
