// Books a refund: moves its money from what the merchant is owed to what the payer is owed; or moves it back to the
// merchant.
import { chargedByRefund, chargedWrites } from '../accounts/fees/charged.ts'
import { mexicoCityDay } from '../core/time.ts'
import { entryWrites } from '../ledger/postings.ts'
import { type Standing, standingWrite } from '../ledger/standing.ts'
import type { RefundParts } from '../operations/returned-parts.ts'
import { refundTotalsWrite } from '../operations/totals/refund-writes.ts'
import type { Operation } from '../store/operation.ts'
import type { Write } from '../store/write.ts'
import { refundCancelledLines, refundLines, reserveUsedLines } from './entries.ts'
import { netOf } from './parts.ts'
import type { RefundRules } from './rules.ts'
import type { RefundRow } from './tables.ts'

/**
 * Whether a refund's money is available. `taken`: from what the merchant is owed, and `reserveCentavos` from its reserve.
 */
export type Cover = { kind: 'taken'; reserveCentavos: number } | { kind: 'waits' } | { kind: 'refused' }

/**
 * By the account's rule, for a refund of these parts. Neither what the merchant and the affiliate are owed nor the reserve
 * goes below zero by it.
 */
export function coverOf(standing: Standing, parts: RefundParts, rule: RefundRules['beyond_balance']): Cover {
  // `partsOf` takes no more of the affiliate, but one that waited may find that the affiliate was paid out meanwhile.
  if (parts.affiliate_centavos > Math.max(0, standing.affiliateCentavos)) return { kind: 'waits' }
  const netCentavos = netOf(parts)
  const owed = Math.max(0, standing.owedCentavos)
  // A refund that takes nothing from the merchant is also possible when the merchant owes us.
  if (netCentavos <= owed) return { kind: 'taken', reserveCentavos: 0 }
  if (rule === 'refuse') return { kind: 'refused' }
  if (rule === 'wait') return { kind: 'waits' }
  const lacking = netCentavos - owed
  return lacking <= standing.reserveCentavos ? { kind: 'taken', reserveCentavos: lacking } : { kind: 'refused' }
}

/** The writes that book a refund, at `booked_at`, with `reserve_centavos` from the reserve. */
export function bookWrites(operation: Operation, refund: RefundRow, standing: Standing): Write[] {
  const at = refund.booked_at ?? refund.created_at
  const entry = { accountId: refund.account_id, day: mexicoCityDay(at), at, affiliate: operation.affiliate }
  const { reserve_centavos: reserve } = refund
  return [
    standingWrite(standing),
    ...(reserve > 0 ? entryWrites({ ...entry, name: `${refund.id}:reserve`, lines: reserveUsedLines(reserve) }) : []),
    ...entryWrites({ ...entry, name: `${refund.id}:booked`, lines: refundLines(refund) }),
    refundTotalsWrite(operation, refund, { day: entry.day, sign: 1 }),
    ...chargedWrites(refund.account_id, entry.day, chargedByRefund(refund, 1)),
  ]
}

/** The writes that give a booked refund back to the merchant. The part from the reserve is owed to the merchant too. */
export function unbookWrites(operation: Operation, refund: RefundRow, at: string): Write[] {
  const entry = { accountId: refund.account_id, day: mexicoCityDay(at), at, affiliate: operation.affiliate }
  return [
    ...entryWrites({ ...entry, name: `${refund.id}:cancelled`, lines: refundCancelledLines(refund) }),
    refundTotalsWrite(operation, refund, { day: entry.day, sign: -1 }),
    ...chargedWrites(refund.account_id, entry.day, chargedByRefund(refund, -1)),
  ]
}
