// The entry point of customers, and of the CLABEs that are theirs.
import type { Ground, Room } from '../api/room.ts'
import type { ChangeNeeds } from './change.ts'
import { customerRoutes } from './routes.ts'
import { sourceRoutes } from './source-routes.ts'

export function customersRoom(ground: Ground, needs: Pick<ChangeNeeds, 'speiBank' | 'leavePlans'>): { room: Room } {
  return {
    room: {
      addRoutes: (app, { once }) => {
        customerRoutes(app, { ...ground, ...needs, once })
        sourceRoutes(app, { ...ground, ...needs, once })
      },
    },
  }
}
