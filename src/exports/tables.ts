// Tables: exports of lists.
import { instant, natural, oneOf, type Row, table, text } from '../core/table.ts'

/** A list that is written into a file in the background. */
export const exports = table(
  'exports',
  {
    work: {
      id: text(),
      account_id: text(),
      /** The path of the list, and its filters as JSON. */
      list: text(),
      query: text(),
      format: oneOf(['csv', 'xlsx']),
      language: oneOf(['es', 'en']),
      state: oneOf(['pending', 'finished', 'failed', 'expired']),
      /** Which try wrote the parts, from 1 on; 0 before the first. */
      attempt: natural(),
      rows_read: natural(),
      /** Null: the list has no total. */
      rows_total: natural().orNull(),
      bytes: natural(),
      created_at: instant(),
      finished_at: instant().orNull(),
      expires_at: instant().orNull(),
      /** When it is to be written, and afterwards when its file is to be deleted. */
      due_at: instant().orNull(),
      leased_until: natural(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    indexes: {
      exports_due: 'due_at where due_at is not null',
      exports_open: `account_id, id where state = 'pending'`,
    },
  },
)
export type ExportRow = Row<typeof exports>

/** A part of a file, from 0 on: base64 of bytes, of a CSV compressed by gzip. */
export const exportParts = table(
  'export_parts',
  {
    work: {
      account_id: text(),
      export_id: text(),
      attempt: natural(),
      part: natural(),
      content: text(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, export_id, attempt, part',
    isClustered: true,
  },
)
