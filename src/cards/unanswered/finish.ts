// Finishes a card payment whose outcome is learned after its request was answered, in one batch.
import { answerLater } from '../../api/idempotency.ts'
import type { ChargeResult } from '../../connectors/acquirer.ts'
import { advance } from '../../operations/record.ts'
import { cancellationDoneWrite, cancellationDueWrite } from '../../operations/reversal/cancel-pending.ts'
import type { CardOperation } from '../../store/operation.ts'
import type { Write } from '../../store/write.ts'
import { judgedLater, verdictOf } from '../attempts.ts'
import type { OutcomeNeeds } from '../needs.ts'
import { isStopped, type Move } from '../outcome.ts'
import { answerOf } from '../present.ts'
import { adviceWrite } from './undo.ts'

/**
 * Moves a pending payment, with all consequences: the stored answer, the advice for an unknown outcome, and a requested
 * cancellation. Throws `Unmet` when another writer moved the payment first.
 */
export async function finish(
  needs: OutcomeNeeds,
  operation: CardOperation,
  { move, answer }: { move: Move; answer?: ChargeResult | undefined },
  extra: Write[] = [],
): Promise<CardOperation> {
  const { clock } = needs
  const undone = move.advice === undefined ? [] : [adviceWrite(clock, operation, { reason: move.advice })]
  const cancellation = (move.to === 'cancelled' ? cancellationDoneWrite : cancellationDueWrite)(needs, operation)
  const judged = isStopped(operation)
    ? []
    : judgedLater(needs.cardTesting, operation, answer === undefined ? 'not-judged' : verdictOf(answer))
  return advance(needs, operation, move.to, move.change, (made) => [
    answered(needs, made),
    cancellation,
    ...undone,
    ...judged,
    ...extra,
  ])
}

/** Stores the answer for a repeat of the request that made the payment. */
export function answered({ store, links }: Pick<OutcomeNeeds, 'store' | 'links'>, now: CardOperation): Write {
  const { body, status } = answerOf(links, now, { language: 'es', requestId: now.id })
  return answerLater(store, now, body, status)
}
