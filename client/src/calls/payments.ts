// The calls that take payments and find them: cards, vouchers, card tokens, operations.
import type { Body, Call, CallOptions, Query } from '../call.ts'
import { type Charge, type TypedCard, wireCharge } from '../charge.ts'
import { eachNext, pageSizeOf } from '../lists.ts'
import type { Sealer } from '../sealer.ts'

export function paymentCalls(call: Call, sealer: Sealer) {
  return {
    payments: {
      /** Charges a token or a saved card. The charge is sealed here. Declined: a `CobroError` whose `declined` is true. */
      card: ({ metadata, ...charge }: Charge & { metadata?: Record<string, unknown> }, options?: CallOptions) => {
        // One key for all envelopes of one payment: a second one repeats the first, it does not charge again.
        const once = { idempotencyKey: crypto.randomUUID(), ...options }
        return sealer.send('POST /v1/payment/card', wireCharge(charge), (sealed) =>
          call('POST /v1/payment/card', { body: { ...sealed, ...(metadata && { metadata }) } }, once),
        )
      },
      /** A slip that the payer takes to a store. `url` is its page. */
      convenienceStore: (voucher: Body<'POST /v1/payment/convenience-store'>, options?: CallOptions) =>
        call('POST /v1/payment/convenience-store', { body: voucher }, options),
      /** A CLABE that the payer transfers to. `url` is the slip's page. */
      spei: (voucher: Body<'POST /v1/payment/spei'>, options?: CallOptions) =>
        call('POST /v1/payment/spei', { body: voucher }, options),
      /** Stores and SPEI, with their limits. */
      methods: (options?: CallOptions) => call('GET /v1/payment/method', {}, options),
      /** The cost of an amount in instalments on cards that begin with `bin`. */
      promotions: (bin: string, amount: string, options?: CallOptions) =>
        call('GET /v1/partial-payment/promotion/{bin}/{amount}', { path: { bin, amount } }, options),
    },

    tokens: {
      /** Makes a single-use token (`tok_...`) of a card. With a publishable key it may run in a browser. */
      create: (card: TypedCard, options?: CallOptions) =>
        sealer.send('POST /v1/token', card, (sealed) => call('POST /v1/token', { body: sealed }, options)),
    },

    operations: {
      /** Every operation of the filter, newest first, page by page: `for await (const operation of ...)`. */
      list: (query: Omit<Query<'GET /v1/operations'>, 'offset' | 'starting_after'> = {}, options?: CallOptions) => {
        const limit = pageSizeOf(query)
        return eachNext(
          async (starting_after) => {
            const page = await call('GET /v1/operations', { query: { ...query, limit, starting_after } }, options)
            return { items: page.operations, next: page.next }
          },
          (operation) => operation.transaction,
          limit,
        )
      },
      /** One page, with the totals over the whole filter. */
      page: (query: Query<'GET /v1/operations'> = {}, options?: CallOptions) =>
        call('GET /v1/operations', { query }, options),
      get: (id: string, options?: CallOptions) => call('GET /v1/operations/{id}', { path: { id } }, options),
      /** The newest with this reference number. */
      find: (reference_number: string, options?: CallOptions) =>
        call('GET /v1/operations/reference/{reference_number}', { path: { reference_number } }, options),
      /** Takes what a charge with `capture: false` has authorised, or `amount` of it; the rest is released. Safe to repeat. */
      capture: (id: string, capture: Body<'POST /v1/operations/{id}/capture'> = {}, options?: CallOptions) =>
        call('POST /v1/operations/{id}/capture', { path: { id }, body: capture }, options),
      /** Cancels it: money goes back, an authorisation is released, or a slip can no longer be paid. Safe to repeat. */
      reverse: (id: string, options?: CallOptions) =>
        call('POST /v1/operations/apply-reversal/{id}', { path: { id } }, options),
      /** Sends the receipt or slip by e-mail, SMS or both. */
      send: (message: Body<'POST /v1/operations/send'>, options?: CallOptions) =>
        call('POST /v1/operations/send', { body: message }, options),
    },
  }
}
