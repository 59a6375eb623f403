// Repeats at the service each step of a shop's model, and compares every answer, list and balance of the two.
import assert from 'node:assert/strict'
import { eachHeld } from '../../../src/service/open-items.ts'
import type { Answer, Merchant, World } from '../harness/world.ts'
import {
  DISPUTE_FEE,
  DISPUTE_IVA,
  disputeSums,
  endDispute,
  isAnswerable,
  isDisputable,
  mayEnd,
  openDispute,
} from './shop-disputes.ts'
import {
  addDays,
  dayOf,
  type Entry,
  isOwed,
  type ListFilter,
  listed,
  markRefunded,
  pass,
  pesos,
  posted,
  refundable,
  type Sale,
  type Shop,
  sum,
} from './shop-model.ts'
import { accept, giveBack, isAcceptable, judge, type Received, type Report, take } from './shop-received.ts'
import { clabes, hasFailed, type Payer, resend, type Transfer, type TransferState } from './shop-transfers.ts'

/** A shop's account at the service, and its model. */
export interface Driven {
  world: World
  merchant: Merchant
  customer: { source: string; clabe: string }
  shop: Shop
}

/** How the report names its payment: left out, the network makes a number up. */
interface Numbered {
  number: string
  day: string
}

type Sent = (headers: Record<string, string>) => Promise<Answer>
type Keyed = (send: Sent) => Promise<Answer>
const unkeyed: Keyed = (send) => send({})

let unnumbered = 0

/** Lets time pass at the service and in the model. A slow machine answers that the move is not done, and is asked again. */
export async function goTo({ merchant, shop }: Pick<Driven, 'merchant' | 'shop'>, ms: number): Promise<void> {
  const set = new Date(ms).toISOString()
  for (let tries = 0; ; tries += 1) {
    const { status, body, text } = await merchant.call('PUT', '/v1/sandbox/clock', { set })
    assert.equal(status, 200, text)
    if (body.result.finished) break
    assert.ok(tries < 50, 'time passes')
  }
  pass(shop, ms)
}

/** A network reports a payment: the service's outcome equals the model's. */
export async function report(
  { merchant, customer, shop }: Driven,
  reported: Omit<Report, 'identity' | 'paidMs'> & { numbered?: Numbered | undefined; paidMs?: number | undefined },
  keyed: Keyed = unkeyed,
): Promise<void> {
  const { method, into, amount, payer, numbered, paidMs } = reported
  unnumbered += 1
  const identity = numbered
    ? JSON.stringify([numbered, method === 'SPE' ? clabes[payer].slice(0, 3) : ''])
    : `${unnumbered}`
  const full: Report = { method, into, amount, payer, identity, paidMs: paidMs ?? shop.nowMs }
  const verdict = judge(shop, full)
  const body = {
    ...(into === 'customer' ? { clabe: customer.clabe } : { transaction: into.id }),
    amount: pesos(amount),
    ...(paidMs !== undefined && { paid_at: new Date(paidMs).toISOString() }),
    ...(numbered && { [method === 'SPE' ? 'tracking_key' : 'ticket']: numbered.number, operation_day: numbered.day }),
    ...(method === 'SPE' && { payer_clabe: clabes[payer] }),
  }
  const path = `/v1/sandbox/pay/${method === 'SPE' ? 'spei' : 'store'}`
  const answer = await keyed((headers) => merchant.post(path, body, headers))
  assert.equal(answer.status, 200, answer.text)
  const { id, outcome, reason, operation, return: back } = answer.body.result
  if (verdict.kind === 'known') {
    const { first } = verdict
    assert.deepEqual([id, outcome, reason], [first.id, first.outcome, first.reason])
    return
  }
  assert.deepEqual([outcome, reason], [verdict.kind, verdict.reason])
  assert.ok(!shop.received.some((one) => one.id === id), 'it is a payment of its own')
  if (verdict.kind === 'settled' && verdict.pays.length > 0) {
    assert.ok(
      verdict.pays.some((sale) => sale.id === operation.transaction),
      'it pays one that asks for exactly this',
    )
  }
  take(shop, full, verdict, { id, transaction: operation?.transaction ?? '' })
  if (verdict.kind !== 'returned') return assert.equal(back, null)
  assert.equal(back.amount.amount, pesos(amount))
  const transfer = shop.transfers.at(-1)
  if (transfer) transfer.key = back.tracking_key
}

/** A payment is released from suspense, or refused. */
export async function release(
  { merchant, shop }: Driven,
  received: Received,
  asked: { action: 'accept' | 'return'; to: Payer },
  keyed: Keyed = unkeyed,
): Promise<void> {
  const { action, to } = asked
  const ofCash = { clabe: clabes[to], beneficiary: 'Ana Núñez' }
  const body = { action, ...(action === 'return' && received.method === 'OXX' && ofCash) }
  const path = `/v1/received-payments/${received.id}/release`
  const answer = await keyed((headers) => merchant.post(path, body, headers))
  const refused = () => assert.equal(answer.status, 409, answer.text)
  if (received.outcome === 'accepted' || received.outcome === 'given-back') {
    const isSame =
      action === (received.outcome === 'accepted' ? 'accept' : 'return') &&
      (!('clabe' in body) || received.destination === body.clabe)
    if (!isSame) return refused()
    assert.equal(answer.status, 200, answer.text)
    return assert.equal(answer.body.result.outcome, received.outcome)
  }
  if (received.outcome !== 'suspended') return refused()
  if (action === 'accept' && !isAcceptable(received)) return refused()
  assert.equal(answer.status, 200, answer.text)
  const { outcome, transaction, release: shown } = answer.body.result
  if (action === 'accept') {
    accept(shop, received, transaction)
    return assert.deepEqual([outcome, transaction], ['accepted', received.sale?.id])
  }
  const transfer = giveBack(shop, received, received.method === 'OXX' ? to : received.payer)
  transfer.key = shown.tracking_key
  assert.deepEqual([outcome, shown.destination], ['given-back', received.destination])
}

/** A part of a payment is given back, or refused. */
export async function refund(
  { merchant, shop }: Driven,
  sale: Sale,
  { amount, to }: { amount: number; to: Payer },
  keyed: Keyed = unkeyed,
): Promise<void> {
  const destination = sale.method === 'OXX' ? { clabe: clabes[to], name: 'Ana Núñez' } : undefined
  const body = { amount: pesos(amount), ...(destination && { destination }) }
  const path = `/v1/operations/${sale.id}/refunds`
  const answer = await keyed((headers) => merchant.post(path, body, headers))
  const back = refundable(shop, sale, amount)
  if (back === undefined) return assert.equal(answer.status, 409, answer.text)
  assert.equal(answer.status, 200, answer.text)
  const { transfer, amount: shown, fee } = answer.body.result
  const made = markRefunded(shop, sale, amount, sale.method === 'OXX' ? to : (sale.payer ?? 'ordinary'))
  const parts = [back.fee, back.iva, back.share].map(pesos)
  assert.deepEqual([shown.amount, fee.amount, fee.iva, fee.affiliate], [pesos(amount), ...parts])
  if (sale.method === 'POS') return
  made.key = (await merchant.get(`/v1/transfers/${transfer}`)).body.result.tracking_key
}

/** The refund fields of each operation; all refunds on their way have arrived or failed. */
export async function assertRefunds({ merchant, shop }: Driven): Promise<void> {
  for (const sale of shop.sales.filter((one) => one.refunded !== undefined)) {
    const { refunded, hasDevolution } = (await merchant.get(`/v1/operations/${sale.id}`)).body.result
    const back = (sale.refunded ?? 0) - (sale.refundFailed ?? 0)
    assert.deepEqual([refunded.amount, hasDevolution], [pesos(back), back > 0], sale.id)
  }
}

/** The bank disputes this amount of a payment, or cannot; repeated, it is the existing dispute. */
export async function dispute(
  { merchant, shop }: Driven,
  sale: Sale,
  { amount, days }: { amount: number; days: number },
  keyed: Keyed = unkeyed,
): Promise<void> {
  const body = { transaction: sale.id, amount: pesos(amount), respond_days: days }
  const answer = await keyed((headers) => merchant.post('/v1/sandbox/disputes', body, headers))
  const isKnown = sale.dispute?.amount === amount
  if (!isKnown && !isDisputable(sale, amount)) return assert.equal(answer.status, 409, answer.text)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.result.dispute.amount.amount, pesos(amount))
  if (!isKnown) openDispute(shop, sale, amount, days)
}

async function disputeIdOf({ merchant }: Driven, sale: Sale): Promise<string> {
  const { body } = await merchant.get(`/v1/disputes?operation=${sale.id}`)
  return body.result.disputes[0].id
}

/** The merchant answers a dispute, or is too late. */
export async function answerDispute(
  driven: Driven,
  sale: Sale,
  how: 'submit' | 'accept',
  keyed: Keyed = unkeyed,
): Promise<void> {
  const { merchant, shop } = driven
  const path = `/v1/disputes/${await disputeIdOf(driven, sale)}`
  const isTaken = isAnswerable(shop, sale)
  if (how === 'submit') {
    const { status, text } = await merchant.post(`${path}/evidence`, { texts: { explanation: 'Se entregó' } })
    assert.equal(status, isTaken ? 200 : 409, text)
  }
  const answer = await keyed((headers) => merchant.post(`${path}/${how}`, {}, headers))
  assert.equal(answer.status, isTaken ? 200 : 409, answer.text)
  if (!isTaken || sale.dispute === undefined) return
  if (how === 'submit') sale.dispute.state = 'under_review'
  else endDispute(shop, sale, 'accepted')
}

/** The bank decides on a dispute, or it is too late. */
export async function decideDispute(driven: Driven, sale: Sale, outcome: 'won' | 'lost'): Promise<void> {
  const { merchant, shop } = driven
  const answer = await merchant.post(`/v1/sandbox/disputes/${await disputeIdOf(driven, sale)}`, { outcome })
  if (sale.dispute?.state === outcome) return assert.equal(answer.status, 200, answer.text)
  if (!mayEnd(sale, outcome)) return assert.equal(answer.status, 409, answer.text)
  assert.equal(answer.status, 200, answer.text)
  endDispute(shop, sale, outcome)
}

/** Every dispute has the state of the model. */
export async function assertDisputes({ merchant, shop }: Driven): Promise<void> {
  const { body } = await merchant.get('/v1/disputes?limit=500')
  const shown = body.result.disputes.map((one: { transaction: string; status: string; amount: { amount: string } }) =>
    [one.transaction, one.status, one.amount.amount].join(' '),
  )
  const expected = shop.sales.flatMap(({ id, dispute: one }) =>
    one ? [`${id} ${one.state} ${pesos(one.amount)}`] : [],
  )
  assert.deepEqual(shown.sort(), expected.sort())
}

/** The service's data of a transfer. */
interface Shown {
  id: string
  kind: Transfer['kind']
  status: string
  amount: { amount: string }
  destination: string
  transaction: string | null
  tracking_key: string
  replaced_by: string | null
  replaces: string | null
}

async function everyTransfer(merchant: Merchant, filter = ''): Promise<Shown[]> {
  const all: Shown[] = []
  for (let after = ''; ; ) {
    const { body, status, text } = await merchant.get(`/v1/transfers?limit=500${filter}${after}`)
    assert.equal(status, 200, text)
    all.push(...body.result.transfers)
    if (body.result.next === null) return all
    after = `&starting_after=${body.result.next}`
  }
}

/** The transfer of the model, as the service has it. Refunds are known by their operation until they are found. */
async function shownOf({ merchant, shop }: Driven, transfer: Transfer): Promise<Shown> {
  const shown = await everyTransfer(merchant, `&kind=${transfer.kind}`)
  const ofKind = shop.transfers.filter((one) => one.kind === transfer.kind)
  const own = ofKind.filter((one) => one.transaction === transfer.transaction)
  const same = shown.filter((one) => one.transaction === transfer.transaction).reverse()
  const found =
    transfer.key === '' ? same[own.indexOf(transfer)] : shown.find((one) => one.tracking_key === transfer.key)
  assert.ok(found, `the service knows the ${transfer.kind}`)
  return found
}

/** A failed return or refund is sent again, to another account or the same. */
export async function retry(driven: Driven, transfer: Transfer, to: Payer, keyed: Keyed = unkeyed): Promise<void> {
  const { merchant, shop } = driven
  const { id } = await shownOf(driven, transfer)
  const path = `/v1/transfers/${id}/retry`
  const answer = await keyed((headers) => merchant.post(path, { clabe: clabes[to] }, headers))
  if (transfer.kind === 'payout' || !hasFailed(transfer)) return assert.equal(answer.status, 409, answer.text)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.result.replaces, id)
  resend(shop.transfers, shop.nowMs, transfer, to).key = answer.body.result.tracking_key
}

/** The bank tells what became of a transfer that it took, at once or later. */
export async function bankTells(
  driven: Driven,
  transfer: Transfer,
  state: Exclude<TransferState, 'pending'>,
  afterMs: number,
): Promise<void> {
  const { merchant, shop } = driven
  const { id } = await shownOf(driven, transfer)
  const body = { outcome: state, after_seconds: afterMs / 1_000 }
  const answer = await merchant.post(`/v1/sandbox/transfers/${id}`, body)
  const isMove =
    transfer.state === 'accepted'
      ? state !== 'accepted'
      : (transfer.state === 'settled' && state === 'returned') ||
        (transfer.state === 'rejected' && (state === 'settled' || state === 'returned'))
  const isBehind =
    state === transfer.state ||
    (state === 'accepted' && transfer.state !== 'pending') ||
    (state === 'settled' && transfer.state === 'returned')
  if (!isMove && !isBehind) return assert.equal(answer.status, 400, answer.text)
  assert.equal(answer.status, 200, answer.text)
  transfer.steps = isMove ? [{ ms: shop.nowMs + afterMs, state }] : []
  if (!isMove || afterMs > 0) return
  transfer.steps = []
  transfer.state = state
  transfer.report(state)
}

/** Every transfer has the state of the model. */
export async function assertTransfers({ merchant, shop }: Driven): Promise<void> {
  const shown = await everyTransfer(merchant)
  const line = (kind: string, about: string | null, amount: string, state: string, isReplaced: boolean) =>
    [kind, about ?? 'none', amount, state, isReplaced ? 'replaced' : ''].join(' ')
  assert.deepEqual(
    shown.map((one) => line(one.kind, one.transaction, one.amount.amount, one.status, one.replaced_by !== null)).sort(),
    shop.transfers.map((one) => line(one.kind, one.transaction, pesos(one.amount), one.state, one.isReplaced)).sort(),
  )
  const open = await everyTransfer(merchant, '&status=open')
  assert.equal(open.length, shop.transfers.filter(({ state }) => state === 'pending' || state === 'accepted').length)
}

export async function assertPayouts({ merchant, shop }: Driven): Promise<void> {
  const { body } = await merchant.get('/v1/payouts?limit=500')
  const found = body.result.payouts.map((one: { date: string; amount: { amount: string }; status: string }) => [
    one.date,
    one.amount.amount,
    one.status,
  ])
  assert.deepEqual(
    found.reverse(),
    shop.payouts.map(({ day, amount, state }) => [day, pesos(amount), state]),
  )
}

/** What is in suspense, withheld, and not known to be undone, is what the model says, by every list that shows it. */
export async function assertHeld({ world, merchant, shop }: Driven): Promise<void> {
  const suspended = shop.received.filter(({ outcome }) => outcome === 'suspended')
  const listedOnes: string[] = []
  for (let after = ''; ; ) {
    const { body } = await merchant.get(`/v1/received-payments?outcome=suspended&limit=100${after}`)
    listedOnes.push(...body.result.payments.map((one: { id: string }) => one.id))
    if (body.result.next === null) break
    after = `&starting_after=${body.result.next}`
  }
  assert.deepEqual(listedOnes.sort(), suspended.map(({ id }) => id).sort())
  const held: string[] = []
  for await (const one of eachHeld(world.service.store)) {
    if (one.accountId === merchant.accountId) held.push(`${one.id.slice(0, 3)} ${one.amountCentavos}`)
  }
  const advices = await world.service.store.db
    .selectFrom('advices')
    .select(['operation_id', 'state'])
    .where('account_id', '=', merchant.accountId)
    .execute()
  const open = advices.filter(({ state }) => state === 'pending').map((one) => one.operation_id)
  const undone = shop.sales.filter((sale) => sale.undone)
  assert.deepEqual(advices.map((one) => one.operation_id).sort(), undone.map((sale) => sale.id).sort())
  assert.deepEqual(
    held.filter((one) => one.startsWith('pay')).sort(),
    suspended.map(({ amount }) => `pay ${amount}`).sort(),
  )
  const unacknowledged = undone.filter((sale) => sale.isAdviceRefused || open.includes(sale.id))
  assert.deepEqual(
    held.filter((one) => !one.startsWith('pay')).sort(),
    unacknowledged.map(({ total }) => `adv ${total}`).sort(),
  )
}

/** At the end: a message that is not acknowledged now was refused. */
export async function assertAdvicesClosed({ world, merchant, shop }: Driven): Promise<void> {
  const rows = await world.service.store.db
    .selectFrom('advices')
    .select(['operation_id', 'state'])
    .where('account_id', '=', merchant.accountId)
    .execute()
  assert.deepEqual(
    rows.map((one) => `${one.operation_id} ${one.state}`).sort(),
    shop.sales
      .filter((sale) => sale.undone)
      .map((sale) => `${sale.id} ${sale.isAdviceRefused ? 'refused' : 'acknowledged'}`)
      .sort(),
  )
}

/**
 * What the networks owe, what is owed to others and what is on its way: every account of the ledger, to the centavo. `stated`: what statements
 * have changed of it.
 */
export async function assertBalances(
  { merchant, shop }: Driven,
  from: string,
  stated: Record<string, number> = {},
): Promise<void> {
  const end = addDays(dayOf(shop.nowMs), 1)
  // A range has a longest length; what stood on an account before it is part of its closing balance.
  const start = [from, addDays(end, -360)].sort().at(-1)
  const answer = await merchant.get(`/v1/ledger/balances?start_date=${start}&end_date=${end}`)
  assert.equal(answer.status, 200, answer.text)
  const closing = new Map<string, number>(
    answer.body.result.balances.map((one: { account: string; closing: string }) => [
      one.account,
      0 + Math.round(Number(one.closing) * 100),
    ]),
  )
  const expected = balancesOf(shop)
  for (const [account, centavos] of Object.entries(stated)) expected[account] = (expected[account] ?? 0) + centavos
  for (const [account, centavos] of closing) assert.equal(centavos, 0 + (expected[account] ?? 0), account)
  for (const [account, centavos] of Object.entries(expected)) {
    if (centavos !== 0) assert.equal(closing.get(account), centavos, account)
  }
}

/** The journal of the last 360 days: each entry balances, and its lines are the days of the balances. */
export async function assertJournal({ merchant, shop }: Driven, limit = 500): Promise<void> {
  const end = addDays(dayOf(shop.nowMs), 1)
  const range = `start_date=${addDays(end, -360)}&end_date=${end}`
  const lines = await journalOf(merchant, `${range}&limit=${limit}`)
  const centavos = ({ debit, credit }: JournalLine) => Math.round(Number(debit ?? 0) * 100 - Number(credit ?? 0) * 100)
  const sums = (keyOf: (line: JournalLine) => string) => {
    const found = new Map<string, number>()
    for (const line of lines) found.set(keyOf(line), (found.get(keyOf(line)) ?? 0) + centavos(line))
    return found
  }
  for (const [entry, rest] of sums(({ entry }) => entry)) assert.equal(rest, 0, entry)
  const { body, text } = await merchant.get(`/v1/ledger/balances?${range}`)
  assert.ok(body.result, text)
  const expected = body.result.balances.flatMap(
    ({ account, days }: { account: string; days: { date: string; amount: string }[] }) =>
      days.map(({ date, amount }): [string, number] => [`${account} ${date}`, Math.round(Number(amount) * 100)]),
  )
  const named = (all: Iterable<[string, number]>) => [...all].filter(([, amount]) => amount !== 0).sort()
  assert.deepEqual(named(sums(({ account, date }) => `${account} ${date}`)), named(expected))
}

export interface JournalLine {
  date: string
  entry: string
  line: number
  cause: { kind: string; id: string; event: string }
  transaction: string | null
  account: string
  debit: string | null
  credit: string | null
  tracking_key: string | null
  network_reference: string | null
  cfdi_uuid: string | null
}

/** Every line of the journal, page by page. */
export async function journalOf(merchant: Pick<Merchant, 'get'>, query: string): Promise<JournalLine[]> {
  const lines: JournalLine[] = []
  for (let after = ''; ; ) {
    const { body, text } = await merchant.get(`/v1/ledger/journal?${query}${after}`)
    assert.ok(body.result, text)
    lines.push(...body.result.lines)
    if (body.result.next === null) return lines
    after = `&starting_after=${body.result.next}`
  }
}

function balancesOf(shop: Shop): Record<string, number> {
  const { entries, transfers, payouts, received } = shop
  const signed = (of: (entry: Entry) => number) => sum(entries, (entry) => entry.sign * of(entry))
  const totalOf = (method: string, signs: number[]) =>
    sum(
      entries.filter(({ sale, sign, isRefund }) => !isRefund && sale?.method === method && signs.includes(sign)),
      ({ total, sign }) => sign * total,
    )
  // What was accepted is booked by the operation that it paid.
  const unwanted = (method: string, ...outcomes: Received['outcome'][]) =>
    sum(
      received.filter((one) => one.method === method && outcomes.includes(one.outcome)),
      ({ amount }) => amount,
    )
  const givenBack = transfers.filter(({ kind, isReplaced }) => kind !== 'payout' && !isReplaced)
  const inState = (...states: TransferState[]) =>
    sum(
      givenBack.filter(({ state }) => states.includes(state)),
      ({ amount }) => amount,
    )
  const toCards = (state: TransferState) =>
    sum(
      shop.cardRefunds.filter((one) => one.state === state),
      ({ amount }) => amount,
    )
  const payoutsIn = (state: string) =>
    sum(
      payouts.filter((payout) => payout.state === state),
      ({ amount }) => amount,
    )
  const sharesIn = (...states: string[]) =>
    sum(
      shop.sharePayouts.filter(({ state }) => states.includes(state)),
      ({ amount }) => amount,
    )
  const every = ['returned', 'suspended', 'given-back'] as const
  const disputes = disputeSums(shop)
  return {
    // The fee of a dispute that is not decided is held back, and nobody's yet.
    'income:fees': -signed(({ fee }) => fee) + disputes.open * DISPUTE_FEE,
    'payable:iva': -signed(({ iva }) => iva) - shop.borne + disputes.open * DISPUTE_IVA,
    'cost:differences': shop.borne,
    'payable:disputes': -disputes.reserved,
    'payable:affiliate': sharesIn('pending', 'paid') - signed(({ share }) => share),
    'payable:merchant': -sum(entries.filter(isOwed), ({ net }) => net),
    'receivable:acquirer': totalOf('POS', [1, -1]) - toCards('settled') - disputes.lost,
    'receivable:cash-network': totalOf('OXX', [1, -1]) + unwanted('OXX', ...every),
    'receivable:bank':
      totalOf('SPE', [1]) + unwanted('SPE', ...every) - inState('settled') - payoutsIn('paid') - sharesIn('paid'),
    'payable:returns': -inState('pending', 'rejected', 'returned') - toCards('pending'),
    returns: -inState('accepted'),
    'payable:suspense': -unwanted('OXX', 'suspended') - unwanted('SPE', 'suspended'),
    payouts: -payoutsIn('pending') - sharesIn('pending'),
  }
}

/** The totals of a list, by the day of creation. */
export async function assertListed({ merchant, shop }: Driven, filter: ListFilter): Promise<void> {
  const query = new URLSearchParams(filter as Record<string, string>)
  const { operations: _, ...totals } = (await merchant.get(`/v1/operations?limit=1&${query}`)).body.result
  const { operations: __, ...expected } = listed(shop, filter)
  assert.deepEqual(totals, expected, `${query}`)
}

/** The same by the day of posting. */
export async function assertPosted({ merchant, shop }: Driven, from: string, to: string): Promise<void> {
  const answer = await merchant.get(`/v1/operations?date=paid&limit=1&start_date=${from}&end_date=${to}`)
  assert.equal(answer.status, 200, answer.text)
  const { total, sales, commissions, held } = answer.body.result
  assert.deepEqual({ total, sales, commissions, held }, posted(shop, from, to), `${from} to ${to}`)
}

export async function assertClean({ merchant }: Driven): Promise<void> {
  const { body } = await merchant.get('/v1/sandbox/audit')
  assert.equal(body.result.clean, true, JSON.stringify(body.result))
}
