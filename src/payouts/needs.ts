// What the functions of payouts are handed.
import type { StoreAndClock } from '../store/store.ts'
import type { Write } from '../store/write.ts'
import type { PayoutLetter } from './account/tell-change.ts'
import type { SettlementTerms } from './calendar.ts'

export interface PayoutNeeds extends StoreAndClock {
  /** The bank that carries payouts. */
  speiBank: { name: string }
  terms: SettlementTerms
}

/** What changes an account that payouts go to. */
export interface ChangeNeeds extends StoreAndClock {
  coolingHours: number
  /** Whether a bank sends payouts. */
  paysOut: boolean
  /** Keyed hashes of a text: first under the present key, then under earlier keys. */
  fingerprints(text: string): string[]
  /** The write that queues a letter. */
  letter(letter: PayoutLetter): Write
}
