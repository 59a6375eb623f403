// The entry point of closings: months that an account closes.
import type { Ground, NeedsOf, Room } from '../api/room.ts'
import { closeMonthsOfBooksTask } from './make.ts'
import { closingRoutes } from './routes.ts'

type Needs = Pick<NeedsOf<typeof closingRoutes>, 'networks' | 'isInvoicing'>

export function closingsRoom(ground: Ground, needs: Needs): { room: Room } {
  return {
    room: {
      addRoutes: (app, { once }) => closingRoutes(app, { ...ground, ...needs, once }),
      tasks: [closeMonthsOfBooksTask(ground)],
    },
  }
}
