// Rows: e-mails and SMS, and the mailbox of the sandbox.
import type { Instant } from '../../core/time.ts'
import { all } from '../all-columns.ts'

/** An e-mail or SMS to be sent. */
export interface MessageRow {
  id: string
  account_id: string
  /** Empty: a letter to the account. */
  operation_id: string
  /** The content of a letter to the account, as JSON; null: a message about the operation. */
  letter: string | null
  /** The code that the letter carries, sealed; null when it carries none or has been sent. */
  sealed_code: string | null
  /** 1: it is sent only if the operation can still be paid at that time. */
  is_reminder: 0 | 1
  /** The end of the short address in an SMS; null for e-mails. */
  short_code: string | null
  channel: 'email' | 'sms'
  recipient: string
  language: 'es' | 'en'
  state: 'pending' | 'sent' | 'failed'
  attempts: number
  /** Null when the work is done. */
  due_at: Instant | null
  leased_until: number
  last_error: string | null
  created_at: Instant
  sent_at: Instant | null
}

/** A message in the sandbox's mailbox. */
export interface MailboxRow {
  id: string
  account_id: string
  message_id: string
  channel: 'email' | 'sms'
  recipient: string
  subject: string
  body: string
  html: string | null
  created_at: Instant
}

export const messageColumns = {
  messages: all<MessageRow>()(
    'id',
    'account_id',
    'operation_id',
    'letter',
    'sealed_code',
    'is_reminder',
    'short_code',
    'channel',
    'recipient',
    'language',
    'state',
    'attempts',
    'due_at',
    'leased_until',
    'last_error',
    'created_at',
    'sent_at',
  ),
  mailbox: all<MailboxRow>()(
    'id',
    'account_id',
    'message_id',
    'channel',
    'recipient',
    'subject',
    'body',
    'html',
    'created_at',
  ),
}
