// The expected effect of a network's report on a shop: pay, go back, or stay in suspense until release. Own rules, no code of src/.
import { addSale, type Method, markPaid, type Sale, type Shop } from './shop-model.ts'
import { clabes, type Payer, send, type Transfer } from './shop-transfers.ts'

/** A network's report: the payment's identity, its destination, its amount, its instant. */
export interface Report {
  method: Exclude<Method, 'POS'>
  /** Number, institution and day. */
  identity: string
  /** The voucher's own reference, or the customer's CLABE. */
  into: Sale | 'customer'
  amount: number
  paidMs: number
  payer: Payer
}

export interface Received extends Report {
  id: string
  outcome: 'settled' | 'returned' | 'suspended' | 'accepted' | 'given-back'
  reason: string
  /** The voucher that it concerns, or the operation that it became. */
  sale: Sale | undefined
  /** The account that it was given back to. */
  destination?: string
}

/** The expected outcome of a report. `pays`: the vouchers of which it pays one; none: it is a customer's payment. */
type Verdict =
  | { kind: 'known'; first: Received }
  | { kind: 'settled'; reason: 'voucher-paid' | 'customer-paid'; pays: Sale[] }
  | { kind: 'returned' | 'suspended'; reason: string }

const TOLERANCE_MS = 5 * 60_000
const LONGEST_AGO_MS = 400 * 86_400_000

export function judge(shop: Shop, report: Report): Verdict {
  const { amount, paidMs, into, method } = report
  const known = shop.received.filter((one) => one.identity === report.identity && one.method === method)
  const first = known.find((one) => factsOf(one) === factsOf(report))
  if (first !== undefined) return { kind: 'known', first }
  if (known.length > 0) return { kind: 'suspended', reason: 'identity-conflict' }
  if (!isPlausible(shop, report)) return { kind: 'suspended', reason: 'time-implausible' }
  const voucher = ownReference(into)
  // A till gives no cash back.
  const notWanted = method === 'SPE' ? 'returned' : 'suspended'
  if (voucher === undefined) return judgeCustomer(shop, report)
  const { status, total, expiresMs = 0 } = voucher
  if (status === 'N') return { kind: notWanted, reason: 'already-paid' }
  if (status === 'C') return { kind: notWanted, reason: 'cancelled' }
  if (expiresMs < paidMs) return { kind: notWanted, reason: 'expired' }
  if (total !== amount) return { kind: notWanted, reason: 'amount-differs' }
  return { kind: 'settled', reason: 'voucher-paid', pays: [voucher] }
}

function isPlausible(shop: Shop, { into, paidMs }: Report): boolean {
  const madeMs = ownReference(into)?.madeMs ?? 0
  const earliestMs = Math.max(shop.nowMs - LONGEST_AGO_MS, madeMs - TOLERANCE_MS)
  return paidMs >= earliestMs && paidMs <= shop.nowMs + TOLERANCE_MS
}

/** Into a customer's own CLABE. */
function judgeCustomer(shop: Shop, { amount, paidMs }: Report): Verdict {
  const waiting = shop.sales.filter(
    (sale) =>
      sale.source !== undefined &&
      (sale.status === 'P' || sale.status === 'E') &&
      (sale.expiresMs ?? 0) >= paidMs &&
      sale.madeMs <= paidMs + TOLERANCE_MS,
  )
  if (waiting.length === 0) return { kind: 'settled', reason: 'customer-paid', pays: [] }
  const pays = waiting.filter((sale) => sale.total === amount)
  return pays.length > 0
    ? { kind: 'settled', reason: 'voucher-paid', pays }
    : { kind: 'returned', reason: 'amount-differs' }
}

/** A voucher of a customer's source is paid into the customer's CLABE. */
function ownReference(into: Report['into']): Sale | undefined {
  return into === 'customer' || into.source !== undefined ? undefined : into
}

/** The facts that identify the payment. Its instant is not one of them. */
function factsOf({ amount, into, payer, method }: Report): string {
  return JSON.stringify([amount, ownReference(into)?.id ?? 'customer', method === 'SPE' ? payer : ''])
}

/** Applies the outcome. `id` is the payment's, `transaction` that of the operation that it paid, both as the service named them. */
export function take(
  shop: Shop,
  report: Report,
  verdict: Exclude<Verdict, { kind: 'known' }>,
  named: { id: string; transaction: string },
): Received {
  const { kind: outcome, reason } = verdict
  // An impossible instant is replaced by that of the report.
  const paidMs = isPlausible(shop, report) ? report.paidMs : shop.nowMs
  const received: Received = { ...report, paidMs, id: named.id, outcome, reason, sale: ownReference(report.into) }
  shop.received.push(received)
  if (verdict.kind === 'settled') {
    const paid = verdict.pays.find((sale) => sale.id === named.transaction)
    received.sale = paid ?? addCustomerSale(shop, received, named.transaction)
    if (paid !== undefined) pay(shop, paid, received)
  }
  if (outcome === 'returned') giveBack(shop, received, report.payer)
  return received
}

/** Whether it can be accepted: for a voucher that waits for exactly this amount, or as a customer's payment. */
export function isAcceptable({ sale, amount }: Received): boolean {
  return sale === undefined || ((sale.status === 'P' || sale.status === 'E') && sale.total === amount)
}

export function accept(shop: Shop, received: Received, transaction: string): void {
  received.outcome = 'accepted'
  if (received.sale !== undefined) pay(shop, received.sale, received)
  else received.sale = addCustomerSale(shop, received, transaction)
}

/** The transfer that gives it back. */
export function giveBack(shop: Shop, received: Received, to: Payer): Transfer {
  if (received.outcome === 'suspended') {
    received.outcome = 'given-back'
    received.destination = clabes[to]
  }
  const { sale, amount } = received
  return send(shop.transfers, shop.nowMs, {
    kind: 'return',
    transaction: sale?.id ?? null,
    amount,
    to,
    report: () => {},
  })
}

function pay(shop: Shop, sale: Sale, { payer, paidMs }: Received): void {
  sale.payer = payer
  sale.paidMs = paidMs
  markPaid(shop, sale)
}

function addCustomerSale(shop: Shop, { amount, payer, paidMs }: Received, id: string): Sale {
  return addSale(shop, { id, method: 'SPE', brand: '', status: 'N', total: amount, payer, paidMs })
}
