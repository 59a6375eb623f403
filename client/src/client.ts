// The client: every call of the service under the name of what it is about.
import { type CallOptions, type CobroSettings, createCall } from './call.ts'
import type { TypedCard } from './charge.ts'
import { createSealer } from './sealer.ts'
import type { Calls } from './types.ts'

type Body<K extends keyof Calls> = Calls[K] extends { body: infer B } ? B : never

/** The calls of one account. Every one answers the `result` of the wire and throws a `CobroError`. */
export function createCobro(settings: CobroSettings) {
  const call = createCall(settings)
  const sealer = createSealer(call)
  return {
    /** Any call by its method and path, for what has no name here. */
    call,

    tokens: {
      /** Makes a single-use token (`tok_...`) of a card. With a publishable key it may run in a browser. */
      create: (card: TypedCard, options?: CallOptions) =>
        sealer.send(card, (sealed) => call('POST /v1/token', { body: sealed }, options)),
    },

    cards: {
      /** Saves the card of a token with a customer: `crd_...`, to charge any time. */
      save: (customerId: string, token: string, options?: CallOptions) =>
        call('POST /v1/customer/{customerId}/cards', { path: { customerId }, body: { token } }, options),
      list: (customerId: string, options?: CallOptions) =>
        call('GET /v1/customer/{customerId}/cards', { path: { customerId } }, options),
      get: (customerId: string, cardId: string, options?: CallOptions) =>
        call('GET /v1/customer/{customerId}/cards/{cardId}', { path: { customerId, cardId } }, options),
      delete: (customerId: string, cardId: string, options?: CallOptions) =>
        call('DELETE /v1/customer/{customerId}/cards/{cardId}', { path: { customerId, cardId } }, options),
    },

    plans: {
      create: (plan: Body<'POST /v1/plan'>, options?: CallOptions) => call('POST /v1/plan', { body: plan }, options),
      get: (plan: string, options?: CallOptions) => call('GET /v1/plan/{plan}', { path: { plan } }, options),
      list: (query: Calls['GET /v1/plan']['query'] = {}, options?: CallOptions) =>
        call('GET /v1/plan', { query }, options),
    },

    session: {
      /** A Bearer token for `createCobro({ token })`, good for 30 days. */
      open: (options?: CallOptions) => call('POST /v1/auth/login/application', { body: {} }, options),
      /** Ends the session whose token this client uses. */
      close: (options?: CallOptions) => call('POST /v1/auth/logout', {}, options),
    },
  }
}

export type Cobro = ReturnType<typeof createCobro>
