// The calls about checkouts: pages where a payer chooses a way and pays.
import type { Body, Call, CallOptions, Query } from '../call.ts'
import { eachNext, PAGE_SIZE } from '../lists.ts'

export function checkoutCalls(call: Call) {
  return {
    checkouts: {
      /** Send the payer to its `url`. */
      create: (checkout: Body<'POST /v1/checkout'>, options?: CallOptions) =>
        call('POST /v1/checkout', { body: checkout }, options),
      /** With its payments. */
      get: (checkout: string, options?: CallOptions) =>
        call('GET /v1/checkout/{checkout}', { path: { checkout } }, options),
      /** No further payment is begun there. */
      cancel: (checkout: string, options?: CallOptions) =>
        call('POST /v1/checkout/{checkout}/cancel', { path: { checkout } }, options),
      /** Every checkout of the filter, newest first, page by page: `for await (const checkout of ...)`. */
      list: (query: Omit<Query<'GET /v1/checkout'>, 'starting_after' | 'limit'> = {}, options?: CallOptions) =>
        eachNext(
          async (starting_after) => {
            const page = await call(
              'GET /v1/checkout',
              { query: { ...query, limit: PAGE_SIZE, starting_after } },
              options,
            )
            return { items: page.checkouts, next: page.next }
          },
          (checkout) => checkout.id,
          PAGE_SIZE,
        ),
    },
  }
}
