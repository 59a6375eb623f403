// The promise: a year of a shop, with a twentieth of each fault, is reconciled with statements that have gaps, wrong lines, chargebacks and
// corrections, and each month every receivable, suspense and bank account is to the centavo what the statements and an independent count say.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { writeClockState } from '../../../src/store/clock-state.ts'
import { payByCard } from '../../support/fixtures/charges.ts'
import { person } from '../../support/fixtures/console.ts'
import { assertAudited, customerWithSource, speiVoucher, storeVoucher } from '../../support/fixtures/payers.ts'
import { ENGINES, type Engine, stopPostgres } from '../../support/harness/engines.ts'
import { type Answer, openWorld, TWINS } from '../../support/harness/world.ts'
import { generator } from '../../support/model/generator.ts'
import {
  assertBalances,
  assertClean,
  assertDisputes,
  assertJournal,
  assertListed,
  assertPayouts,
  assertPosted,
  assertTransfers,
  bankTells,
  type Driven,
  decideDispute,
  dispute,
  goTo,
  refund,
  report,
} from '../../support/model/shop-driver.ts'
import {
  addDays,
  addSale,
  dayOf,
  isBankDay,
  leftOfSale,
  listed,
  markReversed,
  newShop,
  nextBankDay,
  pesos,
  posted,
  type Sale,
  startOf,
  sum,
} from '../../support/model/shop-model.ts'
import { assertReports, assertStatements } from '../../support/model/shop-reports.ts'
import { clabes } from '../../support/model/shop-transfers.ts'
import {
  effectsOf,
  faulty,
  fileOf,
  type Line,
  type Network,
  networks,
  signOf,
} from '../../support/model/stated-lines.ts'

const YEAR = 2035
/** Of two processes some months are enough: how they share work is what differs. */
const MONTHS: Record<Engine, number> = {
  sqlite: Number(process.env.COBRO_TEST_MONTHS ?? 12),
  postgres: Number(process.env.COBRO_TEST_MONTHS ?? 3),
}
const SEED = Number(process.env.COBRO_TEST_SEED ?? 20_350_101)
const FAULT = 0.05
const HOUR_MS = 3_600_000
const SELLING_DAYS = [4, 11, 18, 24]
const CARD = '4242424242424242'
const RECEPTOR = {
  rfc: 'URE180429TM6',
  name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  regime: '601',
  postal_code: '86991',
  cfdi_use: 'G03',
}
const CHARGEBACK_FEE = 25_000

interface Year extends Driven {
  random(): number
  /** What the console asks for. */
  look(path: string): Promise<Answer>
  /** What each network did, whatever it states. */
  done: Record<Network, Line[]>
  /** The lines that stand, of each file; by the network and month. */
  standing: Map<string, { id: string; lines: Line[]; isWrong: boolean }>
  /** The banking day on which a transfer went, by its tracking key. */
  went: Map<string, string>
  faults: Map<string, number>
}

for (const engine of ENGINES) {
  const months = MONTHS[engine]
  test(`${months} months of statements with faults [${engine}]`, async (t) => {
    const world = await openWorld(engine, {}, { twins: TWINS })
    try {
      const { store, clock } = world.service
      const nowMs = startOf(`${YEAR}-01-02`) + 9 * HOUR_MS
      clock.follow(await writeClockState(store, { offsetMs: 0, frozenMs: nowMs }))
      const merchant = await world.merchant()
      const account = { clabe: clabes.ordinary }
      assert.equal((await merchant.call('PUT', '/v1/settlement/account', account)).status, 200)
      assert.equal((await merchant.call('PUT', '/v1/fees/receptor', RECEPTOR)).status, 200)
      const { call } = await person(world, merchant, 'reader')
      const year: Year = {
        ...{ world, merchant, customer: await customerWithSource(merchant), shop: newShop(nowMs) },
        ...{
          look: (path: string) => call('GET', path),
          random: generator(SEED),
          standing: new Map(),
          went: new Map(),
          faults: new Map(),
        },
        done: { card: [], store: [], spei: [] },
      }
      for (let month = 1; month <= months; month += 1) {
        const name = `${YEAR}-${String(month).padStart(2, '0')}`
        for (const day of SELLING_DAYS) {
          await goTo(year, startOf(`${name}-${String(day).padStart(2, '0')}`) + 10 * HOUR_MS)
          await sell(year)
        }
        await goTo(year, startOf(`${addDays(`${name}-28`, 4).slice(0, 7)}-02`) + 12 * HOUR_MS)
        await settle(year, name)
        for (const network of networks) await send(year, network, name)
        await assertMonth(year, name)
        for (const network of networks) if (year.random() < 0.5) await correct(year, network, name)
        await assertBalances(year, `${YEAR}-01-01`, effects(year))
      }
      await goTo(year, year.shop.nowMs + 18 * 24 * HOUR_MS)
      // Of the month that no statement covers yet.
      const unstated = await charge(year)
      // What the acquirer took stands against what it owes until the dispute is decided.
      for (const sale of year.shop.sales)
        if (sale.dispute?.state === 'needs_response') await decideDispute(year, sale, 'lost')
      for (const key of year.standing.keys()) {
        const [network, month] = key.split(' ') as [Network, string]
        await correct(year, network, month)
      }
      await assertBalances(year, `${YEAR}-01-01`, effects(year))
      await assertExplained(year, months, unstated)
      await assertReports(year)
      await assertStatements(year)
      await assertJournal(year)
      await assertDisputes(year)
      await assertTransfers(year)
      await assertPayouts(year)
      await assertClean(year)
      await assertAudited(world)
      t.diagnostic(
        `${year.shop.sales.length} sales; faults: ${[...year.faults].map((one) => one.join(' ')).join(', ')}`,
      )
      if (months >= 6) assert.ok(year.faults.size >= 12, [...year.faults.keys()].join())
    } finally {
      await world.close()
    }
  })
}
after(stopPostgres)

function count({ faults }: Pick<Year, 'faults'>, fault: string): void {
  faults.set(fault, (faults.get(fault) ?? 0) + 1)
}

function happens(year: Year, fault: string, chance = FAULT): boolean {
  if (year.random() >= chance) return false
  count(year, fault)
  return true
}

function amountOf({ random }: Year): number {
  const centavos = 5_000 + Math.floor(random() * 200_000)
  // The sandbox gives some totals a meaning.
  return centavos % 111_111 === 0 ? centavos + 1 : centavos
}

/** The banking day of SPEI, which turns at 18:00. */
function bankingDay(ms: number): string {
  const day = dayOf(ms)
  return isBankDay(day) && ms < startOf(day) + 18 * HOUR_MS ? day : nextBankDay(day)
}

const blank = { fee: 0, reference: '', institution: '' }

async function sell(year: Year): Promise<void> {
  const { shop, done, merchant } = year
  const today = dayOf(shop.nowMs)
  for (let n = 0; n < 2; n += 1) {
    const sale = await charge(year)
    const line = { ...blank, kind: 'payment', day: today, amount: sale.total, reference: sale.id } as const
    done.card.push({ ...line, id: `A${done.card.length}`, fee: Math.floor(sale.total * 0.015) })
    if (!happens(year, 'reversed')) continue
    const answer = await merchant.post(`/v1/operations/apply-reversal/${sale.id}`, {})
    assert.equal(answer.status, 200, answer.text)
    markReversed(shop, sale)
    done.card.push({ ...line, id: `R${done.card.length}`, kind: 'reversal' })
  }
  for (const [network, method, voucher] of [
    ['store', 'OXX', storeVoucher],
    ['spei', 'SPE', speiVoucher],
  ] as const)
    for (let n = 0; n < 2; n += 1) {
      const total = amountOf(year)
      const { transaction: id } = await voucher(merchant, {
        total: pesos(total),
        expiration_date: addDays(today, 2),
      })
      const sale = addSale(shop, {
        ...{ id, method, brand: '', status: 'P', total },
        expiresMs: startOf(addDays(today, 3)) - 1,
      })
      if (happens(year, 'never paid')) continue
      const day = network === 'spei' ? bankingDay(shop.nowMs) : today
      const reported = { method, into: sale, payer: 'ordinary' as const }
      const say = async (amount: number) => {
        const number = `Y${network}${done[network].length}`
        await report(year, { ...reported, amount, numbered: { number, day } })
        const fee = network === 'store' ? 500 : 0
        done[network].push({ ...blank, id: number, kind: 'payment', day, amount, fee })
      }
      // What comes besides is in suspense, or goes back to its payer.
      if (happens(year, 'another amount')) await say(total - 100)
      await say(total)
      if (happens(year, 'paid twice')) await say(total)
    }
  await disputeSome(year)
  const paid = shop.sales.filter(({ method, status, id }) => method === 'SPE' && status === 'N' && id !== '')
  for (const sale of paid.slice(-16)) {
    if (!happens(year, 'refunded')) continue
    const amount = Math.min(leftOfSale(sale), 1_000 + Math.floor(year.random() * sale.total))
    if (amount > 0) await refund(year, sale, { amount, to: 'ordinary' })
  }
  const payout = shop.transfers.findLast(({ kind }) => kind === 'payout')
  if (payout?.state === 'settled' && happens(year, 'payout returned'))
    await bankTells(year, payout, 'returned', HOUR_MS)
}

async function charge({ world, merchant, shop, random }: Year): Promise<Sale> {
  const total = amountOf({ random } as Year)
  const answer = await payByCard(world, merchant, CARD, {
    'payment.total.amount': pesos(total),
    'payment.reference.number': `Y-${shop.sales.length}`,
  })
  assert.equal(answer.status, 200, answer.text)
  return addSale(shop, { method: 'POS', brand: 'VISA', status: 'N', total, id: answer.body.result.token })
}

/** A card payment of some days ago is disputed; the acquirer takes it at once, and gives it back when it is won. */
async function disputeSome(year: Year): Promise<void> {
  const { shop, done } = year
  const today = dayOf(shop.nowMs)
  const cards = shop.sales.filter(({ method, status }) => method === 'POS' && status === 'N')
  for (const sale of cards.slice(-24, -4)) {
    const { dispute: open } = sale
    const line = { ...blank, day: today, reference: sale.id }
    if (open?.state === 'needs_response' && year.random() < 0.5) {
      const outcome = year.random() < 0.5 ? 'won' : 'lost'
      count(year, `dispute ${outcome}`)
      await decideDispute(year, sale, outcome)
      if (outcome === 'won')
        done.card.push({ ...line, id: `W${done.card.length}`, kind: 'chargeback-reversal', amount: open.amount })
    } else if (open === undefined && happens(year, 'disputed', FAULT / 2)) {
      await dispute(year, sale, { amount: sale.total, days: 90 })
      done.card.push({ ...line, id: `C${done.card.length}`, kind: 'chargeback', amount: sale.total })
      done.card.push({ ...line, id: `F${done.card.length}`, kind: 'fee', amount: CHARGEBACK_FEE, reference: '' })
    }
  }
}

/** What the bank did of the month, from the transfers; and the acquirer and the cash network pay what they owe into the bank. */
async function settle(year: Year, month: string): Promise<void> {
  const { done, merchant, went } = year
  const known = new Set(done.spei.map(({ id, kind }) => `${kind} ${id}`))
  for (let after = ''; ; ) {
    const { body } = await merchant.get(`/v1/transfers?limit=500${after}`)
    for (const one of body.result.transfers) {
      const { tracking_key: id, status, timestamp, status_timestamp } = one
      if (status !== 'settled' && status !== 'returned') continue
      const [first, last] = [timestamp, status_timestamp].map((text: string) => bankingDay(Date.parse(text)))
      const day = went.get(id) ?? (status === 'settled' ? last : first) ?? ''
      went.set(id, day)
      const line = { ...blank, id, amount: Math.round(Number(one.amount.amount) * 100), reference: one.id }
      const add = (kind: Line['kind'], on: string, fee: number) => {
        if (!known.has(`${kind} ${id}`)) done.spei.push({ ...line, kind, day: on, fee })
      }
      add('transfer-out', day, 300)
      if (status === 'returned') add('return', last ?? '', 0)
    }
    if (body.result.next === null) break
    after = `&starting_after=${body.result.next}`
  }
  for (const network of ['card', 'store'] as const) {
    const owed = owedBy(year, network)
    if (owed <= 0) continue
    const line = { ...blank, id: `S${network}${month}`, kind: 'settlement', day: `${month}-25`, amount: owed } as const
    done[network].push(line)
    done.spei.push({
      ...line,
      day: bankingDay(startOf(line.day)),
      reference: `sandbox-${network === 'card' ? 'acquirer' : 'cash'}`,
    })
  }
}

function owedBy({ done }: Year, network: Network): number {
  return sum(done[network], (line) => signOf(line) * line.amount - line.fee)
}

/** The file of a month, with faults: in halves first, of nobody's network, and twice. */
async function send(year: Year, network: Network, month: string): Promise<void> {
  const own = year.done[network].filter(({ day }) => day.startsWith(month))
  const lines = faulty(
    own,
    { random: year.random, chance: FAULT, count: (fault) => count(year, fault) },
    `${network}${month}`,
  )
  const content = fileOf(network, month, lines)
  if (happens(year, 'half', 0.3)) await refused(year, content.slice(0, content.length / 2), 'statement-half')
  if (happens(year, 'foreign', 0.2))
    await refused(year, content.replaceAll(/sandbox-\w+/g, 'nobody'), 'statement-network')
  const result = await reconciled(year, { content })
  assert.equal(result.counts.lines, lines.length)
  year.standing.set(`${network} ${month}`, {
    id: result.id,
    lines,
    isWrong: lines.length !== own.length || lines.some((line, at) => line !== own[at]),
  })
  if (!happens(year, 'repeated', 0.3)) return
  const again = await reconciled(year, { content })
  assert.deepEqual([again.id, again.repeated, again.counts.repeated], [result.id, true, lines.length])
}

/** The network states the month again, whole and right. */
async function correct(year: Year, network: Network, month: string): Promise<void> {
  const before = year.standing.get(`${network} ${month}`)
  if (!before?.isWrong) return
  count(year, 'corrected')
  const lines = year.done[network].filter(({ day }) => day.startsWith(month))
  const { id, counts } = await reconciled(year, { content: fileOf(network, month, lines), corrects: before.id })
  assert.deepEqual([counts.extra, counts.contradiction, counts.malformed], [0, 0, 0])
  year.standing.set(`${network} ${month}`, { id, lines, isWrong: false })
}

async function reconciled({ merchant }: Year, body: object) {
  const answer = await merchant.post('/v1/sandbox/reconcile', body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.result
}

async function refused({ merchant }: Year, content: string, reason: string): Promise<void> {
  const { status, body } = await merchant.post('/v1/sandbox/reconcile', { content })
  assert.deepEqual([status, body.error.reason], [400, reason])
}

/** What the lines that stand have changed of the books. */
function effects({ standing, done }: Year): Record<string, number> {
  const all: Record<string, number> = {}
  for (const [key, { lines }] of standing) {
    const network = key.split(' ')[0] as Network
    for (const [account, centavos] of effectsOf(network, lines, done[network]))
      all[account] = (all[account] ?? 0) + centavos
  }
  return all
}

/** The month by every way of asking for it: list, export, posted amounts, balances. */
async function assertMonth(year: Year, month: string): Promise<void> {
  const { merchant, shop } = year
  const range = { start_date: `${month}-01`, end_date: `${month}-28` }
  for (const method of [undefined, 'POS', 'OXX', 'SPE'] as const) {
    const filter = { ...range, ...(method && { payment_method: method }) }
    await assertListed(year, filter)
    const query = new URLSearchParams({ ...filter, format: 'csv' })
    const { text, status } = await merchant.get(`/v1/operations?${query}`)
    assert.equal(status, 200, text)
    const [heading = '', ...rows] = text.trim().split('\r\n')
    const [at, total] = ['Estado', 'Importe'].map((name) => heading.split(',').indexOf(name))
    const paid = rows.map((row) => row.split(',')).filter((cells) => cells[at ?? -1] === 'N')
    const exported = sum(paid, (cells) => Math.round(Number(cells[total ?? -1]) * 100))
    assert.equal(pesos(exported), listed(shop, filter).sales, `${method} ${heading}`)
  }
  await assertPosted(year, range.start_date, range.end_date)
  const shown = await year.look(`/v1/console/posted?from=${range.start_date}&to=${range.end_date}`)
  const { sales, returned, disputed } = shown.body.result
  const [all, back, taken] = [sales, returned, disputed].map((text: string) => Math.round(Number(text) * 100))
  assert.equal(pesos((all ?? 0) - (back ?? 0) - (taken ?? 0)), posted(shop, range.start_date, range.end_date).sales)
  await assertBalances(year, `${YEAR}-01-01`, effects(year))
}

/** With every statement right, nobody owes anything that no statement explains, and the bank has what its statements say. */
async function assertExplained(year: Year, months: number, unstated: Sale): Promise<void> {
  const { merchant, shop, done } = year
  const end = addDays(dayOf(shop.nowMs), 1)
  const { body } = await merchant.get(`/v1/ledger/balances?start_date=${addDays(end, -10)}&end_date=${end}`)
  const closing = new Map(
    body.result.balances.map((one: { account: string; closing: string }) => [
      one.account,
      Math.round(Number(one.closing) * 100),
    ]),
  )
  const inMonths = done.spei.filter(({ day }) => day < `${YEAR}-${String(months + 1).padStart(2, '0')}`)
  const bank = sum(inMonths, (line) => signOf(line, 'spei') * line.amount - line.fee)
  assert.equal(closing.get('bank') ?? 0, bank)
  assert.equal(closing.get('suspense:statements') ?? 0, 0)
  // More went back than came: the network keeps it of the next payments.
  for (const [network, account] of [
    ['card', 'receivable:acquirer'],
    ['store', 'receivable:cash-network'],
  ] as const)
    assert.equal(closing.get(account) ?? 0, owedBy(year, network) + (network === 'card' ? unstated.total : 0), account)
}
