// Tells the merchant that a card ends before its next charge: with the last charge that the card can pay, or when it is put on the plan.
import { isExpired, parseExpiration } from '../core/cards/number.ts'
import type { Clock } from '../core/clock.ts'
import { mexicoCityDay } from '../core/time.ts'
import { rowOf } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import type { Write } from '../store/write.ts'
import { subscriptionEvent } from './subscription-event.ts'
import type { SubscriptionRow } from './tables.ts'

/** The month of a saved card, `YYMM`; empty for a card that is gone. */
export async function expirationOf(
  { db }: Store,
  { accountId, cardId }: { accountId: string; cardId: string },
): Promise<string> {
  const card = await rowOf(db, 'cards', { account_id: accountId, id: cardId }, ['expiration'])
  return card?.expiration ?? ''
}

/** The event `plan.card_expiring`, with the card's last month, when the next charge falls after that month; otherwise nothing. */
export function cardExpiringWrites(clock: Clock, row: SubscriptionRow, expiration: string): Write[] {
  const parsed = parseExpiration(expiration)
  if (row.state !== 'active' || row.due_at === null || parsed === undefined) return []
  if (!isExpired(parsed, mexicoCityDay(row.due_at))) return []
  const expires = `${parsed.year}-${String(parsed.month).padStart(2, '0')}`
  return subscriptionEvent(clock, 'plan.card_expiring', row, { expires })
}
