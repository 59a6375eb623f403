// Rows: the search index, and exports of lists.
import type { Day, Instant } from '../../core/time.ts'
import { all } from '../all-columns.ts'

/** A word by which an operation is found (`finding/words`). */
export interface FoundWordRow {
  account_id: string
  word: string
  /** The day of the operation: the list is in the order of day and id. */
  day: Day
  operation_id: string
}

/** A change of an operation whose words are not written yet. */
export interface FindingQueueRow {
  account_id: string
  id: string
  operation_id: string
  /** Further text for the index besides its row; may be empty. */
  found_by: string
}

/** One row: which process writes words, as a lease. */
export interface FindingLeaseRow {
  id: number
  leased_until: number
}

/** A list that is written into a file in the background. */
export interface ExportRow {
  id: string
  account_id: string
  /** The path of the list, and its filters as JSON. */
  list: string
  query: string
  format: 'csv' | 'xlsx'
  language: 'es' | 'en'
  state: 'pending' | 'finished' | 'failed' | 'expired'
  /** Which try wrote the parts, from 1 on; 0 before the first. */
  attempt: number
  rows_read: number
  /** Null: the list has no total. */
  rows_total: number | null
  bytes: number
  created_at: Instant
  finished_at: Instant | null
  expires_at: Instant | null
  /** When it is to be written, and afterwards when its file is to be deleted. */
  due_at: Instant | null
  leased_until: number
}

/** A part of a file, from 0 on: base64 of bytes, of a CSV compressed by gzip. */
export interface ExportPartRow {
  export_id: string
  attempt: number
  part: number
  content: string
}

/** A word by which a customer is found (`core/customer-words`, and accounts to pay into). */
export interface CustomerWordRow {
  account_id: string
  word: string
  /** The day on which the customer was made. */
  day: Day
  customer_id: string
}

export const findingColumns = {
  found_words: all<FoundWordRow>()('account_id', 'word', 'day', 'operation_id'),
  customer_words: all<CustomerWordRow>()('account_id', 'word', 'day', 'customer_id'),
  finding_queue: all<FindingQueueRow>()('account_id', 'id', 'operation_id', 'found_by'),
  finding_lease: all<FindingLeaseRow>()('id', 'leased_until'),
  exports: all<ExportRow>()(
    'id',
    'account_id',
    'list',
    'query',
    'format',
    'language',
    'state',
    'attempt',
    'rows_read',
    'rows_total',
    'bytes',
    'created_at',
    'finished_at',
    'expires_at',
    'due_at',
    'leased_until',
  ),
  export_parts: all<ExportPartRow>()('export_id', 'attempt', 'part', 'content'),
}
