// Records an acquirer's answer that comes after the deadline: a pending payment takes it; the approval of a given-up payment is undone.
import type { Gauge } from '../../api/metrics.ts'
import type { Task } from '../../core/task.ts'
import type { NoticeVerdict } from '../../core/verdict.ts'
import { cardPaymentOf } from '../../operations/find.ts'
import { conditionHeld } from '../../store/decide.ts'
import type { CardNeeds, OutcomeNeeds, ReportedCharge, TakeLateAnswer } from '../needs.ts'
import { isStopped, moveOf } from '../outcome.ts'
import { awaitPayer } from '../payer-action/begin.ts'
import { answered, finish } from './finish.ts'
import { isGivenUp, undoApproval } from './undo.ts'

interface LateAnswers {
  take: TakeLateAnswer
  /** Records the answers that could not be recorded at first, because the database was unavailable. */
  task: Task
  gauges: Gauge[]
}

/** The name of the call in a report that is kept for an operator: such an answer came by no route of the connector. */
const CALL = 'authorise'

/**
 * Takes the answers to this process's own charges. While the database is unavailable an answer waits in memory; they are
 * few, because no payment begins then. `keep` keeps an answer that contradicts the record, for an operator.
 */
export function lateAnswers(needs: OutcomeNeeds & Pick<CardNeeds, 'masked' | 'keep'>): LateAnswers {
  const { clock, log } = needs
  const waiting: { report: ReportedCharge; since: string }[] = []

  const record = async (answer: ReportedCharge): Promise<void> => {
    const report = await needs.masked(answer)
    const verdict = await take(needs, report)
    if (verdict !== 'contradiction' && verdict !== 'unknown') return
    const { network, operationId } = report
    log.error(
      { operation: operationId, answer: report.outcome.kind },
      'a late answer of the acquirer contradicts the record',
    )
    await needs.keep({ network, call: CALL, text: JSON.stringify({ kind: 'charge', ...report }) })
  }

  return {
    take: async ({ id, network }, answer) => {
      // Who did nothing tells nothing new: it is asked for the outcome when that is due.
      if (answer.kind === 'unknown' || answer.kind === 'not-processed') return
      const report = { network, operationId: id, outcome: answer }
      await record(report).catch((err: unknown) => {
        waiting.push({ report, since: clock.now() })
        log.error({ err, operation: id, answer: answer.kind }, 'a late answer could not be recorded; it is tried again')
      })
    },
    task: {
      name: 'late answers of acquirers',
      nextDueAt: async () => waiting[0]?.since,
      isDueInMemory: true,
      run: async () => {
        const first = waiting.shift()
        if (first === undefined) return 0
        await record(first.report).catch((error: unknown) => {
          waiting.push(first)
          throw error
        })
        return 1
      },
    },
    gauges: [
      {
        name: 'cobro_late_answers_waiting',
        help: 'Answers of the acquirer after the deadline that could not be written down yet',
        read: () => waiting.length,
      },
    ],
  }
}

/** Records an acquirer's own notice about a charge. A repeated notice changes nothing. Throws when it cannot be recorded now. */
export function chargeRecorder(needs: OutcomeNeeds): (report: ReportedCharge) => Promise<NoticeVerdict> {
  return (report) => take(needs, report)
}

async function take(needs: OutcomeNeeds, report: ReportedCharge): Promise<NoticeVerdict> {
  const { store, log } = needs
  const { outcome } = report
  const operation = await cardPaymentOf(store, report)
  if (operation === undefined) return 'unknown'
  if (outcome.kind === 'payer-must-act') {
    if (operation.status !== 'pending') return 'known'
    const waiting = await awaitPayer(needs, operation, outcome.payerUrl, (made) => [answered(needs, made)])
    return waiting === undefined ? 'known' : 'recorded'
  }
  if (operation.status === 'pending') {
    // A payment that a risk rule stopped was never sent to an acquirer.
    if (isStopped(operation)) return 'contradiction'
    const move = moveOf(operation, outcome)
    const isOurs = await conditionHeld(finish(needs, operation, { move, answer: outcome }))
    // Another writer has moved the payment: decide again by its new state.
    if (!isOurs) return take(needs, report)
    log.info({ operation: operation.id, status: move.to }, 'a late answer of the acquirer was taken')
    return 'recorded'
  }
  if (outcome.kind !== 'approved')
    return operation.status === 'declined' || isGivenUp(operation) ? 'known' : 'contradiction'
  if (isGivenUp(operation)) {
    const isNew = await undoApproval(needs, operation, outcome.networkReference)
    if (isNew) log.info({ operation: operation.id }, 'an approval came too late; it is undone')
    return isNew ? 'recorded' : 'known'
  }
  return operation.network_reference === outcome.networkReference ? 'known' : 'contradiction'
}
