// A model of a shop, which stories compare with the service: own arithmetic, no code of src/.
import { type Affiliate, payShares, type SharePayout, shareOwed } from './shop-affiliates.ts'
import type { Received } from './shop-received.ts'
import { type Payer, send, step, type Transfer } from './shop-transfers.ts'

export type Method = 'POS' | 'OXX' | 'SPE'
type Status = 'P' | 'N' | 'C' | 'E' | 'D'

export interface Sale {
  /** The service's name for it; empty for payments that the service made by itself. */
  id: string
  method: Method
  brand: string
  status: Status
  /** The Mexico City day on which it was made, and the instant. */
  day: string
  madeMs: number
  total: number
  fee: number
  iva: number
  share: number
  /** Whose the share is; and by the rule that it was paid under the merchant alone bears what goes back. */
  user?: string | undefined
  keepsShare?: boolean | undefined
  /** Months without interest. */
  months?: number | undefined
  /** Of a voucher, the last millisecond at which it can be paid. */
  expiresMs?: number
  /** The customer's CLABE that a SPEI voucher is paid into. */
  source?: string | undefined
  /** Of a SPEI payment: the kind of account that it came from and that its refund goes to. */
  payer?: Payer
  /** Of a reversed SPEI payment: the money counts as given back. */
  given?: boolean
  /** Of a card payment whose answer is awaited: when it will be known, and what it will be. */
  awaited?: { ms: number; outcome: 'N' | 'D' }
  /** The day on which it was paid: a card payment can be reversed on it. */
  paidDay?: string
  /** Somebody asked to cancel it while its answer was awaited. */
  cancelAsked?: boolean
  /** When its payer paid it, as the network says. */
  paidMs?: number
  /** The bank had not seen it: an advice undoes the charge. */
  undone?: boolean
  /** The bank refuses that advice for good. */
  isAdviceRefused?: boolean
  /** What of it was refunded, what of that failed and is not sent again, and what of the share came back. */
  refunded?: number
  refundFailed?: number
  shareBack?: number
  /** What of its fee and IVA came back with refunds. */
  feeBack?: number
  ivaBack?: number
  /** Its chargeback, and until when it can be answered. */
  dispute?: {
    amount: number
    state: 'needs_response' | 'under_review' | 'won' | 'lost' | 'accepted'
    deadlineMs: number
    /** What of the share it takes, and what it costs unless it is won. */
    share: number
    fee: number
    iva: number
  }
}

/** A line of the merchant's account: what was paid, or with a minus reversed, refunded or disputed; or what evens out the IVA of a month, a sale of nothing. */
export interface Entry {
  /** Undefined: what a payout kept back, and owes later. */
  sale: Sale | undefined
  day: string
  sign: 1 | -1
  /** Without sign. */
  total: number
  fee: number
  iva: number
  share: number
  /** Refunded or disputed: what the network owes does not change with it. */
  isRefund: boolean
  isDispute?: true
  net: number
  /** The last payout that it was part of. */
  payout?: Payout
}

/** What the merchant is paid, or was going to be: what failed or came back is owed again. */
export interface Payout {
  day: string
  amount: number
  state: 'pending' | 'paid' | 'failed' | 'returned'
  /** The day of the last one before it that had not come back when this one was made; empty: none. */
  since: string
}

/** A saved card on a plan: the next charge, its interval, and whether its bank declines. */
interface Subscription {
  dueMs: number
  everyDays: number
  total: number
  brand: string
  declines: boolean
  attempts: number
}

export interface Shop {
  nowMs: number
  sales: Sale[]
  entries: Entry[]
  /** Every report of a network, oldest first. */
  received: Received[]
  /** Transfers that went out or will go out, oldest first. */
  transfers: Transfer[]
  /** Refunds to cards: the acquirer gives them back as soon as time passes. */
  cardRefunds: Transfer[]
  payouts: Payout[]
  /** What the bank makes of payouts; undefined: there is no account to pay to. */
  payoutAccount: Payer | undefined
  /** In centavos: the smallest payout, and what each leaves on the balance. */
  payoutRules: { minimum: number; keep: number }
  /** The ways of paying whose fees come back with refunds. */
  feesComeBack: Method[]
  /** Registered affiliates, and their payouts. */
  affiliates: Affiliate[]
  sharePayouts: SharePayout[]
  subscriptions: Subscription[]
  /** What disputes cost, by the days on which they were lost; negative: given back. */
  disputeFees: { day: string; fee: number; iva: number }[]
  /** The month whose fees are not closed yet. */
  openMonth: string
  /** What the service bears of the IVA of closed months, because the merchant was not owed it. */
  borne: number
}

const DAY_MS = 86_400_000
/** The wait between the end of a month and its closing. */
const CLOSED_AFTER_MS = 600_000
/** Mexico City has had no summer time since 2022. */
const OFFSET_MS = 6 * 3_600_000
/** Percent of the total in thousandths, before 16 % IVA. */
const USUAL_RATE = 3_600
export const MSI: Record<number, { rate: number; least: number }> = {
  3: { rate: 5_000, least: 50_000 },
  6: { rate: 7_500, least: 60_000 },
  9: { rate: 10_000, least: 90_000 },
  12: { rate: 12_500, least: 120_000 },
  18: { rate: 17_500, least: 180_000 },
}
/** Days after each decline on which a plan's card is tried again. */
const RETRY_DAYS = [1, 3, 5]

/** Its payouts arrive, unless the caller says otherwise. */
export function newShop(nowMs: number): Shop {
  const empty = {
    sales: [],
    entries: [],
    received: [],
    transfers: [],
    cardRefunds: [],
    payouts: [],
    subscriptions: [],
    disputeFees: [],
    feesComeBack: [],
    affiliates: [],
    sharePayouts: [],
  }
  return {
    nowMs,
    payoutAccount: 'ordinary',
    payoutRules: { minimum: 0, keep: 0 },
    openMonth: dayOf(nowMs).slice(0, 7),
    borne: 0,
    ...empty,
  }
}

export function dayOf(ms: number): string {
  return new Date(ms - OFFSET_MS).toISOString().slice(0, 10)
}

/** The first millisecond of a day in Mexico City. */
export function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) + OFFSET_MS
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Weekends and the banking holidays of Mexico. */
export function isBankDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  const [weekday, month, number] = [date.getUTCDay(), date.getUTCMonth() + 1, date.getUTCDate()]
  if (weekday === 0 || weekday === 6) return false
  if (['1-1', '5-1', '9-16', '11-2', '12-12', '12-25'].includes(`${month}-${number}`)) return false
  if (month === 10 && number === 1 && ['2024', '2030', '2036', '2042'].includes(day.slice(0, 4))) return false
  const easter = printedEaster(date.getUTCFullYear())
  if (day === addDays(easter, -3) || day === addDays(easter, -2)) return false
  const nthMonday = weekday === 1 ? Math.ceil(number / 7) : 0
  return !((month === 2 && nthMonday === 1) || (month === 3 && nthMonday === 3) || (month === 11 && nthMonday === 3))
}

/** The paschal full moons of the 19 years of the lunar cycle, as the Book of Common Prayer prints them for 1900 to 2199. */
const PASCHAL_MOONS =
  '04-14 04-03 03-23 04-11 03-31 04-18 04-08 03-28 04-16 04-05 03-25 04-13 04-02 03-22 04-10 03-30 04-17 04-07 03-27'

/** Easter Sunday: the first one after the full moon of the table. */
export function printedEaster(year: number): string {
  let day = addDays(`${year}-${PASCHAL_MOONS.split(' ')[year % 19]}`, 1)
  while (new Date(`${day}T00:00:00Z`).getUTCDay() !== 0) day = addDays(day, 1)
  return day
}

export function nextBankDay(day: string): string {
  let next = addDays(day, 1)
  while (!isBankDay(next)) next = addDays(next, 1)
  return next
}

/** round(total x 3.6 % x 1.16) in centavos, and its part that is IVA; months without interest cost their rate too. */
export function feesOf(total: number, months = 0): { fee: number; iva: number } {
  const rate = USUAL_RATE + (MSI[months]?.rate ?? 0)
  const both = Math.min(total, half(total * rate * 116, 10_000_000))
  const fee = half(both * 100, 116)
  return { fee, iva: both - fee }
}

/** a / b to the nearest whole number, halves up. */
function half(a: number, b: number): number {
  return Math.floor((2 * a + b) / (2 * b))
}

export function commissionOf(sale: Sale): number {
  return sale.fee + sale.iva + sale.share
}

export function addSale(
  shop: Shop,
  sale: Omit<Sale, 'day' | 'madeMs' | 'fee' | 'iva' | 'share'> & { share?: number },
): Sale {
  const made: Sale = {
    share: 0,
    ...sale,
    ...feesOf(sale.total, sale.months),
    day: dayOf(shop.nowMs),
    madeMs: shop.nowMs,
  }
  shop.sales.push(made)
  if (made.status === 'N') enter(shop, made, 1)
  return made
}

export function markPaid(shop: Shop, sale: Sale): void {
  sale.status = 'N'
  enter(shop, sale, 1)
}

export function markReversed(shop: Shop, sale: Sale): void {
  if (sale.status === 'N') {
    enter(shop, sale, -1)
    if (sale.method === 'SPE') {
      sale.given = true
      send(shop.transfers, shop.nowMs, {
        kind: 'refund',
        transaction: sale.id,
        amount: sale.total,
        to: sale.payer ?? 'ordinary',
        report: (state) => {
          if (state === 'settled') sale.given = true
          if (state === 'rejected' || state === 'returned') sale.given = false
        },
      })
    }
  }
  sale.status = 'C'
}

function enter(shop: Shop, sale: Sale, sign: 1 | -1): void {
  if (sign === 1) sale.paidDay = dayOf(shop.nowMs)
  const { total, fee, iva } = sale
  const share = sign === -1 && sale.keepsShare ? 0 : sale.share
  const net = sign * (total - fee - iva - share)
  shop.entries.push({ sale, day: dayOf(shop.nowMs), sign, total, fee, iva, share, isRefund: false, net })
}

/** The time after its payment in which a payment can be refunded. */
const REFUND_DAYS = 180

/** The amount owed to the merchant now. */
function owedOf(shop: Shop): number {
  return sum(shop.entries.filter(isOwed), ({ net }) => net)
}

/** The amount that is neither refunded nor disputed. */
export function leftOfSale({ total, refunded = 0, dispute }: Sale): number {
  return total - refunded - (dispute === undefined || dispute.state === 'won' ? 0 : dispute.amount)
}

/** What a refund brings back of fee, IVA and share; undefined when it is refused. The rest of it is the merchant's. */
export function refundable(
  shop: Shop,
  sale: Sale,
  amount: number,
): Record<'share' | 'fee' | 'iva', number> | undefined {
  if (sale.status !== 'N') return undefined
  const left = leftOfSale(sale)
  if (amount > left || left <= 0) return undefined
  if (sale.paidMs !== undefined && shop.nowMs > sale.paidMs + REFUND_DAYS * DAY_MS) return undefined
  const owedShare = sale.user === undefined ? 0 : Math.max(0, shareOwed(shop, sale.user))
  const share = Math.min(shareBackOf(sale, amount), owedShare)
  const comesBack = shop.feesComeBack.includes(sale.method)
  const before = sale.refunded ?? 0
  /** From now on: earlier refunds are as if they had given theirs back. */
  const next = (part: number, given = 0) =>
    comesBack
      ? Math.max(0, half(part * (before + amount), sale.total) - Math.max(given, half(part * before, sale.total)))
      : 0
  const fee = Math.min(next(sale.fee, sale.feeBack), amount - share)
  const iva = Math.min(next(sale.iva, sale.ivaBack), amount - share - fee)
  return amount - share - fee - iva <= Math.max(0, owedOf(shop)) ? { share, fee, iva } : undefined
}

/** What of the affiliate's share goes back with so much more of a sale. */
export function shareBackOf(sale: Sale, amount: number): number {
  if (sale.keepsShare) return 0
  const held = sale.dispute === undefined || sale.dispute.state === 'won' ? undefined : sale.dispute
  const upTo = half(sale.share * ((sale.refunded ?? 0) + (held?.amount ?? 0) + amount), sale.total)
  return Math.min(amount, Math.max(0, upTo - (sale.shareBack ?? 0) - (held?.share ?? 0)))
}

/** The fee of a dispute is earned on the day on which it is lost, and given back when it is won after all. */
export function earnDisputeFee(shop: Shop, { dispute }: Sale, sign: 1 | -1): void {
  if (dispute === undefined) return
  shop.disputeFees.push({ day: dayOf(shop.nowMs), fee: sign * dispute.fee, iva: sign * dispute.iva })
}

/** The money goes back to the card, or by a transfer to an account of this kind. */
export function markRefunded(shop: Shop, sale: Sale, amount: number, to: Payer): Transfer {
  const { share, fee, iva } = refundable(shop, sale, amount) ?? { share: 0, fee: 0, iva: 0 }
  sale.refunded = (sale.refunded ?? 0) + amount
  sale.shareBack = (sale.shareBack ?? 0) + share
  sale.feeBack = (sale.feeBack ?? 0) + fee
  sale.ivaBack = (sale.ivaBack ?? 0) + iva
  const parts = { total: amount, fee, iva, share, isRefund: true, net: share + fee + iva - amount }
  shop.entries.push({ sale, day: dayOf(shop.nowMs), sign: -1, ...parts })
  let hasFailed = false
  const report = (state: Transfer['state']) => {
    const fails = state === 'rejected' || state === 'returned'
    if (fails !== hasFailed) sale.refundFailed = (sale.refundFailed ?? 0) + (fails ? amount : -amount)
    hasFailed = fails
  }
  const all = sale.method === 'POS' ? shop.cardRefunds : shop.transfers
  const asked = { kind: 'refund' as const, transaction: sale.id, amount, report: report }
  return send(all, shop.nowMs, { ...asked, to: sale.method === 'POS' ? 'ordinary' : to })
}

/** Lets time pass: everything that falls due happens at its own instant, in order. */
export function pass(shop: Shop, toMs: number): void {
  for (;;) {
    const next = due(shop).reduce((first, one) => (one.ms < first.ms ? one : first))
    if (next.ms > toMs) break
    shop.nowMs = next.ms
    next.happen()
  }
  shop.nowMs = toMs
}

function due(shop: Shop): { ms: number; happen(): void }[] {
  const payoutDay = nextBankDay(dayOf(shop.nowMs))
  const month = shop.openMonth
  const events = [
    { ms: startOf(payoutDay), happen: () => payOutAll(shop, payoutDay) },
    { ms: startOf(`${monthAfter(month)}-01`) + CLOSED_AFTER_MS, happen: () => closeMonth(shop) },
  ]
  for (const sale of shop.sales) {
    const { dispute } = sale
    if (dispute?.state === 'needs_response') {
      const lose = () => {
        dispute.state = 'lost'
        earnDisputeFee(shop, sale, 1)
      }
      events.push({ ms: dispute.deadlineMs, happen: lose })
    }
    if (sale.status !== 'P') continue
    if (sale.expiresMs !== undefined) events.push({ ms: sale.expiresMs, happen: () => end(sale, 'E') })
    const { awaited } = sale
    if (awaited === undefined) continue
    const known = () => {
      if (awaited.outcome === 'D') {
        sale.undone = true
        return end(sale, 'D')
      }
      markPaid(shop, sale)
      if (sale.cancelAsked) markReversed(shop, sale)
    }
    events.push({ ms: awaited.ms, happen: known })
  }
  for (const transfer of [...shop.transfers, ...shop.cardRefunds]) {
    const [next] = transfer.steps
    if (next !== undefined) events.push({ ms: next.ms, happen: () => step(transfer) })
  }
  for (const subscription of shop.subscriptions) {
    events.push({ ms: subscription.dueMs, happen: () => charge(shop, subscription) })
  }
  return events
}

function end(sale: Sale, status: 'E' | 'D'): void {
  sale.status = status
}

function payOutAll(shop: Shop, day: string): void {
  payOut(shop, day)
  payShares(shop, day, (entry) => nextBankDay(entry.day) <= day)
}

/** Everything up to the business day before, once it is more than nothing, and what earlier payouts did not bring. */
function payOut(shop: Shop, day: string): void {
  if (shop.payoutAccount === undefined) return
  const owed = shop.entries.filter((entry) => isOwed(entry) && nextBankDay(entry.day) <= day)
  const due = sum(owed, (entry) => entry.net)
  // Refunds of days that are not due yet may have taken of what is.
  const { minimum, keep } = shop.payoutRules
  const amount = Math.min(due, owedOf(shop) - keep)
  if (amount <= 0 || amount < minimum) return
  const since = shop.payouts.findLast(({ state }) => state !== 'failed' && state !== 'returned')?.day ?? ''
  const payout: Payout = { day, amount, state: 'pending', since }
  for (const entry of owed) entry.payout = payout
  if (amount < due) {
    const kept = { sale: undefined, total: 0, fee: 0, iva: 0, share: 0, isRefund: false }
    const lastDay =
      owed
        .map((entry) => entry.day)
        .sort()
        .at(-1) ?? day
    shop.entries.push({ ...kept, day: lastDay, sign: -1, net: amount - due, payout })
    shop.entries.push({ ...kept, day: lastDay, sign: 1, net: due - amount })
  }
  shop.payouts.push(payout)
  const report = (state: Transfer['state']) => {
    if (state === 'settled') markPaidOut(shop, payout)
    if (state === 'rejected') payout.state = 'failed'
    // One that failed is owed again already.
    if (state === 'returned' && payout.state !== 'failed') payout.state = 'returned'
  }
  send(shop.transfers, shop.nowMs, { kind: 'payout', transaction: null, amount, to: shop.payoutAccount, report })
}

/** Also when the bank had refused it before: what a later payout carried of it was paid twice, and the merchant owes it. */
function markPaidOut(shop: Shop, payout: Payout): void {
  payout.state = 'paid'
  const own = sum(
    shop.entries.filter((entry) => entry.payout === payout),
    ({ net }) => net,
  )
  if (own === payout.amount) return
  const twice = { sale: undefined, total: 0, fee: 0, iva: 0, share: 0, isRefund: false }
  shop.entries.push({ ...twice, day: payout.day, sign: -1, net: own - payout.amount })
}

/** The IVA of the month is 16 % of its fees; what the sales have paid besides goes back, or is taken. */
function closeMonth(shop: Shop): void {
  const month = shop.openMonth
  shop.openMonth = monthAfter(month)
  const own = shop.entries.filter((entry) => entry.day.startsWith(month) && !isRounding(entry) && entry.fee >= 0)
  const lost = shop.disputeFees.filter(({ day }) => day.startsWith(month))
  const fees = sum(own, ({ fee, sign }) => sign * fee) + sum(lost, ({ fee }) => fee)
  const iva = Math.sign(fees) * half(Math.abs(fees) * 16, 100)
  const rounding = sum(own, (entry) => entry.sign * entry.iva) + sum(lost, (one) => one.iva) - iva
  // The merchant pays a shortage as far as it is owed as much.
  const taken = Math.max(rounding, -Math.max(0, owedOf(shop)))
  shop.borne += taken - rounding
  if (taken === 0) return
  const nothing = { id: `IVA ${month}`, brand: '', status: 'N' as const, total: 0, fee: 0, share: 0 }
  const sale = { ...nothing, method: '' as Method, iva: taken, day: dayOf(shop.nowMs), madeMs: shop.nowMs }
  const parts = { total: 0, fee: 0, iva: taken, share: 0, isRefund: false, net: taken }
  shop.entries.push({ sale, day: sale.day, sign: -1, ...parts })
}

/** Whether it evens out the IVA of a month. */
export function isRounding({ sale }: Entry): boolean {
  return sale?.total === 0
}

function monthAfter(month: string): string {
  return addDays(`${month}-28`, 4).slice(0, 7)
}

/** What no payout has brought or is bringing. */
export function isOwed({ payout }: Entry): boolean {
  return payout === undefined || payout.state === 'failed' || payout.state === 'returned'
}

function charge(shop: Shop, subscription: Subscription): void {
  const { total, brand, declines } = subscription
  addSale(shop, { id: '', method: 'POS', brand, status: declines ? 'D' : 'N', total })
  if (!declines) {
    subscription.dueMs += subscription.everyDays * DAY_MS
    return
  }
  const wait = RETRY_DAYS[subscription.attempts]
  subscription.attempts += 1
  subscription.dueMs = wait === undefined ? Number.POSITIVE_INFINITY : startOf(addDays(dayOf(shop.nowMs), wait))
}

/** The filters of a list; the names of the API. */
export interface ListFilter {
  start_date?: string | undefined
  end_date?: string | undefined
  status?: Status | undefined
  charge_method?: 'CARD' | 'SPE' | undefined
  payment_method?: 'POS' | 'OXX' | 'SPE' | undefined
  card_type?: string | undefined
}

/** The expected answer of a list: its totals as the API writes them, and its operations, newest first. */
export function listed(shop: Shop, filter: ListFilter) {
  const method = filter.charge_method === 'CARD' ? 'POS' : (filter.charge_method ?? filter.payment_method)
  const ofDay = (day: string) => day >= (filter.start_date ?? '0') && day <= (filter.end_date ?? '9')
  const ofKind = (sale: Sale) =>
    (method === undefined || sale.method === method) &&
    (filter.card_type === undefined || sale.brand === filter.card_type)
  const ofEntry = (sale: Sale | undefined) =>
    sale === undefined ? method === undefined && filter.card_type === undefined : ofKind(sale)
  const found = shop.sales.filter(
    (sale) =>
      ofDay(sale.day) &&
      ofKind(sale) &&
      (filter.status === undefined ? sale.status !== 'D' : sale.status === filter.status),
  )
  const paid = found.filter((sale) => sale.status === 'N')
  const paidOut =
    filter.status === undefined || filter.status === 'N'
      ? shop.entries.filter(({ sale, payout }) => payout?.state === 'paid' && ofDay(payout.day) && ofEntry(sale))
      : []
  return {
    total: found.length,
    sales: pesos(sum(paid, (sale) => sale.total)),
    commissions: { amount: Number(pesos(sum(paid, commissionOf))), currency: 'MXN' },
    transferences: pesos(sum(paidOut, (entry) => entry.net)),
    operations: found.toSorted((a, b) => (`${a.day} ${a.id}` < `${b.day} ${b.id}` ? 1 : -1)),
  }
}

/** What `date=paid` should answer of a range of days: what was posted on them, reversals taken off. */
export function posted(shop: Shop, from: string, to: string) {
  const entries = shop.entries.filter(
    (entry) => entry.sale !== undefined && entry.day >= from && entry.day <= to && !isRounding(entry),
  )
  const signed = (of: (entry: Entry) => number) => sum(entries, (entry) => entry.sign * of(entry))
  // The fee of a dispute is held until it is decided, and earned when it is lost.
  const taken = signed(({ fee, iva, isDispute }) => (isDispute ? fee + iva : 0))
  const earned = sum(
    shop.disputeFees.filter(({ day }) => day >= from && day <= to),
    ({ fee, iva }) => fee + iva,
  )
  const kept = signed(({ fee, iva, share }) => fee + iva + share) - taken + earned
  return {
    total: entries.filter(({ sign, isRefund }) => sign === 1 && !isRefund).length,
    sales: pesos(signed((entry) => entry.total)),
    commissions: { amount: Number(pesos(kept)), currency: 'MXN' },
    held: pesos(taken - earned),
  }
}

export function sum<T>(all: T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0)
}

export function pesos(centavos: number): string {
  return (centavos / 100).toFixed(2)
}
