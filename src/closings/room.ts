// The entry point of closings: months that an account closes.
import type { Ground, Room } from '../api/room.ts'
import { closeMonthsOfBooksTask } from './make.ts'
import type { OpenNeeds } from './open-items.ts'
import { closingRoutes } from './routes.ts'

export function closingsRoom(ground: Ground, needs: Omit<OpenNeeds, 'store'>): { room: Room } {
  return {
    room: {
      addRoutes: (app, { once }) => closingRoutes(app, { ...ground, ...needs, once }),
      tasks: [closeMonthsOfBooksTask(ground)],
    },
  }
}
