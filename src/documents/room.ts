// The entry point of the documents: the guides and the reference of the calls, as a site.
import type { Ground, Room } from '../api/room.ts'
import { referenceRoutes } from './reference-routes.ts'
import { documentRoutes } from './routes.ts'

export function documentsRoom({ sandbox, sandboxCredential, baseUrl }: Ground): { room: Room } {
  const site = { sandbox, ownAccount: sandboxCredential }
  return {
    room: {
      addRoutes: (app) => {
        documentRoutes(app, site, baseUrl)
        referenceRoutes(app, site, baseUrl)
      },
    },
  }
}
