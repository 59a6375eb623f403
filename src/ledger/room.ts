// The entry point of the ledger: balances, the books' hashes, and what is held.
import type { Ground, Room } from '../api/room.ts'
import { type CloseNeeds, closeBooksTask } from './close-books.ts'
import { heldGauges } from './held.ts'
import { ledgerRoutes } from './routes.ts'

export function ledgerRoom(ground: Ground, needs: Pick<CloseNeeds, 'tell' | 'mail'>): { room: Room } {
  return {
    room: {
      addRoutes: (app, { once }) => {
        ledgerRoutes(app, { ...ground, once })
      },
      tasks: [closeBooksTask({ ...ground, ...needs })],
      ...heldGauges(ground),
    },
  }
}
