// Tables: disputes, the evidence against them, and the answer.
import { disputeStageNames, disputeStateNames } from '../core/dispute.ts'
import { evidenceKindNames, evidenceMediaTypes } from '../core/dispute-evidence.ts'
import { disputeSchemes } from '../core/dispute-reasons.ts'
import { instant, natural, oneOf, positive, type Row, table, text, uuid } from '../core/table.ts'

/** A card payment that its cardholder's bank disputes. At most one of each stage for an operation. */
export const disputes = table(
  'disputes',
  {
    fact: {
      id: text(),
      account_id: text(),
      operation_id: uuid(),
      /** The acquirer that reported it, and the acquirer's id of it. */
      network: text(),
      network_dispute: text(),
      stage: oneOf(disputeStageNames),
      scheme: oneOf(disputeSchemes),
      reason_code: text(),
      amount_centavos: positive(),
      /** The fee for the dispute unless it is won, and the IVA on it; both zero in a stage that takes no money. */
      fee_centavos: natural(),
      iva_centavos: natural(),
      /** The part of the affiliated user's share that it takes with the amount. */
      affiliate_centavos: natural(),
      /** When the bank opened it, as the acquirer says. */
      opened_at: instant(),
      /** From this instant on no answer is accepted. */
      respond_by: instant(),
      created_at: instant(),
    },
    authority: {
      state: oneOf(disputeStateNames),
      state_at: instant(),
      /**
       * Why it ended; empty until then. `network`: the acquirer reported the end. `deadline`: no answer in time. `merchant`:
       * the merchant accepted it. `escalated`: a chargeback followed the retrieval request.
       */
      closed_because: oneOf(['', 'network', 'deadline', 'merchant', 'escalated']),
      submitted_at: instant().orNull(),
    },
    work: {
      /** Grows with every change of the evidence, so that exactly the evidence that was read is submitted. */
      evidence_version: natural(),
      /** Its next reminder, or its deadline; null when it cannot be answered any more. */
      due_at: instant().orNull(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    recorded: { by: 'id', prefix: 'dsp' },
    references: { account_id: 'accounts', 'account_id, operation_id': 'operations' },
    unique: {
      disputes_once: 'account_id, operation_id, stage',
      disputes_by_case: 'account_id, network, network_dispute, stage',
    },
    indexes: {
      disputes_in_order: 'id',
      disputes_under_review: `submitted_at where state = 'under_review'`,
      disputes_due: 'due_at where due_at is not null',
      disputes_to_answer: `account_id, respond_by where state in ('retrieval', 'needs_response')`,
      disputes_by_state: 'account_id, state, id',
      disputes_of_network: 'network_dispute',
      disputes_decided: `state_at, id where state in ('won', 'lost', 'accepted')`,
    },
  },
)
export type DisputeRow = Row<typeof disputes>

/** A merchant's text against a dispute: one for each kind. */
export const disputeTexts = table(
  'dispute_texts',
  {
    authority: {
      dispute_id: text(),
      kind: oneOf(evidenceKindNames),
      account_id: text(),
      content: text(),
      updated_at: instant(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, dispute_id, kind',
    references: { 'account_id, dispute_id': 'disputes' },
  },
)
export type DisputeTextRow = Row<typeof disputeTexts>

/** A file against a dispute. Its bytes are in parts, sealed. */
export const disputeFiles = table(
  'dispute_files',
  {
    fact: {
      id: text(),
      dispute_id: text(),
      account_id: text(),
      kind: oneOf(evidenceKindNames),
      name: text(),
      media_type: oneOf(evidenceMediaTypes),
      bytes: positive(),
      sha256: text(),
      created_at: instant(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    recorded: { by: 'id', prefix: 'dsf' },
    references: { 'account_id, dispute_id': 'disputes' },
    unique: {
      dispute_files_once: 'account_id, dispute_id, sha256',
    },
    indexes: {
      dispute_files_in_order: 'id',
    },
  },
)
export type DisputeFileRow = Row<typeof disputeFiles>

export const disputeFileParts = table(
  'dispute_file_parts',
  {
    sealed: {
      /** Sealed under the at-rest key: a picture may show a card. */
      sealed_part: text(),
    },
    work: {
      /** `<id of the file>.<part>` */
      id: text(),
      file_id: text(),
      account_id: text(),
      /** From 0 on. */
      part: natural(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    unique: {
      dispute_file_parts_in_order: 'account_id, file_id, part',
    },
    indexes: {
      dispute_file_parts_by_id: 'id',
    },
  },
)

/** A merchant's only answer to a dispute, to be submitted to the acquirer. */
export const disputeAnswers = table(
  'dispute_answers',
  {
    work: {
      attempts: natural(),
      due_at: instant().orNull(),
      leased_until: natural(),
      dispute_id: text(),
      account_id: text(),
      answer: oneOf(['evidence', 'accept']),
      /** `refused`: the acquirer refuses it or supports no answers, so an operator must submit it. */
      state: oneOf(['pending', 'taken', 'refused']),
      /** Why it was refused; empty otherwise. */
      reason: text(),
      created_at: instant(),
      state_at: instant(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, dispute_id',
    references: { 'account_id, dispute_id': 'disputes' },
    indexes: {
      dispute_answers_due: 'due_at where due_at is not null',
      dispute_answers_open: `dispute_id where state <> 'taken'`,
    },
  },
)
export type DisputeAnswerRow = Row<typeof disputeAnswers>
