// The background work of the service, one task for each kind of work that falls due.
import { forgetKeysTask } from '../api/forget-keys.ts'
import { adviseTask } from '../cards/advise.ts'
import { finishCapturesTask, releaseAuthorizationsTask } from '../cards/capture-tasks.ts'
import { recoverCardPaymentsTask } from '../cards/recover.ts'
import { expireCheckoutsTask } from '../checkout/expire.ts'
import { watchClaimsTask } from '../claims/watch.ts'
import { closeMonthsOfBooksTask } from '../closings/make.ts'
import { cancelAbandonedTask } from '../connectors/abandoned.ts'
import { forgetStateTask } from '../connectors/state.ts'
import type { Figures, Task } from '../core/task.ts'
import { handInAnswersTask } from '../disputes/hand-in.ts'
import { watchDisputesTask } from '../disputes/watch.ts'
import { otherEvent } from '../events/append.ts'
import { exportTask } from '../exports/make.ts'
import { findingTask } from '../finding/feed.ts'
import { closeMonthsTask } from '../invoices/close-month.ts'
import { stampTask } from '../invoices/stamp.ts'
import { closeBooksTask, HEAD_EVENT } from '../ledger/close-books.ts'
import { closingTask } from '../messages/closing.ts'
import { headsLetterWriter } from '../messages/heads-letter.ts'
import { finishReversalsTask } from '../operations/finish-reversals.ts'
import { refundWrite } from '../operations/record.ts'
import { applyAccountChangesTask } from '../payouts/apply-account-change.ts'
import { finishPayoutsTask } from '../payouts/finish.ts'
import { payAffiliatesTask } from '../payouts/pay-affiliates.ts'
import { payOutTask } from '../payouts/pay-out.ts'
import { chargePlansTask } from '../plans/charge.ts'
import { fetchBankDaysTasks } from '../reconciliation/fetch-bank-days.ts'
import { statementTaker } from '../reconciliation/handed-in.ts'
import { attendRefundsTask } from '../refunds/attend.ts'
import { followTransfersTask } from '../refunds/follow.ts'
import { forgetCountersTask } from '../risk/counters.ts'
import { playBankTask } from '../simulator/bank.ts'
import { payPlannedTask } from '../simulator/payer.ts'
import { playDisputesTask } from '../simulator/play-disputes.ts'
import { reportLaterTask } from '../simulator/report-later.ts'
import { followClockTask } from '../store/clock-state.ts'
import { sendTransfersTask } from '../transfers/send.ts'
import { forgetSecretsTask } from '../vault/forget-secrets.ts'
import { expireVouchersTask } from '../vouchers/expire.ts'
import type { Parts } from './services.ts'

export function tasksOf(parts: Parts): Task[] {
  const {
    config,
    store,
    clock,
    log,
    sandbox,
    acquirers,
    cashNetwork,
    speiBank,
    stamping,
    reversals,
    late,
    pay,
    match,
    webhooks,
    messages,
    transferChanged,
    disputes,
    disputeTold,
    disputeEnded,
    payoutAccounts,
    refunds,
    credentialUse,
    lists,
    people,
  } = parts
  return [
    followClockTask({ store, clock }),
    parts.server.task,
    parts.presence.task,
    ...webhooks.tasks,
    ...messages.tasks,
    recoverCardPaymentsTask(parts.recovering),
    finishCapturesTask({ store, clock, acquirerTimeoutMs: config.acquirerTimeoutMs }, parts.captures),
    releaseAuthorizationsTask({ store, clock, acquirerTimeoutMs: config.acquirerTimeoutMs }, reversals),
    late.task,
    adviseTask({ store, clock, log, acquirers, acquirerTimeoutMs: config.acquirerTimeoutMs }),
    forgetCountersTask({ store, clock }),
    expireVouchersTask({ store, clock }),
    expireCheckoutsTask({ store, clock, links: parts.links }),
    sendTransfersTask({ store, clock, log, refundWrite, bank: speiBank, cash: cashNetwork }),
    watchDisputesTask(disputes),
    handInAnswersTask({ ...disputes, log, acquirers, acquirerTimeoutMs: config.acquirerTimeoutMs }),
    attendRefundsTask(refunds),
    followTransfersTask({ store, clock }),
    cancelAbandonedTask({ store, clock, bank: speiBank, cash: cashNetwork }),
    ...fetchBankDaysTasks({
      store,
      clock,
      log,
      bank: speiBank,
      pay: match,
      tell: transferChanged,
      take: statementTaker({ log, reconcile: parts.reconcile }),
    }),
    ...(sandbox
      ? [
          payPlannedTask({ store, clock, match }),
          reportLaterTask({ store, clock, match }),
          playBankTask({ store, clock, transferChanged }),
          playDisputesTask({ store, clock, disputeTold, disputeEnded }),
        ]
      : []),
    finishReversalsTask({ store, clock, acquirers, cashNetwork, speiBank }, reversals),
    forgetSecretsTask({ store, clock, cardKeptMonths: config.cardKeptMonths }),
    forgetKeysTask({ store, clock }),
    forgetStateTask({ store, clock }),
    credentialUse.task,
    // Without the network the work waits for a start that has it again.
    ...(acquirers.offered ? [chargePlansTask({ store, clock, pay, acquirerTimeoutMs: config.acquirerTimeoutMs })] : []),
    ...(speiBank.offered
      ? [
          payOutTask({ store, clock, terms: { settlementDays: config.settlementDays }, bank: speiBank }),
          payAffiliatesTask({ store, clock, terms: { settlementDays: config.settlementDays }, bank: speiBank }),
        ]
      : []),
    finishPayoutsTask({ store, clock }),
    findingTask({ store, clock }),
    closingTask({ store, clock }),
    exportTask({ store, clock, log, lists, tell: (id, data) => otherEvent(clock, 'export.finished', id, data) }),
    closeMonthsTask({ store, clock }),
    closeMonthsOfBooksTask({ store, clock }),
    watchClaimsTask({ store, clock }),
    ...(stamping ? [stampTask({ store, clock, log, provider: stamping })] : []),
    closeBooksTask({
      store,
      clock,
      log,
      tell: (id, data) => otherEvent(clock, HEAD_EVENT, id, data),
      mail: config.booksHeadsTo === '' ? undefined : headsLetterWriter({ clock }, config.booksHeadsTo),
    }),
    applyAccountChangesTask(payoutAccounts),
    ...people.tasks,
  ]
}

/** What the worker counts. */
export function figuresOf({
  held,
  setAside,
  unconfigured,
  openTransfers,
  openLines,
  unansweredCounts,
  logSeen,
}: Parts): Figures[] {
  return [held, setAside, unconfigured, openTransfers, openLines, unansweredCounts, logSeen].map(
    ({ figures }) => figures,
  )
}
