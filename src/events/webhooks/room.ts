// The entry point of webhooks: their endpoints, their deliveries, and the client they are sent with.
import type { Ground, Room } from '../../api/room.ts'
import { isLoopback } from '../../config/addresses.ts'
import { attempt, type Send } from './attempt.ts'
import { deliverTask } from './deliver.ts'
import { fanOutTask } from './fan-out.ts'
import type { DeliveryNeeds } from './needs.ts'
import type { Poster, PosterOptions } from './post.ts'
import { replayRoutes } from './replay-routes.ts'
import { endpointRoutes } from './routes.ts'

/** `sending` changes how deliveries are sent: the sandbox does what a receiver's test asks for. */
export function webhooksRoom(
  ground: Ground,
  {
    sending = (send) => send,
    ...needs
  }: Pick<DeliveryNeeds, 'atRest' | 'recordsAtEvents'> & { sending?: (send: Send) => Send },
): { room: Room } {
  const { config, sandbox } = ground
  // The answer of a webhook to this machine is readable, so it is for callers that can reach this machine anyway.
  const policy = { plainHttp: sandbox, loopback: sandbox && (isLoopback(config.host) || config.webhooksToLoopback) }
  const timeoutMs = config.deliveryTimeoutMs
  const poster = posterWhenNeeded({ ...policy, timeoutMs })
  const send = sending((to, parcel) => attempt({ ...ground, poster }, to, parcel))
  const dependencies = { ...ground, ...needs, policy, poster, send, timeoutMs }
  const deliver = deliverTask(dependencies)
  return {
    room: {
      addRoutes: (app, { once }) => {
        endpointRoutes(app, { ...dependencies, once })
        replayRoutes(app, { ...dependencies, once })
      },
      tasks: [fanOutTask({ ...ground, wake: deliver.wake }), deliver],
      close: () => poster.close(),
    },
  }
}

/** Loads the HTTP client with the first webhook, so that it does not slow down a start. */
function posterWhenNeeded(options: PosterOptions): Poster {
  let poster: Poster | undefined
  return {
    post: async (...message) => {
      // The loading is not remembered: one that failed, for want of files, would fail for ever.
      const { createPoster } = await import('./post.ts')
      poster ??= createPoster(options)
      return poster.post(...message)
    },
    close: async () => {
      await poster?.close()
    },
  }
}
