// What the functions that deliver webhooks are handed.
import type { RecordsAtEvents } from '../events/bodies.ts'
import type { StoreAndClock } from '../store/store.ts'
import type { AtRest } from '../vault/at-rest.ts'
import type { Poster } from './post.ts'

export interface DeliveryNeeds extends StoreAndClock {
  atRest: AtRest
  poster: Poster
  recordsAtEvents: RecordsAtEvents
  /** How long a receiver may take. */
  timeoutMs: number
}
