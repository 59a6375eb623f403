// A service that listens on a port, for clients, browsers and webhooks.
import { after, before, describe } from 'node:test'
import { ENGINES, stopPostgres } from './engines.ts'
import { openWorld, type World } from './world.ts'

/** The clock of such a service is real: a payment made before midnight may be reversed after it. */
export const AT_ANY_HOUR = { REVERSAL_WINDOW: '24' }

interface Listening extends World {
  baseUrl: string
}

/** Like `onBothEngines`, with a service on a port of its own that does its background work by itself. */
export function listeningOnBothEngines(
  title: string,
  stories: (world: () => Listening) => void,
  settings: Record<string, string> = {},
): void {
  for (const engine of ENGINES) {
    describe(`${title} [${engine}]`, () => {
      let world: Listening | undefined
      before(async () => {
        const opened = await openWorld(engine, { BASE_URL: '', ...AT_ANY_HOUR, ...settings })
        world = { ...opened, baseUrl: await opened.service.listen() }
      })
      after(async () => {
        await world?.service.close()
      })
      stories(() => {
        if (!world) throw new Error('the service does not listen yet')
        return world
      })
    })
  }
  after(stopPostgres)
}
