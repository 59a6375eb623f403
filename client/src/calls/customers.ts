// The calls about customers, their CLABEs and saved cards, and plans.
import type { Body, Call, CallOptions, Query } from '../call.ts'
import { eachNext, PAGE_SIZE } from '../lists.ts'
import type { Calls } from '../types.ts'

export function customerCalls(call: Call) {
  return {
    customers: {
      create: (customer: Body<'POST /v1/customer'>, options?: CallOptions) =>
        call('POST /v1/customer', { body: customer }, options),
      get: (customerId: string, options?: CallOptions) =>
        call('GET /v1/customer/{customerId}', { path: { customerId } }, options),
      /** Changes the given fields; `metadata` is replaced. */
      update: (customerId: string, change: Body<'PUT /v1/customer/{customerId}'>, options?: CallOptions) =>
        call('PUT /v1/customer/{customerId}', { path: { customerId }, body: change }, options),
      delete: (customerId: string, options?: CallOptions) =>
        call('DELETE /v1/customer/{customerId}', { path: { customerId } }, options),
      /** Every customer, page by page: `for await (const customer of ...)`. */
      list: (options?: CallOptions) =>
        eachNext(
          async (starting_after) => {
            const page = await call('GET /v1/customer', { query: { limit: PAGE_SIZE, starting_after } }, options)
            return { items: page.customers, next: page.next }
          },
          (customer) => customer.id,
          PAGE_SIZE,
        ),
    },

    sources: {
      /** A CLABE of the customer's own, to pay into. */
      create: (customerId: string, source: Body<'POST /v1/customer/{customerId}/sources'>, options?: CallOptions) =>
        call('POST /v1/customer/{customerId}/sources', { path: { customerId }, body: source }, options),
      list: (customerId: string, options?: CallOptions) =>
        call('GET /v1/customer/{customerId}/sources', { path: { customerId } }, options),
      get: (customerId: string, sourceId: string, options?: CallOptions) =>
        call('GET /v1/customer/{customerId}/sources/{sourceId}', { path: { customerId, sourceId } }, options),
      delete: (customerId: string, sourceId: string, options?: CallOptions) =>
        call('DELETE /v1/customer/{customerId}/sources/{sourceId}', { path: { customerId, sourceId } }, options),
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
      /** Puts a customer on a plan: the saved card is charged now (or from `start_date`) and every period. */
      subscribe: (plan: string, who: Body<'POST /v1/plan/{plan}/customers'>, options?: CallOptions) =>
        call('POST /v1/plan/{plan}/customers', { path: { plan }, body: who }, options),
      /** The subscriptions of the plan. */
      subscriptions: (plan: string, query: Query<'GET /v1/plan/{plan}/customers'> = {}, options?: CallOptions) =>
        call('GET /v1/plan/{plan}/customers', { path: { plan }, query }, options),
      /** Charges another card of the customer from now on. */
      changeCard: (plan: string, customer: string, card: string, options?: CallOptions) =>
        call('PUT /v1/plan/{plan}/customers/{customer}', { path: { plan, customer }, body: { card } }, options),
      subscription: (plan: string, customer: string, options?: CallOptions) =>
        call('GET /v1/plan/{plan}/customers/{customer}', { path: { plan, customer } }, options),
      pause: (plan: string, customer: string, options?: CallOptions) =>
        call('POST /v1/plan/{plan}/customers/{customer}/pause', { path: { plan, customer } }, options),
      resume: (plan: string, customer: string, options?: CallOptions) =>
        call('POST /v1/plan/{plan}/customers/{customer}/resume', { path: { plan, customer } }, options),
      unsubscribe: (plan: string, customer: string, options?: CallOptions) =>
        call('DELETE /v1/plan/{plan}/customers/{customer}', { path: { plan, customer } }, options),
    },
  }
}
