// The calls about money that goes back to payers: refunds, disputes, and payments in suspense.
import type { Body, Call, CallOptions, Query } from '../call.ts'
import { eachNext, pageSizeOf } from '../lists.ts'

export function refundCalls(call: Call) {
  return {
    refunds: {
      /** Gives a payment back, wholly or in part. Without an amount, all that is left of it. */
      create: (operation: string, refund: Body<'POST /v1/operations/{id}/refunds'> = {}, options?: CallOptions) =>
        call('POST /v1/operations/{id}/refunds', { path: { id: operation }, body: refund }, options),
      get: (refund: string, options?: CallOptions) => call('GET /v1/refunds/{refund}', { path: { refund } }, options),
      /** One page, newest first; `next` is the `starting_after` of the next one. */
      page: (query: Query<'GET /v1/refunds'> = {}, options?: CallOptions) =>
        call('GET /v1/refunds', { query }, options),
      /** Every refund of the filter, newest first, page by page: `for await (const refund of ...)`. */
      list: (query: Omit<Query<'GET /v1/refunds'>, 'starting_after'> = {}, options?: CallOptions) => {
        const limit = pageSizeOf(query)
        return eachNext(
          async (starting_after) => {
            const page = await call('GET /v1/refunds', { query: { ...query, limit, starting_after } }, options)
            return { items: page.refunds, next: page.next }
          },
          (refund) => refund.id,
          limit,
        )
      },
      /** The refunds of one operation. */
      of: (operation: string, query: Query<'GET /v1/operations/{id}/refunds'> = {}, options?: CallOptions) =>
        call('GET /v1/operations/{id}/refunds', { path: { id: operation }, query }, options),
      /** Cancels one that waits or has failed: you have its money back. */
      cancel: (refund: string, options?: CallOptions) =>
        call('POST /v1/refunds/{refund}/cancel', { path: { refund } }, options),
      /** Sends a failed one again, the same way or to another account. */
      retry: (refund: string, again: Body<'POST /v1/refunds/{refund}/retry'> = {}, options?: CallOptions) =>
        call('POST /v1/refunds/{refund}/retry', { path: { refund }, body: again }, options),
      rules: (options?: CallOptions) => call('GET /v1/refund-rules', {}, options),
      changeRules: (rules: Body<'PUT /v1/refund-rules'>, options?: CallOptions) =>
        call('PUT /v1/refund-rules', { body: rules }, options),
      reserve: (options?: CallOptions) => call('GET /v1/reserve', {}, options),
      /** Sets money aside for refunds (`in`), or takes it back (`out`). */
      moveReserve: (move: Body<'POST /v1/reserve'>, options?: CallOptions) =>
        call('POST /v1/reserve', { body: move }, options),
    },

    disputes: {
      /** One page, newest first; `next` is the `starting_after` of the next one. */
      page: (query: Query<'GET /v1/disputes'> = {}, options?: CallOptions) =>
        call('GET /v1/disputes', { query }, options),
      /** Every dispute of the filter, newest first, page by page: `for await (const dispute of ...)`. */
      list: (query: Omit<Query<'GET /v1/disputes'>, 'starting_after'> = {}, options?: CallOptions) => {
        const limit = pageSizeOf(query)
        return eachNext(
          async (starting_after) => {
            const page = await call('GET /v1/disputes', { query: { ...query, limit, starting_after } }, options)
            return { items: page.disputes, next: page.next }
          },
          (dispute) => dispute.id,
          limit,
        )
      },
      /** With the evidence and the outcome of the answer. */
      get: (dispute: string, options?: CallOptions) =>
        call('GET /v1/disputes/{dispute}', { path: { dispute } }, options),
      /** Writes texts by kind; omitted kinds stay. */
      write: (dispute: string, texts: Body<'POST /v1/disputes/{dispute}/evidence'>['texts'], options?: CallOptions) =>
        call('POST /v1/disputes/{dispute}/evidence', { path: { dispute }, body: { texts } }, options),
      /** Adds a PDF, PNG or JPEG: its bytes. */
      addFile: (
        dispute: string,
        file: Uint8Array,
        about: Query<'POST /v1/disputes/{dispute}/files'>,
        options?: CallOptions,
      ) => call('POST /v1/disputes/{dispute}/files', { path: { dispute }, query: about, body: file }, options),
      /** Submits the evidence as it is now, once. */
      submit: (dispute: string, options?: CallOptions) =>
        call('POST /v1/disputes/{dispute}/submit', { path: { dispute } }, options),
      /** Accepts the dispute: the bank keeps the money, for good. */
      accept: (dispute: string, options?: CallOptions) =>
        call('POST /v1/disputes/{dispute}/accept', { path: { dispute } }, options),
    },

    receivedPayments: {
      /** Payments that paid no operation, newest first. */
      list: (query: Query<'GET /v1/received-payments'> = {}, options?: CallOptions) =>
        call('GET /v1/received-payments', { query }, options),
      /** Gives a suspended payment back, or accepts it. Repeating it changes nothing. */
      release: (id: string, decision: Body<'POST /v1/received-payments/{id}/release'>, options?: CallOptions) =>
        call('POST /v1/received-payments/{id}/release', { path: { id }, body: decision }, options),
    },
  }
}
