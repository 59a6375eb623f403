// The calls about what a merchant is paid and charged: payouts, transfers, the ledger, fees.
import type { Body, Call, CallOptions, Query } from '../call.ts'
import { eachFrom, PAGE_SIZE } from '../lists.ts'

export function payoutCalls(call: Call) {
  return {
    payouts: {
      /** What was paid out to you, page by page: `for await (const payout of ...)`. */
      list: (query: Pick<Query<'GET /v1/payouts'>, 'start_date' | 'end_date'> = {}, options?: CallOptions) =>
        eachFrom(
          async (offset) =>
            (await call('GET /v1/payouts', { query: { ...query, limit: PAGE_SIZE, offset } }, options)).payouts,
          (payout) => payout.id,
          PAGE_SIZE,
        ),
      get: (payout: string, options?: CallOptions) => call('GET /v1/payouts/{payout}', { path: { payout } }, options),
      /** What a payout is made of, line by line. */
      report: (query: Query<'GET /v1/settlement/report'>, options?: CallOptions) =>
        call('GET /v1/settlement/report', { query }, options),
    },

    settlementAccount: {
      /** Where payouts go, and the change under way if there is one. */
      get: (options?: CallOptions) => call('GET /v1/settlement/account', {}, options),
      /** The first holds at once; another waits to be confirmed and cools off. */
      set: (clabe: string, options?: CallOptions) => call('PUT /v1/settlement/account', { body: { clabe } }, options),
      /** With the code of the e-mail; without one as another operator. */
      confirm: (code?: string, options?: CallOptions) =>
        call('POST /v1/settlement/account/confirm', { body: code === undefined ? {} : { code } }, options),
      cancelChange: (options?: CallOptions) => call('DELETE /v1/settlement/account/change', {}, options),
    },

    transfers: {
      /** Money that goes out: returns, refunds and payouts, newest first. */
      list: (query: Query<'GET /v1/transfers'> = {}, options?: CallOptions) =>
        call('GET /v1/transfers', { query }, options),
      get: (transfer: string, options?: CallOptions) =>
        call('GET /v1/transfers/{transfer}', { path: { transfer } }, options),
      /** Sends the money of one that the bank rejected or returned again, to the same account or another. */
      retry: (transfer: string, body: Body<'POST /v1/transfers/{transfer}/retry'> = {}, options?: CallOptions) =>
        call('POST /v1/transfers/{transfer}/retry', { path: { transfer }, body }, options),
    },

    ledger: {
      /** The balance of every ledger account by day. */
      balances: (query: Query<'GET /v1/ledger/balances'> = {}, options?: CallOptions) =>
        call('GET /v1/ledger/balances', { query }, options),
      /** What an operation, payout or transfer posted. */
      entries: (cause: string, options?: CallOptions) =>
        call('GET /v1/ledger/entries/{cause}', { path: { cause } }, options),
      /** What affiliated users are owed. */
      affiliates: (options?: CallOptions) => call('GET /v1/ledger/affiliates', {}, options),
    },

    /** What the account pays for each way of paying. */
    fees: (options?: CallOptions) => call('GET /v1/fees', {}, options),

    /** What the fees of a month come to, and whom they are invoiced to. */
    feeStatements: {
      /** Every closed month, newest first, page by page: `for await (const month of ...)`. */
      list: (options?: CallOptions) =>
        eachFrom(
          async (offset) =>
            (await call('GET /v1/fees/statements', { query: { limit: PAGE_SIZE, offset } }, options)).statements,
          (statement) => statement.period,
          PAGE_SIZE,
        ),
      /** By month, `2026-11`, also of one that goes on. */
      get: (period: string, options?: CallOptions) =>
        call('GET /v1/fees/statements/{period}', { path: { period } }, options),
      /** null until it is set. */
      receptor: (options?: CallOptions) => call('GET /v1/fees/receptor', {}, options),
      setReceptor: (receptor: Body<'PUT /v1/fees/receptor'>, options?: CallOptions) =>
        call('PUT /v1/fees/receptor', { body: receptor }, options),
    },
  }
}
