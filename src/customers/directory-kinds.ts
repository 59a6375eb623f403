// Found across accounts: the account numbers (CLABE) of customers.
import type { RegisteredKinds } from '../core/registered.ts'

export const customerKinds = {
  clabe: { table: 'sources', values: ['one.clabe'] },
} as const satisfies RegisteredKinds
