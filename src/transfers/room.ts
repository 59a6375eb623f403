// The entry point of transfers: money that goes out.
import type { Ground, Room } from '../api/room.ts'
import type { TransferNeeds } from './needs.ts'
import { openTransferGauges } from './open.ts'
import { transferRecorder } from './report.ts'
import { transferRoutes } from './routes.ts'
import { sendTransfersTask } from './send.ts'

export function transfersRoom(ground: Ground, needs: Omit<TransferNeeds, keyof Ground>) {
  const retrying = { ...ground, ...needs, speiBank: needs.speiBank.name }
  const room: Room = {
    addRoutes: (app, { once }) => transferRoutes(app, { ...retrying, once }),
    tasks: [sendTransfersTask({ ...ground, ...needs })],
    ...openTransferGauges(ground),
  }
  return { room, transferChanged: transferRecorder({ ...ground, ...needs }), retrying }
}
