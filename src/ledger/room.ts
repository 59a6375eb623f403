// The entry point of the ledger: balances, the books' hashes, and what is held.
import type { Ground, Room } from '../api/room.ts'
import { type CloseNeeds, closeBooksTask } from './close-books.ts'
import { type HeldPart, heldGauges } from './held.ts'
import type { JournalReaders } from './journal-causes.ts'
import { ledgerRoutes } from './routes.ts'

/** `held`: the items of all rooms that may need an operator. `journal`: what all rooms say of the causes of lines. */
export function ledgerRoom(
  ground: Ground,
  {
    held,
    journal,
    ...needs
  }: Pick<CloseNeeds, 'tell' | 'mail'> & { held: readonly HeldPart[]; journal: JournalReaders },
): { room: Room } {
  return {
    room: {
      addRoutes: (app, { once }) => {
        ledgerRoutes(app, { ...ground, once, journal })
      },
      tasks: [closeBooksTask({ ...ground, ...needs })],
      ...heldGauges(ground, held),
    },
  }
}
