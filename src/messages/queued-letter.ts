// The row of a queued letter.

import type { Clock } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import type { Language } from '../core/language/bilingual.ts'
import type { MessageRow } from './tables.ts'

/** An e-mail without an operation and without sealed data, due at `now`. `letter` is kept as JSON until it is sent. */
export function queuedLetter(
  clock: Clock,
  queued: { accountId: string; to: string; language: Language; letter: object; now: string },
): MessageRow {
  const { accountId, to, language, letter, now } = queued
  return {
    id: newId(clock, 'msg'),
    account_id: accountId,
    operation_id: '',
    letter: JSON.stringify(letter),
    sealed_code: null,
    is_reminder: 0,
    short_code: null,
    channel: 'email',
    recipient: to,
    language,
    state: 'pending',
    attempts: 0,
    due_at: now,
    leased_until: 0,
    last_error: null,
    created_at: now,
    sent_at: null,
  }
}
