// Tables: the service's own state.
import { instant, natural, oneOf, positive, type Row, signed, table, text } from '../table.ts'

/** One row: the difference between the sandbox's time and the system's. */
export const clock = table(
  'clock',
  {
    work: {
      id: positive(),
      offset_ms: signed(),
      frozen_ms: signed().orNull(),
      /** Grows with every change of the clock and of remembered data. */
      version: natural(),
      /** Real milliseconds until which a caller holds it; 0 when it is free. */
      held_until: natural(),
    },
  },
  {
    key: 'id',
    first: [{ id: 1, offset_ms: 0, frozen_ms: null, version: 0, held_until: 0 }],
  },
)
export type ClockRow = Row<typeof clock>

/** Numbers handed out in blocks: `next` is the first free number. */
export const sequences = table(
  'sequences',
  {
    work: {
      name: text(),
      next: natural(),
    },
  },
  {
    key: 'name',
  },
)
export type SequenceRow = Row<typeof sequences>

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
      operation_id: text().orNull(),
      /** Null while the first request is running. */
      response_status: positive().orNull(),
      response_body: text().orNull(),
      created_at: instant(),
    },
  },
  {
    key: 'account_id, credential_kind, key',
    indexes: {
      idempotency_by_age: 'created_at',
      idempotency_unanswered: 'operation_id where operation_id is not null and response_status is null',
    },
  },
)
export type IdempotencyRow = Row<typeof idempotency>

/** How many members a list that `addWithin` limits has ever got. */
export const listAdditions = table(
  'list_additions',
  {
    derived: {
      account_id: text(),
      /** The account, or its customer, that has the list. */
      owner_id: text(),
      list: oneOf(['approvals', 'cards', 'exports', 'sources']),
      added: natural(),
    },
  },
  {
    key: 'account_id, owner_id, list',
    references: { account_id: 'accounts' },
  },
)
export type ListAdditionRow = Row<typeof listAdditions>

/** Always empty: readiness writes and deletes a row here to test the database. */
export const probes = table(
  'probes',
  {
    work: {
      filler: text(),
    },
  },
  {
    key: '',
  },
)
export type ProbeRow = Row<typeof probes>
