// The entry point of payouts: what merchants and affiliates are paid, the accounts it goes to, what merchants owe, and the invoices of their fees.
import type { Ground, Room } from '../api/room.ts'
import type { SpeiBankPort } from '../connectors/spei-bank.ts'
import type { StampingPort } from '../connectors/stamping.ts'
import { applyAccountChangesTask } from './account/apply-change.ts'
import { payAffiliatesTask } from './affiliates/pay.ts'
import { claimsRoom } from './claims/room.ts'
import { finishPayoutsTask } from './finish.ts'
import { invoicesRoom } from './invoices/room.ts'
import type { ChangeNeeds } from './needs.ts'
import { payOutTask } from './pay-out.ts'
import { settlementRoutes } from './routes.ts'

export function payoutsRoom(
  ground: Ground,
  {
    speiBank,
    stamping,
    ...needs
  }: Pick<ChangeNeeds, 'fingerprints' | 'letter'> & {
    speiBank: SpeiBankPort
    /** Undefined when no provider stamps invoices. */
    stamping: StampingPort | undefined
  },
) {
  const { coolingHours, settlementDays } = {
    coolingHours: ground.config.payoutAccountCoolingHours,
    settlementDays: ground.config.settlementDays,
  }
  const payoutAccounts = { ...ground, ...needs, coolingHours, paysOut: speiBank.offered }
  const paying = { ...ground, speiBank, terms: { settlementDays } }
  const room: Room = {
    addRoutes: (app, { once }) => settlementRoutes(app, { ...ground, once }, payoutAccounts),
    tasks: [
      // Without a bank the work waits for a start that has one.
      ...(speiBank.offered ? [payOutTask(paying), payAffiliatesTask(paying)] : []),
      finishPayoutsTask(ground),
      applyAccountChangesTask(payoutAccounts),
    ],
    parts: [invoicesRoom(ground, { stamping }).room, claimsRoom(ground).room],
  }
  return { room, payoutAccounts }
}
