// The entry point of events: what happened, as a list, and the webhooks that send it.
import type { Ground, Room } from '../api/room.ts'
import { eventRoutes } from './routes.ts'
import { webhooksRoom } from './webhooks/room.ts'

export function eventsRoom(ground: Ground, needs: Parameters<typeof webhooksRoom>[1]): { room: Room } {
  return {
    room: {
      addRoutes: (app) => eventRoutes(app, { ...ground, ...needs }),
      parts: [webhooksRoom(ground, needs).room],
    },
  }
}
