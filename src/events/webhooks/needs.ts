// What the functions that deliver webhooks are handed.
import type { StoreAndClock } from '../../store/store.ts'
import type { AtRest } from '../../vault/at-rest.ts'
import type { RecordsAtEvents } from '../bodies.ts'
import type { Send } from './attempt.ts'
import type { Poster } from './post.ts'

export interface DeliveryNeeds extends StoreAndClock {
  atRest: AtRest
  poster: Poster
  /** How a delivery is tried. */
  send: Send
  recordsAtEvents: RecordsAtEvents
  /** How long a receiver may take. */
  timeoutMs: number
}
