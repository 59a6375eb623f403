// Closes the server without cutting off a request that is under way, and without waiting for one that never comes.
import { setTimeout as pause } from 'node:timers/promises'
import type { App } from './server.ts'

const LOOK_EVERY_MS = 25

/**
 * Call it before the first endpoint. The answered function stops listening, waits until every request that has arrived whole
 * is answered (`graceMs` at most), then ends the connections that are left: idle ones, and those in the middle of a request.
 */
export function drained(app: App, { graceMs }: { graceMs: number }): () => Promise<void> {
  const underWay = new Set<unknown>()
  app.addHook('preValidation', async (request) => {
    underWay.add(request)
  })
  app.addHook('onResponse', async (request) => {
    underWay.delete(request)
  })
  return async () => {
    const closed = app.close()
    for (let waitedMs = 0; underWay.size > 0 && waitedMs < graceMs; waitedMs += LOOK_EVERY_MS)
      await pause(LOOK_EVERY_MS)
    app.server.closeAllConnections()
    await closed
  }
}
