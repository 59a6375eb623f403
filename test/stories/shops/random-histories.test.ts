import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { writeClockState } from '../../../src/store/clock-state.ts'
import { tokenFor } from '../../support/fixtures/cards.ts'
import { chargeOf, sendCharge } from '../../support/fixtures/charges.ts'
import { assertAudited, customerWithSource, operationOf } from '../../support/fixtures/payers.ts'
import { eventually } from '../../support/fixtures/receiver.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { type Answer, type Merchant, openWorld, TWINS, type World } from '../../support/harness/world.ts'
import {
  answerDispute,
  assertAdvicesClosed,
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
  release,
  report,
  retry,
} from '../../support/model/shop-driver.ts'
import {
  addDays,
  addSale,
  commissionOf,
  dayOf,
  type ListFilter,
  leftOfSale,
  listed,
  MSI,
  markReversed,
  newShop,
  pass,
  pesos,
  type Sale,
  type Shop,
  startOf,
} from '../../support/model/shop-model.ts'
import { clabes, type Payer } from '../../support/model/shop-transfers.ts'

/** Where every history begins: a Friday before a long weekend, so that nothing depends on the day on which it is run. */
const START_MS = startOf('2037-01-30') + 9 * 3_600_000
const ACQUIRER_TIMEOUT_MS = 40
/** How long after its deadline a payment without an answer is asked for. */
const RECOVER_AFTER_MS = 5_000
const KEY_KEPT_MS = 24 * 3_600_000
const RUNS = 60
const TIME_LIMIT_MS = 25_000
/** For a long run: the least number of commands on each engine, however long it takes, with a new database for every few histories. */
const RUNS_OF_LONG = 15
const COMMANDS = Number(process.env.COBRO_TEST_COMMANDS ?? 0)
/** One history of this many waits for all that is still to come: that takes as long as the history. */
const LONG_ENDS = 5
const DAY_MS = 86_400_000

interface TestCard {
  number: string
  brand: string
  credit?: boolean
  declines?: boolean
  /** No answer comes; what the bank says when it is asked. */
  later?: 'N' | 'D'
}

const cards: TestCard[] = [
  { number: '4242424242424242', brand: 'VISA' },
  { number: '4485531263748329', brand: 'VISA', credit: true },
  { number: '5555555555554444', brand: 'MAST', credit: true },
  { number: '378282246310005', brand: 'AMEX', credit: true },
  { number: '5062210000000009', brand: 'CRNT' },
  { number: '4111111111111111', brand: 'VISA', credit: true, declines: true },
  { number: '4000000000010027', brand: 'VISA', credit: true, later: 'N' },
  { number: '4000000000010043', brand: 'VISA', credit: true, later: 'D' },
]

const payerKind = fc.constantFrom(...(Object.keys(clabes) as Payer[]))
/** Of those to whom payouts go: what comes back days later, at the minute of the next payout, may be part of it or of the one after. */
const payoutKind = fc.constantFrom<Payer>('ordinary', 'ordinary', 'closed', 'settled-later', 'rejected-later', 'silent')

/** A history's own merchant, and what the shop should be. */
interface Real {
  world: World
  merchant: Merchant
  customer: { id: string; source: string; clabe: string }
  /** Its numbers of payments are no other history's. */
  name: string
  /** `crd_` by card number. */
  saved: Map<string, string>
}

interface Model {
  shop: Shop
  /** Which payment an external transaction stands for, and what was asked for. */
  claims: Map<string, { asked: string; sale: Sale }>
  savedNumbers: Set<string>
  /** Requests that had an effect under a key, to be sent again. */
  keyed: { ms: number; send(): Promise<Answer>; answer: Answer }[]
}

type Command = fc.AsyncCommand<Model, Real>

let commandsRun = 0
let keys = 0

/** A command with its name and arguments in the report of a failure. */
function command(name: string, input: unknown, run: (model: Model, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    run: async (model, real) => {
      commandsRun += 1
      await run(model, real)
    },
    toString: () => `${name}(${JSON.stringify(input)})`,
  }
}

/** Sends it, sometimes under a key of its own; what then has an effect may be repeated later. */
async function maybeKeyed(
  model: Model,
  isKeyed: boolean,
  send: (headers: Record<string, string>) => Promise<Answer>,
): Promise<Answer> {
  if (!isKeyed) return send({})
  keys += 1
  const headers = { 'idempotency-key': `history ${keys}` }
  const answer = await send(headers)
  if (answer.status === 200 || answer.status === 402) {
    model.keyed.push({ ms: model.shop.nowMs, send: () => send(headers), answer })
  }
  return answer
}

/** Ordinary amounts: those that the sandbox's tables give a meaning to are in a story of their own. */
const amount = fc.integer({ min: 100, max: 250_000 }).filter((centavos) => centavos % 111_111 !== 0)
const nth = fc.nat({ max: 1_000 })
const pick = <T>(all: T[], index: number): T | undefined => all[index % Math.max(1, all.length)]

const payByCard = fc
  .record({
    card: fc.nat({ max: cards.length - 1 }),
    total: amount,
    months: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.constantFrom(3, 6, 9, 12, 18)),
    shareMillis: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 1_000 })),
    external: fc.oneof({ weight: 2, arbitrary: fc.constant('') }, fc.constantFrom('A', 'B')),
    saved: fc.boolean(),
    keyed: fc.boolean(),
  })
  .map((input) =>
    command('payByCard', input, async (model, real) => {
      const { shop, claims } = model
      const card = cards[input.card] ?? assert.fail()
      const { total, months, external } = input
      const share = Math.floor((total * input.shareMillis) / 1_000)
      const savedCard = input.saved ? real.saved.get(card.number) : undefined
      const asked = JSON.stringify([input.card, total, months, share, savedCard])
      const cvv = card.brand === 'AMEX' ? '1234' : '123'
      const message = chargeOf(savedCard ?? '', {
        'payment.total.amount': pesos(total),
        'payment.external.transaction': external,
        ...(months > 0 && { months }),
        ...(share > 0 && { 'payment.affiliated': { user: 'socio', total_fee: pesos(share) } }),
        ...(savedCard === undefined && { card: { number: card.number, cvv, holder_name: 'ANA', expiration: '3912' } }),
      })
      const answer = await maybeKeyed(model, input.keyed, (headers) =>
        sendCharge(real.world, real.merchant, message, { headers }),
      )
      const claim = external === '' ? undefined : claims.get(external)
      if (claim !== undefined && claim.sale.status !== 'D') {
        if (claim.asked === asked) {
          assert.equal(answer.status, 200, answer.text)
          assert.equal(answer.body.result.token, claim.sale.id)
          assert.equal(answer.body.result.recipe.status, claim.sale.status)
        } else assertRefused(answer, 409, 'SwitchException')
        return
      }
      const msi = MSI[months]
      if (msi !== undefined && (!card.credit || total < msi.least))
        return assertRefused(answer, 400, 'InvalidParamException')
      const user = share > 0 ? 'socio' : undefined
      const sale = { id: '', method: 'POS' as const, brand: card.brand, total, share, user, months }
      const trial = addSale(newShop(shop.nowMs), { ...sale, status: 'P' })
      if (commissionOf(trial) > total) return assertRefused(answer, 400, 'InvalidParamException')
      if (card.declines) {
        assertRefused(answer, 402, 'PaymentException')
        addSale(shop, { ...sale, status: 'D' })
        return
      }
      assert.equal(answer.status, 200, answer.text)
      const { token: id, status, recipe } = answer.body.result
      const awaitedMs = shop.nowMs + ACQUIRER_TIMEOUT_MS + RECOVER_AFTER_MS
      const awaited = card.later && { awaited: { ms: awaitedMs, outcome: card.later } }
      const made = addSale(shop, { ...sale, id, status: card.later ? 'P' : 'N', ...awaited })
      assert.equal(status, made.status === 'N')
      assert.equal(recipe.fee.amount, pesos(commissionOf(made)))
      if (external !== '') claims.set(external, { asked, sale: made })
    }),
  )

/** A total with which the bank approves a moment after its deadline. */
const APPROVED_LATE = 400_107

const payLate = fc.constant(undefined).map(() =>
  command('payLate', undefined, async ({ shop }, real) => {
    const card = { number: '4242424242424242', cvv: '123', holder_name: 'ANA', expiration: '3912' }
    const message = chargeOf('', { card, 'payment.total.amount': pesos(APPROVED_LATE) })
    const answer = await sendCharge(real.world, real.merchant, message)
    assert.equal(answer.status, 200, answer.text)
    const { token: id, status } = answer.body.result
    assert.equal(status, false)
    await eventually(async () => (await operationOf(real.merchant, id)).status !== 'P', 'the late approval')
    addSale(shop, { id, method: 'POS', brand: 'VISA', status: 'N', total: APPROVED_LATE })
  }),
)

const saveCard = fc.nat({ max: 4 }).map((index) =>
  command('saveCard', index, async (model, real) => {
    const { number } = cards[index] ?? assert.fail()
    const token = await tokenFor(real.world, real.merchant, number)
    const answer = await real.merchant.post(`/v1/customer/${real.customer.id}/cards`, { token })
    if (model.savedNumbers.has(number)) return assertRefused(answer, 409, 'InvalidCardException')
    assert.equal(answer.status, 200, answer.text)
    model.savedNumbers.add(number)
    real.saved.set(number, answer.body.result.token)
  }),
)

const issueVoucher = fc
  .record({
    method: fc.constantFrom('store', 'spei', 'source'),
    total: amount,
    days: fc.integer({ min: -1, max: 5 }),
    keyed: fc.boolean(),
  })
  .map((input) =>
    command('issueVoucher', input, async (model, real) => {
      const { shop } = model
      const day = addDays(dayOf(shop.nowMs), input.days)
      const path = input.method === 'store' ? 'convenience-store' : 'spei'
      const source = input.method === 'source' ? real.customer.source : undefined
      const body = { total: pesos(input.total), expiration_date: day, ...(source && { source }) }
      const answer = await maybeKeyed(model, input.keyed, (headers) =>
        real.merchant.post(`/v1/payment/${path}`, body, headers),
      )
      if (input.days < 0) return assertRefused(answer, 400, 'InvalidParamException')
      assert.equal(answer.status, 200, answer.text)
      addSale(shop, {
        id: answer.body.result.transaction,
        method: input.method === 'store' ? 'OXX' : 'SPE',
        brand: '',
        status: 'P',
        total: input.total,
        expiresMs: startOf(addDays(day, 1)) - 1,
        source: source && real.customer.clabe,
      })
    }),
  )

const driven = ({ shop }: Model, { world, merchant, customer }: Real): Driven => ({ world, merchant, customer, shop })

/** How long ago the payer paid; null: the network does not say. */
const ago = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  fc.constantFrom(
    0,
    2 * 60_000,
    40 * 60_000,
    2 * 3_600_000,
    11 * 3_600_000,
    2 * DAY_MS,
    401 * DAY_MS,
    -60_000,
    -600_000,
  ),
)
/** A number that other payments may have too. */
const number = fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, fc.constantFrom('1', '2', '3'))

const payVoucher = fc
  .record({
    which: nth,
    difference: fc.constantFrom(0, 0, 0, 0, -1, 1, 100),
    payer: payerKind,
    ago,
    number,
    keyed: fc.boolean(),
  })
  .map((input) =>
    command('payVoucher', input, async (model, real) => {
      const { shop } = model
      const sale = pick(
        shop.sales.filter((one) => one.expiresMs !== undefined),
        input.which,
      )
      if (sale === undefined || sale.method === 'POS') return
      const reported = { method: sale.method, into: sale, amount: sale.total + input.difference, payer: input.payer }
      await report(driven(model, real), { ...reported, ...when(model, real, input) }, (send) =>
        maybeKeyed(model, input.keyed, send),
      )
    }),
  )

const payClabe = fc.record({ total: amount, payer: payerKind, ago, number, keyed: fc.boolean() }).map((input) =>
  command('payClabe', input, async (model, real) => {
    const reported = { method: 'SPE' as const, into: 'customer' as const, amount: input.total, payer: input.payer }
    await report(driven(model, real), { ...reported, ...when(model, real, input) }, (send) =>
      maybeKeyed(model, input.keyed, send),
    )
  }),
)

function when({ shop }: Model, { name }: Real, input: { ago: number | null; number: string | null }) {
  const numbered = input.number === null ? undefined : { number: `${name}N${input.number}`, day: dayOf(shop.nowMs) }
  return { numbered, paidMs: input.ago === null ? undefined : shop.nowMs - input.ago }
}

/** A network says again what it has said before: the same payment, or under its number another amount or another payer. */
const sayAgain = fc
  .record({ which: nth, difference: fc.constantFrom(0, 0, 1), payer: fc.option(payerKind, { nil: undefined }) })
  .map((input) =>
    command('sayAgain', input, async (model, real) => {
      const { shop } = model
      const known = pick(
        shop.received.filter((one) => one.identity.startsWith('[')),
        input.which,
      )
      if (known === undefined) return
      const [numbered] = JSON.parse(known.identity)
      const payer = input.payer ?? known.payer
      const { method, into } = known
      await report(driven(model, real), { method, into, amount: known.amount + input.difference, payer, numbered })
    }),
  )

const releasePayment = fc
  .record({
    which: nth,
    isHeld: fc.boolean(),
    action: fc.constantFrom('accept', 'return'),
    to: payerKind,
    keyed: fc.boolean(),
  })
  .map((input) =>
    command('release', input, async (model, real) => {
      const { received } = model.shop
      const held = received.filter((one) => one.outcome === 'suspended')
      const one = pick(input.isHeld ? held : received, input.which)
      if (one === undefined) return
      await release(driven(model, real), one, input, (send) => maybeKeyed(model, input.keyed, send))
    }),
  )

const transfers = fc
  .constant(undefined)
  .map(() => command('transfers', undefined, (model, real) => assertTransfers(driven(model, real))))

const held = fc
  .constant(undefined)
  .map(() => command('held', undefined, (model, real) => assertHeld(driven(model, real))))

const balances = fc
  .constant(undefined)
  .map(() => command('balances', undefined, (model, real) => assertBalances(driven(model, real), dayOf(START_MS))))

const journal = fc
  .integer({ min: 1, max: 60 })
  .map((limit) => command('journal', limit, (model, real) => assertJournal(driven(model, real), limit)))

const retryTransfer = fc
  .record({ which: nth, hasFailed: fc.boolean(), to: payerKind, keyed: fc.boolean() })
  .map((input) =>
    command('retry', input, async (model, real) => {
      const { shop } = model
      const candidates = shop.transfers.filter(
        (one) => !one.isReplaced && (!input.hasFailed || ['rejected', 'returned'].includes(one.state)),
      )
      const transfer = pick(candidates, input.which)
      if (transfer === undefined) return
      await retry(driven(model, real), transfer, input.to, (send) => maybeKeyed(model, input.keyed, send))
    }),
  )

/** A transfer that the bank took comes back, settles or fails; the report is repeated, or out of order. */
const bank = fc
  .record({
    which: nth,
    state: fc.constantFrom('accepted', 'settled', 'rejected', 'returned', 'returned'),
    afterMs: fc.constantFrom(0, 0, 25 * 60_000, 7 * 3_600_000 + 1_000),
  })
  .map((input) =>
    command('bank', input, async (model, real) => {
      const { shop } = model
      await real.world.work()
      pass(shop, shop.nowMs)
      const transfer = pick(
        shop.transfers.filter((one) => one.state !== 'pending' && !one.isReplaced),
        input.which,
      )
      if (transfer === undefined) return
      await bankTells(driven(model, real), transfer, input.state, input.afterMs)
      await real.world.work()
    }),
  )

const payoutAccount = payoutKind.map((kind) =>
  command('payoutAccount', kind, async ({ shop }, real) => {
    if (shop.payoutAccount !== undefined) return
    const answer = await real.merchant.call('PUT', '/v1/settlement/account', { clabe: clabes[kind] })
    assert.equal(answer.status, 200, answer.text)
    shop.payoutAccount = kind
  }),
)

const payoutRules = fc
  .record({ minimum: fc.constantFrom(0, 20_000, 90_000), keep: fc.constantFrom(0, 5_000, 60_000) })
  .map((rules) =>
    command('payoutRules', rules, async ({ shop }, real) => {
      const body = { minimum: pesos(rules.minimum), keep: pesos(rules.keep) }
      const answer = await real.merchant.call('PUT', '/v1/settlement/rules', body)
      assert.equal(answer.status, 200, answer.text)
      shop.payoutRules = rules
    }),
  )

/** Totals with which no answer comes, and the bank takes the advice at the third try, at the eleventh, or never. */
const unseen = fc.constantFrom(400_109, 400_110, 400_111).map((total) =>
  command('unseen', total, async ({ shop }, real) => {
    const card = { number: '4242424242424242', cvv: '123', holder_name: 'ANA', expiration: '3912' }
    const message = chargeOf('', { card, 'payment.total.amount': pesos(total) })
    const answer = await sendCharge(real.world, real.merchant, message)
    assert.equal(answer.status, 200, answer.text)
    const awaited = { ms: shop.nowMs + ACQUIRER_TIMEOUT_MS + RECOVER_AFTER_MS, outcome: 'D' as const }
    const sale = { id: answer.body.result.token, method: 'POS' as const, brand: 'VISA', total }
    addSale(shop, { ...sale, status: 'P', awaited, isAdviceRefused: total === 400_111 })
  }),
)

const listPosted = fc.record({ from: fc.integer({ min: -6, max: 0 }), days: fc.nat({ max: 6 }) }).map((input) =>
  command('listPosted', input, async (model, real) => {
    const from = addDays(dayOf(model.shop.nowMs), input.from)
    await assertPosted(driven(model, real), from, addDays(from, input.days))
  }),
)

const reverse = fc.record({ which: nth, method: fc.constantFrom('GET', 'POST'), keyed: fc.boolean() }).map((input) =>
  command('reverse', input, async (model, real) => {
    const { shop } = model
    const sale = pick(
      shop.sales.filter((one) => one.id !== ''),
      input.which,
    )
    const path = `/v1/operations/apply-reversal/${sale?.id ?? 'none'}`
    const answer = await maybeKeyed(model, input.keyed && input.method === 'POST', (headers) =>
      real.merchant.call(input.method, path, undefined, headers),
    )
    if (sale === undefined) return assertRefused(answer, 404, 'InvalidTransactionException')
    const { status, method } = sale
    if (method === 'POS' && (status === 'P' || (status === 'D' && sale.cancelAsked))) {
      sale.cancelAsked = true
      assert.equal(answer.status, 200, answer.text)
      const { status: isDone, recipe } = answer.body.result
      assert.deepEqual([isDone, recipe.status], [status === 'D', status])
      return
    }
    if (status === 'D' || status === 'E') return assertRefused(answer, 409, 'InvalidTransactionException')
    if (status === 'N' && leftOfSale(sale) < sale.total)
      return assertRefused(answer, 409, 'InvalidTransactionException')
    if (status === 'N' && method === 'OXX') return assertRefused(answer, 409, 'InvalidTransactionException')
    if (status === 'N' && method === 'POS' && sale.paidDay !== dayOf(shop.nowMs)) {
      return assertRefused(answer, 409, 'InvalidAuthCodeException')
    }
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.result.recipe.status, 'C')
    if (status === 'C') return
    assert.equal(answer.body.result.recipe.hasDevolution, status === 'N')
    markReversed(shop, sale)
  }),
)

const refundSale = fc
  .record({ which: nth, isPaid: fc.boolean(), part: fc.constantFrom(1, 2, 3, 0), to: payerKind, keyed: fc.boolean() })
  .map((input) =>
    command('refund', input, async (model, real) => {
      const { shop } = model
      const known = shop.sales.filter((one) => one.id !== '')
      const sale = pick(input.isPaid ? known.filter(({ status }) => status === 'N') : known, input.which)
      if (sale === undefined) return
      const left = leftOfSale(sale)
      const amount = input.part === 0 ? left + 1 : Math.max(1, Math.floor(left / input.part))
      await refund(driven(model, real), sale, { amount, to: input.to }, (send) => maybeKeyed(model, input.keyed, send))
    }),
  )

const disputeSale = fc
  .record({
    which: nth,
    isPaid: fc.boolean(),
    part: fc.constantFrom(1, 1, 2, 0),
    days: fc.integer({ min: 1, max: 4 }),
    keyed: fc.boolean(),
  })
  .map((input) =>
    command('dispute', input, async (model, real) => {
      const { shop } = model
      const known = shop.sales.filter((one) => one.id !== '')
      const paid = known.filter(({ status, method }) => status === 'N' && method === 'POS')
      const sale = pick(input.isPaid ? paid : known, input.which)
      if (sale === undefined) return
      const left = leftOfSale(sale)
      const amount = input.part === 0 ? left + 1 : Math.max(1, Math.floor(left / input.part))
      const asked = { amount, days: input.days }
      await dispute(driven(model, real), sale, asked, (send) => maybeKeyed(model, input.keyed, send))
    }),
  )

const ofDisputed =
  (run: (driven: Driven, sale: Sale, model: Model) => Promise<void>, which: number) =>
  async (model: Model, real: Real) => {
    const sale = pick(
      model.shop.sales.filter((one) => one.dispute !== undefined),
      which,
    )
    if (sale !== undefined) await run(driven(model, real), sale, model)
  }

const answerOne = fc
  .record({ which: nth, how: fc.constantFrom('submit', 'submit', 'accept'), keyed: fc.boolean() })
  .map((input) => {
    const { how, keyed, which } = input
    const run = ofDisputed(
      (one, sale, model) => answerDispute(one, sale, how, (send) => maybeKeyed(model, keyed, send)),
      which,
    )
    return command('answerDispute', input, run)
  })

const decideOne = fc.record({ which: nth, outcome: fc.constantFrom('won', 'lost') }).map((input) =>
  command(
    'decideDispute',
    input,
    ofDisputed((one, sale) => decideDispute(one, sale, input.outcome), input.which),
  ),
)

const disputes = fc
  .constant(undefined)
  .map(() => command('disputes', undefined, (model, real) => assertDisputes(driven(model, real))))

const HOUR_MS = 3_600_000
const advances = [1_000, 6_000, 10 * 60_000, 5 * HOUR_MS, 14 * HOUR_MS, DAY_MS, 3 * DAY_MS]
const advance = fc.constantFrom(...advances).map((ms) =>
  command('advance', ms, async (model, real) => {
    await goTo(driven(model, real), model.shop.nowMs + ms)
  }),
)

const list = fc
  .record({
    from: fc.option(fc.integer({ min: -6, max: 0 }), { nil: undefined }),
    to: fc.option(fc.integer({ min: -3, max: 1 }), { nil: undefined }),
    status: fc.option(fc.constantFrom('P', 'N', 'C', 'E', 'D' as const), { nil: undefined }),
    payment_method: fc.option(fc.constantFrom('POS', 'OXX', 'SPE' as const), { nil: undefined }),
    card_type: fc.option(fc.constantFrom('VISA', 'MAST', 'AMEX', 'CRNT'), { nil: undefined }),
    limit: fc.constantFrom(1, 3, 50),
    offset: fc.nat({ max: 6 }),
  })
  .map((input) =>
    command('list', input, async ({ shop }, real) => {
      const today = dayOf(shop.nowMs)
      const { from, to, limit, offset, ...rest } = input
      const filter = {
        ...rest,
        start_date: from === undefined ? undefined : addDays(today, from),
        end_date: to === undefined ? undefined : addDays(today, to),
      } as ListFilter
      const query = new URLSearchParams({ limit: String(limit), offset: String(offset) })
      for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, value)
      const answer = await real.merchant.get(`/v1/operations?${query}`)
      if (from !== undefined && to !== undefined && to < from) {
        return assertRefused(answer, 400, 'InvalidParamException')
      }
      assert.equal(answer.status, 200, answer.text)
      const { operations, ...totals } = answer.body.result
      const { operations: expected, ...expectedTotals } = listed(shop, filter)
      assert.deepEqual(totals, expectedTotals)
      const seen = operations.map((one: { transaction: string; status: string; total: { amount: string } }) => [
        one.status,
        one.total.amount,
      ])
      // What the service made by itself has no id here, and what was declined never had one.
      const page = expected.slice(offset, offset + limit)
      if (expected.every((sale) => sale.id !== '')) {
        assert.deepEqual(
          operations.map((one: { transaction: string }) => one.transaction),
          page.map((sale) => sale.id),
        )
        assert.deepEqual(
          seen,
          page.map((sale) => [sale.status, pesos(sale.total)]),
        )
      } else assert.equal(seen.length, page.length)
    }),
  )

const find = nth.map((which) =>
  command('find', which, async ({ shop }, real) => {
    const sale = pick(
      shop.sales.filter((one) => one.id !== ''),
      which,
    )
    if (sale === undefined) return
    const found = await operationOf(real.merchant, sale.id)
    assert.equal(found.status, sale.status)
    assert.equal(found.total.amount, pesos(sale.total))
    assert.equal(found.commission.amount, pesos(commissionOf(sale)))
    if (sale.given !== undefined) assert.equal(found.hasDevolution, sale.given)
    // The wire has whole seconds.
    if (sale.paidMs !== undefined) assert.equal(Date.parse(found.paid_at), Math.floor(sale.paidMs / 1_000) * 1_000)
  }),
)

const repeat = nth.map((which) =>
  command('repeat', which, async ({ shop, keyed }) => {
    const earlier = pick(
      keyed.filter((one) => one.ms + KEY_KEPT_MS > shop.nowMs),
      which,
    )
    if (earlier === undefined) return
    const answer = await earlier.send()
    assert.equal(answer.headers['idempotent-replayed'], 'true', answer.text)
    assert.equal(answer.status, earlier.answer.status)
    assert.deepEqual(answer.body, earlier.answer.body)
  }),
)

const audit = fc
  .constant(undefined)
  .map(() => command('audit', undefined, (model, real) => assertClean(driven(model, real))))

const payouts = fc
  .constant(undefined)
  .map(() => command('payouts', undefined, (model, real) => assertPayouts(driven(model, real))))

function assertRefused(answer: Answer, status: number, code: string): void {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.body.error.code, code)
}

/** However slow the machine is. */
const FEWEST_COMMANDS = 101

let begun = 0

/** A new merchant at the start of time; the service and its keys stay. */
async function beginning(world: World): Promise<{ model: Model; real: Real }> {
  const { store, clock } = world.service
  const state = { offsetMs: 0, frozenMs: START_MS }
  clock.follow(await writeClockState(store, state))
  const merchant = await world.merchant()
  const customer = await customerWithSource(merchant)
  begun += 1
  return {
    model: {
      shop: { ...newShop(START_MS), payoutAccount: undefined },
      claims: new Map(),
      savedNumbers: new Set(),
      keyed: [],
    },
    real: { world, merchant, customer, name: `H${begun}`, saved: new Map() },
  }
}

const weighted = [payByCard, payByCard, issueVoucher, issueVoucher, issueVoucher, payVoucher, payVoucher, payVoucher]
const usual = [
  reverse,
  refundSale,
  refundSale,
  disputeSale,
  disputeSale,
  answerOne,
  decideOne,
  releasePayment,
  releasePayment,
  advance,
  advance,
  list,
  repeat,
  payClabe,
  sayAgain,
]
const unusual = [saveCard, payLate, unseen, retryTransfer, bank, payoutAccount, payoutAccount, payoutRules]
const looks = [find, audit, disputes, payouts, transfers, held, balances, journal, listPosted]

for (const engine of ENGINES) {
  test(`after any events in any order, the service agrees with a small model of a shop [${engine}]`, async (t) => {
    const settings = { ACQUIRER_TIMEOUT_MS: String(ACQUIRER_TIMEOUT_MS) }
    const { COBRO_TEST_SEED: seed, COBRO_TEST_PATH: path, COBRO_TEST_REPLAY: replayPath } = process.env
    const histories = fc.commands([...weighted, ...usual, ...usual, ...unusual, ...looks], {
      size: 'medium',
      maxCommands: 60,
      ...(replayPath && { replayPath }),
    })
    const parameters = {
      seed: seed === undefined ? (fc.readConfigureGlobal().seed ?? Date.now() % 2 ** 31) : Number(seed),
      numRuns: COMMANDS > 0 ? RUNS_OF_LONG : RUNS,
      markInterruptAsFailure: false,
      endOnFailure: false,
      ...(COMMANDS === 0 && { interruptAfterTimeLimit: TIME_LIMIT_MS }),
      ...(path !== undefined && { path }),
    }
    const before = { commandsRun, begun }
    do {
      const world = await openWorld(engine, settings, { twins: TWINS })
      try {
        await fc.assert(
          fc.asyncProperty(histories, fc.nat({ max: LONG_ENDS - 1 }), async (commands, end) => {
            const { model, real } = await beginning(world)
            await fc.asyncModelRun(() => ({ model, real }), commands)
            await assertEnd(model, real, end === 0)
          }),
          parameters,
        )
        await assertAudited(world)
      } finally {
        const [commandCount, historyCount] = [commandsRun - before.commandsRun, begun - before.begun]
        const summary = `${commandCount} commands in ${historyCount} histories; replay with COBRO_TEST_SEED=${parameters.seed}`
        if (COMMANDS > 0) process.stderr.write(`${engine}: ${summary}\n`)
        else t.diagnostic(summary)
        await world.close()
      }
      parameters.seed += 1
    } while (commandsRun - before.commandsRun < Math.max(COMMANDS, FEWEST_COMMANDS))
  })
}
after(stopPostgres)

/** At the end of a history: everything as the model has it, and again when all that was still to come has come. */
async function assertEnd(model: Model, real: Real, waits: boolean): Promise<void> {
  const all = driven(model, real)
  await assertNow(all)
  if (!waits) return
  await goTo(all, all.shop.nowMs + 4 * DAY_MS)
  await assertClean(all)
  await assertAdvicesClosed(all)
  await assertRefunds(all)
  await assertNow(all)
}

async function assertNow(all: Driven): Promise<void> {
  const { shop } = all
  await assertListed(all, {})
  await assertPosted(all, dayOf(START_MS), dayOf(shop.nowMs))
  await assertTransfers(all)
  await assertPayouts(all)
  await assertHeld(all)
  await assertBalances(all, dayOf(START_MS))
  await assertJournal(all)
}
