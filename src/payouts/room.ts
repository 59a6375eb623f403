// The entry point of payouts: what merchants and affiliates are paid, and the accounts it goes to.
import type { Ground, NeedsOf, Room } from '../api/room.ts'
import type { SpeiBankPort } from '../connectors/spei-bank.ts'
import { applyAccountChangesTask } from './apply-account-change.ts'
import { finishPayoutsTask } from './finish.ts'
import { payAffiliatesTask } from './pay-affiliates.ts'
import { payOutTask } from './pay-out.ts'
import { settlementRoutes } from './routes.ts'

interface Needs extends Pick<NeedsOf<typeof settlementRoutes>['changes'], 'fingerprints' | 'letter'> {
  speiBank: SpeiBankPort
}

export function payoutsRoom(ground: Ground, { speiBank, ...needs }: Needs) {
  const { coolingHours, settlementDays } = {
    coolingHours: ground.config.payoutAccountCoolingHours,
    settlementDays: ground.config.settlementDays,
  }
  const payoutAccounts = { ...ground, ...needs, coolingHours, paysOut: speiBank.offered }
  const paying = { ...ground, speiBank, terms: { settlementDays } }
  const room: Room = {
    addRoutes: (app, { once }) => settlementRoutes(app, { ...ground, once, changes: payoutAccounts }),
    tasks: [
      // Without a bank the work waits for a start that has one.
      ...(speiBank.offered ? [payOutTask(paying), payAffiliatesTask(paying)] : []),
      finishPayoutsTask(ground),
      applyAccountChangesTask(payoutAccounts),
    ],
  }
  return { room, payoutAccounts }
}
