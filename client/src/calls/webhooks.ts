// The calls about events and webhooks.
import type { Body, Call, CallOptions, Query } from '../call.ts'
import { eachAfter, pageSizeOf } from '../lists.ts'

export function webhookCalls(call: Call) {
  return {
    webhooks: {
      /** `secret` is answered here and never again. */
      create: (webhook: Body<'POST /v1/webhook'>, options?: CallOptions) =>
        call('POST /v1/webhook', { body: webhook }, options),
      list: async (options?: CallOptions) => (await call('GET /v1/webhook', {}, options)).webhooks,
      get: (id: string, options?: CallOptions) => call('GET /v1/webhook/{id}', { path: { id } }, options),
      update: (id: string, change: Body<'PUT /v1/webhook/{id}'>, options?: CallOptions) =>
        call('PUT /v1/webhook/{id}', { path: { id }, body: change }, options),
      delete: (id: string, options?: CallOptions) => call('DELETE /v1/webhook/{id}', { path: { id } }, options),
      /** A new secret; the old one signs beside it for a day. */
      rotateSecret: (id: string, options?: CallOptions) =>
        call('POST /v1/webhook/{id}/rotate-secret', { path: { id } }, options),
      test: (id: string, options?: CallOptions) => call('POST /v1/webhook/{id}/test', { path: { id } }, options),
      /** Once this is answered, no new request is sent until it is resumed; its events wait. */
      pause: (id: string, options?: CallOptions) => call('POST /v1/webhook/{id}/pause', { path: { id } }, options),
      resume: (id: string, options?: CallOptions) => call('POST /v1/webhook/{id}/resume', { path: { id } }, options),
      /** Sends the failed deliveries since a time again. */
      replay: (id: string, body: Body<'POST /v1/webhook/{id}/replay'>, options?: CallOptions) =>
        call('POST /v1/webhook/{id}/replay', { path: { id }, body }, options),
    },

    events: {
      /** The events, newest first, page by page: `for await (const event of ...)`. */
      list: (query: Omit<Query<'GET /v1/events'>, 'starting_after'> = {}, options?: CallOptions) => {
        const limit = pageSizeOf(query)
        return eachAfter(
          async (starting_after) =>
            (await call('GET /v1/events', { query: { ...query, limit, starting_after } }, options)).events,
          (event) => event.id,
          limit,
        )
      },
      get: (id: string, options?: CallOptions) => call('GET /v1/events/{id}', { path: { id } }, options),
      /** Sends it again to every webhook it went to. */
      replay: (id: string, options?: CallOptions) =>
        call('POST /v1/events/{id}/replay', { path: { id }, body: {} }, options),
    },
  }
}
