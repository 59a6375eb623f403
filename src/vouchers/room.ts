// The entry point of vouchers: store and SPEI payments that are issued, matched, released and expire.
import type { Ground, Room } from '../api/room.ts'
import { byRail, railOf } from '../core/rail.ts'
import { refundWrite } from '../operations/record.ts'
import { expireVouchersTask } from './expire.ts'
import type { VoucherNeeds } from './needs.ts'
import { depositJudge, matcher } from './received/match.ts'
import type { Notification } from './received/notification.ts'
import { takingBackOwn } from './received/own-transfer.ts'
import { verdictOf } from './received/refuse-deposit.ts'
import { receivedRoutes } from './received/routes.ts'
import { voucherRoutes } from './routes.ts'
import { releaseRoutes } from './suspense/routes.ts'

export function vouchersRoom(
  ground: Ground,
  needs: Omit<VoucherNeeds, keyof Ground | 'graceMinutes' | 'canReturn' | 'canReturnDeposit'>,
) {
  const { cashNetwork, speiBank, masked } = needs
  const canReturnDeposit = speiBank.hasMethod('returnDeposit')
  const dependencies: VoucherNeeds = {
    ...ground,
    ...needs,
    graceMinutes: ground.config.graceMinutes,
    canReturn: byRail((rail) =>
      railOf(rail).paidFrom === 'till' ? cashNetwork.hasMethod('giveBack') : speiBank.offered,
    ),
    canReturnDeposit,
  }
  const takeOwn = { ...ground, refundWrite }
  const [matched, judged] = [
    takingBackOwn(takeOwn, matcher(dependencies)),
    takingBackOwn(takeOwn, depositJudge(dependencies)),
  ]
  const releases = { ...ground, canReturnDeposit, speiBank: speiBank.name, accepting: dependencies }
  const room: Room = {
    addRoutes: (app, { once }) => {
      voucherRoutes(app, { ...dependencies, once })
      receivedRoutes(app, ground)
      releaseRoutes(app, { ...releases, once })
    },
    tasks: [expireVouchersTask(ground)],
  }
  return {
    room,
    issue: dependencies,
    releases,
    /** Takes a payment that a network reports; once. */
    match: async (notification: Notification) => matched(await masked(notification)),
    /** Takes a deposit whose bank waits for the answer. */
    judge: async (notification: Notification) => verdictOf(await judged(await masked(notification))),
  }
}
