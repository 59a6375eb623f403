// The events of subscriptions: each carries the subscription as it is then.
import type { Clock } from '../core/clock.ts'
import type { EventType } from '../event-types.ts'
import { otherEvent } from '../events/append.ts'
import type { Write } from '../store/write.ts'
import { presentSubscription } from './present.ts'
import type { SubscriptionRow } from './tables.ts'

export function subscriptionEvent(clock: Clock, type: EventType, row: SubscriptionRow, more: object = {}): Write[] {
  return otherEvent(clock, type, row.account_id, { ...presentSubscription(row), ...more })
}
