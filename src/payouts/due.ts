// When payouts to merchants or affiliates fall due.
import { sql } from 'kysely'
import { dayStartAt, mexicoCityDay } from '../core/time.ts'
import { across } from '../store/across.ts'
import { isUntroubledNow } from '../store/queues/set-aside.ts'
import type { StoreAndClock } from '../store/store.ts'
import { lastPayoutDay, nextPayoutDay, type SettlementTerms } from './calendar.ts'

/** The tasks that pay out, by their payees. */
export const payoutSources = { accounts: 'payouts', affiliates: 'affiliate payouts' } as const

/** Payouts of a suspended account wait, and those of its affiliates too. */
export function ofOpenAccount(accountId: 'accounts.id' | 'affiliates.account_id') {
  return sql<boolean>`not exists (select 1 from accounts as suspended
    where suspended.id = ${sql.ref(accountId)} and suspended.suspended_at is not null)`
}

/**
 * The last payout day, if an older payee is not settled for it; otherwise the next payout day, if it is not after `until`
 * and any amount is owed; otherwise undefined. Whether anything is owed is known from the balances of every payee.
 */
export async function payoutsDueAt(
  { store, clock, terms }: StoreAndClock & { terms: SettlementTerms },
  payees: 'accounts' | 'affiliates',
  until: string | undefined,
  isAnythingOwed: () => Promise<boolean>,
): Promise<string | undefined> {
  const today = mexicoCityDay(clock.epochMs())
  const payoutDay = lastPayoutDay(terms, today)
  const openedBefore = dayStartAt(payoutDay)
  const waiting = await store.db
    .selectFrom(payees)
    .select('id')
    .where('settled_day', '<', payoutDay)
    .where('created_at', '<', openedBefore)
    .where(ofOpenAccount(payees === 'accounts' ? 'accounts.id' : 'affiliates.account_id'))
    .where(isUntroubledNow({ clock }, payoutSources[payees], `${payees}.id`))
    .limit(1)
    .modifyEnd(across('due'))
    .executeTakeFirst()
  if (waiting) return openedBefore
  const next = dayStartAt(nextPayoutDay(terms, today))
  if (until !== undefined && next > until) return undefined
  return (await isAnythingOwed()) ? next : undefined
}
