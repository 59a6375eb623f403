// Found across accounts: transfers, by their tracking key.
import type { RegisteredKinds } from '../core/registered.ts'

export const transferKinds = {
  'tracking key': { table: 'transfers', values: ['one.tracking_key'], unless: 'one.asked_at is null' },
} as const satisfies RegisteredKinds
