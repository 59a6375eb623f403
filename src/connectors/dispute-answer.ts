// The answer to a dispute, as an acquirer takes it.
import type { DisputeStage } from '../core/dispute.ts'
import type { Unknown } from './bounded.ts'

/** A file of evidence, whole. */
export interface EvidenceFile {
  /** What it shows, such as `shipping`. */
  kind: string
  name: string
  mediaType: 'application/pdf' | 'image/png' | 'image/jpeg'
  content: Uint8Array
}

/**
 * A merchant's only answer to a dispute. The same request is repeated, with a growing `attempt`, until it is taken or
 * refused.
 */
export interface DisputeAnswerRequest {
  operationId: string
  /** As in the notice. */
  networkDispute: string
  stage: DisputeStage
  /** What is disputed. */
  amountCentavos: number
  /** `evidence`: the merchant contests it. `accept`: the merchant does not. */
  answer: 'evidence' | 'accept'
  /** The merchant's texts, by kind; empty when accepting. */
  texts: Readonly<Record<string, string>>
  files: readonly EvidenceFile[]
  /** 1 for the first try. */
  attempt: number
}

export type DisputeAnswerOutcome =
  | { kind: 'taken' }
  /** The acquirer will never accept it: an operator has to submit it by other means. */
  | { kind: 'refused'; reason: string }
  | Unknown
