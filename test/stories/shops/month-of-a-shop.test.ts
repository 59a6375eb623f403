import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeClockState } from '../../../src/store/clock-state.ts'
import { tokenFor } from '../../support/fixtures/cards.ts'
import { payByCard } from '../../support/fixtures/charges.ts'
import {
  assertAudited,
  customerWithSource,
  moveClock,
  operationOf,
  payAtStore,
  payBySpei,
  speiVoucher,
  storeVoucher,
  transfersOf,
} from '../../support/fixtures/payers.ts'
import { type Merchant, onBothEngines, type World } from '../../support/harness/world.ts'
import {
  addDays,
  addSale,
  commissionOf,
  dayOf,
  type Entry,
  isBankDay,
  isOwed,
  type ListFilter,
  listed,
  markPaid,
  markReversed,
  newShop,
  nextBankDay,
  pass,
  pesos,
  type Sale,
  type Shop,
  startOf,
  sum,
} from '../../support/model/shop-model.ts'

/** A Sunday; the Monday after it and the 16th are holidays. */
const FIRST_DAY = '2037-11-01'
const DAYS = 30
const HOUR_MS = 3_600_000
const ACQUIRER_TIMEOUT_MS = 40
const RECOVER_AFTER_MS = 5_000
const PAYOUT_CLABE = '002010077777777771'
const AFFILIATE_CLABE = '032180000118359719'
/** The day of the month on which the affiliate is registered. */
const REGISTERED_ON = 9
const VISA = '4242424242424242'
const VISA_CREDIT = '4485531263748329'
const DECLINED = '4111111111111111'
const FOUND_APPROVED = '4000000000010027'
const NEVER_SEEN = '4000000000010043'
const DAILY_CARDS = [
  [VISA, 'VISA'],
  ['5555555555554444', 'MAST'],
  ['378282246310005', 'AMEX'],
  ['5062210000000009', 'CRNT'],
] as const

/** The month as it goes, and what is written down beside it. */
interface Month {
  world: World
  merchant: Merchant
  shop: Shop
  customer: { id: string; source: string; clabe: string }
  /** What was paid and went back, in centavos. */
  returned: number[]
  suspended: number[]
  /** What SPEI payers got back of reversed payments. */
  refunded: number[]
  affiliateId: string
}

/** Each does what a shop's day has of it, at the shop's hour, on the days that it is for. */
const scenes: { hour: number; on(day: number): boolean; play(month: Month, day: number): Promise<void> }[] = [
  { hour: 9, on: () => true, play: sellByCard },
  { hour: 10, on: (day) => day % 4 === 0, play: cardTroubles },
  { hour: 11, on: (day) => day % 5 === 1, play: sellByInstalments },
  { hour: 12, on: (day) => day % 3 === 0, play: reverseToday },
  { hour: 13, on: (day) => day % 3 === 1, play: reverseYesterday },
  { hour: 14, on: () => true, play: vouchersPaid },
  { hour: 15, on: (day) => day % 4 === 1, play: vouchersPaidWrongly },
  { hour: 16, on: (day) => day % 6 === 2, play: vouchersCancelled },
  { hour: 18, on: (day) => day % 5 === 2, play: customersOwnClabe },
  { hour: 20, on: (day) => day % 8 === 5, play: refundBySpei },
  { hour: 22, on: (day) => day % 7 === 3, play: vouchersForgotten },
]

onBothEngines(
  'a month of a shop',
  (world) => {
    test('every centavo is where an independent count says', async (t) => {
      const month = await beginMonth(world())
      await subscribe(month)
      for (let day = 0; day < DAYS; day += 1) {
        if (day === REGISTERED_ON) await registerAffiliate(month, day)
        for (const { hour, on, play } of scenes) {
          if (!on(day)) continue
          await goTo(month, startOf(addDays(FIRST_DAY, day)) + hour * HOUR_MS)
          await play(month, day)
        }
      }
      await goTo(month, startOf(addDays(FIRST_DAY, DAYS)) + 9 * HOUR_MS)
      const { shop } = month
      t.diagnostic(
        `${shop.sales.length} operations, ${shop.entries.length} entries, ${shop.payouts.length} payouts, ${month.returned.length} returns`,
      )
      for (const status of ['N', 'C', 'E', 'D'] as const) {
        assert.ok(
          shop.sales.filter((sale) => sale.status === status).length > 5,
          `too few operations ended as ${status}`,
        )
      }
      await assertLists(month)
      await assertPayouts(month)
      await assertAffiliate(month)
      await assertBalances(month)
      await assertReturns(month)
      const audit = await month.merchant.get('/v1/sandbox/audit')
      assert.equal(audit.body.result.clean, true, JSON.stringify(audit.body.result))
      await assertAudited(world())
    })
  },
  { ACQUIRER_TIMEOUT_MS: String(ACQUIRER_TIMEOUT_MS) },
)

/** The affiliate has collected for days; from the next business day on every payout is counted here too. */
async function registerAffiliate(month: Month, day: number): Promise<void> {
  await goTo(month, startOf(addDays(FIRST_DAY, day)) + 8 * HOUR_MS)
  const affiliate = { user: 'socio@tienda.mx', name: 'Socio', email: 'socio@tienda.mx', clabe: AFFILIATE_CLABE }
  month.affiliateId = (await ok(month.merchant.post('/v1/affiliates', affiliate))).id
}

/** What the affiliate should have been paid, by day: everything up to the business day before, once it is more than nothing. */
function sharesPaid({ shop }: Month): { day: string; amount: number }[] {
  const payouts: { day: string; amount: number }[] = []
  const shares = shop.entries.map(({ day, sign, share }) => ({ day, amount: sign * share, isPaid: false }))
  for (let day = addDays(FIRST_DAY, REGISTERED_ON + 1); day <= addDays(FIRST_DAY, DAYS); day = addDays(day, 1)) {
    if (!isBankDay(day)) continue
    const owed = shares.filter((share) => !share.isPaid && nextBankDay(share.day) <= day)
    const amount = sum(owed, (share) => share.amount)
    if (amount <= 0) continue
    for (const share of owed) share.isPaid = true
    payouts.push({ day, amount })
  }
  return payouts
}

async function assertAffiliate(month: Month): Promise<void> {
  const { merchant, affiliateId } = month
  const { payouts } = await ok(merchant.get(`/v1/affiliates/${affiliateId}/payouts?limit=500`))
  const expected = sharesPaid(month)
  assert.ok(expected.length > 3)
  assert.deepEqual(
    payouts
      .map((one: { date: string; amount: { amount: string }; status: string }) => [
        one.date,
        one.amount.amount,
        one.status,
      ])
      .reverse(),
    expected.map(({ day, amount }) => [day, pesos(amount), 'paid']),
  )
  for (const { day, amount } of expected) {
    const { totals, lines } = await ok(merchant.get(`/v1/affiliates/${affiliateId}/report?limit=500&date=${day}`))
    assert.deepEqual([totals.payout, totals.carried], [pesos(amount), '0.00'], day)
    const shares = lines.map((line: { share: string }) => Math.round(Number(line.share) * 100))
    assert.equal(
      sum(shares, (share: number) => share),
      amount,
      day,
    )
  }
}

async function beginMonth(world: World): Promise<Month> {
  const { store, clock } = world.service
  const nowMs = startOf(FIRST_DAY) + 8 * HOUR_MS
  const state = { offsetMs: 0, frozenMs: nowMs }
  clock.follow(await writeClockState(store, state))
  const merchant = await world.merchant()
  assert.equal((await merchant.call('PUT', '/v1/settlement/account', { clabe: PAYOUT_CLABE })).status, 200)
  const customer = await customerWithSource(merchant)
  return { world, merchant, customer, shop: newShop(nowMs), returned: [], suspended: [], refunded: [], affiliateId: '' }
}

/** Three customers on plans: weekly, once in the month, and daily with a card that is always declined. */
async function subscribe({ world, merchant, shop }: Month): Promise<void> {
  for (const [period, everyDays, number, total] of [
    ['week', 7, VISA, 29_900],
    ['month', 30, VISA_CREDIT, 199_999],
    ['day', 1, DECLINED, 5_000],
  ] as const) {
    const plan = await ok(merchant.post('/v1/plan', { name: `Cada ${period}`, amount: pesos(total), period }))
    const { id: customer } = await customerWithSource(merchant)
    const token = await tokenFor(world, merchant, number)
    const { token: card } = await ok(merchant.post(`/v1/customer/${customer}/cards`, { token }))
    const start_date = addDays(FIRST_DAY, 4)
    await ok(merchant.post(`/v1/plan/${plan.id}/customers`, { customer, card, start_date }))
    const declines = number === DECLINED
    shop.subscriptions.push({ dueMs: startOf(start_date), everyDays, total, brand: 'VISA', declines, attempts: 0 })
  }
}

/** Moves the service's time and the model's. */
async function goTo({ merchant, shop }: Month, ms: number): Promise<void> {
  if (ms === shop.nowMs) return
  const moved = await moveClock(merchant, { set: new Date(ms).toISOString() })
  assert.equal(moved.finished, true)
  pass(shop, ms)
}

async function pay(
  { world, merchant, shop }: Month,
  card: { number: string; brand: string; outcome?: 'N' | 'D'; later?: 'N' | 'D' },
  total: number,
  more: { months?: number; share?: number } = {},
): Promise<Sale> {
  const { months, share = 0 } = more
  const answer = await payByCard(world, merchant, card.number, {
    'payment.total.amount': pesos(total),
    'payment.reference.number': `V-${shop.sales.length}`,
    ...(months && { months }),
    ...(share && { 'payment.affiliated': { user: 'socio@tienda.mx', total_fee: pesos(share) } }),
  })
  const sale = { method: 'POS' as const, brand: card.brand, total, ...more }
  if (card.outcome === 'D') {
    assert.equal(answer.status, 402, answer.text)
    return addSale(shop, { ...sale, id: '', status: 'D' })
  }
  const { token: id, status, recipe } = await ok(Promise.resolve(answer))
  assert.equal(status, card.later === undefined)
  const awaitedMs = shop.nowMs + ACQUIRER_TIMEOUT_MS + RECOVER_AFTER_MS
  const made = addSale(shop, {
    ...sale,
    id,
    status: card.later ? 'P' : 'N',
    ...(card.later && { awaited: { ms: awaitedMs, outcome: card.later } }),
  })
  assert.equal(recipe.commission.amount, pesos(commissionOf(made)))
  return made
}

async function sellByCard(month: Month, day: number): Promise<void> {
  for (const [index, [number, brand]] of DAILY_CARDS.entries()) {
    const total = 10_000 + day * 1_337 + index * 7_919
    await pay(month, { number, brand }, total, index === 0 && day % 2 === 0 ? { share: 333 + day } : {})
  }
}

async function cardTroubles(month: Month, day: number): Promise<void> {
  await pay(month, { number: DECLINED, brand: 'VISA', outcome: 'D' }, 45_000 + day)
  await pay(month, { number: FOUND_APPROVED, brand: 'VISA', later: 'N' }, 51_234 + day)
  await pay(month, { number: NEVER_SEEN, brand: 'VISA', later: 'D' }, 61_234 + day)
}

async function sellByInstalments(month: Month, day: number): Promise<void> {
  const [months, total] = (
    [
      [3, 50_000],
      [6, 66_667],
      [9, 99_999],
      [12, 120_001],
      [18, 233_333],
    ] as const
  )[Math.floor(day / 5) % 5] ?? [3, 50_000]
  await pay(month, { number: VISA_CREDIT, brand: 'VISA' }, total, { months })
}

async function reverseToday(month: Month, day: number): Promise<void> {
  const sale = month.shop.sales.find(
    (one) => one.day === addDays(FIRST_DAY, day) && one.status === 'N' && one.id !== '' && one.method === 'POS',
  )
  assert.ok(sale)
  const { recipe } = await ok(month.merchant.get(`/v1/operations/apply-reversal/${sale.id}`))
  assert.equal(recipe.hasDevolution, true)
  markReversed(month.shop, sale)
  await ok(month.merchant.post(`/v1/operations/apply-reversal/${sale.id}`, {}))
}

async function reverseYesterday({ shop, merchant }: Month, day: number): Promise<void> {
  const yesterday = addDays(FIRST_DAY, day - 1)
  for (const sale of shop.sales.filter((one) => one.day === yesterday && one.status === 'N' && one.id !== '')) {
    if (sale.method === 'SPE') continue
    const { status, body } = await merchant.get(`/v1/operations/apply-reversal/${sale.id}`)
    assert.equal(status, 409)
    assert.equal(body.error.code, sale.method === 'POS' ? 'InvalidAuthCodeException' : 'InvalidTransactionException')
  }
}

/** A voucher of each kind that can be paid until the end of a day so many days from now. */
async function issueTwo({ merchant, shop }: Month, total: number, days: number): Promise<Sale[]> {
  const lastDay = addDays(dayOf(shop.nowMs), days)
  const body = { total: pesos(total), expiration_date: lastDay }
  const expiresMs = startOf(addDays(lastDay, 1)) - 1
  const add = (method: 'OXX' | 'SPE', { transaction }: { transaction: string }) =>
    addSale(shop, { id: transaction, method, brand: '', status: 'P', total, expiresMs })
  const stores = ['OXXO', '7-Eleven', 'Walmart', 'Soriana']
  const store = stores[total % stores.length]
  return [add('OXX', await storeVoucher(merchant, { ...body, store })), add('SPE', await speiVoucher(merchant, body))]
}

async function payVoucher(
  { merchant, returned, suspended }: Month,
  sale: Sale,
  centavos: number,
  reason: string,
): Promise<void> {
  const body = { transaction: sale.id, amount: pesos(centavos) }
  const paid = await (sale.method === 'OXX' ? payAtStore : payBySpei)(merchant, body)
  assert.equal(paid.reason, reason)
  // A till gives nothing back.
  if (reason !== 'voucher-paid') (sale.method === 'OXX' ? suspended : returned).push(centavos)
}

async function vouchersPaid(month: Month, day: number): Promise<void> {
  for (const sale of await issueTwo(month, 15_050 + day * 611, 3)) {
    await payVoucher(month, sale, sale.total, 'voucher-paid')
    markPaid(month.shop, sale)
  }
}

/** Short, over, then right, then once more. */
async function vouchersPaidWrongly(month: Month, day: number): Promise<void> {
  for (const sale of await issueTwo(month, 20_020 + day * 613, 2)) {
    await payVoucher(month, sale, sale.total - 1, 'amount-differs')
    await payVoucher(month, sale, sale.total + 5_000, 'amount-differs')
    await payVoucher(month, sale, sale.total, 'voucher-paid')
    markPaid(month.shop, sale)
    await payVoucher(month, sale, sale.total, 'already-paid')
  }
}

async function vouchersCancelled(month: Month, day: number): Promise<void> {
  for (const sale of await issueTwo(month, 30_030 + day * 617, 2)) {
    await ok(month.merchant.get(`/v1/operations/apply-reversal/${sale.id}`))
    markReversed(month.shop, sale)
    await payVoucher(month, sale, sale.total, 'cancelled')
  }
}

/** They expire at midnight; one of them is paid the morning after. */
async function vouchersForgotten(month: Month, day: number): Promise<void> {
  const [late] = await issueTwo(month, 40_040 + day * 619, 0)
  await goTo(month, startOf(addDays(FIRST_DAY, day + 1)) + HOUR_MS)
  assert.ok(late)
  assert.equal((await operationOf(month.merchant, late.id)).status, 'E')
  await payVoucher(month, late, late.total, 'expired')
}

/** Unasked; then a voucher that waits, another amount, and the right one. */
async function customersOwnClabe({ merchant, shop, customer, returned }: Month, day: number): Promise<void> {
  const { clabe, source } = customer
  const send = (centavos: number) => payBySpei(merchant, { clabe, amount: pesos(centavos) })
  const total = 8_050 + day * 211
  const unasked = await send(total)
  assert.equal(unasked.reason, 'customer-paid')
  addSale(shop, { id: unasked.operation.transaction, method: 'SPE', brand: '', status: 'N', total })
  const { transaction } = await speiVoucher(merchant, { total: pesos(total + 1), source })
  const expiresMs = startOf(addDays(dayOf(shop.nowMs), 2)) - 1
  const sale = addSale(shop, { id: transaction, method: 'SPE', brand: '', status: 'P', total: total + 1, expiresMs })
  assert.equal((await send(total)).reason, 'amount-differs')
  returned.push(total)
  assert.equal((await send(total + 1)).operation.transaction, transaction)
  markPaid(shop, sale)
}

/** A SPEI payment of some days ago goes back to its payer. */
async function refundBySpei({ merchant, shop, refunded }: Month): Promise<void> {
  const sale = shop.sales.find((one) => one.method === 'SPE' && one.status === 'N')
  assert.ok(sale)
  const { recipe } = await ok(merchant.get(`/v1/operations/apply-reversal/${sale.id}`))
  assert.equal(recipe.hasDevolution, true)
  markReversed(shop, sale)
  refunded.push(sale.total)
}

/** Of the whole month, of every day, and by everything that a list is narrowed by. */
async function assertLists({ merchant, shop }: Month): Promise<void> {
  const lastDay = addDays(FIRST_DAY, DAYS)
  const filters: ListFilter[] = [
    {},
    { start_date: FIRST_DAY, end_date: lastDay },
    { start_date: addDays(FIRST_DAY, 7), end_date: addDays(FIRST_DAY, 13), charge_method: 'CARD' },
    ...(['P', 'N', 'C', 'E', 'D'] as const).map((status) => ({ status })),
    ...(['CARD', 'SPE'] as const).map((charge_method) => ({ charge_method })),
    ...['VISA', 'MAST', 'AMEX', 'CRNT'].map((card_type) => ({ card_type })),
    ...Array.from({ length: DAYS + 1 }, (_, day) => {
      const date = addDays(FIRST_DAY, day)
      const ofDay = { start_date: date, end_date: date }
      return [ofDay, { ...ofDay, status: 'D' as const }]
    }).flat(),
  ]
  for (const filter of filters) {
    const query = new URLSearchParams(filter as Record<string, string>)
    const { operations, ...totals } = await ok(merchant.get(`/v1/operations?limit=500&${query}`))
    const { operations: expected, ...expectedTotals } = listed(shop, filter)
    assert.deepEqual(totals, expectedTotals, `${query}`)
    assert.equal(operations.length, Math.min(500, expected.length))
  }
}

/** On every business day what was due, in both forms of its report, line by line. */
async function assertPayouts({ merchant, shop }: Month): Promise<void> {
  const { payouts } = await ok(merchant.get('/v1/payouts?limit=500'))
  assert.deepEqual(
    payouts.map((one: { date: string; amount: { amount: string }; status: string; clabe: string }) => ({
      day: one.date,
      amount: one.amount.amount,
      status: one.status,
      clabe: one.clabe,
    })),
    shop.payouts
      .map(({ day, amount }) => ({ day, amount: pesos(amount), status: 'paid', clabe: PAYOUT_CLABE }))
      .toReversed(),
  )
  const days = Array.from({ length: DAYS }, (_, day) => addDays(FIRST_DAY, day + 1))
  assert.deepEqual(
    shop.payouts.map((payout) => payout.day),
    days.filter(isBankDay),
  )
  for (const day of days) {
    const { payout, totals, lines } = await ok(merchant.get(`/v1/settlement/report?limit=500&date=${day}`))
    const entries = shop.entries.filter((entry) => entry.payout?.day === day)
    const signed = (of: (entry: Entry) => number) => pesos(sum(entries, (entry) => entry.sign * of(entry)))
    const amount = pesos(sum(entries, (entry) => entry.net))
    assert.equal(payout?.amount.amount, entries.length === 0 ? undefined : amount, day)
    assert.deepEqual(
      totals,
      {
        entries: entries.length,
        total: signed((sale) => sale.total),
        fee: signed((sale) => sale.fee),
        iva: signed((sale) => sale.iva),
        affiliate: signed((sale) => sale.share),
        net: amount,
        carried: '0.00',
        payout: amount,
      },
      day,
    )
    assert.equal(lines.length, entries.length)
    const csv = (await merchant.get(`/v1/settlement/report.csv?date=${day}`)).text.trim().split('\r\n')
    const [header = '', ...records] = csv
    const net = header.split(',').indexOf('net')
    assert.equal(records.length, entries.length)
    assert.equal(pesos(sum(records, (record) => Math.round(Number(record.split(',')[net]) * 100))), amount, day)
  }
}

/** What the ledger says is owed, earned and kept for the tax office. */
async function assertBalances(month: Month): Promise<void> {
  const { merchant, shop, returned, suspended, refunded } = month
  const end = addDays(FIRST_DAY, DAYS)
  const { balances } = await ok(merchant.get(`/v1/ledger/balances?start_date=${FIRST_DAY}&end_date=${end}`))
  const closing = new Map<string, string>(
    balances.map((one: { account: string; closing: string }) => [one.account, one.closing]),
  )
  const all = (of: (entry: Entry) => number) => sum(shop.entries, (entry) => entry.sign * of(entry))
  const of = (method: string) =>
    sum(shop.entries, ({ sale, sign, total }) => (sale?.method === method ? sign * total : 0))
  const sharesOut = sum(sharesPaid(month), ({ amount }) => amount)
  const paidOut = sum(shop.payouts, (payout) => payout.amount) + sharesOut
  const expected = {
    'income:fees': -all((sale) => sale.fee),
    'payable:iva': -all((sale) => sale.iva) - shop.borne,
    'cost:differences': shop.borne,
    'payable:affiliate': sharesOut - all((sale) => sale.share),
    'payable:merchant': -sum(shop.entries.filter(isOwed), (entry) => entry.net),
    'receivable:acquirer': of('POS'),
    'receivable:cash-network': of('OXX') + sum(suspended, (centavos) => centavos),
    'receivable:bank': of('SPE') - paidOut,
    'payable:returns': 0,
    'payable:suspense': -sum(suspended, (centavos) => centavos),
    payouts: 0,
    returns: 0,
  }
  for (const [account, centavos] of Object.entries(expected)) {
    assert.equal(closing.get(account), pesos(centavos === 0 ? 0 : centavos), account)
  }
  // Nothing was reconciled with a statement: no other account was touched.
  for (const [account, amount] of closing) if (!(account in expected)) assert.equal(amount, '0.00', account)
  const { affiliates } = await ok(merchant.get('/v1/ledger/affiliates'))
  const amount = pesos(all((sale) => sale.share) - sharesOut)
  assert.deepEqual(affiliates, [{ user: 'socio@tienda.mx', amount, currency: 'MXN', registered: true }])
  assert.ok(returned.length > 10 && refunded.length > 2)
}

/** Every centavo that paid nothing went back, once, and every refund was sent. */
async function assertReturns({ world, merchant, returned, refunded }: Month): Promise<void> {
  const transfers = await transfersOf(world, merchant)
  for (const [kind, expected] of [
    ['return', returned],
    ['refund', refunded],
  ] as const) {
    const made = transfers.filter((transfer) => transfer.kind === kind)
    assert.deepEqual(
      made.map((transfer) => transfer.amount_centavos).sort((a, b) => a - b),
      expected.toSorted((a, b) => a - b),
      kind,
    )
    assert.ok(made.every((transfer) => transfer.state === 'settled'))
  }
}

// biome-ignore lint/suspicious/noExplicitAny: stories look into answers freely and assert what they find.
async function ok(asked: ReturnType<Merchant['get']>): Promise<any> {
  const { status, body, text } = await asked
  assert.equal(status, 200, text)
  return body.result
}
