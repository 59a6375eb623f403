// An answer of the acquirer that comes after its deadline: it is taken while the payment is pending; an approval of one that was given up is undone.
import type { FastifyBaseLogger } from 'fastify'
import { answerLater } from '../api/idempotency.ts'
import type { AuthoriseOutcome } from '../connectors/acquirer.ts'
import type { Clock } from '../core/clock.ts'
import { carriedOutNow } from '../operations/cancel-pending.ts'
import { finder } from '../operations/find.ts'
import type { PageLinks } from '../operations/page-link.ts'
import { advance } from '../operations/record.ts'
import { conditionHeld } from '../store/decide.ts'
import type { Store } from '../store/store.ts'
import type { OperationRow } from '../store/tables.ts'
import { moveOf } from './outcome.ts'
import { answerOf } from './present.ts'
import { isGivenUp, undoApproval } from './undo.ts'

export interface LateAnswerNeeds {
  store: Store
  clock: Clock
  links: PageLinks
  log: Pick<FastifyBaseLogger, 'info' | 'error'>
}

/** Handles what the acquirer said of a payment too late for its request. Never throws: what cannot be recorded is asked for by `recover`. */
export type TakeLateAnswer = (operation: OperationRow, answer: AuthoriseOutcome) => Promise<void>

export function lateAnswers(needs: LateAnswerNeeds): TakeLateAnswer {
  const { store, clock, log } = needs
  const { byId } = finder(store)

  const take = async (begun: OperationRow, answer: Exclude<AuthoriseOutcome, { kind: 'unknown' }>): Promise<void> => {
    const operation = await byId(begun.account_id, begun.id)
    if (operation?.rail !== 'card') return
    if (operation.status === 'pending') {
      const { to, change } = moveOf(answer)
      const { body, status } = answerOf(
        needs.links,
        { ...operation, ...change, status: to },
        {
          language: 'es',
          requestId: operation.id,
        },
      )
      const extra = [answerLater(store, operation.id, body, status), carriedOutNow({ store, clock }, operation.id)]
      const isOurs = await conditionHeld(advance(needs, operation, to, change, extra))
      // If somebody else moved it, what it is now decides.
      if (!isOurs) return take(begun, answer)
      log.info({ operation: operation.id, status: to }, 'a late answer of the acquirer was taken')
    } else if (answer.kind === 'approved' && isGivenUp(operation)) {
      await undoApproval(needs, operation, answer.networkReference)
      log.info({ operation: operation.id }, 'an approval came too late; it is undone')
    }
  }

  return async (operation, answer) => {
    if (answer.kind === 'unknown') return
    await take(operation, answer).catch((err: unknown) => {
      const about = { err, operation: operation.id, answer: answer.kind }
      log.error(about, 'a late answer of the acquirer could not be recorded')
    })
  }
}
