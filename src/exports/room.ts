// The entry point of exports: lists as files.
import type { Ground, NeedsOf, Room } from '../api/room.ts'
import type { RefuseKnownCards } from '../vault/known-cards.ts'
import { asFileToo } from './answer.ts'
import { exportLinks } from './link.ts'
import { type List, listsOf } from './lists.ts'
import { exportTask } from './make.ts'
import { operationsSheet } from './operations-sheet.ts'
import { exportRoutes } from './routes.ts'

interface Needs extends Pick<NeedsOf<typeof exportTask>, 'tell'> {
  refuseKnownCards: RefuseKnownCards
  /** What signs the links of files. */
  signing: Buffer[]
}

export function exportsRoom(ground: Ground, { tell, refuseKnownCards, signing }: Needs): { room: Room } {
  /** Filled while the endpoints are added. */
  const lists = new Map<string, List>()
  const links = exportLinks(ground.baseUrl, signing)
  return {
    room: {
      addHooks: (app) => listsOf(app, lists, asFileToo, new Map([['/v1/operations', operationsSheet(ground.store)]])),
      addRoutes: (app, { once }) => exportRoutes(app, { ...ground, once, lists, links, refuseKnownCards }),
      tasks: [exportTask({ ...ground, lists, tell })],
    },
  }
}
