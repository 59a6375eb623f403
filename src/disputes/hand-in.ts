// Background work: submits merchants' answers to the acquirer, and repeats each until the acquirer accepts or refuses it.
import type { DisputeAnswerOutcome, DisputeAnswerRequest } from '../connectors/acquirer.ts'
import { backoffMs } from '../core/backoff.ts'
import type { Task } from '../core/task.ts'
import { instantPlus } from '../core/time.ts'
import { columns } from '../store/columns.ts'
import { conditionHeld } from '../store/decide.ts'
import { moved } from '../store/moves.ts'
import { leases } from '../store/queues/lease.ts'
import type { Store } from '../store/store.ts'
import { run, update, type Write } from '../store/write.ts'
import { contentOf, readEvidence } from './evidence.ts'
import { answerMoves } from './moves.ts'
import type { DisputeNeeds } from './needs.ts'
import { operationOfDispute, telling } from './record.ts'
import type { DisputeAnswerRow, DisputeRow } from './tables.ts'

/** Answers of one turn: each may have twenty megabytes. */
const BATCH_SIZE = 2
const FIRST_WAIT_MS = 30_000

const NOT_TAKEN: DisputeAnswerOutcome = { kind: 'refused', reason: 'the connector cannot submit answers' }
const OF_ANOTHER: DisputeAnswerOutcome = { kind: 'refused', reason: 'the dispute was reported by another acquirer' }

export function handInAnswersTask(needs: DisputeNeeds): Task {
  const work = leases(needs, 'dispute_answers', { key: 'dispute_id' })
  return {
    name: 'dispute answers',
    wokenBy: ['dispute_answers'],
    nextDueAt: work.nextDueAt,
    run: async () => {
      const leaseMs = 2 * needs.acquirerTimeoutMs + 10_000
      const answers = await work.take({ leaseMs, limit: BATCH_SIZE })
      return work.each(answers, (answer) => handIn(needs, answer), { oneByOne: true })
    },
  }
}

async function handIn(needs: DisputeNeeds, answer: DisputeAnswerRow): Promise<void> {
  const { store, clock, log } = needs
  const { account_id, dispute_id: id, leased_until } = answer
  const dispute = await store.db
    .selectFrom('disputes')
    .select(columns.disputes)
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const held = { account_id, dispute_id: id, state: 'pending', leased_until } as const
  // The bank has given up what the merchant had accepted: an acceptance could take the money again.
  if (answer.answer === 'accept' && dispute.state === 'won') {
    await conditionHeld(store.commit([forgetWrite(store, held)]))
    log.info({ dispute: id }, 'the bank gave a dispute up before it had the acceptance')
    return
  }
  const outcome = await ask(needs, dispute, answer)
  const attempts = answer.attempts + 1
  const now = clock.now()
  if (outcome.kind === 'unknown') {
    const waitMs = backoffMs(FIRST_WAIT_MS, answer.attempts)
    const later = { attempts, due_at: instantPlus(now, waitMs), leased_until: 0 }
    await conditionHeld(store.commit([update('dispute_answers', later, held)]))
    return
  }
  const reason = outcome.kind === 'refused' ? outcome.reason.slice(0, 250) : ''
  const done = {
    state: moved(answerMoves, 'pending', outcome.kind),
    state_at: now,
    due_at: null,
    leased_until: 0,
  }
  const events =
    outcome.kind === 'refused'
      ? await telling(needs, dispute, await operationOfDispute(store, dispute), {
          event: 'dispute.answer_refused',
          letter: 'answer_refused',
        })
      : []
  if (outcome.kind === 'refused') log.warn({ dispute: id, reason }, 'the acquirer does not take an answer to a dispute')
  else log.info({ dispute: id, attempts }, 'the acquirer has the answer to a dispute')
  await conditionHeld(store.commit([update('dispute_answers', { ...done, attempts, reason }, held), ...events]))
}

function forgetWrite(
  { db }: Store,
  {
    account_id,
    dispute_id,
    state,
    leased_until,
  }: Pick<DisputeAnswerRow, 'account_id' | 'dispute_id' | 'state' | 'leased_until'>,
): Write {
  const query = db
    .deleteFrom('dispute_answers')
    .where('account_id', '=', account_id)
    .where('dispute_id', '=', dispute_id)
    .where('state', '=', state)
    .where('leased_until', '=', leased_until)
  return run(query.compile(), 1)
}

/** Outside any batch. A repeat is the same request except for its `attempt`. */
async function ask(
  needs: DisputeNeeds,
  dispute: DisputeRow,
  { answer, attempts }: DisputeAnswerRow,
): Promise<DisputeAnswerOutcome> {
  const { store, acquirers } = needs
  const acquirer = acquirers.of(dispute.network)
  if (acquirer === undefined) return OF_ANOTHER
  if (acquirer.capabilities.disputes === undefined) return NOT_TAKEN
  if (!acquirer.mayCall('answerDispute', dispute.account_id)) return { kind: 'unknown' }
  const { texts, files } = await readEvidence(store, dispute)
  const evidence = answer === 'accept' ? { texts: [], files: [] } : { texts, files }
  const request: DisputeAnswerRequest = {
    operationId: dispute.operation_id,
    networkDispute: dispute.network_dispute,
    stage: dispute.stage,
    amountCentavos: dispute.amount_centavos,
    answer,
    texts: Object.fromEntries(evidence.texts.map(({ kind, content }) => [kind, content])),
    files: await Promise.all(
      evidence.files.map(async (file) => ({
        kind: file.kind,
        name: file.name,
        mediaType: file.media_type,
        content: await contentOf(needs, file),
      })),
    ),
    attempt: attempts + 1,
  }
  return acquirer.answerDispute(request, { account: dispute.account_id })
}
