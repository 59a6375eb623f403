// The entry point of plans: payments that repeat.
import type { Ground, Room } from '../api/room.ts'
import { chargePlansTask } from './charge.ts'
import type { PlanNeeds } from './needs.ts'
import { planRoutes } from './routes.ts'
import { leavePlans } from './subscribe.ts'

export function plansRoom(ground: Ground, needs: Omit<PlanNeeds, keyof Ground | 'acquirerTimeoutMs'>) {
  const dependencies = { ...ground, ...needs, acquirerTimeoutMs: ground.config.acquirerTimeoutMs }
  const room: Room = {
    addRoutes: (app, { once }) => planRoutes(app, { ...dependencies, once }),
    // Without an acquirer the work waits for a start that has one.
    tasks: needs.acquirers.offered ? [chargePlansTask(dependencies)] : [],
  }
  return { room, leavePlans: (of: Parameters<typeof leavePlans>[1]) => leavePlans(ground, of) }
}
