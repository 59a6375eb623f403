// Rows: e-mails and SMS, and the mailbox of the sandbox.
import type { Instant } from '../../core/time.ts'
import { all } from '../all-columns.ts'

/** An e-mail or SMS to be sent. */
export interface MessageRow {
  id: string
  account_id: string
  /** Empty: it is a letter to the account itself. */
  operation_id: string
  /** What a letter to the account is about, as JSON; null: it is about the operation. */
  letter: string | null
  /** The code that the letter carries, sealed; null when it carries none or has been sent. */
  sealed_code: string | null
  /** 1: it is sent only if the operation can still be paid then. */
  is_reminder: 0 | 1
  /** What the short address in an SMS ends with; null for e-mails. */
  short_code: string | null
  channel: 'email' | 'sms'
  recipient: string
  language: 'es' | 'en'
  state: 'pending' | 'sent' | 'failed'
  attempts: number
  /** Null once nothing is left to do. */
  due_at: Instant | null
  leased_until: number
  last_error: string | null
  created_at: Instant
  sent_at: Instant | null
}

/** Where the sandbox's messages land. */
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
