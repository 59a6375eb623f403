// Found across accounts: keys and sessions.
import type { RegisteredKinds } from '../core/registered.ts'

export const accountKinds = {
  key: { table: 'credentials', values: ['one.app_key'] },
  session: { table: 'sessions', subject: 'credential_id', key: 'token_hash', values: ['one.token_hash'] },
} as const satisfies RegisteredKinds
