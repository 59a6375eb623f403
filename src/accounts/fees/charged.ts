// The fees that payments, refunds and disputes charge or give back, counted by month and concept, so that a statement
// reads a few rows.
import type { MonthlyFeeRow } from '../../ledger/tables.ts'
import type { OperationRow } from '../../operations/tables.ts'
import { add, type Write } from '../../store/write.ts'

/** A part of the fees; `fee_centavos` is without IVA, and negative when it is given back. */
export type Charged = Pick<MonthlyFeeRow, 'concept' | 'operations' | 'fee_centavos'>

/** The parts of a payment's fee: its way of paying, and the surcharge for months without interest. -1: its reversal. */
export function chargedByPayment(
  payment: Pick<OperationRow, 'rail' | 'fee_centavos' | 'surcharge_centavos' | 'months'>,
  sign: 1 | -1,
): Charged[] {
  const { rail, fee_centavos, surcharge_centavos, months } = payment
  const fee: Charged = { concept: rail, operations: 1, fee_centavos: sign * (fee_centavos - surcharge_centavos) }
  if (months === null) return [fee]
  return [fee, { concept: 'monthly_installments', operations: 1, fee_centavos: sign * surcharge_centavos }]
}

/** What a refund gives back. -1: the refund is cancelled. */
export function chargedByRefund(
  { rail, fee_centavos }: Pick<OperationRow, 'rail' | 'fee_centavos'>,
  sign: 1 | -1,
): Charged[] {
  return fee_centavos === 0 ? [] : [{ concept: rail, operations: 0, fee_centavos: -sign * fee_centavos }]
}

/** The fee of a lost dispute. -1: the bank gave it up after it was lost. */
export function chargedByDispute({ fee_centavos }: Pick<OperationRow, 'fee_centavos'>, sign: 1 | -1): Charged[] {
  return [{ concept: 'disputes', operations: 1, fee_centavos: sign * fee_centavos }]
}

/** Counts what an entry of this day charged. */
export function chargedWrites(accountId: string, day: string, charged: Charged[]): Write[] {
  if (charged.length === 0) return []
  const month = day.slice(0, 7)
  const rows = charged.map((one) => ({ account_id: accountId, month, ...one }))
  return [add('monthly_fees', ['account_id', 'month', 'concept'], ...rows)]
}
