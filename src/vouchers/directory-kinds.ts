// Found across accounts: vouchers by their reference, and payments by their identity at their network.
import { MAX_DAYS_APART } from '../core/movement.ts'
import { isOneOf, voucherRails } from '../core/rail.ts'
import type { RegisteredKinds } from '../core/registered.ts'
import { addDays, type Day, isDay } from '../core/time.ts'

const PAYMENT = `one.rail || ' ' || one.network || ' ' || one.network_transaction`
const REFERENCE = `one.rail || ' ' || one.network || ' ' || one.network_reference`

/** Before the id of a payment, in the entries of the days near its own: it is known from a statement, and its network may report it with another day. */
export const NEAR = 'near '

/** The days with which a network may report a payment that a statement has with this one, and this one. */
export function daysWith(day: Day): Day[] {
  return Array.from({ length: 2 * MAX_DAYS_APART + 1 }, (_, at) => addDays(day, at - MAX_DAYS_APART))
}

export const voucherKinds = {
  // Those of a day are counted: whoever reports the same payment at the same moment, with less or more of its identity, counts the same.
  payment: {
    table: 'payments_received',
    values: [PAYMENT],
    variants: [`one.operation_day || ' ' || cast(one.nth as text)`],
    beside: {
      before: NEAR,
      of: 'one.operation_day',
      when: 'one.from_statement = 1',
      variants: (day) => (isDay(day) ? daysWith(day).filter((one) => one !== day) : []),
    },
  },
  // A reference that its network issues again is the new voucher's; those that had it stand behind it with their ids.
  voucher: {
    table: 'operations',
    isUuid: true,
    values: [REFERENCE, REFERENCE],
    variants: [`''`, 'cast(one.id as text)'],
    when: `${isOneOf(voucherRails, 'one.rail')} and one.network_reference is not null and one.source_id is null`,
    unless: `one.status <> 'pending' or one.due_at is null`,
  },
} as const satisfies RegisteredKinds
