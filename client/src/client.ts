// The client: every call of the service under the name of what it is about.
import { type CallOptions, type CobroSettings, createCall } from './call.ts'
import { type Charge, type TypedCard, wireCharge } from './charge.ts'
import { eachAfter, eachFrom, eachNext } from './lists.ts'
import { createSealer } from './sealer.ts'
import type { Calls } from './types.ts'

/** As many as the service gives at once. */
const PAGE_SIZE = 500

type Query<K extends keyof Calls> = Calls[K] extends { query: infer Q } ? Q : never
type Body<K extends keyof Calls> = Calls[K] extends { body: infer B } ? B : never

/** The calls of one account. Every one answers the `result` of the wire and throws a `CobroError`. */
export function createCobro(settings: CobroSettings) {
  const call = createCall(settings)
  const sealer = createSealer(call, settings)
  return {
    /** Any call by its method and path, for what has no name here. */
    call,

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
      /** An account that the payer transfers to. `url` is the slip's page. */
      spei: (voucher: Body<'POST /v1/payment/spei'>, options?: CallOptions) =>
        call('POST /v1/payment/spei', { body: voucher }, options),
      /** Stores and SPEI, with their limits. */
      methods: (options?: CallOptions) => call('GET /v1/payment/method', {}, options),
      /** What an amount costs in instalments on cards that begin with `bin`. */
      promotions: (bin: string, amount: string, options?: CallOptions) =>
        call('GET /v1/partial-payment/promotion/{bin}/{amount}', { path: { bin, amount } }, options),
    },

    operations: {
      /** Every operation that the filter admits, newest first, page by page: `for await (const operation of ...)`. */
      list: (query: Omit<Query<'GET /v1/operations'>, 'offset' | 'starting_after'> = {}, options?: CallOptions) => {
        const limit = Math.min(Number(query.limit ?? PAGE_SIZE), PAGE_SIZE)
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
      /** Cancels it: money goes back, or a slip can no longer be paid. Safe to repeat. */
      reverse: (id: string, options?: CallOptions) =>
        call('POST /v1/operations/apply-reversal/{id}', { path: { id } }, options),
      /** Sends the receipt or slip by e-mail, SMS or both. */
      send: (message: Body<'POST /v1/operations/send'>, options?: CallOptions) =>
        call('POST /v1/operations/send', { body: message }, options),
    },

    refunds: {
      /** Gives a payment back, wholly or in part. Without an amount, all that is left of it. */
      create: (operation: string, refund: Body<'POST /v1/operations/{id}/refunds'> = {}, options?: CallOptions) =>
        call('POST /v1/operations/{id}/refunds', { path: { id: operation }, body: refund }, options),
      get: (refund: string, options?: CallOptions) => call('GET /v1/refunds/{refund}', { path: { refund } }, options),
      /** One page, newest first; `next` is the `starting_after` of the next one. */
      page: (query: Query<'GET /v1/refunds'> = {}, options?: CallOptions) =>
        call('GET /v1/refunds', { query }, options),
      /** Every refund that the filter admits, newest first, page by page: `for await (const refund of ...)`. */
      list: (query: Omit<Query<'GET /v1/refunds'>, 'starting_after'> = {}, options?: CallOptions) => {
        const limit = Math.min(Number(query.limit ?? PAGE_SIZE), PAGE_SIZE)
        return eachNext(
          async (starting_after) => {
            const page = await call('GET /v1/refunds', { query: { ...query, limit, starting_after } }, options)
            return { items: page.refunds, next: page.next }
          },
          (refund) => refund.id,
          limit,
        )
      },
      /** Those of one operation. */
      of: (operation: string, query: Query<'GET /v1/operations/{id}/refunds'> = {}, options?: CallOptions) =>
        call('GET /v1/operations/{id}/refunds', { path: { id: operation }, query }, options),
      /** One that waits or has failed: you have its money back. */
      cancel: (refund: string, options?: CallOptions) =>
        call('POST /v1/refunds/{refund}/cancel', { path: { refund } }, options),
      /** A failed one, the same way or to another account. */
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
      /** Every dispute that the filter admits, newest first, page by page: `for await (const dispute of ...)`. */
      list: (query: Omit<Query<'GET /v1/disputes'>, 'starting_after'> = {}, options?: CallOptions) => {
        const limit = Math.min(Number(query.limit ?? PAGE_SIZE), PAGE_SIZE)
        return eachNext(
          async (starting_after) => {
            const page = await call('GET /v1/disputes', { query: { ...query, limit, starting_after } }, options)
            return { items: page.disputes, next: page.next }
          },
          (dispute) => dispute.id,
          limit,
        )
      },
      /** With the evidence and what became of the answer. */
      get: (dispute: string, options?: CallOptions) =>
        call('GET /v1/disputes/{dispute}', { path: { dispute } }, options),
      /** Writes texts by kind; what is left out stays. */
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
      /** Lets the bank have the money, for good. */
      accept: (dispute: string, options?: CallOptions) =>
        call('POST /v1/disputes/{dispute}/accept', { path: { dispute } }, options),
    },

    customers: {
      create: (customer: Body<'POST /v1/customer'>, options?: CallOptions) =>
        call('POST /v1/customer', { body: customer }, options),
      get: (customerId: string, options?: CallOptions) =>
        call('GET /v1/customer/{customerId}', { path: { customerId } }, options),
      /** Changes what is given; `metadata` replaces. */
      update: (customerId: string, change: Body<'PUT /v1/customer/{customerId}'>, options?: CallOptions) =>
        call('PUT /v1/customer/{customerId}', { path: { customerId }, body: change }, options),
      delete: (customerId: string, options?: CallOptions) =>
        call('DELETE /v1/customer/{customerId}', { path: { customerId } }, options),
      /** Every customer, page by page: `for await (const customer of ...)`. */
      list: (options?: CallOptions) =>
        eachFrom(
          async (offset) =>
            (await call('GET /v1/customer', { query: { limit: PAGE_SIZE, offset } }, options)).customers,
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

    tokens: {
      /** Makes a single-use token (`tok_...`) of a card. With a publishable key it may run in a browser. */
      create: (card: TypedCard, options?: CallOptions) =>
        sealer.send('POST /v1/token', card, (sealed) => call('POST /v1/token', { body: sealed }, options)),
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
      /** Who is on the plan. */
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

    riskRules: {
      list: (options?: CallOptions) => call('GET /v1/risk/rules', {}, options),
      /** All of them at once. */
      replace: (rules: Body<'PUT /v1/risk/rules'>, options?: CallOptions) =>
        call('PUT /v1/risk/rules', { body: rules }, options),
    },

    profile: {
      /** What payers are shown of the merchant. */
      get: (options?: CallOptions) => call('GET /v1/profile', {}, options),
      /** What is left out stays. */
      update: (profile: Body<'PUT /v1/profile'>, options?: CallOptions) =>
        call('PUT /v1/profile', { body: profile }, options),
      /** A PNG or JPEG in base64; null takes it away. */
      setLogo: (content: string | null, options?: CallOptions) =>
        call('PUT /v1/profile/logo', { body: { content } }, options),
    },

    exports: {
      /** Writes a whole list into a file in the background. */
      create: (wanted: Body<'POST /v1/exports'>, options?: CallOptions) =>
        call('POST /v1/exports', { body: wanted }, options),
      /** How far it has come, and the address of its file once it is finished. */
      get: (id: string, options?: CallOptions) => call('GET /v1/exports/{id}', { path: { id } }, options),
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

    credentials: {
      /** `app_secret` is answered here and never again. */
      create: (credential: Body<'POST /v1/credentials'>, options?: CallOptions) =>
        call('POST /v1/credentials', { body: credential }, options),
      list: async (options?: CallOptions) => (await call('GET /v1/credentials', {}, options)).credentials,
      get: (id: string, options?: CallOptions) => call('GET /v1/credentials/{id}', { path: { id } }, options),
      /** A new secret; the old one works beside it for a day, or for `grace_hours`. */
      roll: (id: string, body: Body<'POST /v1/credentials/{id}/roll'> = {}, options?: CallOptions) =>
        call('POST /v1/credentials/{id}/roll', { path: { id }, body }, options),
      /** At once and for good, with its sessions. */
      revoke: (id: string, options?: CallOptions) => call('DELETE /v1/credentials/{id}', { path: { id } }, options),
    },

    /** Who changed what, from where; newest first, page by page. */
    auditTrail: (query: Omit<Query<'GET /v1/audit'>, 'limit' | 'starting_after'> = {}, options?: CallOptions) =>
      eachAfter(
        async (starting_after) =>
          (await call('GET /v1/audit', { query: { ...query, limit: String(PAGE_SIZE), starting_after } }, options))
            .records,
        (record) => record.id,
        PAGE_SIZE,
      ),

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
      /** Nothing is sent until it is resumed; its events wait. */
      pause: (id: string, options?: CallOptions) => call('POST /v1/webhook/{id}/pause', { path: { id } }, options),
      resume: (id: string, options?: CallOptions) => call('POST /v1/webhook/{id}/resume', { path: { id } }, options),
      /** Sends again what failed since a time. */
      replay: (id: string, body: Body<'POST /v1/webhook/{id}/replay'>, options?: CallOptions) =>
        call('POST /v1/webhook/{id}/replay', { path: { id }, body }, options),
    },

    events: {
      /** What happened, newest first, page by page: `for await (const event of ...)`. */
      list: (query: Omit<Query<'GET /v1/events'>, 'starting_after'> = {}, options?: CallOptions) => {
        const limit = Math.min(Number(query.limit ?? PAGE_SIZE), PAGE_SIZE)
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

    receivedPayments: {
      /** What came in and paid nothing, newest first. */
      list: (query: Query<'GET /v1/received-payments'> = {}, options?: CallOptions) =>
        call('GET /v1/received-payments', { query }, options),
      /** Gives a suspended payment back, or accepts it. Repeating it changes nothing. */
      release: (id: string, decision: Body<'POST /v1/received-payments/{id}/release'>, options?: CallOptions) =>
        call('POST /v1/received-payments/{id}/release', { path: { id }, body: decision }, options),
    },

    /** Plays the payer and the clock; in production there is none of it. */
    sandbox: {
      payAtStore: (payment: Body<'POST /v1/sandbox/pay/store'>, options?: CallOptions) =>
        call('POST /v1/sandbox/pay/store', { body: payment }, options),
      payBySpei: (payment: Body<'POST /v1/sandbox/pay/spei'>, options?: CallOptions) =>
        call('POST /v1/sandbox/pay/spei', { body: payment }, options),
      /** The bank disputes a card payment, at once or after some time. */
      dispute: (asked: Body<'POST /v1/sandbox/disputes'>, options?: CallOptions) =>
        call('POST /v1/sandbox/disputes', { body: asked }, options),
      /** The bank decides. */
      decideDispute: (dispute: string, outcome: 'won' | 'lost', options?: CallOptions) =>
        call('POST /v1/sandbox/disputes/{dispute}', { path: { dispute }, body: { outcome } }, options),
      clock: (options?: CallOptions) => call('GET /v1/sandbox/clock', {}, options),
      changeClock: (change: Body<'PUT /v1/sandbox/clock'>, options?: CallOptions) =>
        call('PUT /v1/sandbox/clock', { body: change }, options),
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
