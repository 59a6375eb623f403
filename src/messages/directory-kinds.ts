// Found across accounts: messages, by the short address in them.
import type { RegisteredKinds } from '../core/registered.ts'

export const messageKinds = {
  'short address': { table: 'messages', values: ['one.short_code'], when: 'one.short_code is not null' },
} as const satisfies RegisteredKinds
