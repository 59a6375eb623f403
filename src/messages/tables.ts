// Tables: e-mails and SMS, what each recipient was sent lately, and the mailbox of the sandbox.
import { flag, instant, natural, oneOf, type Row, table, text } from '../core/table.ts'

/** An e-mail or SMS to be sent. */
export const messages = table(
  'messages',
  {
    sealed: {
      /** The code that the letter carries, sealed; null when it carries none or has been sent. */
      sealed_code: text().orNull(),
    },
    work: {
      id: text(),
      /** Empty: a letter to the operator of the service. */
      account_id: text(),
      /** Empty: a letter to the account. */
      operation_id: text(),
      /** The content of a letter to the account, as JSON; null: a message about the operation. */
      letter: text().orNull(),
      /** 1: it is sent only if the operation can still be paid at that time. */
      is_reminder: flag(),
      /** The end of the short address in an SMS, which the directory leads here; null for e-mails. */
      short_code: text().orNull(),
      channel: oneOf(['email', 'sms']),
      recipient: text(),
      language: oneOf(['es', 'en']),
      state: oneOf(['pending', 'sent', 'failed']),
      attempts: natural(),
      /** Null when the work is done. */
      due_at: instant().orNull(),
      leased_until: natural(),
      last_error: text().orNull(),
      created_at: instant(),
      sent_at: instant().orNull(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    indexes: {
      messages_due: 'channel, due_at where due_at is not null',
      messages_by_operation: `account_id, operation_id, id where operation_id <> ''`,
    },
  },
)
export type MessageRow = Row<typeof messages>

/** When an account lately sent something to a recipient: `operations/recipient-limit.ts`. */
export const recipientTries = table(
  'recipient_tries',
  {
    work: {
      account_id: text(),
      kind: oneOf(['email', 'sms', 'invitation']),
      recipient: text(),
      /** Instants, one after another, oldest first (`core/sliding-tries.ts`). */
      tries: text(),
      /** From when on none of them counts. */
      until: instant(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, kind, recipient',
    indexes: {
      recipient_tries_over: 'until',
    },
  },
)
export type RecipientTriesRow = Row<typeof recipientTries>

/** A message in the sandbox's mailbox. */
export const mailbox = table(
  'mailbox',
  {
    work: {
      id: text(),
      account_id: text(),
      message_id: text(),
      channel: oneOf(['email', 'sms']),
      recipient: text(),
      subject: text(),
      body: text(),
      html: text().orNull(),
      created_at: instant(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    unique: {
      mailbox_by_message_id: 'account_id, message_id',
    },
  },
)
export type MailboxRow = Row<typeof mailbox>
