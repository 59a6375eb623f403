// The entry point of refunds: payments given back, wholly or in part.
import type { Actor } from '../accounts/trail/record.ts'
import type { Ground, Room } from '../api/room.ts'
import type { PageLinks } from '../operations/page-link.ts'
import { attendRefundsTask } from './attend.ts'
import { endUnanswered } from './end-unanswered.ts'
import { followRefundsTask } from './follow.ts'
import { payerRefundRoutes } from './payer-routes.ts'
import type { RetryNeeds } from './retry.ts'
import { refundRoutes } from './routes.ts'
import { refundRulesRoutes, sandboxRefundFeeRoutes } from './rules-routes.ts'
import { refundWithdrawer } from './withdraw.ts'

export function refundsRoom(ground: Ground, needs: Omit<RetryNeeds, keyof Ground> & { links: PageLinks }) {
  const refunds = { ...ground, ...needs }
  const room: Room = {
    addRoutes: (app, { once }) => {
      refundRoutes(app, { ...refunds, once })
      payerRefundRoutes(app, refunds)
      refundRulesRoutes(app, { ...ground, once })
      if (ground.sandbox) sandboxRefundFeeRoutes(app, { ...ground, once })
    },
    tasks: [attendRefundsTask(refunds), followRefundsTask(ground)],
  }
  return {
    room,
    refunds,
    withdrawRefunds: refundWithdrawer(ground),
    /** Ends a refund to a card that the acquirer never answers, with the outcome that a person got from it. */
    endRefund: (id: string, ended: { isRefunded: boolean; because: string; by: Actor }): Promise<void> =>
      endUnanswered(ground, id, ended),
  }
}
