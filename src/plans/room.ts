// The entry point of plans: payments that repeat.
import type { Ground, NeedsOf, Room } from '../api/room.ts'
import type { Acquirers } from '../connectors/acquirers.ts'
import { chargePlansTask } from './charge.ts'
import { planRoutes } from './routes.ts'

interface Needs
  extends Pick<NeedsOf<typeof planRoutes>, 'refuseNumberOf'>,
    Pick<NeedsOf<typeof chargePlansTask>, 'pay'> {
  acquirers: Acquirers
}

export function plansRoom(ground: Ground, { acquirers, pay, refuseNumberOf }: Needs): { room: Room } {
  const { acquirerTimeoutMs } = ground.config
  return {
    room: {
      addRoutes: (app, { once }) =>
        planRoutes(app, { ...ground, once, refuseNumberOf, chargesCards: acquirers.offered }),
      // Without an acquirer the work waits for a start that has one.
      tasks: acquirers.offered ? [chargePlansTask({ ...ground, pay, acquirerTimeoutMs })] : [],
    },
  }
}
