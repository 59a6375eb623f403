// The entry point of the profile: a merchant's public data.
import type { Ground, NeedsOf, Room } from '../api/room.ts'
import { payerNames } from './payer-name.ts'
import { profileRoutes } from './routes.ts'

export function profileRoom(ground: Ground, { draws }: Pick<NeedsOf<typeof profileRoutes>, 'draws'>) {
  const room: Room = { addRoutes: (app, { once }) => profileRoutes(app, { ...ground, once, draws }) }
  return { room, payerName: payerNames(ground) }
}
