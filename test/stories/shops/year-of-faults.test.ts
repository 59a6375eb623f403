// The promise: with every fault of real networks in a twentieth of everything, for a year, each centavo is where an independent count says, and
// whatever is still open is listed. Here a month runs; `npm run year` runs the year.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { writeClockState } from '../../../src/store/clock-state.ts'
import { payByCard } from '../../support/fixtures/charges.ts'
import { assertAudited, customerWithSource, speiVoucher, storeVoucher } from '../../support/fixtures/payers.ts'
import { ENGINES, type Engine, stopPostgres } from '../../support/harness/engines.ts'
import { openWorld, TWINS } from '../../support/harness/world.ts'
import { generator } from '../../support/model/generator.ts'
import {
  assertAdvicesClosed,
  assertBalances,
  assertClean,
  assertHeld,
  assertJournal,
  assertListed,
  assertPayouts,
  assertPosted,
  assertTransfers,
  bankTells,
  type Driven,
  goTo,
  release,
  report,
  retry,
} from '../../support/model/shop-driver.ts'
import {
  addDays,
  addSale,
  dayOf,
  markReversed,
  newShop,
  pesos,
  type Sale,
  startOf,
} from '../../support/model/shop-model.ts'
import { isAcceptable } from '../../support/model/shop-received.ts'
import { clabes, hasFailed, type Payer } from '../../support/model/shop-transfers.ts'

/** A leap year with a change of government. */
const FIRST_DAY = '2036-01-01'
/** Of two processes some days are enough: how they share work is what differs. */
const DAYS: Record<Engine, number> = {
  sqlite: Number(process.env.COBRO_TEST_DAYS ?? 31),
  postgres: Number(process.env.COBRO_TEST_DAYS ?? 7),
}
const SEED = Number(process.env.COBRO_TEST_SEED ?? 20_360_101)
const FAULT = 0.05
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const ACQUIRER_TIMEOUT_MS = 40
const RECOVER_AFTER_MS = 5_000
const APPROVED = '4242424242424242'
const FOUND_APPROVED = '4000000000010027'
const NEVER_SEEN = '4000000000010043'
const DECLINED = '4111111111111111'
/** With these totals the bank takes the advice at the third try, at the eleventh, and never. */
const ADVISED = [400_109, 400_110, 400_111] as const
const UNUSUAL: Payer[] = [
  'closed',
  'unanswered',
  'settled-later',
  'rejected-later',
  'returned-unsettled',
  'returned-later',
  'silent',
]

interface Year extends Driven {
  random(): number
  /** What is to be said at a later hour. */
  later: { ms: number; say(): Promise<void> }[]
  faults: Map<string, number>
}

const scenes: [hour: number, play: (year: Year) => Promise<void>][] = [
  [9, sayWhatIsDue],
  [10, sellByCard],
  [11, takePayments],
  [12, payoutsComeBack],
  [16, refundSome],
  [17, releaseSome],
  [18, sendAgain],
]

for (const engine of ENGINES) {
  const days = DAYS[engine]
  test(`${days} days with faulty networks [${engine}]`, async (t) => {
    const world = await openWorld(engine, { ACQUIRER_TIMEOUT_MS: String(ACQUIRER_TIMEOUT_MS) }, { twins: TWINS })
    try {
      const { store, clock } = world.service
      const nowMs = startOf(FIRST_DAY) + 8 * HOUR_MS
      clock.follow(await writeClockState(store, { offsetMs: 0, frozenMs: nowMs }))
      const merchant = await world.merchant()
      const account = { clabe: clabes.ordinary }
      assert.equal((await merchant.call('PUT', '/v1/settlement/account', account)).status, 200)
      const customer = await customerWithSource(merchant)
      const random = generator(SEED)
      const year: Year = { world, merchant, customer, shop: newShop(nowMs), random, later: [], faults: new Map() }
      for (let day = 0; day < days; day += 1) {
        for (const [hour, play] of scenes) {
          await goTo(year, startOf(addDays(FIRST_DAY, day)) + hour * HOUR_MS)
          await play(year)
        }
        if (day % 30 === 29) {
          await assertAll(year)
          if (days > 31) process.stderr.write(`${engine}, day ${day + 1}: ${totalsOf(year).join('\n  ')}\n`)
        }
      }
      await goTo(year, startOf(addDays(FIRST_DAY, days)) + 9 * HOUR_MS)
      await sayWhatIsDue(year)
      // Everything that was sent is settled, rejected or returned by then.
      await goTo(year, year.shop.nowMs + 5 * DAY_MS)
      await assertAll(year)
      await assertAdvicesClosed(year)
      for (let day = 0; day <= days + 5; day += 1) {
        const date = addDays(FIRST_DAY, day)
        await assertPosted(year, date, date)
        await assertListed(year, { start_date: date, end_date: date })
      }
      await assertAudited(world)
      for (const line of totalsOf(year)) t.diagnostic(line)
      assert.ok(year.faults.size >= 15 || days < 16, [...year.faults.keys()].join())
    } finally {
      await world.close()
    }
  })
}
after(stopPostgres)

/** One of the faults, each as likely as a twentieth; mostly none. */
function faultOf<F extends string>(year: Year, faults: readonly F[]): F | undefined {
  const fault = faults[Math.floor(year.random() / FAULT)]
  if (fault !== undefined) count(year, fault)
  return fault
}

function count({ faults }: Year, fault: string): void {
  faults.set(fault, (faults.get(fault) ?? 0) + 1)
}

function pick<T>({ random }: Year, all: readonly T[]): T | undefined {
  return all[Math.floor(random() * all.length)]
}

function amountOf({ random }: Year): number {
  const centavos = 5_000 + Math.floor(random() * 200_000)
  // The sandbox gives some totals a meaning.
  return centavos % 111_111 === 0 ? centavos + 1 : centavos
}

async function sayWhatIsDue(year: Year): Promise<void> {
  const due = year.later.filter(({ ms }) => ms <= year.shop.nowMs)
  year.later = year.later.filter(({ ms }) => ms > year.shop.nowMs)
  for (const { say } of due) await say()
}

async function sellByCard(year: Year): Promise<void> {
  for (let n = 0; n < 4; n += 1) {
    const fault = faultOf(year, ['card declined', 'found approved', 'advised', 'cancelled while pending', 'reversed'])
    switch (fault) {
      case 'card declined':
        await charge(year, DECLINED, amountOf(year), 'D')
        break
      case 'found approved':
        await charge(year, FOUND_APPROVED, amountOf(year), 'N')
        break
      case 'advised':
        await charge(year, APPROVED, pick(year, ADVISED) ?? 0, 'advised')
        break
      case 'cancelled while pending': {
        const found = year.random() < 0.5
        const sale = await charge(year, found ? FOUND_APPROVED : NEVER_SEEN, amountOf(year), found ? 'N' : 'advised')
        const answer = await year.merchant.post(`/v1/operations/apply-reversal/${sale.id}`, {})
        assert.deepEqual([answer.status, answer.body.result.status], [200, false])
        sale.cancelAsked = true
        break
      }
      default: {
        const sale = await charge(year, APPROVED, amountOf(year), undefined)
        if (fault === 'reversed') await reverse(year, sale)
      }
    }
  }
}

/** `outcome`: declined at once, or not answered and found approved (`N`), or never seen by the bank. */
async function charge(
  { world, merchant, shop }: Year,
  number: string,
  total: number,
  outcome: 'D' | 'N' | 'advised' | undefined,
): Promise<Sale> {
  const answer = await payByCard(world, merchant, number, {
    'payment.total.amount': pesos(total),
    'payment.reference.number': `Y-${shop.sales.length}`,
  })
  const sale = { method: 'POS' as const, brand: 'VISA', total }
  if (outcome === 'D') {
    assert.equal(answer.status, 402, answer.text)
    return addSale(shop, { ...sale, id: '', status: 'D' })
  }
  assert.equal(answer.status, 200, answer.text)
  const { token: id } = answer.body.result
  if (outcome === undefined) return addSale(shop, { ...sale, id, status: 'N' })
  const ms = shop.nowMs + ACQUIRER_TIMEOUT_MS + RECOVER_AFTER_MS
  const awaited = { ms, outcome: outcome === 'N' ? ('N' as const) : ('D' as const) }
  return addSale(shop, { ...sale, id, status: 'P', awaited, isAdviceRefused: total === ADVISED[2] })
}

async function reverse({ merchant, shop }: Year, sale: Sale): Promise<void> {
  const answer = await merchant.post(`/v1/operations/apply-reversal/${sale.id}`, {})
  assert.equal(answer.status, 200, answer.text)
  markReversed(shop, sale)
}

/** Vouchers of today's, and what their payers and networks make of them. */
async function takePayments(year: Year): Promise<void> {
  for (let n = 0; n < 10; n += 1) await takePayment(year, n % 2 === 0 ? 'OXX' : 'SPE', n)
  const into = { method: 'SPE' as const, into: 'customer' as const, amount: amountOf(year) }
  await report(year, { ...into, payer: payerOf(year) })
}

function payerOf(year: Year): Payer {
  return faultOf(year, UNUSUAL) ?? 'ordinary'
}

async function takePayment(year: Year, method: 'OXX' | 'SPE', n: number): Promise<void> {
  const { shop } = year
  const sale = await issue(year, method)
  const payer = method === 'SPE' ? payerOf(year) : 'ordinary'
  const numbered = { number: `Y${shop.received.length}N${n}`, day: dayOf(shop.nowMs) }
  const reported = { method, into: sale, amount: sale.total, payer }
  const say = (more: Partial<Parameters<typeof report>[1]> = {}) => report(year, { ...reported, ...more })
  const endsMs = sale.expiresMs ?? 0
  const atNine = startOf(addDays(dayOf(endsMs), 1)) + 9 * HOUR_MS
  const fault = faultOf(year, [
    'reported late',
    'paid late',
    'repeated',
    'conflict of amount',
    'conflict of voucher',
    'another amount',
    'paid twice',
    'paid when cancelled',
    'never paid',
    'time implausible',
  ])
  switch (fault) {
    case 'reported late':
      year.later.push({ ms: atNine, say: () => say({ paidMs: endsMs - 7 * MINUTE_MS }) })
      break
    case 'paid late':
      year.later.push({ ms: atNine, say: () => say({ paidMs: endsMs + 7 * MINUTE_MS }) })
      break
    case 'repeated':
      await say({ numbered })
      await say({ numbered })
      year.later.push({ ms: shop.nowMs + 2 * DAY_MS, say: () => say({ numbered }) })
      break
    case 'conflict of amount':
      await say({ numbered })
      await say({ numbered, amount: sale.total + 1_000 })
      break
    case 'conflict of voucher':
      await say({ numbered })
      await say({ numbered, ...voucherPaid(await issue(year, method)) })
      break
    case 'another amount':
      await say({ amount: sale.total - 100 })
      break
    case 'paid twice':
      await say()
      await say()
      break
    case 'paid when cancelled':
      await reverse(year, sale)
      await say()
      break
    case 'never paid':
      break
    case 'time implausible':
      await say({ paidMs: shop.nowMs - 9 * HOUR_MS })
      break
    default:
      await say()
  }
}

function voucherPaid(sale: Sale) {
  return { into: sale, amount: sale.total }
}

async function issue({ merchant, shop, random }: Year, method: 'OXX' | 'SPE'): Promise<Sale> {
  const total = amountOf({ random } as Year)
  const lastDay = addDays(dayOf(shop.nowMs), Math.floor(random() * 3))
  const voucher = method === 'SPE' ? speiVoucher : storeVoucher
  const { transaction: id } = await voucher(merchant, { total: pesos(total), expiration_date: lastDay })
  return addSale(shop, { id, method, brand: '', status: 'P', total, expiresMs: startOf(addDays(lastDay, 1)) - 1 })
}

/** Today's payout is returned after some hours, or days later; never at the minute of another payout. */
async function payoutsComeBack(year: Year): Promise<void> {
  const { shop } = year
  const [payout, transfer] = [shop.payouts.at(-1), shop.transfers.findLast(({ kind }) => kind === 'payout')]
  if (payout?.day !== dayOf(shop.nowMs) || transfer === undefined || year.random() >= 2 * FAULT) return
  count(year, 'payout returned')
  await bankTells(year, transfer, 'returned', year.random() < 0.5 ? 3 * HOUR_MS : 2 * DAY_MS + HOUR_MS)
}

/** SPEI payments of some days ago go back to their payers. */
async function refundSome(year: Year): Promise<void> {
  const paid = year.shop.sales.filter(({ method, status, id }) => method === 'SPE' && status === 'N' && id !== '')
  for (const sale of paid.slice(-40)) {
    if (year.random() >= FAULT) continue
    count(year, 'refunded')
    await reverse(year, sale)
  }
}

/** Somebody looks at what is in suspense: most of it is released in the end. */
async function releaseSome(year: Year): Promise<void> {
  for (const received of year.shop.received.filter(({ outcome }) => outcome === 'suspended')) {
    if (year.random() > 0.3) continue
    const action = isAcceptable(received) ? 'accept' : 'return'
    count(year, action === 'accept' ? 'accepted' : 'given back')
    await release(year, received, { action, to: payerOf(year) })
  }
}

async function sendAgain(year: Year): Promise<void> {
  const failed = year.shop.transfers.filter((one) => one.kind !== 'payout' && !one.isReplaced && hasFailed(one))
  for (const transfer of failed) {
    if (year.random() > 0.3) continue
    count(year, 'sent again')
    await retry(year, transfer, payerOf(year))
  }
}

async function assertAll(year: Year): Promise<void> {
  await assertClean(year)
  await assertHeld(year)
  await assertTransfers(year)
  await assertPayouts(year)
  await assertListed(year, {})
  for (const status of ['P', 'N', 'C', 'E', 'D'] as const) await assertListed(year, { status })
  await assertPosted(year, FIRST_DAY, dayOf(year.shop.nowMs))
  await assertBalances(year, FIRST_DAY)
  await assertJournal(year)
}

function totalsOf({ shop, faults }: Year): string[] {
  const counts = (names: string[]) => {
    const byName = new Map<string, number>()
    for (const name of names.sort()) byName.set(name, (byName.get(name) ?? 0) + 1)
    return [...byName].map(([name, times]) => `${name} ${times}`).join(', ')
  }
  const open = shop.transfers.filter((one) => !one.isReplaced && one.kind !== 'payout' && hasFailed(one))
  return [
    `${shop.sales.length} operations: ${counts(shop.sales.map(({ method, status }) => method + status))}`,
    `${shop.received.length} reports: ${counts(shop.received.map(({ outcome, reason }) => `${outcome}/${reason}`))}`,
    `${shop.transfers.length} transfers: ${counts(shop.transfers.map(({ kind, state }) => `${kind}/${state}`))}`,
    `${shop.payouts.length} payouts: ${counts(shop.payouts.map(({ state }) => state))}`,
    `faults: ${[...faults].map(([fault, times]) => `${fault} ${times}`).join(', ')}`,
    `open: ${shop.received.filter(({ outcome }) => outcome === 'suspended').length} in suspense, ${open.length} refunds and returns failed, ` +
      `${shop.sales.filter((sale) => sale.undone && sale.isAdviceRefused).length} advices refused`,
  ]
}
