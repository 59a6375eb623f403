// The entry point of the log of events: what happened, as a list.
import type { Ground, NeedsOf, Room } from '../api/room.ts'
import { eventRoutes } from './routes.ts'

export function eventsRoom(
  ground: Ground,
  needs: Pick<NeedsOf<typeof eventRoutes>, 'recordsAtEvents'>,
): { room: Room } {
  return { room: { addRoutes: (app) => eventRoutes(app, { ...ground, ...needs }) } }
}
