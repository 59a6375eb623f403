// Table: reports that could not be processed.
import { instant, oneOf, positive, type Row, table, text } from '../../core/table.ts'
import { noticeKinds } from '../../core/verdict.ts'

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
      /**
       * Why it is kept. `unreadable`: its text is no report. `refused`: its statement is not complete, or of another network. `unknown`: its network
       * was asked for no such thing. `contradiction`: no move leads from the record to what it says.
       */
      why: oneOf(['unreadable', 'refused', 'unknown', 'contradiction']),
      /** What the report is about; empty when it is unreadable. */
      notice: oneOf(['', ...noticeKinds]),
      /** Of what is unreadable the words of its connector, of what is refused the code of the refusal; empty otherwise. */
      detail: text(),
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
    owner: 'coordinator',
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
