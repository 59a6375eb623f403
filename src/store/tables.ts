// Tables of the store itself: its clock and numbers, its log and directory, its records of authority, and the work and processes on it.
import { BUCKETS } from '../core/bucket.ts'
import { flag, instant, natural, oneOf, positive, type Row, signed, table, text } from '../core/table.ts'
import { directoryKindNames } from '../directory-kinds.ts'

/**
 * What must be unique, or found, across accounts. The row that is found has the value too, and whoever finds it compares: the directory says only
 * where to look. The audit makes it again from these rows.
 */
export const directory = table(
  'directory',
  {
    derived: {
      kind: oneOf(directoryKindNames),
      value: text(),
      /** Tells rows apart that share a value; empty where a value is of one row. */
      variant: text(),
      account_id: text(),
      /** The id of the row in the account. */
      subject: text(),
    },
  },
  {
    owner: 'directory',
    key: 'value, kind, variant',
    isClustered: true,
  },
)
export type DirectoryRow = Row<typeof directory>

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

/** Numbers handed out, most of them in blocks: `next` is the first free number. */
export const sequences = table(
  'sequences',
  {
    work: {
      name: text(),
      next: natural(),
    },
  },
  {
    owner: 'directory',
    key: 'name',
  },
)

/** How many members were ever added to a list that `addWithin` limits. */
export const listAdditions = table(
  'list_additions',
  {
    work: {
      account_id: text(),
      /** The account, or its customer or affiliate, that has the list. */
      owner_id: text(),
      list: oneOf(['approvals', 'cards', 'exports', 'payout-changes', 'sources']),
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
      id: text(),
      filler: text(),
    },
  },
  {
    owner: 'coordinator',
    key: 'id',
  },
)

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
    owner: 'coordinator',
    key: 'id',
  },
)
export type ProcessRow = Row<typeof processes>

/** What a change has made of a row by which somebody may do, receive or be charged something. Rows are only added. */
export const authorityRecords = table(
  'authority_records',
  {
    fact: {
      id: text(),
      /** Empty: the row is of the service as a whole. */
      account_id: text(),
      table_name: text(),
      /** The row's key, its columns with a slash between; that of an account's row begins with the account. */
      row_key: text(),
      /** JSON: for each column that was set, the beginning of the SHA-256 of its value. Null: the row was removed. */
      columns: text().orNull(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    recorded: { by: 'id', prefix: 'aur', isOfService: true },
    indexes: { authority_records_in_order: 'id', authority_records_of_row: 'table_name, row_key, id' },
  },
)

/** Those who read the log of events. */
const logReaders = ['webhooks', 'search'] as const

/** How far a reader of the log has come in a bucket. */
export const cursors = table(
  'cursors',
  {
    work: {
      reader: oneOf(logReaders),
      bucket: natural(),
      /** The place of the last event that it has passed. */
      position: natural(),
      id: text(),
      /** Raised by each other batch that adds or removes what the reader makes of events: a batch that was decided before it is refused. */
      turn: natural().from(0),
    },
  },
  {
    owner: 'shared',
    key: 'reader, bucket',
    severalAccounts: { because: 'a reader of the log moves its cursor with what it has made of a bucket of accounts' },
    isClustered: true,
    first: logReaders.flatMap((reader) =>
      Array.from({ length: BUCKETS }, (_, bucket) => ({ reader, bucket, position: 0, id: '', turn: 0 })),
    ),
  },
)
export type CursorRow = Row<typeof cursors>
