// The entry point of reconciliation: networks' statements against the books.
import type { Ground, NeedsOf, Room } from '../api/room.ts'
import { fetchBankDaysTasks } from './fetch-bank-days.ts'
import { statementTaker } from './handed-in.ts'
import { openLineGauges } from './open.ts'
import { reconciler } from './reconcile.ts'
import { unansweredGauges } from './unanswered.ts'

type Needs = Pick<NeedsOf<typeof reconciler>, 'networks' | 'pay' | 'tell' | 'maskIdentifier'> &
  Pick<NeedsOf<typeof fetchBankDaysTasks>, 'speiBank'>

export function reconciliationRoom(ground: Ground, needs: Needs) {
  const reconcile = reconciler({ ...ground, ...needs })
  const takeStatement = statementTaker({ ...ground, reconcile })
  const [openLines, unanswered] = [openLineGauges(ground), unansweredGauges(ground)]
  const room: Room = {
    tasks: fetchBankDaysTasks({ ...ground, ...needs, take: takeStatement }),
    gauges: [...openLines.gauges, ...unanswered.gauges],
    collectors: [...openLines.collectors, ...unanswered.collectors],
  }
  return { room, reconcile, takeStatement }
}
