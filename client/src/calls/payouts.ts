// The calls about a merchant's payouts and charges: payouts, transfers, the ledger, fees.
import type { Body, Call, CallOptions, Query } from '../call.ts'
import { eachNext, PAGE_SIZE } from '../lists.ts'

export function payoutCalls(call: Call) {
  return {
    payouts: {
      /** Your payouts, page by page: `for await (const payout of ...)`. */
      list: (query: Pick<Query<'GET /v1/payouts'>, 'start_date' | 'end_date'> = {}, options?: CallOptions) =>
        eachNext(
          async (starting_after) => {
            const page = await call(
              'GET /v1/payouts',
              { query: { ...query, limit: PAGE_SIZE, starting_after } },
              options,
            )
            return { items: page.payouts, next: page.next }
          },
          (payout) => payout.id,
          PAGE_SIZE,
        ),
      get: (payout: string, options?: CallOptions) => call('GET /v1/payouts/{payout}', { path: { payout } }, options),
      /** The lines of a payout. */
      report: (query: Query<'GET /v1/settlement/report'>, options?: CallOptions) =>
        call('GET /v1/settlement/report', { query }, options),
    },

    settlementAccount: {
      /** The account that payouts go to, and the change under way if there is one. */
      get: (options?: CallOptions) => call('GET /v1/settlement/account', {}, options),
      /** The first applies at once; another waits to be confirmed and then for its cooling-off time. */
      set: (clabe: string, options?: CallOptions) => call('PUT /v1/settlement/account', { body: { clabe } }, options),
      /** With the code of the e-mail; without it, as another operator. */
      confirm: (code?: string, options?: CallOptions) =>
        call('POST /v1/settlement/account/confirm', { body: code === undefined ? {} : { code } }, options),
      cancelChange: (options?: CallOptions) => call('DELETE /v1/settlement/account/change', {}, options),
    },

    payoutRules: {
      /** The smallest payout, and what each leaves on the balance for refunds. */
      get: (options?: CallOptions) => call('GET /v1/settlement/rules', {}, options),
      change: (rules: Body<'PUT /v1/settlement/rules'>, options?: CallOptions) =>
        call('PUT /v1/settlement/rules', { body: rules }, options),
    },

    transfers: {
      /** Money that goes out: returns, refunds and payouts, newest first. */
      list: (query: Query<'GET /v1/transfers'> = {}, options?: CallOptions) =>
        call('GET /v1/transfers', { query }, options),
      get: (transfer: string, options?: CallOptions) =>
        call('GET /v1/transfers/{transfer}', { path: { transfer } }, options),
      /** Sends the money of a transfer that the bank rejected or returned again, to the same account or another. */
      retry: (transfer: string, body: Body<'POST /v1/transfers/{transfer}/retry'> = {}, options?: CallOptions) =>
        call('POST /v1/transfers/{transfer}/retry', { path: { transfer }, body }, options),
    },

    ledger: {
      /** The balance of every ledger account by day. */
      balances: (query: Query<'GET /v1/ledger/balances'> = {}, options?: CallOptions) =>
        call('GET /v1/ledger/balances', { query }, options),
      /** The entries of an operation, payout or transfer. */
      entries: (cause: string, options?: CallOptions) =>
        call('GET /v1/ledger/entries/{cause}', { path: { cause } }, options),
      /** The lines of every entry, oldest first, page by page: `for await (const line of ...)`. */
      journal: (query: Omit<Query<'GET /v1/ledger/journal'>, 'starting_after'> = {}, options?: CallOptions) =>
        eachNext(
          async (starting_after) => {
            const page = await call(
              'GET /v1/ledger/journal',
              { query: { limit: PAGE_SIZE, ...query, starting_after } },
              options,
            )
            return { items: page.lines, next: page.next }
          },
          ({ date, entry, line }) => `${date}.${entry}.${line}`,
          PAGE_SIZE,
        ),
      /** Your codes and names of the ledger's accounts. */
      chart: (options?: CallOptions) => call('GET /v1/ledger/chart', {}, options),
      setChart: (body: Body<'PUT /v1/ledger/chart'>, options?: CallOptions) =>
        call('PUT /v1/ledger/chart', { body }, options),
      /** What you owe, because the balance is below zero; null: nothing. */
      claim: (options?: CallOptions) => call('GET /v1/ledger/claim', {}, options),
      /** The months of the books, newest first. */
      months: (query: Query<'GET /v1/ledger/months'> = {}, options?: CallOptions) =>
        call('GET /v1/ledger/months', { query }, options),
      /** By month, `2026-10`: what stands open, and the figures once it is closed. */
      month: (month: string, options?: CallOptions) =>
        call('GET /v1/ledger/months/{month}', { path: { month } }, options),
      /** Closes a month that has ended; the event `ledger.month_closed` tells when its package is made. */
      closeMonth: (month: string, body: Body<'POST /v1/ledger/months/{month}/close'> = {}, options?: CallOptions) =>
        call('POST /v1/ledger/months/{month}/close', { path: { month }, body }, options),
      /** The amounts owed to affiliated users. */
      affiliates: (options?: CallOptions) => call('GET /v1/ledger/affiliates', {}, options),
    },

    /** The account's fees for each rail. */
    fees: (options?: CallOptions) => call('GET /v1/fees', {}, options),

    /** The fees of a month, and the taxpayer whom they are invoiced to. */
    feeStatements: {
      /** Every closed month, newest first, page by page: `for await (const month of ...)`. */
      list: (options?: CallOptions) =>
        eachNext(
          async (starting_after) => {
            const page = await call('GET /v1/fees/statements', { query: { limit: PAGE_SIZE, starting_after } }, options)
            return { items: page.statements, next: page.next }
          },
          (statement) => statement.period,
          PAGE_SIZE,
        ),
      /** By month, `2026-11`; also the current one. */
      get: (period: string, options?: CallOptions) =>
        call('GET /v1/fees/statements/{period}', { path: { period } }, options),
      /** null until it is set. */
      receptor: (options?: CallOptions) => call('GET /v1/fees/receptor', {}, options),
      setReceptor: (receptor: Body<'PUT /v1/fees/receptor'>, options?: CallOptions) =>
        call('PUT /v1/fees/receptor', { body: receptor }, options),
    },
  }
}
