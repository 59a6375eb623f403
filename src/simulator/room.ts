// The entry point of the simulator: the sandbox plays the payer, the banks and the clock. Production has none of it.
import type { Ground, NeedsOf, Room } from '../api/room.ts'
import { NO_NETWORK } from '../core/rail.ts'
import { playBankTask } from './bank.ts'
import { bankRoutes } from './bank-routes.ts'
import { challengeRoutes } from './challenge-routes.ts'
import { sandboxDisputeRoutes } from './dispute-routes.ts'
import { listenForNetworkFaults } from './network-faults.ts'
import { payPlannedTask } from './payer.ts'
import { playDisputesTask } from './play-disputes.ts'
import { reportLaterTask } from './report-later.ts'
import { simulatorRoutes } from './routes.ts'
import { statementRoutes } from './statement-routes.ts'

type Needs = Omit<
  NeedsOf<
    | typeof simulatorRoutes
    | typeof sandboxDisputeRoutes
    | typeof bankRoutes
    | typeof statementRoutes
    | typeof challengeRoutes
  >,
  keyof Ground | 'once' | 'worker' | 'cashNetwork' | 'speiBank'
>

export function simulatorRoom(ground: Ground, needs: Needs): { room: Room } {
  if (!ground.sandbox) return { room: {} }
  const [[cashNetwork = NO_NETWORK], [speiBank = NO_NETWORK]] = [needs.networks.store, needs.networks.spei]
  const given = { ...ground, ...needs, cashNetwork, speiBank }
  return {
    room: {
      addRoutes: (app, { once, worker }) => {
        listenForNetworkFaults(app)
        simulatorRoutes(app, { ...given, once, worker })
        sandboxDisputeRoutes(app, { ...given, once })
        bankRoutes(app, { ...given, once })
        statementRoutes(app, { ...given, once })
        challengeRoutes(app, given)
      },
      tasks: [payPlannedTask(given), reportLaterTask(given), playBankTask(given), playDisputesTask(given)],
    },
  }
}
