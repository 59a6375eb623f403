// The entry point of exports: lists as files.
import type { Ground, Room } from '../api/room.ts'
import { asFileToo } from './answer.ts'
import { exportLinks } from './link.ts'
import { type List, listsOf } from './lists.ts'
import { exportTask } from './make.ts'
import type { ExportNeeds } from './needs.ts'
import { operationsSheet } from './operations-sheet.ts'
import { exportRoutes } from './routes.ts'

export function exportsRoom(
  ground: Ground,
  {
    tell,
    refuseKnownCards,
    signing,
  }: Pick<ExportNeeds, 'tell' | 'refuseKnownCards'> & {
    /** What signs the links of files. */
    signing: Buffer[]
  },
): { room: Room } {
  /** Filled while the endpoints are added. */
  const lists = new Map<string, List>()
  const links = exportLinks(ground.baseUrl, signing)
  const dependencies = { ...ground, lists, links, tell, refuseKnownCards }
  return {
    room: {
      addHooks: (app) => listsOf(app, lists, asFileToo, new Map([['/v1/operations', operationsSheet(ground.store)]])),
      addRoutes: (app, { once }) => exportRoutes(app, { ...dependencies, once }),
      tasks: [exportTask(dependencies)],
    },
  }
}
