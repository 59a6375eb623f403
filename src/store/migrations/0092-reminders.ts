// A message may be a reminder, and an SMS has a short code that leads to its page.
import { check, FLAG } from './checks.ts'

export const reminders = {
  name: '0092-reminders',
  statements: [
    'alter table messages add column is_reminder integer not null default 0',
    'alter table messages add column short_code text',
    'create unique index messages_short_code on messages (short_code) where short_code is not null',
    ...check('messages', { is_reminder: FLAG }),
  ],
}
