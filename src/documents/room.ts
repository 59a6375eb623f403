// The entry point of the documents: the guides and the reference of the calls, as a site.
import type { Ground, Room } from '../api/room.ts'
import { openedOnce } from './built.ts'
import { missingPages } from './missing.ts'
import { referenceRoutes } from './reference-routes.ts'
import { documentRoutes } from './routes.ts'

export function documentsRoom({ sandbox, sandboxCredential, baseUrl }: Ground): {
  room: Room
  /** For an unknown address under /docs. */
  sendMissingPage: ReturnType<typeof missingPages>
} {
  const site = { sandbox, ownAccount: sandboxCredential }
  const known = openedOnce()
  return {
    sendMissingPage: missingPages(site, baseUrl, known),
    room: {
      addRoutes: (app) => {
        documentRoutes(app, site, baseUrl, known)
        referenceRoutes(app, site, baseUrl)
      },
    },
  }
}
