// Found across accounts: refunds, by the link that a payer gets.
import type { RegisteredKinds } from '../core/registered.ts'

export const refundKinds = {
  'refund link': { table: 'refunds', values: ['one.link_hash'], when: 'one.link_hash is not null' },
} as const satisfies RegisteredKinds
