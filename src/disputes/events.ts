// The events of disputes: each carries its dispute.
import type { TSchema } from 'typebox'
import type { disputeEventTypes } from './event-types.ts'
import { Dispute } from './present.ts'

export const disputeEvents = {
  'dispute.opened': Dispute,
  'dispute.reminder': Dispute,
  'dispute.submitted': Dispute,
  'dispute.accepted': Dispute,
  'dispute.won': Dispute,
  'dispute.lost': Dispute,
  'dispute.answer_refused': Dispute,
} satisfies Record<keyof typeof disputeEventTypes, TSchema>
