// The entry point of the ledger: balances, the books' hashes, and what is held.
import type { Ground, Room } from '../api/room.ts'
import { type CloseNeeds, closeBooksTask } from './close-books.ts'
import { type HeldPart, heldGauges } from './held.ts'
import type { JournalReaders } from './journal-causes.ts'
import { ledgerRoutes } from './routes.ts'

interface Needs extends Pick<CloseNeeds, 'tell' | 'mail'> {
  /** The items of all rooms that may need an operator. */
  held: readonly HeldPart[]
  /** What all rooms say of the causes of lines. */
  journal: JournalReaders
}

export function ledgerRoom(ground: Ground, { held, journal, ...needs }: Needs): { room: Room } {
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
