// What the functions of disputes are handed.
import type { FastifyBaseLogger } from 'fastify'
import type { FeeReader } from '../accounts/fees/schedules.ts'
import type { Acquirers } from '../connectors/acquirers.ts'
import type { ReturnedPart } from '../operations/returned-parts.ts'
import type { Operation } from '../store/operation.ts'
import type { StoreAndClock } from '../store/store.ts'
import type { Write } from '../store/write.ts'
import type { AtRest } from '../vault/at-rest.ts'
import type { DisputeRow } from './tables.ts'

export interface DisputeNeeds extends StoreAndClock {
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  atRest: AtRest
  acquirers: Acquirers
  acquirerTimeoutMs: number
  fees: FeeReader
  /** The write that queues a letter. */
  letter(letter: DisputeLetter): Write
  /** The refunds of a payment that only wait for money, and the writes that cancel them. */
  withdrawRefunds(operation: Operation): Promise<Withdrawn>
  /** Masks card numbers in what an acquirer says of a dispute. Fails while the database is unavailable. */
  masked<N extends { networkDispute: string }>(report: N): Promise<N>
}

/** The content of an e-mail to the merchant about a dispute. */
export interface DisputeLetter {
  accountId: string
  to: string
  step: 'opened' | 'reminder' | 'won' | 'lost' | 'answer_refused'
  dispute: DisputeRow
  /** The merchant's own number of the payment; empty when there is none. */
  reference: string
}

/** Parts of a payment that a dispute takes from refunds that are not made yet, and the writes of the refunds. */
export interface Withdrawn extends ReturnedPart {
  writes: Write[]
}
