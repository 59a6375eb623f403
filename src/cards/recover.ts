// Asks the acquirer for the outcome of card payments whose answer was never recorded: the connection broke, or the process died.
import type { FastifyBaseLogger } from 'fastify'
import type { AcquirerPort, AuthoriseOutcome } from '../connectors/acquirer.ts'
import { chargeIdentity, maskedDigits } from '../connectors/charge-identity.ts'
import type { Clock } from '../core/clock.ts'
import { answeredRails } from '../core/rail.ts'
import type { Task } from '../core/task.ts'
import { HOUR_MS, instantPlus } from '../core/time.ts'
import { touchedWrite } from '../events/append.ts'
import { isCancelAsked } from '../operations/cancel-pending.ts'
import { operationLeases } from '../operations/due.ts'
import { postpone } from '../operations/record.ts'
import { conditionHeld } from '../store/decide.ts'
import type { CardOperation } from '../store/operation.ts'
import { answered, type FinishNeeds, finish } from './finish.ts'
import type { TakeLateAnswer } from './late-answer.ts'
import { CANCELLED_UNKNOWN, DECLINED_UNKNOWN, declinedWith, isStopped, type Move, moveOf } from './outcome.ts'

interface RecoverNeeds extends FinishNeeds {
  log: Pick<FastifyBaseLogger, 'info'>
  acquirer: AcquirerPort
  takeLate: TakeLateAnswer
  /** How long the acquirer may take: its port keeps to it. */
  acquirerTimeoutMs: number
}

/** How many payments are handled at once. */
const PORTION = 20
/** How much longer than the acquirer's time a lease lasts. */
const LEASE_MS = 60_000
const SHORTEST_WAIT_MS = 10_000
const LONGEST_WAIT_MS = HOUR_MS

/**
 * Finishes card payments that are pending past their deadline: paid or declined, as the acquirer says. When the acquirer never saw the
 * charge, or has no inquiry, the payment is given up: declined (the payer is told 91), with an advice, because the charge may still arrive.
 */
export function recoverCardPaymentsTask(needs: RecoverNeeds): Task {
  const { acquirerTimeoutMs } = needs
  const work = operationLeases(needs, answeredRails)
  return {
    name: 'recover card payments',
    nextDueAt: work.nextDueAt,
    run: async () => {
      const leased = await work.take({ leaseMs: acquirerTimeoutMs + LEASE_MS, limit: PORTION })
      return work.each(leased, (operation) => recover(needs, operation))
    },
  }
}

async function recover(needs: RecoverNeeds, operation: CardOperation): Promise<void> {
  const { store, clock, log } = needs
  const { move, answer } = await foundOut(needs, operation)
  if (move === undefined) {
    // Stores for repeats the answer that the request would have given: the payment is pending.
    // Its event comes with the outcome; until then it is to be found.
    const isFirst = operation.inquiries === 0
    await store.commit([answered(needs, operation), ...(isFirst ? [touchedWrite(clock, operation)] : [])])
    await postpone(store, operation, instantPlus(clock.now(), waitAfter(clock, operation)))
    return
  }
  const isOurs = await conditionHeld(finish(needs, operation, { move, answer }))
  if (isOurs) log.info({ operation: operation.id, status: move.to }, 'card payment recovered')
  // Otherwise the process that made the payment has recorded its answer meanwhile, or another process has given it up.
  else if (answer !== undefined) await needs.takeLate(operation, answer)
}

/** The move of the payment, undefined while the outcome is unknown, and the acquirer's answer. */
interface FoundOut {
  move: Move | undefined
  answer?: AuthoriseOutcome
}

async function foundOut({ store, acquirer }: RecoverNeeds, operation: CardOperation): Promise<FoundOut> {
  if (isStopped(operation)) return { move: declinedWith(operation.decline_code ?? '') }
  // Another acquirer is configured now, which would answer that it has never seen this payment.
  if (operation.network !== acquirer.name) return { move: undefined }
  const { inquiry, advice } = acquirer.capabilities
  if (!inquiry) return { move: DECLINED_UNKNOWN }
  const outcome = await acquirer.inquire(
    { ...chargeIdentity(operation), ...maskedDigits(operation) },
    { account: operation.account_id },
  )
  if (outcome.kind === 'never-seen') return { move: DECLINED_UNKNOWN }
  if (outcome.kind !== 'unknown') return { move: moveOf(outcome), answer: outcome }
  return { move: advice && (await isCancelAsked(store, operation.id)) ? CANCELLED_UNKNOWN : undefined }
}

/** The wait until the next inquiry equals the age of the payment, at least 10 s and at most an hour. */
function waitAfter(clock: Clock, operation: CardOperation): number {
  const age = clock.epochMs() - Date.parse(operation.created_at)
  return Math.min(Math.max(age, SHORTEST_WAIT_MS), LONGEST_WAIT_MS)
}
