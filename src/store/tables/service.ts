// Tables: the service's own state.
import { flag, instant, natural, oneOf, positive, type Row, signed, table, text, uuid } from '../table.ts'

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
    owner: 'shared',
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
    owner: 'shared',
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
    work: {
      account_id: text(),
      /** The account, or its customer, that has the list. */
      owner_id: text(),
      list: oneOf(['approvals', 'cards', 'exports', 'sources']),
      added: natural(),
    },
  },
  {
    owner: 'account',
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
    owner: 'shared',
    key: '',
  },
)
export type ProbeRow = Row<typeof probes>

/** A row of background work whose work failed. */
export const troubledRows = table(
  'troubled_rows',
  {
    work: {
      id: text(),
      /** The table of the row, or the task. */
      source: text(),
      row_id: text(),
      account_id: text().orNull(),
      tries: natural(),
      /** Why the last try failed, without card data. */
      error: text(),
      first_at: instant(),
      last_at: instant(),
      /** Real milliseconds until which it is not tried. */
      until_ms: natural(),
      /** 1: it is not tried again until a person says so. */
      set_aside: flag(),
    },
  },
  {
    owner: 'shared',
    key: 'id',
    unique: { troubled_rows_by_row: 'source, row_id' },
    indexes: {
      troubled_rows_set_aside: 'id where set_aside = 1',
      troubled_rows_last: 'last_at',
    },
  },
)
export type TroubledRow = Row<typeof troubledRows>

/** A process that runs, or has run within the last day. */
export const processes = table(
  'processes',
  {
    work: {
      id: text(),
      host: text(),
      /** The identifier of the at-rest key that it seals under. */
      at_rest_key: text(),
      /** The clock of its machine when it was last seen, in milliseconds; `seen_ms` is by the clock that all processes share. */
      system_ms: natural(),
      started_at: instant(),
      /** Real milliseconds. */
      seen_ms: natural(),
    },
  },
  {
    owner: 'shared',
    key: 'id',
  },
)
export type ProcessRow = Row<typeof processes>
