// Webhooks as one part: their endpoints, their background work, and the client they are sent with.
import type { AnswerOnce } from '../api/idempotency.ts'
import type { App } from '../api/server.ts'
import type { Clock } from '../core/clock.ts'
import type { Task } from '../core/task.ts'
import type { RecordsAtEvents } from '../events/bodies.ts'
import { eventRoutes } from '../events/routes.ts'
import type { Store } from '../store/store.ts'
import type { AtRest } from '../vault/at-rest.ts'
import type { AddressPolicy } from './address.ts'
import { deliverTask } from './deliver.ts'
import { fanOutTask } from './fan-out.ts'
import { listenForFaults } from './faults.ts'
import type { Poster, PosterOptions } from './post.ts'
import { replayRoutes } from './replay-routes.ts'
import { endpointRoutes } from './routes.ts'

interface WebhookNeeds {
  store: Store
  clock: Clock
  atRest: AtRest
  recordsAtEvents: RecordsAtEvents
  /** The allowed addresses. */
  policy: AddressPolicy
  sandbox: boolean
  /** The time limit of a send. */
  timeoutMs: number
}

export interface Webhooks {
  /** Background work: fan out, send. */
  tasks: Task[]
  addRoutes(app: App, needs: { once: AnswerOnce }): void
  /** After the worker has stopped. */
  close(): Promise<void>
}

export function createWebhooks(needs: WebhookNeeds): Webhooks {
  const { store, clock, atRest, recordsAtEvents, policy, sandbox, timeoutMs } = needs
  const poster = posterWhenNeeded({ ...policy, timeoutMs })
  const deliver = deliverTask({ store, clock, atRest, recordsAtEvents, poster, timeoutMs })
  return {
    tasks: [fanOutTask({ store, clock, wake: deliver.wake }), deliver],
    addRoutes: (app, { once }) => {
      endpointRoutes(app, { store, clock, atRest, policy, sandbox, once })
      eventRoutes(app, { store, recordsAtEvents })
      replayRoutes(app, { store, clock, atRest, policy, once })
      if (sandbox) listenForFaults(app)
    },
    close: () => poster.close(),
  }
}

/** Loads the HTTP client with the first webhook, so that it does not slow down a start. */
function posterWhenNeeded(options: PosterOptions): Poster {
  let poster: Promise<Poster> | undefined
  return {
    post: async (...message) => {
      poster ??= import('./post.ts').then(({ createPoster }) => createPoster(options))
      return (await poster).post(...message)
    },
    close: async () => {
      await (await poster)?.close()
    },
  }
}
