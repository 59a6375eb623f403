// The entry point of claims: what merchants owe.
import type { Ground, Room } from '../../api/room.ts'
import { claimRoutes } from './routes.ts'
import { watchClaimsTask } from './watch.ts'

export function claimsRoom(ground: Ground): { room: Room } {
  return { room: { addRoutes: (app) => claimRoutes(app, ground), tasks: [watchClaimsTask(ground)] } }
}
