// The entry point of reconciliation: what networks report, and their statements against the books.
import type { Ground, Room } from '../api/room.ts'
import type { SpeiBankPort } from '../connectors/spei-bank.ts'
import { fetchBankDaysTasks } from './fetch-bank-days.ts'
import { statementTaker } from './handed-in.ts'
import { noticesRoom } from './notices/room.ts'
import { openLineGauges } from './open.ts'
import { type ReconcileNeeds, reconciler } from './reconcile.ts'
import { unansweredGauges } from './unanswered.ts'

type Needs = Omit<ReconcileNeeds, keyof Ground> & {
  speiBank: SpeiBankPort
  /** The networks that report to the service. */
  inbound: Notices['networks']
  /** What takes the other reports of networks. */
  takers: Omit<Notices['takers'], 'payment' | 'transfer' | 'statement'>
  openForRest: Notices['openForRest']
}

type Notices = Parameters<typeof noticesRoom>[1]

export function reconciliationRoom(ground: Ground, needs: Needs) {
  const reconcile = reconciler({ ...ground, ...needs })
  const takeStatement = statementTaker({ ...ground, reconcile })
  const { room: notices, openDisputeForRest } = noticesRoom(ground, {
    networks: needs.inbound,
    takers: { ...needs.takers, payment: needs.pay, transfer: needs.tell, statement: takeStatement },
    openForRest: needs.openForRest,
  })
  const [openLines, unanswered] = [openLineGauges(ground), unansweredGauges(ground)]
  const room: Room = {
    tasks: fetchBankDaysTasks({ ...ground, ...needs, take: takeStatement }),
    gauges: [...openLines.gauges, ...unanswered.gauges],
    collectors: [...openLines.collectors, ...unanswered.collectors],
    parts: [notices],
  }
  return { room, reconcile, openDisputeForRest }
}
