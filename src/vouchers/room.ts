// The entry point of vouchers: store and SPEI payments that are issued, matched, released and expire.
import type { Ground, Room } from '../api/room.ts'
import type { CashNetworkPort } from '../connectors/cash-network.ts'
import type { SpeiBankPort } from '../connectors/spei-bank.ts'
import type { FeeReader } from '../fees/schedules.ts'
import { refundWrite } from '../operations/record.ts'
import type { RefuseKnownCards } from '../vault/known-cards.ts'
import { expireVouchersTask } from './expire.ts'
import type { IssueNeeds } from './issue.ts'
import { depositJudge, matcher } from './match.ts'
import type { Notification } from './notification.ts'
import { takingBackOwn } from './own-transfer.ts'
import { receivedRoutes } from './received-routes.ts'
import { verdictOf } from './refuse-deposit.ts'
import { releaseRoutes } from './release-routes.ts'
import { voucherRoutes } from './routes.ts'

interface Needs extends Omit<IssueNeeds, keyof Ground | 'graceMinutes'> {
  cashNetwork: CashNetworkPort
  speiBank: SpeiBankPort
  fees: FeeReader
  refuseKnownCards: RefuseKnownCards
  /** Masks card numbers in what a network says of a payment. Fails while the database is unavailable. */
  masked(notification: Notification): Promise<Notification>
}

export function vouchersRoom(ground: Ground, { refuseKnownCards, masked, ...needs }: Needs) {
  const { cashNetwork, speiBank } = needs
  const issue: IssueNeeds = { ...ground, ...needs, graceMinutes: ground.config.graceMinutes }
  const canReturnDeposit = speiBank.hasMethod('returnDeposit')
  const matching = {
    ...ground,
    ...needs,
    canReturn: { store: cashNetwork.hasMethod('giveBack'), spei: speiBank.offered },
    canReturnDeposit,
  }
  const takeOwn = { ...ground, refundWrite }
  const [matched, judged] = [takingBackOwn(takeOwn, matcher(matching)), takingBackOwn(takeOwn, depositJudge(matching))]
  const releases = { ...ground, canReturnDeposit, speiBank: speiBank.name, accepting: { ...ground, ...needs } }
  const room: Room = {
    addRoutes: (app, { once }) => {
      voucherRoutes(app, { ...issue, once, refuseKnownCards })
      receivedRoutes(app, ground)
      releaseRoutes(app, { ...releases, once })
    },
    tasks: [expireVouchersTask(ground)],
  }
  return {
    room,
    issue,
    releases,
    /** Takes a payment that a network reports; once. */
    match: async (notification: Notification) => matched(await masked(notification)),
    /** Takes a deposit whose bank waits for the answer. */
    judge: async (notification: Notification) => verdictOf(await judged(await masked(notification))),
  }
}
