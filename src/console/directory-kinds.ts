// Found across accounts: invitations, by their token.
import type { RegisteredKinds } from '../core/registered.ts'

export const consoleKinds = {
  invitation: { table: 'invitations', values: ['one.token_hash'] },
} as const satisfies RegisteredKinds
