// Table: the log of what happened.
import { operationStatusNames } from '../core/operation.ts'
import { instant, natural, oneOf, type Row, table, text, uuid } from '../core/table.ts'

/** Something that happened to an account, or to what it owns: the log. Webhooks and the search read it, each with cursors of its own. */
export const events = table(
  'events',
  {
    fact: {
      id: text(),
      account_id: text(),
      /** The bucket of the account. */
      bucket: natural(),
      /** The type for webhooks; `touched`: only the search reads it. */
      type: text(),
      /** The operation it is about, and its status at the event. */
      operation_id: uuid().orNull(),
      operation_status: oneOf(operationStatusNames).orNull(),
      /**
       * JSON. About an operation: what its record showed and may change later (`store/changeable`); null: nothing. Otherwise the body of the
       * event's webhooks.
       */
      data: text().orNull(),
      created_at: instant(),
      /** JSON: the faults of its webhooks that the request asked for, besides those of each endpoint. */
      faults: text().orNull(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    recorded: { by: 'id', prefix: 'evt' },
    isLog: true,
    indexes: {
      events_in_order: 'bucket, position',
      events_by_operation: 'operation_id where operation_id is not null',
      events_rehearsed: 'account_id, id where faults is not null',
    },
  },
)
export type EventRow = Row<typeof events>

/**
 * The spans of time in which an account had events of a type. The list of a type looks into these only, and an event writes nothing more than the
 * first of its span.
 */
export const eventSpans = table(
  'event_spans',
  {
    work: {
      account_id: text(),
      type: text(),
      /** The beginning of the ids of its events. */
      span: text(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, type, span',
    isClustered: true,
    isKept: true,
  },
)
export type EventSpanRow = Row<typeof eventSpans>
