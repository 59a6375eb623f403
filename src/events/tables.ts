// Table: the log of what happened.
import { operationStatusNames } from '../core/operation.ts'
import { instant, natural, oneOf, type Row, table, text, uuid } from '../core/table.ts'

/**
 * The log: what happened to an account or to what it owns (an event), and who changed what (a record of the audit trail). Webhooks and the search read
 * it by position, each with cursors of its own; the lists of events, the trail and the story of an operation are its rows, filtered. Rows are only added.
 */
export const events = table(
  'events',
  {
    fact: {
      id: text(),
      /** Empty: it concerns the whole service. */
      account_id: text(),
      /** The bucket of the account. */
      bucket: natural(),
      /** Of an event, the type for webhooks; of a record of the trail, its action; `touched`: only the search reads it. */
      type: text(),
      /** The operation it is about, and, where the operation itself has moved, its status then. */
      operation_id: uuid().orNull(),
      operation_status: oneOf(operationStatusNames).orNull(),
      /**
       * JSON. Of a move of an operation: what its record showed and may change later (`store/changeable`); null: nothing. Of another event: the body
       * of its webhooks. Of a record of the trail: `before` and `after` the change, without secrets; where there was nothing, it is left out.
       */
      data: text().orNull(),
      created_at: instant(),
      /** JSON: the faults of its webhooks that the request asked for, besides those of each endpoint. */
      faults: text().orNull(),
      /** Of a record of the trail, and null of an event: id of what was changed. */
      subject: text().orNull(),
      actor_kind: oneOf(['credential', 'person', 'operator', 'process']).orNull(),
      /**
       * Id of the credential or of the person at the console, the user of the machine who ran a command, or a part of the
       * service.
       */
      actor: text().orNull(),
      /**
       * The e-mail of the credential's operator; the person's name and e-mail; the command that was run; else empty. Of an event: who asked for it, if that is
       * known.
       */
      operator: text().orNull(),
      /** Where the request came from, masked as the settings say; empty when it was no request. */
      address: text().orNull(),
      request_id: text().orNull(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    recorded: { by: 'id', prefix: 'evt', isOfService: true },
    isLog: true,
    indexes: {
      events_in_order: 'bucket, position',
      events_by_operation: 'operation_id where operation_id is not null',
      events_on_trail: 'account_id, id where actor_kind is not null',
      events_on_trail_by_type: 'account_id, type, id where actor_kind is not null',
      events_on_trail_by_subject: 'account_id, subject, id where actor_kind is not null',
      events_on_trail_of_all: 'id where actor_kind is not null',
      events_on_trail_of_all_by_type: 'type, id where actor_kind is not null',
    },
    checks: {
      events_trail_is_whole: `(actor_kind is null and subject is null) or (actor_kind is not null and subject is not null
        and actor is not null and operator is not null and address is not null and request_id is not null)`,
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
