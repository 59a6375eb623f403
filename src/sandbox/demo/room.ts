// The entry point of the demo: the sandbox's first page and its shop.
import type { Ground, Room } from '../../api/room.ts'
import type { Rail } from '../../core/rail.ts'
import { demoRoutes } from './routes.ts'
import { startRoutes } from './start-routes.ts'

export function demoRoom(ground: Ground, { offered }: { offered: Readonly<Record<Rail, boolean>> }): { room: Room } {
  const { sandbox, sandboxCredential, baseUrl } = ground
  return {
    room: {
      addRoutes: (app) => {
        if (sandbox) startRoutes(app, { baseUrl, ownAccount: sandboxCredential, offered })
        if (sandboxCredential) demoRoutes(app, baseUrl)
      },
    },
  }
}
