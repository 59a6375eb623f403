// The entry point of card payments, tokens and saved cards.
import type { Actor } from '../accounts/trail/record.ts'
import type { Ground, Room } from '../api/room.ts'
import type { Issuers } from '../connectors/issuer-source.ts'
import type { Reverser } from '../operations/reversal/reverse.ts'
import { capturer } from './capture/carry-out.ts'
import { endCapture } from './capture/end.ts'
import { captureRoutes } from './capture/routes.ts'
import { finishCapturesTask, releaseAuthorizationsTask } from './capture/tasks.ts'
import { externalTransactionRuleReader } from './external-transactions.ts'
import type { CardNeeds } from './needs.ts'
import { cardPayments } from './pay.ts'
import { payerVisits } from './payer-action/return.ts'
import { cardPaymentRoutes } from './payment-routes.ts'
import { paymentRulesRoutes } from './payment-rules-routes.ts'
import { promotionRoutes } from './promotion-routes.ts'
import { riskRoom } from './risk/room.ts'
import { router } from './routing/router.ts'
import { savedCardRoutes } from './saved/routes.ts'
import { tokenRoutes } from './saved/token-routes.ts'
import { numberRefuser } from './sealed/card-data.ts'
import { adviseTask } from './unanswered/advise.ts'
import { giveUpCharge } from './unanswered/give-up.ts'
import { chargeRecorder, lateAnswers } from './unanswered/late-answer.ts'
import { recoverCardPaymentsTask } from './unanswered/recover.ts'

/** What this room makes itself. */
type Own = 'acquirerTimeoutMs' | 'authorizationDays' | 'cardTesting' | 'externalTransactionRule' | 'risk' | 'router'

export function cardsRoom(
  ground: Ground,
  {
    issuers,
    reverser,
    ...needs
  }: Omit<CardNeeds, keyof Ground | Own> & { issuers: Pick<Issuers, 'issuerOf'>; reverser: Reverser },
) {
  const { acquirerTimeoutMs, authorizationDays, cardLimits } = ground.config
  const { cardVault, acquirers } = needs
  const { risk, cardTesting, room: riskRules } = riskRoom(ground)
  const dependencies: CardNeeds = {
    ...ground,
    ...needs,
    acquirerTimeoutMs,
    authorizationDays,
    risk,
    cardTesting,
    router: router({ ...ground, acquirers, acquirerTimeoutMs }),
    externalTransactionRule: externalTransactionRuleReader(ground),
  }
  const late = lateAnswers(dependencies)
  const recovering = { ...dependencies, takeLate: late.take }
  const pay = cardPayments(recovering)
  const captures = capturer(dependencies)
  const refuseNumberOf = numberRefuser(cardVault)
  const recordCharge = chargeRecorder(dependencies)
  const room: Room = {
    addRoutes: (app, { once }) => {
      tokenRoutes(app, { ...dependencies, once, coarse: cardLimits !== undefined })
      cardPaymentRoutes(app, { ...recovering, once, pay })
      paymentRulesRoutes(app, { ...ground, once })
      promotionRoutes(app, issuers)
      savedCardRoutes(app, { ...dependencies, once, refuseNumberOf })
      captureRoutes(app, { ...dependencies, once, captures })
    },
    tasks: [
      recoverCardPaymentsTask(recovering),
      finishCapturesTask(dependencies, captures),
      releaseAuthorizationsTask(dependencies, reverser),
      late.task,
      adviseTask(dependencies),
    ],
    gauges: late.gauges,
    parts: [riskRules],
  }
  return {
    room,
    pay,
    refuseNumberOf,
    payerVisits: payerVisits(recovering),
    /** Takes an acquirer's own notice about a charge. */
    chargeReported: async (report: Parameters<typeof recordCharge>[0]) =>
      recordCharge(await dependencies.masked(report)),
    /** Gives up a charge that the acquirer never answers: it is undone by an advice. */
    giveUpCharge: (id: string, because: string, by: Actor): Promise<void> =>
      giveUpCharge(dependencies, id, because, by),
    /** Ends a capture that the acquirer never answers, with the outcome that a person got from it. */
    endCapture: (id: string, ended: { isCaptured: boolean; because: string; by: Actor }): Promise<void> =>
      endCapture(ground, id, ended),
  }
}
