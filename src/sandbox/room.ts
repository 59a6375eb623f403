// The entry point of the sandbox: it plays the payer, the banks and the clock, and shows its mailbox and its shop. Production loads none of it.
import { SANDBOX_ACCOUNT } from '../accounts/open-account.ts'
import type { Ground, Room } from '../api/room.ts'
import { NO_NETWORK } from '../core/rail-port.ts'
import type { Operation } from '../store/operation.ts'
import { playBankTask } from './bank.ts'
import { bankRoutes } from './bank-routes.ts'
import { challengeRoutes } from './challenge-routes.ts'
import { demoRoom } from './demo/room.ts'
import { sandboxDisputeRoutes } from './dispute-routes.ts'
import { mailboxPageRoutes } from './mailbox-page.ts'
import { mailboxRoutes } from './mailbox-routes.ts'
import type { PayerPlay, SandboxNeeds } from './needs.ts'
import { payerRules, payPlannedTask } from './payer.ts'
import { planDispute, playDisputesTask } from './play-disputes.ts'
import { paySlip } from './play-payer.ts'
import { reportLaterTask } from './report-later.ts'
import { listenForFaults } from './request-faults.ts'
import { simulatorRoutes } from './routes.ts'
import { statementRoutes } from './statement-routes.ts'
import { sendingWithFaults } from './webhook-faults.ts'

/** What the sandbox adds to the payments of other rooms, and its own room. */
export function openSandbox(ground: Ground) {
  const payer = payerRules(ground)
  return {
    planDispute: planDispute(ground.clock),
    planPayer: payer.plan,
    sendingWithFaults: sendingWithFaults(ground),
    paySlip: (play: Omit<PayerPlay, keyof Ground>, slip: Operation) => paySlip({ ...ground, ...play }, slip),
    sandboxRoom: (
      needs: Omit<SandboxNeeds, keyof Ground | 'cashNetwork' | 'speiBank'> & Parameters<typeof demoRoom>[1],
    ): { room: Room } => {
      const [[cashNetwork = NO_NETWORK], [speiBank = NO_NETWORK]] = [needs.networks.store, needs.networks.spei]
      const dependencies = { ...ground, ...needs, cashNetwork, speiBank }
      const room: Room = {
        addRoutes: (app, { once, worker, authenticate }) => {
          listenForFaults(app)
          simulatorRoutes(app, { ...dependencies, once, payer, worker })
          sandboxDisputeRoutes(app, { ...dependencies, once })
          bankRoutes(app, { ...dependencies, once })
          statementRoutes(app, { ...dependencies, once })
          challengeRoutes(app, dependencies)
          mailboxRoutes(app, ground)
          // A browser on this machine sees the sandbox's mailbox without a credential.
          const localAccountId = ground.sandboxCredential ? SANDBOX_ACCOUNT.id : undefined
          mailboxPageRoutes(app, { ...ground, authenticate, localAccountId })
        },
        tasks: [
          payPlannedTask(dependencies),
          reportLaterTask(dependencies),
          playBankTask(dependencies),
          playDisputesTask(dependencies),
        ],
        parts: [demoRoom(ground, needs).room],
      }
      return { room }
    },
  }
}
