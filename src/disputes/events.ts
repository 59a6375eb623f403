// The events of disputes: each carries its dispute.
import type { EventBodies } from '../events/append.ts'
import { Dispute } from './present.ts'

export const disputeEvents = {
  'dispute.opened': Dispute,
  'dispute.reminder': Dispute,
  'dispute.submitted': Dispute,
  'dispute.accepted': Dispute,
  'dispute.won': Dispute,
  'dispute.lost': Dispute,
  'dispute.answer_refused': Dispute,
} satisfies EventBodies
