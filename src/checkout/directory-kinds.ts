// Found across accounts: checkouts, by the id in their address.
import type { RegisteredKinds } from '../core/registered.ts'

export const checkoutKinds = {
  checkout: { table: 'checkouts', values: ['one.id'] },
} as const satisfies RegisteredKinds
