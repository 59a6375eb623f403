// Rows: disputes, the evidence against them, and the answer.
import type { DisputeStage, DisputeState } from '../../core/dispute.ts'
import type { EvidenceKind, EvidenceMediaType } from '../../core/dispute-evidence.ts'
import type { DisputeScheme } from '../../core/dispute-reasons.ts'
import type { Instant } from '../../core/time.ts'
import { all } from '../all-columns.ts'

/** A card payment that its cardholder's bank disputes. At most one of each stage for an operation. */
export interface DisputeRow {
  id: string
  account_id: string
  operation_id: string
  /** The acquirer that reported it, and the acquirer's id of it. */
  network: string
  network_dispute: string
  stage: DisputeStage
  state: DisputeState
  scheme: DisputeScheme
  reason_code: string
  amount_centavos: number
  /** The fee for the dispute unless it is won, and the IVA on it; both zero in a stage that takes no money. */
  fee_centavos: number
  iva_centavos: number
  /** The part of the affiliated user's share that it takes with the amount. */
  affiliate_centavos: number
  /** When the bank opened it, as the acquirer says. */
  opened_at: Instant
  /** From this instant on no answer is accepted. */
  respond_by: Instant
  created_at: Instant
  state_at: Instant
  /**
   * Why it ended; empty until then. `network`: the acquirer reported the end. `deadline`: no answer in time. `merchant`:
   * the merchant accepted it. `escalated`: a chargeback followed the retrieval request.
   */
  closed_because: '' | 'network' | 'deadline' | 'merchant' | 'escalated'
  submitted_at: Instant | null
  /** Grows with every change of the evidence, so that exactly the evidence that was read is submitted. */
  evidence_version: number
  /** Its next reminder, or its deadline; null when it cannot be answered any more. */
  due_at: Instant | null
}

/** A merchant's text against a dispute: one for each kind. */
export interface DisputeTextRow {
  dispute_id: string
  kind: EvidenceKind
  account_id: string
  content: string
  updated_at: Instant
}

/** A file against a dispute. Its bytes are in parts, sealed. */
export interface DisputeFileRow {
  id: string
  dispute_id: string
  account_id: string
  kind: EvidenceKind
  name: string
  media_type: EvidenceMediaType
  bytes: number
  sha256: string
  created_at: Instant
}

export interface DisputeFilePartRow {
  /** `<id of the file>.<part>` */
  id: string
  file_id: string
  account_id: string
  /** From 0 on. */
  part: number
  /** Sealed under the at-rest key: a picture may show a card. */
  sealed_part: string
}

/** A merchant's only answer to a dispute, to be submitted to the acquirer. */
export interface DisputeAnswerRow {
  dispute_id: string
  account_id: string
  answer: 'evidence' | 'accept'
  /** `refused`: the acquirer refuses it or supports no answers, so an operator must submit it. */
  state: 'pending' | 'taken' | 'refused'
  attempts: number
  /** Why it was refused; empty otherwise. */
  reason: string
  due_at: Instant | null
  leased_until: number
  created_at: Instant
  state_at: Instant
}

export const disputeColumns = {
  disputes: all<DisputeRow>()(
    'id',
    'account_id',
    'operation_id',
    'network',
    'network_dispute',
    'stage',
    'state',
    'scheme',
    'reason_code',
    'amount_centavos',
    'fee_centavos',
    'iva_centavos',
    'affiliate_centavos',
    'opened_at',
    'respond_by',
    'created_at',
    'state_at',
    'closed_because',
    'submitted_at',
    'evidence_version',
    'due_at',
  ),
  dispute_texts: all<DisputeTextRow>()('dispute_id', 'kind', 'account_id', 'content', 'updated_at'),
  dispute_files: all<DisputeFileRow>()(
    'id',
    'dispute_id',
    'account_id',
    'kind',
    'name',
    'media_type',
    'bytes',
    'sha256',
    'created_at',
  ),
  dispute_file_parts: all<DisputeFilePartRow>()('id', 'file_id', 'account_id', 'part', 'sealed_part'),
  dispute_answers: all<DisputeAnswerRow>()(
    'dispute_id',
    'account_id',
    'answer',
    'state',
    'attempts',
    'reason',
    'due_at',
    'leased_until',
    'created_at',
    'state_at',
  ),
}
