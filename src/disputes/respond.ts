// A merchant's only answer to a dispute: evidence, or acceptance. It is recorded first, and submitted to the acquirer
// afterwards.
import { singleControlWrites } from '../accounts/single-control.ts'
import type { Actor } from '../accounts/trail/record.ts'
import { disputeStages } from '../core/dispute.ts'
import type { Instant } from '../core/time.ts'
import { Failure } from '../failures.ts'
import { conflictOn, decide } from '../store/decide.ts'
import { insert, update, type Write } from '../store/write.ts'
import { readEvidence, refuseLate } from './evidence.ts'
import { findDispute } from './find.ts'
import type { DisputeNeeds } from './needs.ts'
import type { Evidence } from './present.ts'
import { endingWrites, moveOf, operationOfDispute, telling } from './record.ts'
import type { DisputeAnswerRow, DisputeRow } from './tables.ts'

interface Wanted {
  accountId: string
  disputeId: string
  answer: DisputeAnswerRow['answer']
  /** The person who accepts it alone. */
  alone?: Actor | undefined
}

/** A change of the evidence, or another answer, was written first: all is read again. */
const conflictOf = (disputeId: string) => ({ again: conflictOn('dispute_answers'), row: `dispute ${disputeId}` })

/**
 * Answers a dispute, once. `extra` stores the answer to the request, in the same batch. Fails with `dispute-closed` when it
 * was answered or has ended, with `dispute-late` from the deadline on, with `evidence-missing` without evidence, and with `second-person-needed`
 * and `second-person-of-day` when accepting gives up more than a person does alone.
 */
export async function respond(
  needs: DisputeNeeds,
  { accountId, disputeId, answer: kind, alone }: Wanted,
  extra: (dispute: DisputeRow, evidence: Evidence) => Write[],
): Promise<{ dispute: DisputeRow; evidence: Evidence }> {
  const { store } = needs
  return decide(async () => {
    const dispute = await findDispute(store, { accountId, disputeId })
    const now = refuseLate(needs, dispute)
    const evidence = await readEvidence(store, dispute)
    if (kind === 'evidence' && evidence.texts.length + evidence.files.length === 0)
      throw new Failure('evidence-missing')
    const counted = await givenUpAlone(needs, dispute, alone)
    const answer: DisputeAnswerRow = {
      dispute_id: disputeId,
      account_id: accountId,
      answer: kind,
      state: 'pending',
      attempts: 0,
      reason: '',
      due_at: now,
      leased_until: 0,
      created_at: now,
      state_at: now,
    }
    const { dispute: after, writes } =
      kind === 'accept'
        ? await endingWrites(needs, dispute, 'accepted', 'merchant')
        : await submitting(needs, dispute, now)
    const answered = { ...evidence, answer }
    await store.commit([...writes, ...counted, insert('dispute_answers', answer), ...extra(after, answered)])
    return { dispute: after, evidence: answered }
  }, conflictOf(disputeId))
}

/** Accepting gives money up like a refund of it: it counts for the person's day, with what went back of the payment or was disputed earlier. */
async function givenUpAlone(needs: DisputeNeeds, dispute: DisputeRow, alone: Actor | undefined): Promise<Write[]> {
  if (alone === undefined || !disputeStages[dispute.stage].takesMoney) return []
  const { account_id: accountId, amount_centavos: amountCentavos } = dispute
  const { refunded_centavos, disputed_centavos } = await operationOfDispute(needs.store, dispute)
  const beforeCentavos = refunded_centavos + disputed_centavos - amountCentavos
  return singleControlWrites(needs, { accountId, alone, amountCentavos, beforeCentavos })
}

/** Exactly the evidence that was read is submitted: a change in between makes the batch `Unmet`. */
async function submitting(
  needs: DisputeNeeds,
  dispute: DisputeRow,
  now: Instant,
): Promise<{ dispute: DisputeRow; writes: Write[] }> {
  const set = { state: moveOf(dispute, 'under_review'), state_at: now, submitted_at: now, due_at: null }
  const after: DisputeRow = { ...dispute, ...set }
  const { account_id, id, state, evidence_version } = dispute
  return {
    dispute: after,
    writes: [
      update('disputes', set, { account_id, id, state, evidence_version }),
      ...(await telling(needs, after, await operationOfDispute(needs.store, dispute), {
        event: 'dispute.submitted',
        letter: undefined,
      })),
    ],
  }
}
