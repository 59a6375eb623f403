// Found across accounts: vouchers by their reference, and payments by their identity at their network.
import type { RegisteredKinds } from '../core/registered.ts'

const PAYMENT = `one.rail || ' ' || one.network || ' ' || one.network_transaction`
const REFERENCE = `one.rail || ' ' || one.network || ' ' || one.network_reference`

export const voucherKinds = {
  // The first of a day has the day alone: whoever reports the same payment with less or more of its identity meets it there.
  payment: {
    table: 'payments_received',
    values: [PAYMENT, PAYMENT],
    variants: ['one.operation_day', `one.operation_day || ' ' || one.institution || ' ' || cast(one.conflict as text)`],
  },
  // A reference that its network issues again is the new voucher's; those that had it stand behind it with their ids.
  voucher: {
    table: 'operations',
    isUuid: true,
    values: [REFERENCE, `${REFERENCE} || ' ' || cast(one.id as text)`],
    when: `(one.rail = 'store' or one.rail = 'spei') and one.network_reference is not null and one.source_id is null`,
    unless: `one.status <> 'pending' or one.due_at is null`,
  },
} as const satisfies RegisteredKinds
