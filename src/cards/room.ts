// The entry point of card payments, tokens and saved cards.
import type { Ground, NeedsOf, Room } from '../api/room.ts'
import type { Acquirers } from '../connectors/acquirers.ts'
import type { Reverser } from '../operations/reverse.ts'
import type { Actor } from '../trail/record.ts'
import { adviseTask } from './advise.ts'
import { capturer } from './capture.ts'
import { captureRoutes } from './capture-routes.ts'
import { finishCapturesTask, releaseAuthorizationsTask } from './capture-tasks.ts'
import { numberRefuser } from './card-data.ts'
import { endCapture } from './end-capture.ts'
import { externalTransactionRuleReader } from './external-transactions.ts'
import { giveUpCharge } from './give-up.ts'
import { chargeRecorder, lateAnswers } from './late-answer.ts'
import { cardPayments } from './pay.ts'
import { payerVisits } from './payer-return.ts'
import { cardPaymentRoutes } from './payment-routes.ts'
import { paymentRulesRoutes } from './payment-rules-routes.ts'
import { promotionRoutes } from './promotion-routes.ts'
import { recoverCardPaymentsTask } from './recover.ts'
import { savedCardRoutes } from './saved-card-routes.ts'
import { tokenRoutes } from './token-routes.ts'

type Late = Parameters<typeof lateAnswers>[0]

interface Needs
  extends Pick<
      NeedsOf<typeof cardPayments>,
      'admit' | 'affiliateRule' | 'router' | 'risk' | 'cardTesting' | 'cardVault' | 'atRest' | 'alongside'
    >,
    Pick<NeedsOf<typeof capturer>, 'fees'>,
    Pick<NeedsOf<typeof cardPaymentRoutes>, 'links' | 'transportKeys' | 'refuseKnownCards'>,
    Pick<Late, 'masked' | 'keep'> {
  acquirers: Acquirers
  issuers: NeedsOf<typeof promotionRoutes>
  reverser: Reverser
}

export function cardsRoom(ground: Ground, { masked, keep, issuers, reverser, ...needs }: Needs) {
  const { acquirerTimeoutMs, authorizationDays, cardLimits } = ground.config
  const { acquirers, cardVault } = needs
  const given = { ...ground, ...needs, acquirerTimeoutMs }
  const late = lateAnswers({ ...given, masked, keep })
  const recovering = { ...given, takeLate: late.take }
  const pay = cardPayments({
    ...recovering,
    authorizationDays,
    externalTransactionRule: externalTransactionRuleReader(ground),
  })
  const captures = capturer(given)
  const refuseNumberOf = numberRefuser(cardVault)
  const recordCharge = chargeRecorder(given)
  const room: Room = {
    addRoutes: (app, { once }) => {
      tokenRoutes(app, { ...given, once, coarse: cardLimits !== undefined })
      cardPaymentRoutes(app, { ...given, once, pay })
      paymentRulesRoutes(app, { ...ground, once })
      promotionRoutes(app, issuers)
      savedCardRoutes(app, { ...ground, once, cardVault, refuseNumberOf, chargesCards: acquirers.offered })
      captureRoutes(app, { ...given, once, captures })
    },
    tasks: [
      recoverCardPaymentsTask(recovering),
      finishCapturesTask(given, captures),
      releaseAuthorizationsTask(given, reverser),
      late.task,
      adviseTask(given),
    ],
    gauges: late.gauges,
  }
  return {
    room,
    pay,
    refuseNumberOf,
    payerVisits: payerVisits(recovering),
    /** Takes an acquirer's own notice about a charge. */
    chargeReported: async (report: Parameters<typeof recordCharge>[0]) => recordCharge(await masked(report)),
    /** Gives up a charge that the acquirer never answers: it is undone by an advice. */
    giveUpCharge: (id: string, because: string, by: Actor): Promise<void> => giveUpCharge(given, id, because, by),
    /** Ends a capture that the acquirer never answers, with the outcome that a person got from it. */
    endCapture: (id: string, ended: { isCaptured: boolean; because: string; by: Actor }): Promise<void> =>
      endCapture(ground, id, ended),
  }
}
