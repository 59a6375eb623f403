// What the functions of plans are handed.

import type { Pay } from '../cards/pay.ts'
import type { RefuseNumberOf } from '../cards/sealed/card-data.ts'
import type { Acquirers } from '../connectors/acquirers.ts'
import type { StoreAndClock } from '../store/store.ts'

export interface PlanNeeds extends StoreAndClock {
  acquirers: Acquirers
  pay: Pay
  refuseNumberOf: RefuseNumberOf
  /** How long the acquirer may take. */
  acquirerTimeoutMs: number
}
