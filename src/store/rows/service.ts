// Rows: what the service keeps about itself.
import type { Instant } from '../../core/time.ts'
import { all } from '../all-columns.ts'

/** One row: how the sandbox's time follows from the system's. */
export interface ClockRow {
  id: number
  offset_ms: number
  frozen_ms: number | null
  /** Grows with every change of the clock and of what processes remember. */
  version: number
  /** Real milliseconds until which somebody moves it; 0 when nobody does. */
  held_until: number
}

/** Numbers handed out in blocks: `next` is the first that nobody has. */
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
  /** The operation that the request makes, so that its answer can still be written when the process did not live to do it. */
  operation_id: string | null
  /** Null while the first request is running. */
  response_status: number | null
  response_body: string | null
  created_at: Instant
}

/** Always empty: what is written to see whether the database takes writes. */
export interface ProbeRow {
  filler: string
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
  probes: all<ProbeRow>()('filler'),
}
