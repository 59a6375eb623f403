// The promise: of a year of a shop with 5,000 payments, refunds, disputes and two affiliates, every report, payout, statement and balance is to the centavo what an
// independent count says. Some weeks of it, with more refunds and disputes, run here; `npm run year` runs the year.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { writeClockState } from '../../../src/store/clock-state.ts'
import { payByCard } from '../../support/fixtures/charges.ts'
import { assertAudited, customerWithSource, speiVoucher, storeVoucher } from '../../support/fixtures/payers.ts'
import { ENGINES, type Engine, stopPostgres } from '../../support/harness/engines.ts'
import { type Merchant, openWorld, TWINS } from '../../support/harness/world.ts'
import { generator } from '../../support/model/generator.ts'
import { shareOwed } from '../../support/model/shop-affiliates.ts'
import {
  answerDispute,
  assertBalances,
  assertClean,
  assertDisputes,
  assertHeld,
  assertJournal,
  assertListed,
  assertPayouts,
  assertPosted,
  assertRefunds,
  assertTransfers,
  bankTells,
  type Driven,
  decideDispute,
  dispute,
  goTo,
  refund,
  report,
  retry,
} from '../../support/model/shop-driver.ts'
import {
  addDays,
  addSale,
  dayOf,
  feesOf,
  isOwed,
  leftOfSale,
  type Method,
  MSI,
  markReversed,
  newShop,
  pesos,
  refundable,
  type Sale,
  startOf,
  sum,
} from '../../support/model/shop-model.ts'
import { assertAffiliates, assertReports, assertStatements } from '../../support/model/shop-reports.ts'
import { clabes, hasFailed, type Payer } from '../../support/model/shop-transfers.ts'

/** A Thursday. */
const FIRST_DAY = '2037-01-15'
/** Two processes play fewer days: they differ only in how they share work. */
const DAYS: Record<Engine, number> = {
  sqlite: Number(process.env.COBRO_TEST_DAYS ?? 21),
  postgres: Number(process.env.COBRO_TEST_DAYS ?? 8),
}
const IS_YEAR = Number(process.env.COBRO_TEST_DAYS ?? 0) > 60
const PAYMENTS_A_DAY = 5_000 / 366 / (IS_YEAR ? 1 : 2)
/** The share of payments that are refunded, wholly or in part, and that are disputed: of a year as in a shop, of some weeks more, so that every kind occurs. */
const REFUNDED = IS_YEAR ? 0.04 : 0.16
const DISPUTED = IS_YEAR ? 0.005 : 0.06
const REVERSED = 0.02
/** One payout in this many is returned. */
const PAYOUTS_TO_RETURN = IS_YEAR ? 30 : 6
const SEED = Number(process.env.COBRO_TEST_SEED ?? 20_370_115)
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const CREDIT = '4485531263748329'
const CARDS = [
  ['4242424242424242', 'VISA'],
  ['5555555555554444', 'MAST'],
  ['378282246310005', 'AMEX'],
  ['5062210000000009', 'CRNT'],
] as const
const AFFILIATES = ['ana@socios.mx', 'luis@socios.mx'] as const
const RECEPTOR = {
  rfc: 'URE180429TM6',
  name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  regime: '601',
  postal_code: '86991',
  cfdi_use: 'G03',
}
/** How disputes end, in turn. */
const ENDINGS = ['won', 'lost', 'accepted', 'unanswered', 'lost, then won'] as const
/** Accounts that a SPEI payment came from, or that cash is refunded to: some are closed, or send back what they were sent. */
const PAYERS: Payer[] = ['closed', 'returned-later', 'settled-later', 'ordinary', 'ordinary', 'ordinary', 'ordinary']

interface Year extends Driven {
  /** The number of days with sales. */
  days: number
  random(): number
  /** What happens on a later day. */
  later: { ms: number; play(): Promise<void> }[]
  affiliateIds: Map<string, string>
  /** Who bears the shares of what goes back, for payments from now on. */
  rule: 'proportional' | 'merchant'
  due: { refunds: number; disputes: number }
  made: { paid: number; refunded: number; partly: number; disputed: number; payoutsBack: number }
}

for (const engine of ENGINES) {
  const days = DAYS[engine]
  test(`${days} days of a shop with refunds, disputes and affiliates [${engine}]`, async (t) => {
    const world = await openWorld(engine, {}, { twins: TWINS })
    try {
      const { store, clock } = world.service
      const nowMs = startOf(FIRST_DAY) + 8 * HOUR_MS
      clock.follow(await writeClockState(store, { offsetMs: 0, frozenMs: nowMs }))
      const merchant = await world.merchant()
      await done(merchant.call('PUT', '/v1/settlement/account', { clabe: clabes.ordinary }))
      await done(merchant.call('PUT', '/v1/fees/receptor', RECEPTOR))
      const year: Year = {
        days,
        ...{ world, merchant, customer: await customerWithSource(merchant), shop: newShop(nowMs) },
        ...{ random: generator(SEED), later: [], affiliateIds: new Map(), rule: 'proportional' },
        due: { refunds: 0, disputes: 0 },
        made: { paid: 0, refunded: 0, partly: 0, disputed: 0, payoutsBack: 0 },
      }
      for (let day = 0; day < days; day += 1) {
        await goTo(year, startOf(addDays(FIRST_DAY, day)) + 10 * HOUR_MS)
        await changeTerms(year, day)
        const upTo = Math.round((day + 1) * PAYMENTS_A_DAY)
        while (year.made.paid < upTo) await sell(year, day)
        await goTo(year, startOf(addDays(FIRST_DAY, day)) + 16 * HOUR_MS)
        await afterwards(year)
        if (IS_YEAR && day % 30 === 29) {
          await assertNow(year)
          process.stderr.write(`${engine}, day ${day + 1}: ${totalsOf(year).join('; ')}\n`)
        }
      }
      // The sales have ended; banks and payers still answer what is under way.
      while (year.later.length > 0) {
        await goTo(year, year.shop.nowMs + DAY_MS)
        await afterwards(year)
      }
      await goTo(year, year.shop.nowMs + 5 * DAY_MS)
      await assertNow(year)
      await assertRefunds(year)
      for (let date = FIRST_DAY; date <= dayOf(year.shop.nowMs); date = addDays(date, 1)) {
        await assertPosted(year, date, date)
        await assertListed(year, { start_date: date, end_date: date })
      }
      const { lines, carrying } = await assertReports(year)
      await assertAffiliates(year, year.affiliateIds)
      const statements = await assertStatements(year)
      await assertReconciled(year)
      await assertAudited(world)
      for (const line of totalsOf(year)) t.diagnostic(line)
      t.diagnostic(
        `${lines} lines of reports, ${carrying} payouts that carry what came back or was kept, ${statements.length} months of fees`,
      )
      assertReported(year)
    } finally {
      await world.close()
    }
  })
}
after(stopPostgres)

function pick<T>({ random }: Year, all: readonly T[]): T {
  return all[Math.floor(random() * all.length)] ?? assert.fail()
}

/** A whole number of days from the first to the last, both included. */
function daysOf({ random }: Year, first: number, last: number): number {
  return first + Math.floor(random() * (last - first + 1))
}

/** One affiliate is registered on the first day, and the other later, with what its shares have added up to. The rule of who bears an affiliate's share changes each week, and fees begin to come back with refunds. */
async function changeTerms(year: Year, day: number): Promise<void> {
  const { merchant, shop, days } = year
  if (day === 0) await register(year, AFFILIATES[0])
  if (day === Math.floor(days / 4)) await register(year, AFFILIATES[1])
  if (day % 7 === 4) {
    year.rule = year.rule === 'merchant' ? 'proportional' : 'merchant'
    await done(merchant.call('PUT', '/v1/affiliates/rules', { take_back: year.rule }))
  }
  const comesBack: [number, Method][] = [
    [Math.floor(days / 5), 'SPE'],
    [Math.floor(days / 2), 'POS'],
  ]
  for (const [from, method] of comesBack) {
    if (day !== from) continue
    await done(merchant.call('PUT', '/v1/sandbox/refund-fees', { payment_method: method, fee_back: true }))
    shop.feesComeBack.push(method)
  }
}

async function register({ merchant, shop, affiliateIds }: Year, user: string): Promise<void> {
  const body = { user, name: 'Socia de la tienda', email: user, clabe: clabes.ordinary }
  affiliateIds.set(user, (await done(merchant.post('/v1/affiliates', body))).id)
  shop.affiliates.push({ user, registeredDay: dayOf(shop.nowMs), to: 'ordinary' })
}

/** A payment on one of the rails, and what is to become of it. */
async function sell(year: Year, day: number): Promise<void> {
  const { made, due, random } = year
  const rail = random()
  const sale = rail < 0.6 ? await sellByCard(year) : await sellByVoucher(year, rail < 0.8 ? 'OXX' : 'SPE')
  made.paid += 1
  if (sale.method === 'POS' && random() < REVERSED) return reverse(year, sale)
  const last = Math.max(0, year.days - 1 - day)
  due.disputes += DISPUTED
  if (due.disputes >= 1 && sale.method === 'POS') {
    due.disputes -= 1
    // Of one of them some was refunded before, and the rest is disputed.
    if (made.disputed % 4 === 3) later(year, 0, () => giveBack(year, sale, Math.ceil(sale.total / 4)))
    made.disputed += 1
    const ending = ENDINGS[(made.disputed - 1) % ENDINGS.length] ?? assert.fail()
    return later(year, Math.min(last, daysOf(year, 1, IS_YEAR ? 60 : 4)), () => disputeIt(year, sale, ending))
  }
  due.refunds += REFUNDED
  if (due.refunds < 1) return
  due.refunds -= 1
  made.refunded += 1
  const inDays = Math.min(last, daysOf(year, 0, IS_YEAR ? 40 : 4))
  if (made.refunded % 3 !== 0) return later(year, inDays, () => giveBack(year, sale, sale.total))
  made.partly += 1
  later(year, inDays, () => giveBack(year, sale, 1 + Math.floor((sale.total - 1) * random())))
  if (made.partly % 3 === 0) later(year, inDays, () => giveBack(year, sale, Math.ceil(leftOfSale(sale) / 3)))
}

function later({ later: all, shop }: Year, days: number, play: () => Promise<void>): void {
  all.push({ ms: shop.nowMs + days * DAY_MS, play })
}

function amountOf({ random }: Year, least = 3_000): number {
  const centavos = least + Math.floor(random() * 180_000)
  // The sandbox gives some totals a meaning.
  return centavos % 111_111 === 0 || (centavos >= 400_000 && centavos < 401_000) ? centavos + 1_001 : centavos
}

async function sellByCard(year: Year): Promise<Sale> {
  const { world, merchant, shop, random } = year
  const months = random() < 0.12 ? pick(year, [3, 6, 9, 12, 18]) : undefined
  const [number, brand] = months ? ([CREDIT, 'VISA'] as const) : pick(year, CARDS)
  const total = amountOf(year, months && MSI[months]?.least)
  const user = random() < 0.3 ? pick(year, AFFILIATES) : undefined
  const share = user && 1 + Math.floor(total * 0.15 * random())
  const answer = await payByCard(world, merchant, number, {
    'payment.total.amount': pesos(total),
    'payment.reference.number': `V-${shop.sales.length}`,
    ...(months && { months }),
    ...(user && share && { 'payment.affiliated': { user, total_fee: pesos(share) } }),
  })
  const { token: id } = await done(Promise.resolve(answer))
  const keepsShare = user !== undefined && year.rule === 'merchant'
  const sale = { id, method: 'POS' as const, brand, status: 'N' as const, total }
  return addSale(shop, { ...sale, ...(months && { months }), ...(share && { share, user, keepsShare }) })
}

async function sellByVoucher(year: Year, method: 'OXX' | 'SPE'): Promise<Sale> {
  const { merchant, shop } = year
  const total = amountOf(year)
  const lastDay = addDays(dayOf(shop.nowMs), 2)
  const issue = method === 'SPE' ? speiVoucher : storeVoucher
  const { transaction: id } = await issue(merchant, { total: pesos(total), expiration_date: lastDay })
  const expiresMs = startOf(addDays(lastDay, 1)) - 1
  const sale = addSale(shop, { id, method, brand: '', status: 'P', total, expiresMs })
  await report(year, { method, into: sale, amount: total, payer: method === 'SPE' ? pick(year, PAYERS) : 'ordinary' })
  assert.equal(sale.status, 'N')
  return sale
}

async function reverse({ merchant, shop }: Year, sale: Sale): Promise<void> {
  await done(merchant.post(`/v1/operations/apply-reversal/${sale.id}`, {}))
  markReversed(shop, sale)
}

/** The hour of what was put off, of transfers that failed, and of payouts that come back. */
async function afterwards(year: Year): Promise<void> {
  const { shop, later: all } = year
  const due = all.filter(({ ms }) => ms <= shop.nowMs)
  year.later = all.filter(({ ms }) => ms > shop.nowMs)
  for (const { play } of due) await play()
  const failed = shop.transfers.filter((one) => one.kind === 'refund' && !one.isReplaced && hasFailed(one))
  for (const transfer of failed) await retry(year, transfer, 'ordinary')
  await payoutComesBack(year)
}

/** What the merchant is not owed enough for is refused, and tried again the day after. */
async function giveBack(year: Year, sale: Sale, asked: number): Promise<void> {
  const amount = Math.min(asked, leftOfSale(sale))
  const isTaken = refundable(year.shop, sale, amount) !== undefined
  await refund(year, sale, { amount, to: sale.method === 'OXX' ? pick(year, PAYERS) : 'ordinary' })
  if (!isTaken) later(year, 1, () => giveBack(year, sale, asked))
}

async function disputeIt(year: Year, sale: Sale, ending: (typeof ENDINGS)[number]): Promise<void> {
  const days = IS_YEAR ? 12 : 4
  await dispute(year, sale, { amount: leftOfSale(sale), days })
  const [answered, decided] = [daysOf(year, 1, days - 1), daysOf(year, days, 2 * days)]
  switch (ending) {
    case 'accepted':
      return later(year, answered, () => answerDispute(year, sale, 'accept'))
    case 'unanswered':
      return later(year, decided, async () => assert.equal(sale.dispute?.state, 'lost'))
    case 'won':
    case 'lost':
      later(year, answered, () => answerDispute(year, sale, 'submit'))
      return later(year, decided, () => decideDispute(year, sale, ending))
    case 'lost, then won':
      later(year, answered, () => decideDispute(year, sale, 'lost'))
      return later(year, decided, () => decideDispute(year, sale, 'won'))
  }
}

/** Today's payout is returned after some hours, or days later, when others have been made; never at the minute of another. */
async function payoutComesBack(year: Year): Promise<void> {
  const { merchant, shop, made } = year
  const payout = shop.payouts.at(-1)
  if (payout?.day !== dayOf(shop.nowMs) || shop.payouts.length % PAYOUTS_TO_RETURN > 0) return
  const { payouts } = await done(merchant.get('/v1/payouts?limit=1'))
  const transfer = shop.transfers.find((one) => one.kind === 'payout' && one.amount === payout.amount && one.key === '')
  assert.ok(transfer && payouts[0].date === payout.day)
  transfer.key = payouts[0].tracking_key
  made.payoutsBack += 1
  await bankTells(year, transfer, 'returned', made.payoutsBack % 2 === 0 ? 3 * HOUR_MS : 2 * DAY_MS + HOUR_MS)
}

async function assertNow(year: Year): Promise<void> {
  const { shop, merchant } = year
  await assertClean(year)
  await assertHeld(year)
  await assertTransfers(year)
  await assertDisputes(year)
  await assertPayouts(year)
  await assertListed(year, {})
  for (const status of ['N', 'C'] as const) await assertListed(year, { status })
  for (const charge_method of ['CARD', 'SPE'] as const) await assertListed(year, { charge_method })
  for (const [, card_type] of CARDS) await assertListed(year, { card_type })
  await assertPosted(year, FIRST_DAY, dayOf(shop.nowMs))
  await assertBalances(year, FIRST_DAY)
  await assertJournal(year)
  const { affiliates } = await done(merchant.get('/v1/ledger/affiliates'))
  assert.deepEqual(
    affiliates.map((one: { user: string; amount: string }) => `${one.user} ${one.amount}`).sort(),
    AFFILIATES.filter((user) => shop.sales.some((sale) => sale.user === user))
      .map((user) => `${user} ${pesos(shareOwed(shop, user))}`)
      .sort(),
  )
}

/**
 * The sum of the year, from the shop's own notes of what was sold, given back and disputed: sales less fees, IVA and shares, less refunds and
 * disputes, and what came back of each, is what was paid out and what is owed.
 */
async function assertReconciled({ shop, merchant }: Year): Promise<void> {
  const { sales, payouts, entries } = shop
  const stays = sales.filter(({ status }) => status === 'N')
  const sold = sum(stays, ({ total, months }) => {
    const { fee, iva } = feesOf(total, months)
    return total - fee - iva
  })
  const shares = sum(stays, ({ share }) => share)
  // Where the affiliate keeps the share of a reversed payment, the merchant has paid it.
  const keptShares = sum(
    sales.filter(({ status, keepsShare }) => status === 'C' && keepsShare),
    ({ share }) => share,
  )
  const refunds = sum(stays, ({ refunded = 0, feeBack = 0, ivaBack = 0, shareBack = 0 }) => {
    return refunded - feeBack - ivaBack - shareBack
  })
  const disputes = sum(stays, ({ dispute: one }) =>
    one === undefined || one.state === 'won' ? 0 : one.amount + one.fee + one.iva - one.share,
  )
  const rounding = sum(
    entries.filter(({ sale }) => sale?.total === 0),
    ({ net }) => net,
  )
  const paid = sum(
    payouts.filter(({ state }) => state === 'paid'),
    ({ amount }) => amount,
  )
  const owed = sum(entries.filter(isOwed), ({ net }) => net)
  assert.equal(sold - shares - keptShares - refunds - disputes + rounding, paid + owed)
  const list = await done(merchant.get('/v1/payouts?limit=1'))
  assert.equal(list.amount.amount, pesos(paid))
  assert.equal((await done(merchant.get('/v1/operations?limit=1'))).transferences, pesos(paid))
}

/** Everything that the promise speaks of has happened. */
function assertReported({ shop, made, days }: Year): void {
  if (days < 21) return
  for (const method of ['POS', 'OXX', 'SPE']) {
    const refunded = shop.sales.filter((sale) => sale.method === method && sale.refunded)
    assert.ok(refunded.length > 0, `a refund of ${method}`)
  }
  const states = new Set(shop.sales.flatMap((sale) => sale.dispute?.state ?? []))
  assert.deepEqual([...states].sort(), ['accepted', 'lost', 'won'])
  for (const rule of [true, false]) {
    const back = shop.sales.filter((sale) => sale.keepsShare === rule && (sale.refunded || sale.dispute))
    assert.ok(back.length > 0, `something went back of a payment with a share that ${rule ? 'stays' : 'goes back too'}`)
  }
  assert.ok(shop.sales.some(({ months }) => months) && made.payoutsBack > 1 && shop.affiliates.length === 2)
  assert.ok(AFFILIATES.every((user) => shop.sharePayouts.filter((one) => one.user === user).length > 3))
}

function totalsOf({ shop, made }: Year): string[] {
  const count = (names: string[]) => {
    const byName = Map.groupBy(names.sort(), (name) => name)
    return [...byName].map(([name, all]) => `${name} ${all.length}`).join(', ')
  }
  const refunds = shop.entries.filter(({ isRefund, fee }) => isRefund && fee >= 0)
  return [
    `${shop.sales.length} payments: ${count(shop.sales.map(({ method, status }) => method + status))}`,
    `${pesos(sum(shop.sales, ({ total }) => total))} sold, ${refunds.length} refunds of ${pesos(sum(refunds, ({ total }) => total))} (of ${made.refunded} payments, ${made.partly} in part)`,
    `${made.disputed} disputes: ${count(shop.sales.flatMap(({ dispute: one }) => one?.state ?? []))}`,
    `${shop.payouts.length} payouts: ${count(shop.payouts.map(({ state }) => state))}; ${shop.sharePayouts.length} of affiliates`,
    `${shop.transfers.length} transfers: ${count(shop.transfers.map(({ kind, state }) => `${kind}/${state}`))}`,
  ]
}

// biome-ignore lint/suspicious/noExplicitAny: stories look into answers freely and assert what they find.
async function done(asked: ReturnType<Merchant['get']>): Promise<any> {
  const { status, body, text } = await asked
  assert.equal(status, 200, text)
  return body.result
}
