// Rows: the service's own state.
import type { Instant } from '../../core/time.ts'
import { all } from '../all-columns.ts'

/** One row: the difference between the sandbox's time and the system's. */
export interface ClockRow {
  id: number
  offset_ms: number
  frozen_ms: number | null
  /** Grows with every change of the clock and of remembered data. */
  version: number
  /** Real milliseconds until which a caller holds it; 0 when it is free. */
  held_until: number
}

/** Numbers handed out in blocks: `next` is the first free number. */
export interface SequenceRow {
  name: string
  next: number
}

export interface IdempotencyRow {
  account_id: string
  /** Publishable and secret credentials have keys of their own. */
  credential_kind: 'secret' | 'publishable'
  key: string
  /** Keyed hash of method, path and content. */
  fingerprint: string
  /** The operation that the request makes, so that its answer can be written after a crash of the process. */
  operation_id: string | null
  /** Null while the first request is running. */
  response_status: number | null
  response_body: string | null
  created_at: Instant
}

/** How many members a list that `addWithin` limits has ever got. */
export interface ListAdditionRow {
  account_id: string
  /** The account, or its customer, that has the list. */
  owner_id: string
  list: 'approvals' | 'cards' | 'exports' | 'sources'
  added: number
}

/** Always empty: readiness writes and deletes a row here to test the database. */
export interface ProbeRow {
  filler: string
}

/** A row of background work whose work failed. */
export interface TroubledRow {
  id: string
  /** The table of the row, or the task. */
  source: string
  row_id: string
  account_id: string | null
  tries: number
  /** Why the last try failed, without card data. */
  error: string
  first_at: Instant
  last_at: Instant
  /** Real milliseconds until which it is not tried. */
  until_ms: number
  /** 1: it is not tried again until a person says so. */
  set_aside: 0 | 1
}

/** A process that runs, or has run within the last day. */
export interface ProcessRow {
  id: string
  host: string
  /** The identifier of the at-rest key that it seals under. */
  at_rest_key: string
  /** The clock of its machine when it was last seen, in milliseconds; `seen_ms` is by the clock that all processes share. */
  system_ms: number
  started_at: Instant
  /** Real milliseconds. */
  seen_ms: number
}

export const serviceColumns = {
  clock: all<ClockRow>()('id', 'offset_ms', 'frozen_ms', 'version', 'held_until'),
  sequences: all<SequenceRow>()('name', 'next'),
  idempotency: all<IdempotencyRow>()(
    'account_id',
    'credential_kind',
    'key',
    'fingerprint',
    'operation_id',
    'response_status',
    'response_body',
    'created_at',
  ),
  list_additions: all<ListAdditionRow>()('account_id', 'owner_id', 'list', 'added'),
  probes: all<ProbeRow>()('filler'),
  troubled_rows: all<TroubledRow>()(
    'id',
    'source',
    'row_id',
    'account_id',
    'tries',
    'error',
    'first_at',
    'last_at',
    'until_ms',
    'set_aside',
  ),
  processes: all<ProcessRow>()('id', 'host', 'at_rest_key', 'system_ms', 'started_at', 'seen_ms'),
}
