// Asks the acquirer for the outcome of card payments whose answer was never recorded: the connection broke, or the process died.
import type { AcquirerPort, ChargeResult } from '../../connectors/acquirer.ts'
import { chargeIdentity, maskedDigits } from '../../connectors/charge-identity.ts'
import type { Clock } from '../../core/clock.ts'
import { answeredRails } from '../../core/rail.ts'
import type { Task } from '../../core/task.ts'
import { HOUR_MS, type Instant, instantPlus } from '../../core/time.ts'
import { touchedWrite } from '../../events/append.ts'
import { operationLeases } from '../../operations/due.ts'
import { leaseWrite, postpone, postponeForPayer } from '../../operations/record.ts'
import { isCancelAsked } from '../../operations/reversal/cancel-pending.ts'
import { conditionHeld } from '../../store/decide.ts'
import type { CardOperation } from '../../store/operation.ts'
import type { StoreAndClock } from '../../store/store.ts'
import type { Late, OutcomeNeeds } from '../needs.ts'
import {
  CANCELLED_UNKNOWN,
  DECLINED_ABSENT,
  DECLINED_UNKNOWN,
  declinedWith,
  isStopped,
  type Move,
  moveOf,
} from '../outcome.ts'
import { awaitPayer, type NoOutcome, nextForPayer, payerActionOf, waitsForPayer } from '../payer-action/begin.ts'
import { RECOVER_AFTER_MS } from '../routing/router.ts'
import { answered, finish } from './finish.ts'

/** How many payments are handled at once. */
const BATCH_SIZE = 20
/** How much longer than the acquirer's time a lease lasts. */
const LEASE_MS = 60_000

/** How long a lease lasts for one inquiry. */
export function leaseMs(acquirerTimeoutMs: number): number {
  return acquirerTimeoutMs + LEASE_MS
}

/**
 * How long a request may take from its beginning until the acquirer is asked: it waits for the database and for its turn. One whose
 * batch alone took longer does not ask: another process may hold its payment for over.
 */
export const BEGUN_WITHIN_MS = 20_000

const SHORTEST_WAIT_MS = 10_000
const LONGEST_WAIT_MS = HOUR_MS

/**
 * Finishes card payments that are pending past their deadline: paid or declined, as the acquirer says. A payment whose payer must act is asked for
 * until the payer's time is over. When the acquirer never saw the
 * charge, or has no inquiry, the payment is given up: declined (the payer gets code 91), with an advice, because the charge may still arrive.
 */
export function recoverCardPaymentsTask(needs: OutcomeNeeds & Late): Task {
  const { acquirerTimeoutMs } = needs
  const work = operationLeases(needs, answeredRails)
  return {
    name: 'recover card payments',
    nextDueAt: work.nextDueAt,
    run: async () => {
      const leased = await work.take({ leaseMs: leaseMs(acquirerTimeoutMs), limit: BATCH_SIZE })
      return work.each(leased, (operation) => recoverOne(needs, operation))
    },
  }
}

/**
 * Asks for the outcome of a payment whose process has ended: its acquirer's time is over in real time, and it is not due while the sandbox's clock stands
 * still. While another process asks, it does nothing.
 */
export async function recoverNow(needs: OutcomeNeeds & Late, operation: CardOperation): Promise<void> {
  const { store, clock, acquirerTimeoutMs } = needs
  const until = clock.wallMs() + leaseMs(acquirerTimeoutMs)
  const isOurs = await conditionHeld(store.commit([leaseWrite(needs, operation, until)]))
  if (isOurs) await recoverOne(needs, { ...operation, leased_until: until })
}

/** When a charge that began at this real time has ended, with the acquirer's answer or without. Another acquirer begins within the time of the first. */
export function isOverSince(
  { clock, acquirerTimeoutMs }: Pick<OutcomeNeeds, 'clock' | 'acquirerTimeoutMs'>,
  begunMs: number,
  { reroutes }: Pick<CardOperation, 'reroutes'>,
): boolean {
  return clock.wallMs() >= begunMs + (reroutes > 0 ? 2 : 1) * acquirerTimeoutMs + BEGUN_WITHIN_MS + RECOVER_AFTER_MS
}

/** Asks for the outcome of a leased payment, records it or frees the lease until the next time. */
export async function recoverOne(needs: OutcomeNeeds & Late, operation: CardOperation): Promise<void> {
  const { store, clock, log } = needs
  const { move, answer, payerUrl, lookAt } = await foundOut(needs, operation)
  if (payerUrl !== undefined) {
    // The answer that sent the payer there was lost.
    await awaitPayer(needs, operation, payerUrl, (waiting) => [answered(needs, waiting)])
    return
  }
  if (lookAt !== undefined) {
    await postponeForPayer(store, operation, lookAt)
    return
  }
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
  answer?: ChargeResult
  /** Where the payer must act, as nobody knew. */
  payerUrl?: string
  /** The payer still has time: when to ask again. */
  lookAt?: Instant
}

async function foundOut(needs: OutcomeNeeds & Late, operation: CardOperation): Promise<FoundOut> {
  const { store } = needs
  if (isStopped(operation)) return { move: declinedWith(operation.decline_code ?? '') }
  const acquirer = needs.acquirers.of(operation.network)
  // Another acquirer would answer that it has never seen this payment.
  if (acquirer === undefined) return { move: undefined }
  const { inquiry, advice } = acquirer.capabilities
  if (!inquiry) return { move: DECLINED_UNKNOWN }
  const outcome = await acquirer.inquire(
    { ...chargeIdentity(operation), ...maskedDigits(operation) },
    { account: operation.account_id },
  )
  const { kind } = outcome
  if (kind !== 'never-seen' && kind !== 'payer-must-act' && kind !== 'unknown')
    return { move: moveOf(operation, outcome), answer: outcome }
  if (waitsForPayer(operation)) return ofPayer(needs, acquirer, { operation, kind })
  if (kind === 'never-seen') return { move: DECLINED_UNKNOWN }
  if (kind === 'payer-must-act') return { move: undefined, payerUrl: outcome.payerUrl }
  return { move: advice && (await isCancelAsked(store, operation)) ? CANCELLED_UNKNOWN : undefined }
}

/** A charge without an outcome whose payer must act. */
async function ofPayer(
  { store, clock }: StoreAndClock,
  acquirer: AcquirerPort,
  { operation, kind }: { operation: CardOperation; kind: NoOutcome },
): Promise<FoundOut> {
  const action = await payerActionOf(store, operation)
  const next = nextForPayer({
    now: clock.now(),
    askedAt: action?.asked_at ?? operation.created_at,
    expiresAt: action?.expires_at ?? operation.created_at,
    returnedAt: action?.returned_at ?? null,
    kind,
    takesAdvice: acquirer.capabilities.advice,
    cancelAsked: await isCancelAsked(store, operation),
  })
  switch (next.what) {
    case 'cancel':
      return { move: CANCELLED_UNKNOWN }
    case 'give up':
      return { move: DECLINED_ABSENT }
    case 'ask on':
      return { move: undefined }
    case 'look':
      return { move: undefined, lookAt: next.at }
  }
}

/** The wait until the next inquiry equals the age of the payment, at least 10 s and at most an hour. */
function waitAfter(clock: Clock, operation: CardOperation): number {
  const age = clock.epochMs() - Date.parse(operation.created_at)
  return Math.min(Math.max(age, SHORTEST_WAIT_MS), LONGEST_WAIT_MS)
}
