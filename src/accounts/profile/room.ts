// The entry point of the profile: a merchant's public data.
import type { Ground, Room } from '../../api/room.ts'
import type { DrawsPicture } from './logo-content.ts'
import { payerNames } from './payer-name.ts'
import { profileRoutes } from './routes.ts'

export function profileRoom(ground: Ground, { draws }: { draws: DrawsPicture }) {
  const room: Room = { addRoutes: (app, { once }) => profileRoutes(app, { ...ground, once, draws }) }
  return { room, payerName: payerNames(ground) }
}
