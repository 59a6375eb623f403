// Found across accounts: vouchers by their reference, and payments by their identity at their network.
import { isOneOf, voucherRails } from '../core/rail.ts'
import type { RegisteredKinds } from '../core/registered.ts'

const PAYMENT = `one.rail || ' ' || one.network || ' ' || one.network_transaction`
const REFERENCE = `one.rail || ' ' || one.network || ' ' || one.network_reference`

/** Before the id of a payment, in the entries of the days near its own: it is known from a statement, and its network may report it with another day. */
export const NEAR = 'near '

export const voucherKinds = {
  // Those of a day are counted: whoever reports the same payment at the same moment, with less or more of its identity, counts the same.
  payment: {
    table: 'payments_received',
    values: [PAYMENT],
    variants: [`one.operation_day || ' ' || cast(one.nth as text)`],
    beside: NEAR,
  },
  // A reference that its network issues again is the new voucher's; those that had it stand behind it with their ids.
  voucher: {
    table: 'operations',
    isUuid: true,
    values: [REFERENCE, `${REFERENCE} || ' ' || cast(one.id as text)`],
    when: `${isOneOf(voucherRails, 'one.rail')} and one.network_reference is not null and one.source_id is null`,
    unless: `one.status <> 'pending' or one.due_at is null`,
  },
} as const satisfies RegisteredKinds
