// The entry point of closings: months that an account closes.
import type { Ground, Room } from '../api/room.ts'
import type { JournalNeeds } from '../ledger/present-journal.ts'
import { closeMonthsOfBooksTask } from './make.ts'
import type { OpenNeeds } from './open-items.ts'
import { closingRoutes } from './routes.ts'

type Needs = Omit<OpenNeeds & JournalNeeds, 'store'>

export function closingsRoom(ground: Ground, needs: Needs): { room: Room } {
  return {
    room: {
      addRoutes: (app, { once }) => closingRoutes(app, { ...ground, ...needs, once }),
      tasks: [closeMonthsOfBooksTask({ ...ground, ...needs })],
    },
  }
}
