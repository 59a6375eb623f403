// The entry point of disputes: payments that a bank asks about or takes back.
import type { Ground, Room } from '../api/room.ts'
import { handInAnswersTask } from './hand-in.ts'
import type { DisputeNeeds } from './needs.ts'
import { disputeRecorder, outcomeRecorder, restDisputer } from './report.ts'
import { disputeRoutes } from './routes.ts'
import { watchDisputesTask } from './watch.ts'

export function disputesRoom(ground: Ground, needs: Omit<DisputeNeeds, keyof Ground | 'acquirerTimeoutMs'>) {
  const { masked } = needs
  const disputes = { ...ground, ...needs, acquirerTimeoutMs: ground.config.acquirerTimeoutMs }
  const [opens, ends, opensForRest] = [disputeRecorder(disputes), outcomeRecorder(disputes), restDisputer(disputes)]
  const disputeReported: typeof opens = async (report) => opens(await masked(report))
  const disputeEnded: typeof ends = async (report) => ends(await masked(report))
  const openForRest: typeof opensForRest = async (report, alongside) => opensForRest(await masked(report), alongside)
  const room: Room = {
    addRoutes: (app, { once }) => disputeRoutes(app, { ...disputes, once }),
    tasks: [watchDisputesTask(disputes), handInAnswersTask(disputes)],
  }
  return { room, disputeReported, disputeEnded, openForRest }
}
