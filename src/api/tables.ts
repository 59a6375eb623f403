// Tables: answers of repeated requests, and rates.
import { instant, natural, oneOf, positive, type Row, table, text, uuid } from '../core/table.ts'

/** The requests of a credential in ten seconds, in all processes together. */
export const rateBudgets = table(
  'rate_budgets',
  {
    work: {
      account_id: text(),
      credential_id: text(),
      /** Ten seconds since 1970. */
      period: natural(),
      taken: natural(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, credential_id',
  },
)

export const idempotency = table(
  'idempotency',
  {
    work: {
      account_id: text(),
      /** Publishable and secret credentials have keys of their own. */
      credential_kind: oneOf(['secret', 'publishable']),
      key: text(),
      /** Keyed hash of method, path and content. */
      fingerprint: text(),
      /** The operation that the request makes, so that its answer can be written after a crash of the process. */
      operation_id: uuid().orNull(),
      /** Null while the first request is running. */
      response_status: positive().orNull(),
      response_body: text().orNull(),
      created_at: instant(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, credential_kind, key',
    besideAccounts: 'an answer is kept for who asked: the operator may have asked for another account',
    indexes: {
      idempotency_by_age: 'created_at',
      idempotency_unanswered: 'account_id, operation_id where operation_id is not null and response_status is null',
    },
  },
)
export type IdempotencyRow = Row<typeof idempotency>
