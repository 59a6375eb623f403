// Queues an operation's receipt or slip as an e-mail and an SMS; the worker sends them.

import type { Clock } from '../core/clock.ts'
import type { FieldProblems } from '../core/failure-table.ts'
import { newId, newShortCode } from '../core/ids.ts'
import type { Language } from '../core/language/bilingual.ts'
import { meantAs, sentAs } from '../core/language/meant-field.ts'
import { isEmail, isMexicanPhone } from '../core/text.ts'
import { addDays, dayStartMs, HOUR_MS, instantOf, instantPlus, mexicoCityDay } from '../core/time.ts'
import type { Unread } from '../core/unread.ts'
import { Failure, invalidField } from '../failures.ts'
import type { MessageRow } from '../messages/tables.ts'
import { directoryWrite } from '../store/directory.ts'
import { insert, type Write } from '../store/write.ts'
import type { OperationRow } from './tables.ts'

interface Recipients {
  email: string | undefined
  phone: string | undefined
}

/**
 * Reads the recipients; null and empty mean none. Throws unless there is at least one and all are valid. `unread`: what else the body has, in
 * which a recipient may have another name.
 */
export function readRecipients(
  body: { email?: string | null; phone?: string | null },
  unread: Unread[] = [],
): Recipients {
  const email = body.email || undefined
  const phone = body.phone || undefined
  if (email === undefined && phone === undefined) throw recipientMissing(unread)
  if (email !== undefined && !isEmail(email))
    throw invalidField('email', 'email debe ser un correo electrónico', 'email must be an e-mail address')
  if (phone !== undefined && !isMexicanPhone(phone))
    throw invalidField('phone', 'phone debe tener 10 dígitos', 'phone must have 10 digits')
  return { email, phone }
}

function recipientMissing(unread: Unread[]): Failure {
  const fields: FieldProblems = {}
  for (const field of ['email', 'phone']) {
    const sent = meantAs(field, unread)
    if (sent !== undefined) fields[field] = [sentAs(field, sent)]
  }
  return new Failure('recipient-missing', Object.keys(fields).length > 0 ? { fields } : {})
}

/**
 * A reminder is sent on the day before the slip expires, at this hour of Mexico City, unless the slip was sent shortly
 * before.
 */
const REMINDED_AT_MS = 10 * HOUR_MS
const JUST_SENT_MS = 12 * HOUR_MS

/** The writes that queue a reminder of a slip, for the day before it expires. None when that is too soon. */
export function reminderWrites(
  clock: Clock,
  operation: Pick<OperationRow, 'id' | 'account_id' | 'expires_at'>,
  recipients: Recipients,
  language: Language,
): Write[] {
  if (operation.expires_at === null || (recipients.email === undefined && recipients.phone === undefined)) return []
  const dayBefore = addDays(mexicoCityDay(operation.expires_at), -1)
  const remindAt = instantOf(dayStartMs(dayBefore) + REMINDED_AT_MS)
  if (remindAt < instantPlus(clock.now(), JUST_SENT_MS)) return []
  return messageWrites(clock, operation, recipients, language, { remindAt })
}

/**
 * The writes that queue an operation for its recipients, due now. The search finds the operation by its recipients once it reads an event of it
 * in the same batch.
 */
export function messageWrites(
  clock: Clock,
  operation: Pick<OperationRow, 'id' | 'account_id'>,
  { email, phone }: Recipients,
  language: Language,
  { remindAt }: { remindAt?: string } = {},
): Write[] {
  const now = clock.now()
  const accountId = operation.account_id
  const message = (channel: MessageRow['channel'], recipient: string): Write[] => {
    const id = newId(clock, 'msg')
    const code = channel === 'sms' ? newShortCode() : null
    const row: MessageRow = {
      id,
      account_id: accountId,
      operation_id: operation.id,
      letter: null,
      sealed_code: null,
      is_reminder: remindAt === undefined ? 0 : 1,
      short_code: code,
      channel,
      recipient,
      language,
      state: 'pending',
      attempts: 0,
      due_at: remindAt ?? now,
      leased_until: 0,
      last_error: null,
      created_at: now,
      sent_at: null,
    }
    const found = code === null ? [] : [directoryWrite('short address', code, { accountId, subject: id })]
    return [insert('messages', row), ...found]
  }
  return [
    ...(email === undefined ? [] : message('email', email)),
    ...(phone === undefined ? [] : message('sms', phone)),
  ]
}
