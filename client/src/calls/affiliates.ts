// The calls about affiliates, who collect a share of payments.
import type { Body, Call, CallOptions, Query } from '../call.ts'
import { eachFrom, PAGE_SIZE } from '../lists.ts'

export function affiliateCalls(call: Call) {
  return {
    affiliates: {
      /** Pays a user of `payment.affiliated` out from now on, with what was collected before. */
      register: (affiliate: Body<'POST /v1/affiliates'>, options?: CallOptions) =>
        call('POST /v1/affiliates', { body: affiliate }, options),
      get: (affiliate: string, options?: CallOptions) =>
        call('GET /v1/affiliates/{affiliate}', { path: { affiliate } }, options),
      /** Another `clabe` waits to be confirmed and cools off. */
      update: (affiliate: string, change: Body<'PUT /v1/affiliates/{affiliate}'>, options?: CallOptions) =>
        call('PUT /v1/affiliates/{affiliate}', { path: { affiliate }, body: change }, options),
      /** With the code of the e-mail; without one as another operator. */
      confirm: (affiliate: string, code?: string, options?: CallOptions) =>
        call(
          'POST /v1/affiliates/{affiliate}/account/confirm',
          { path: { affiliate }, body: code === undefined ? {} : { code } },
          options,
        ),
      cancelChange: (affiliate: string, options?: CallOptions) =>
        call('DELETE /v1/affiliates/{affiliate}/account/change', { path: { affiliate } }, options),
      /** Who gives back the share when money goes back to a payer. */
      rules: (options?: CallOptions) => call('GET /v1/affiliates/rules', {}, options),
      /** For payments made from now on. */
      changeRules: (rules: Body<'PUT /v1/affiliates/rules'>, options?: CallOptions) =>
        call('PUT /v1/affiliates/rules', { body: rules }, options),
      /** What an affiliate was paid, page by page: `for await (const payout of ...)`. */
      payouts: (affiliate: string, options?: CallOptions) =>
        eachFrom(
          async (offset) => {
            const query = { limit: PAGE_SIZE, offset }
            return (await call('GET /v1/affiliates/{affiliate}/payouts', { path: { affiliate }, query }, options))
              .payouts
          },
          (payout) => payout.id,
          PAGE_SIZE,
        ),
      /** What a payout of an affiliate is made of, share by share. */
      report: (affiliate: string, query: Query<'GET /v1/affiliates/{affiliate}/report'>, options?: CallOptions) =>
        call('GET /v1/affiliates/{affiliate}/report', { path: { affiliate }, query }, options),
      /** Every affiliate, page by page: `for await (const affiliate of ...)`. */
      list: (options?: CallOptions) =>
        eachFrom(
          async (offset) =>
            (await call('GET /v1/affiliates', { query: { limit: PAGE_SIZE, offset } }, options)).affiliates,
          (affiliate) => affiliate.id,
          PAGE_SIZE,
        ),
    },
  }
}
