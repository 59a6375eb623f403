// Found across accounts: exports, by the id in their link.
import type { RegisteredKinds } from '../core/registered.ts'

export const exportKinds = {
  export: { table: 'exports', values: ['one.id'] },
} as const satisfies RegisteredKinds
