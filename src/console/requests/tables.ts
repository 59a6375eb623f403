// Tables: the calls that are kept for developers.
import { flag, instant, natural, positive, type Row, table, text, uuid } from '../../core/table.ts'

/** A call that an account made, for its developers: kept for some days, and at most a number of each account. */
export const requests = table(
  'requests',
  {
    work: {
      /** The request id that the answer carried. */
      id: text(),
      account_id: text(),
      created_at: instant(),
      method: text(),
      /** The path as it was sent, with its query; secrets and card numbers are masked here and in all that follows. */
      path: text(),
      /** The route that took it. */
      route: text(),
      status: positive(),
      /** The code of the refusal; empty for a success. */
      code: text(),
      duration_ms: natural(),
      /** Id of the credential or person, and the operator's e-mail. */
      caller: text(),
      operator: text(),
      address: text(),
      idempotency_key: text(),
      /** Whether the answer is that of an earlier request under the same key. */
      replayed: flag(),
      operation_id: uuid().orNull(),
      /** JSON objects; null where bodies are not kept. */
      headers: text().orNull(),
      body: text().orNull(),
      answer: text().orNull(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    severalAccounts: { because: 'answered requests are noted together, and one that is lost is a line less' },
    indexes: {
      requests_by_operation: 'account_id, operation_id',
      requests_by_day: 'created_at',
    },
  },
)
export type RequestRow = Row<typeof requests>
