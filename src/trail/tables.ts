// Table: who changed what.
import { instant, oneOf, type Row, table, text } from '../core/table.ts'

/** One change and its actor. Rows are only added. */
export const auditTrail = table(
  'audit_trail',
  {
    fact: {
      id: text(),
      /** Empty: it concerns the whole service. */
      account_id: text(),
      created_at: instant(),
      actor_kind: oneOf(['credential', 'person', 'operator', 'process']),
      /**
       * Id of the credential or of the person at the console, the user of the machine who ran a command, or a part of the
       * service.
       */
      actor: text(),
      /** The e-mail of the credential's operator; the person's name and e-mail; the command that was run; else empty. */
      operator: text(),
      /** Where the request came from, masked as the settings say; empty when it was no request. */
      address: text(),
      request_id: text(),
      action: text(),
      /** Id of what was changed. */
      subject: text(),
      /** JSON without secrets; null: there was nothing before, or is nothing after. */
      before: text().orNull(),
      after: text().orNull(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    recorded: { by: 'id', prefix: 'aud', isOfService: true },
    indexes: {
      audit_trail_in_order: 'id',
      audit_trail_by_action: 'action, id',
      audit_trail_of_account_by_action: 'account_id, action, id',
      audit_trail_by_subject: 'account_id, subject, id',
    },
  },
)
export type AuditTrailRow = Row<typeof auditTrail>
