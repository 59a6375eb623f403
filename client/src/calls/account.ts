// The calls about the account itself: profile, credentials, risk rules, exports, the audit trail, the session.
import type { Body, Call, CallOptions, Query } from '../call.ts'
import { eachAfter, PAGE_SIZE } from '../lists.ts'

export function accountCalls(call: Call) {
  return {
    profile: {
      /** The data of the merchant that payers see. */
      get: (options?: CallOptions) => call('GET /v1/profile', {}, options),
      /** Omitted fields stay. */
      update: (profile: Body<'PUT /v1/profile'>, options?: CallOptions) =>
        call('PUT /v1/profile', { body: profile }, options),
      /** A PNG or JPEG in base64; null removes it. */
      setLogo: (content: string | null, options?: CallOptions) =>
        call('PUT /v1/profile/logo', { body: { content } }, options),
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

    riskRules: {
      list: (options?: CallOptions) => call('GET /v1/risk/rules', {}, options),
      /** All of them at once. */
      replace: (rules: Body<'PUT /v1/risk/rules'>, options?: CallOptions) =>
        call('PUT /v1/risk/rules', { body: rules }, options),
    },

    exports: {
      /** Writes a whole list into a file in the background. */
      create: (wanted: Body<'POST /v1/exports'>, options?: CallOptions) =>
        call('POST /v1/exports', { body: wanted }, options),
      /** Its progress, and the address of its file once it is finished. */
      get: (id: string, options?: CallOptions) => call('GET /v1/exports/{id}', { path: { id } }, options),
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

    session: {
      /** A Bearer token for `createCobro({ token })`, good for 30 days. */
      open: (options?: CallOptions) => call('POST /v1/auth/login/application', { body: {} }, options),
      /** Ends the session whose token this client uses. */
      close: (options?: CallOptions) => call('POST /v1/auth/logout', {}, options),
    },
  }
}
