// Table: reports that could not be processed.
import { instant, positive, type Row, table, text } from '../../core/table.ts'

/** A network's report that could not be processed: it waits for an operator. */
export const unreadReports = table(
  'unread_reports',
  {
    work: {
      id: text(),
      /** The connector's name. */
      network: text(),
      /** The path of the call. */
      call: text(),
      why: text(),
      /** The beginning of the report, without card numbers. */
      body: text(),
      /** SHA-256 of the whole, without card numbers: the same report is one row. */
      digest: text(),
      /** How often it came. */
      times: positive(),
      /** When it came first. */
      received_at: instant(),
      /** When a person closed it; null until then. */
      closed_at: instant().orNull(),
    },
  },
  {
    owner: 'shared',
    key: 'id',
    unique: {
      unread_reports_digest: 'digest',
    },
    indexes: {
      unread_reports_open: 'id where closed_at is null',
    },
  },
)
export type UnreadReportRow = Row<typeof unreadReports>
