// The parts of a payment that went back to its payer or are held for a dispute, each with its part of the affiliate's
// share.
import { claimsMoney } from '../core/dispute.ts'
import type { DisputeRow } from '../disputes/tables.ts'
import type { RefundRow } from '../refunds/tables.ts'
import type { Operation } from '../store/operation.ts'
import { rowsOf } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { Unmet } from '../store/write.ts'

/**
 * The parts of a refund: its amount, and the parts of the fee, the IVA and the affiliate's share that come back; the
 * merchant bears the rest.
 */
export type RefundParts = Pick<RefundRow, 'amount_centavos' | 'fee_centavos' | 'iva_centavos' | 'affiliate_centavos'>

/** A part of a payment, and its part of the share. */
export type ReturnedPart = Pick<DisputeRow, 'amount_centavos' | 'affiliate_centavos'>

/**
 * Refunds that were not cancelled, disputes that hold or have taken their money, and how many refunds there ever were.
 * Throws `Unmet` when their sum differs from the operation's columns, because one of them was written after the operation
 * was read.
 */
export async function returnedPartsOf(
  { db }: Store,
  operation: Operation,
): Promise<{ refunds: RefundParts[]; disputes: ReturnedPart[]; everRefunded: number }> {
  const [ofRefunds, ofDisputes] = await Promise.all([
    db
      .selectFrom('refunds')
      .select(['state', 'amount_centavos', 'fee_centavos', 'iva_centavos', 'affiliate_centavos'])
      .where('account_id', '=', operation.account_id)
      .where('operation_id', '=', operation.id)
      .orderBy('id')
      .execute(),
    rowsOf(db, 'disputes', { account_id: operation.account_id, operation_id: operation.id }, [
      'stage',
      'state',
      'amount_centavos',
      'affiliate_centavos',
    ]),
  ])
  const refunds = ofRefunds.filter(({ state }) => state !== 'cancelled')
  const disputes = ofDisputes.filter(claimsMoney)
  if (amountOf(refunds) !== operation.refunded_centavos || amountOf(disputes) !== operation.disputed_centavos)
    throw new Unmet(`${operation.id} was refunded or disputed meanwhile`)
  return { refunds, disputes, everRefunded: ofRefunds.length }
}

/** What went back earlier, as the input of `affiliatePart`. */
export function earlierOf(parts: readonly ReturnedPart[]): { beforeCentavos: number; takenCentavos: number } {
  return {
    beforeCentavos: amountOf(parts),
    takenCentavos: parts.reduce((sum, part) => sum + part.affiliate_centavos, 0),
  }
}

function amountOf(parts: readonly Pick<ReturnedPart, 'amount_centavos'>[]): number {
  return parts.reduce((sum, part) => sum + part.amount_centavos, 0)
}
