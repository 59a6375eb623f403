// Sends an operation's receipt or slip to somebody: queues the e-mail and the SMS, which delivery then carries out.
import type { Clock } from '../core/clock.ts'
import { Failure, invalidField, type Language } from '../core/failure.ts'
import { newId } from '../core/ids.ts'
import { isEmail, isMexicanPhone } from '../core/text.ts'
import { foundWrite } from '../finding/queue.ts'
import type { MessageRow, OperationRow } from '../store/tables.ts'
import { insert, type Write } from '../store/write.ts'

export interface Recipients {
  email: string | undefined
  phone: string | undefined
}

/** Reads where to send to; null and empty mean "none". Throws unless there is at least one, and each is what it should be. */
export function readRecipients(body: { email?: string | null; phone?: string | null }): Recipients {
  const email = body.email || undefined
  const phone = body.phone || undefined
  if (email === undefined && phone === undefined) throw new Failure('recipient-missing')
  if (email !== undefined && !isEmail(email))
    throw invalidField('email', 'email debe ser un correo electrónico', 'email must be an e-mail address')
  if (phone !== undefined && !isMexicanPhone(phone))
    throw invalidField('phone', 'phone debe tener 10 dígitos', 'phone must have 10 digits')
  return { email, phone }
}

/** The writes that queue an operation for its recipients, due now. Also for slips that are sent when a voucher is issued. */
export function messageWrites(
  clock: Clock,
  operation: Pick<OperationRow, 'id' | 'account_id'>,
  { email, phone }: Recipients,
  language: Language,
): Write[] {
  const now = clock.now()
  const message = (channel: MessageRow['channel'], recipient: string): Write =>
    insert('messages', {
      id: newId(clock, 'msg'),
      account_id: operation.account_id,
      operation_id: operation.id,
      letter: null,
      sealed_code: null,
      channel,
      recipient,
      language,
      state: 'pending',
      attempts: 0,
      due_at: now,
      leased_until: 0,
      last_error: null,
      created_at: now,
      sent_at: null,
    })
  return [
    ...(email === undefined ? [] : [message('email', email), foundWrite(clock, operation, email)]),
    ...(phone === undefined ? [] : [message('sms', phone)]),
  ]
}
