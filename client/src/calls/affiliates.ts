// The calls about affiliates, who earn a share of payments.
import type { Body, Call, CallOptions, Query } from '../call.ts'
import { eachNext, PAGE_SIZE } from '../lists.ts'

export function affiliateCalls(call: Call) {
  return {
    affiliates: {
      /** Registers a user of `payment.affiliated`: paid out from now on, including earlier shares. */
      register: (affiliate: Body<'POST /v1/affiliates'>, options?: CallOptions) =>
        call('POST /v1/affiliates', { body: affiliate }, options),
      get: (affiliate: string, options?: CallOptions) =>
        call('GET /v1/affiliates/{affiliate}', { path: { affiliate } }, options),
      /** Another `clabe` waits to be confirmed and then for its cooling-off time. */
      update: (affiliate: string, change: Body<'PUT /v1/affiliates/{affiliate}'>, options?: CallOptions) =>
        call('PUT /v1/affiliates/{affiliate}', { path: { affiliate }, body: change }, options),
      /** With the code of the e-mail; without it, as another operator. */
      confirm: (affiliate: string, code?: string, options?: CallOptions) =>
        call(
          'POST /v1/affiliates/{affiliate}/account/confirm',
          { path: { affiliate }, body: code === undefined ? {} : { code } },
          options,
        ),
      cancelChange: (affiliate: string, options?: CallOptions) =>
        call('DELETE /v1/affiliates/{affiliate}/account/change', { path: { affiliate } }, options),
      /** The rule for the share when money goes back to a payer. */
      rules: (options?: CallOptions) => call('GET /v1/affiliates/rules', {}, options),
      /** Applies to payments made from now on. */
      changeRules: (rules: Body<'PUT /v1/affiliates/rules'>, options?: CallOptions) =>
        call('PUT /v1/affiliates/rules', { body: rules }, options),
      /** The payouts of an affiliate, page by page: `for await (const payout of ...)`. */
      payouts: (affiliate: string, options?: CallOptions) =>
        eachNext(
          async (starting_after) => {
            const query = { limit: PAGE_SIZE, starting_after }
            const page = await call('GET /v1/affiliates/{affiliate}/payouts', { path: { affiliate }, query }, options)
            return { items: page.payouts, next: page.next }
          },
          (payout) => payout.id,
          PAGE_SIZE,
        ),
      /** The shares of an affiliate's payout, one by one. */
      report: (affiliate: string, query: Query<'GET /v1/affiliates/{affiliate}/report'>, options?: CallOptions) =>
        call('GET /v1/affiliates/{affiliate}/report', { path: { affiliate }, query }, options),
      /** Every affiliate, page by page: `for await (const affiliate of ...)`. */
      list: (options?: CallOptions) =>
        eachNext(
          async (starting_after) => {
            const page = await call('GET /v1/affiliates', { query: { limit: PAGE_SIZE, starting_after } }, options)
            return { items: page.affiliates, next: page.next }
          },
          (affiliate) => affiliate.id,
          PAGE_SIZE,
        ),
    },
  }
}
