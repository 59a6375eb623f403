// The entry point of the log of events: what happened, as a list.
import type { Ground, Room } from '../api/room.ts'
import type { RecordsAtEvents } from './bodies.ts'
import { eventRoutes } from './routes.ts'

export function eventsRoom(ground: Ground, needs: { recordsAtEvents: RecordsAtEvents }): { room: Room } {
  return { room: { addRoutes: (app) => eventRoutes(app, { ...ground, ...needs }) } }
}
