// The entry point of the audit trail.
import type { Ground, Room } from '../../api/room.ts'
import { trailRoutes } from './routes.ts'

export function trailRoom(ground: Ground): { room: Room } {
  return { room: { addRoutes: (app) => trailRoutes(app, ground) } }
}
