// What of a payment went back to its payer, or is held for a dispute, and what of the affiliate's share went with each part.
import { claimsMoney } from '../core/dispute.ts'
import type { RefundParts } from '../ledger/lines/refund.ts'
import type { Operation } from '../store/operation.ts'
import type { Store } from '../store/store.ts'
import type { DisputeRow } from '../store/tables.ts'
import { Unmet } from '../store/write.ts'

/** A part, and what of the share went back with it. */
export type WentBack = Pick<DisputeRow, 'amount_centavos' | 'affiliate_centavos'>

/**
 * Refunds that were not cancelled and disputes that hold or have taken their money. Throws `Unmet` when they do not add up to what the operation
 * says, because one of them was written since it was read.
 */
export async function wentBackOf(
  { db }: Store,
  operation: Operation,
): Promise<{ refunds: RefundParts[]; disputes: WentBack[] }> {
  const [refunds, ofDisputes] = await Promise.all([
    db
      .selectFrom('refunds')
      .select(['amount_centavos', 'fee_centavos', 'iva_centavos', 'affiliate_centavos'])
      .where('operation_id', '=', operation.id)
      .where('state', '<>', 'cancelled')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('disputes')
      .select(['stage', 'state', 'amount_centavos', 'affiliate_centavos'])
      .where('account_id', '=', operation.account_id)
      .where('operation_id', '=', operation.id)
      .execute(),
  ])
  const disputes = ofDisputes.filter(claimsMoney)
  if (amountOf(refunds) !== operation.refunded_centavos || amountOf(disputes) !== operation.disputed_centavos)
    throw new Unmet(`${operation.id} was refunded or disputed meanwhile`)
  return { refunds, disputes }
}

/** What went back already, as `affiliatePart` wants it. */
export function earlierOf(parts: readonly WentBack[]): { beforeCentavos: number; takenCentavos: number } {
  return {
    beforeCentavos: amountOf(parts),
    takenCentavos: parts.reduce((sum, part) => sum + part.affiliate_centavos, 0),
  }
}

function amountOf(parts: readonly Pick<WentBack, 'amount_centavos'>[]): number {
  return parts.reduce((sum, part) => sum + part.amount_centavos, 0)
}
