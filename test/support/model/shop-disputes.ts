// The expected disputes of a shop: the model's data of each, and their entries.
import { type Entry, earnDisputeFee, leftOfSale, type Sale, type Shop, shareBackOf } from './shop-model.ts'

/** The cost of a dispute unless it is won, and its IVA. */
export const DISPUTE_FEE = 15_000
export const DISPUTE_IVA = 2_400

/** Whether the bank can dispute this amount of a sale. */
export function isDisputable(sale: Sale, amount: number): boolean {
  return sale.method === 'POS' && sale.status === 'N' && sale.dispute === undefined && amount <= leftOfSale(sale)
}

/** Amount and fee are held back at once. */
export function openDispute(shop: Shop, sale: Sale, amount: number, respondDays: number): void {
  const share = shareBackOf(sale, amount)
  const deadlineMs = shop.nowMs + respondDays * 86_400_000
  sale.dispute = { amount, state: 'needs_response', deadlineMs, share, fee: DISPUTE_FEE, iva: DISPUTE_IVA }
  enter(shop, sale, -1)
}

type End = 'won' | 'lost' | 'accepted'

/** Whether a dispute may have this end. */
export function mayEnd(sale: Sale, to: End): boolean {
  const from = sale.dispute?.state
  if (from === 'needs_response') return true
  if (from === 'under_review') return to !== 'accepted'
  return (from === 'lost' || from === 'accepted') && to === 'won'
}

export function endDispute(shop: Shop, sale: Sale, to: End): void {
  if (sale.dispute === undefined) return
  const before = sale.dispute.state
  sale.dispute.state = to
  if (to !== 'won') earnDisputeFee(shop, sale, 1)
  else if (before === 'lost' || before === 'accepted') earnDisputeFee(shop, sale, -1)
  if (to === 'won') enter(shop, sale, 1)
}

/** A merchant's answer is accepted until the deadline, once. */
export function isAnswerable(shop: Shop, { dispute }: Sale): boolean {
  return dispute?.state === 'needs_response' && shop.nowMs < dispute.deadlineMs
}

function enter(shop: Shop, sale: Sale, sign: 1 | -1): void {
  const { amount = 0, share = 0 } = sale.dispute ?? {}
  const parts = { total: amount, fee: -DISPUTE_FEE, iva: -DISPUTE_IVA, share, isRefund: true, isDispute: true } as const
  const net = sign * (amount - share + DISPUTE_FEE + DISPUTE_IVA)
  const day = new Date(shop.nowMs - 6 * 3_600_000).toISOString().slice(0, 10)
  const entry: Entry = { sale, day, sign, ...parts, net }
  shop.entries.push(entry)
}

/** The amount held back now, the amount that networks keep, and the fees that are not earned yet. */
export function disputeSums({ sales }: Shop): { reserved: number; lost: number; open: number } {
  const all = sales.flatMap(({ dispute }) => dispute ?? [])
  const open = all.filter(({ state }) => state === 'needs_response' || state === 'under_review')
  const lost = all.filter(({ state }) => state === 'lost' || state === 'accepted')
  const sumOf = (some: typeof all) => some.reduce((total, { amount }) => total + amount, 0)
  return {
    reserved: sumOf(open) + open.length * (DISPUTE_FEE + DISPUTE_IVA),
    lost: sumOf(lost),
    open: open.length,
  }
}
