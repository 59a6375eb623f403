import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { writeClockState } from '../../src/store/clock-state.ts'
import { tokenFor } from '../cards.ts'
import { chargeOf, sendCharge } from '../charges.ts'
import { stopPostgres } from '../engines.ts'
import { assertAudited, customerWithSource, operationOf } from '../payers.ts'
import {
  addDays,
  addSale,
  commissionOf,
  dayOf,
  type ListFilter,
  listed,
  MSI,
  markPaid,
  markReversed,
  newShop,
  type Payer,
  pass,
  pesos,
  resend,
  type Sale,
  type Shop,
  startOf,
} from '../shop-model.ts'
import { type Answer, type Merchant, openWorld, TWINS, type World } from '../world.ts'

/** Where every history begins: a Friday before a long weekend, so that nothing depends on the day on which it is run. */
const START_MS = startOf('2037-01-30') + 9 * 3_600_000
const ACQUIRER_TIMEOUT_MS = 40
/** How long after its deadline a payment without an answer is asked for. */
const RECOVER_AFTER_MS = 5_000
const KEY_KEPT_MS = 24 * 3_600_000
const RUNS = 60
const TIME_LIMIT_MS = 25_000

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

/** The accounts of payers, by what the sandbox's bank makes of a transfer to them. */
const payers: Record<Payer, string> = {
  ordinary: '002010077777777771',
  closed: '646180990000000012',
  unanswered: '646180990000000025',
  'settled-later': '646180990000000038',
  'rejected-later': '646180990000000041',
  'returned-unsettled': '646180990000000054',
  'returned-later': '646180990000000067',
  silent: '646180990000000070',
}
const payerKind = fc.constantFrom(...(Object.keys(payers) as Payer[]))

/** A history's own merchant, and what the shop should be. */
interface Real {
  world: World
  merchant: Merchant
  customer: { id: string; source: string; clabe: string }
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
      const sale = { id: '', method: 'POS' as const, brand: card.brand, total, share, months }
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
    for (let tries = 0; (await operationOf(real.merchant, id)).status === 'P'; tries += 1) {
      assert.ok(tries < 300, 'the late approval is taken')
      await sleep(10)
    }
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

const payVoucher = fc
  .record({ which: nth, difference: fc.constantFrom(0, 0, 0, -1, 1, 100), payer: payerKind, keyed: fc.boolean() })
  .map((input) =>
    command('payVoucher', input, async (model, real) => {
      const { shop } = model
      const vouchers = shop.sales.filter((sale) => sale.expiresMs !== undefined)
      const sale = pick(vouchers, input.which)
      if (sale === undefined) return
      const paid = sale.total + input.difference
      const path = `/v1/sandbox/pay/${sale.method === 'OXX' ? 'store' : 'spei'}`
      const answer = await maybeKeyed(model, input.keyed, (headers) =>
        real.merchant.post(
          path,
          {
            transaction: sale.id,
            amount: pesos(paid),
            ...(sale.method === 'SPE' && { payer_clabe: payers[input.payer] }),
          },
          headers,
        ),
      )
      assert.equal(answer.status, 200, answer.text)
      if (sale.source !== undefined) return payCustomer(model, answer, paid, input.payer)
      const reasons = {
        P: paid === sale.total ? 'voucher-paid' : 'amount-differs',
        N: 'already-paid',
        C: 'cancelled',
        E: 'expired',
        D: '',
      }
      const reason = reasons[sale.status]
      assert.equal(answer.body.result.reason, reason)
      const notWanted = sale.method === 'OXX' ? 'suspended' : 'returned'
      assert.equal(answer.body.result.outcome, reason === 'voucher-paid' ? 'settled' : notWanted)
      if (reason === 'voucher-paid') {
        sale.payer = input.payer
        markPaid(shop, sale)
      } else if (notWanted === 'suspended') assert.equal(answer.body.result.return, null)
      else assert.equal(answer.body.result.return.amount.amount, pesos(paid))
    }),
  )

const payClabe = fc.record({ total: amount, keyed: fc.boolean() }).map((input) =>
  command('payClabe', input, async (model, real) => {
    const body = { clabe: real.customer.clabe, amount: pesos(input.total) }
    const answer = await maybeKeyed(model, input.keyed, (headers) =>
      real.merchant.post('/v1/sandbox/pay/spei', body, headers),
    )
    assert.equal(answer.status, 200, answer.text)
    payCustomer(model, answer, input.total)
  }),
)

/** Money into the customer's own CLABE: it pays a waiting voucher of exactly that, or a customer with none, or goes back. */
function payCustomer({ shop }: Model, { body }: Answer, paid: number, payer: Payer = 'ordinary'): void {
  const { reason, operation } = body.result
  const waiting = shop.sales.filter((sale) => sale.source !== undefined && sale.status === 'P')
  const fitting = waiting.filter((sale) => sale.total === paid)
  if (waiting.length === 0) {
    assert.equal(reason, 'customer-paid')
    addSale(shop, { id: operation.transaction, method: 'SPE', brand: '', status: 'N', total: paid, payer })
    return
  }
  assert.equal(reason, fitting.length > 0 ? 'voucher-paid' : 'amount-differs')
  if (fitting.length === 0) return
  const sale = fitting.find((one) => one.id === operation.transaction)
  assert.ok(sale, 'it pays one of the vouchers that ask for exactly this')
  sale.payer = payer
  markPaid(shop, sale)
}

/** Every refund is in the state that the model says, and the record says whether the money was given back. */
const refunds = fc.constant(undefined).map(() =>
  command('refunds', undefined, async ({ shop }, real) => {
    const { body } = await real.merchant.get('/v1/transfers?kind=refund&limit=500')
    assert.deepEqual(
      body.result.transfers
        .map((one: RefundAnswer) =>
          [one.transaction, one.status, one.amount.amount, one.replaced_by !== null].join(' '),
        )
        .sort(),
      shop.refunds
        .map(({ sale, state, isReplaced }) => [sale.id, state, pesos(sale.total), isReplaced].join(' '))
        .sort(),
    )
  }),
)

interface RefundAnswer {
  id: string
  transaction: string
  status: string
  amount: { amount: string }
  replaced_by: string | null
}

const retryRefund = fc.record({ which: nth, to: payerKind, keyed: fc.boolean() }).map((input) =>
  command('retryRefund', input, async (model, real) => {
    const { shop } = model
    const refund = pick(
      shop.refunds.filter((one) => !one.isReplaced),
      input.which,
    )
    if (refund === undefined) return
    const path = `/v1/transfers?kind=refund&operation=${refund.sale.id}`
    const [newest] = (await real.merchant.get(path)).body.result.transfers
    const answer = await maybeKeyed(model, input.keyed, (headers) =>
      real.merchant.post(`/v1/transfers/${newest.id}/retry`, { clabe: payers[input.to] }, headers),
    )
    if (refund.state !== 'rejected' && refund.state !== 'returned') {
      return assertRefused(answer, 409, 'InvalidTransactionException')
    }
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.result.replaces, newest.id)
    resend(shop, refund, input.to)
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

const advance = fc.constantFrom('PT1S', 'PT6S', 'PT10M', 'PT5H', 'PT14H', 'P1D', 'P3D').map((duration) =>
  command('advance', duration, async ({ shop }, real) => {
    const answer = await real.merchant.call('PUT', '/v1/sandbox/clock', { advance: duration })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.result.finished, true)
    const [, days = 0, hours = 0, minutes = 0, seconds = 0] =
      /^P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(duration)?.map((part) => Number(part ?? 0)) ?? []
    pass(shop, shop.nowMs + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000)
    assert.equal(Date.parse(answer.body.result.now), shop.nowMs)
  }),
)

const list = fc
  .record({
    from: fc.option(fc.integer({ min: -6, max: 0 }), { nil: undefined }),
    to: fc.option(fc.integer({ min: -3, max: 1 }), { nil: undefined }),
    status: fc.option(fc.constantFrom('P', 'N', 'C', 'E', 'D' as const), { nil: undefined }),
    charge_method: fc.option(fc.constantFrom('CARD', 'SPE' as const), { nil: undefined }),
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

const audit = fc.constant(undefined).map(() =>
  command('audit', undefined, async (_model, real) => {
    const { body } = await real.merchant.get('/v1/sandbox/audit')
    assert.equal(body.result.clean, true, JSON.stringify(body.result))
  }),
)

const payouts = fc.constant(undefined).map(() =>
  command('payouts', undefined, async ({ shop }, real) => {
    const { body } = await real.merchant.get('/v1/payouts?limit=500')
    const found = body.result.payouts.map((one: { date: string; amount: { amount: string }; status: string }) => [
      one.date,
      one.amount.amount,
      one.status,
    ])
    const expected = shop.payouts.map(({ day, amount }) => [day, pesos(amount), 'paid'])
    assert.deepEqual(found.reverse(), expected)
  }),
)

function assertRefused(answer: Answer, status: number, code: string): void {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.body.error.code, code)
}

/** A new merchant at the start of time; the service and its keys stay. */
async function beginning(world: World): Promise<{ model: Model; real: Real }> {
  const { store, clock } = world.service
  const state = { offsetMs: 0, frozenMs: START_MS }
  clock.follow(await writeClockState(store, state))
  const merchant = await world.merchant()
  const clabe = await merchant.call('PUT', '/v1/settlement/account', { clabe: '002010077777777771' })
  assert.equal(clabe.status, 200, clabe.text)
  const customer = await customerWithSource(merchant)
  return {
    model: { shop: newShop(START_MS), claims: new Map(), savedNumbers: new Set(), keyed: [] },
    real: { world, merchant, customer, saved: new Map() },
  }
}

test('whatever happens in whatever order, the service says what a small model of a shop says', async (t) => {
  const settings = { ACQUIRER_TIMEOUT_MS: String(ACQUIRER_TIMEOUT_MS) }
  const world = await openWorld(TWINS ? 'postgres' : 'sqlite', settings, { twins: TWINS })
  const { COBRO_TEST_SEED: seed, COBRO_TEST_PATH: path, COBRO_TEST_REPLAY: replayPath } = process.env
  const weighted = [payByCard, payByCard, issueVoucher, issueVoucher, payVoucher, payVoucher, reverse, reverse]
  const others = [
    advance,
    advance,
    list,
    list,
    repeat,
    payClabe,
    saveCard,
    find,
    audit,
    payouts,
    payLate,
    refunds,
    retryRefund,
  ]
  const histories = fc.commands([...weighted, ...others], {
    size: 'medium',
    maxCommands: 60,
    ...(replayPath && { replayPath }),
  })
  const parameters = {
    seed: seed === undefined ? Date.now() % 2 ** 31 : Number(seed),
    numRuns: RUNS,
    interruptAfterTimeLimit: TIME_LIMIT_MS,
    markInterruptAsFailure: false,
    endOnFailure: false,
    ...(path !== undefined && { path }),
  }
  t.diagnostic(`seed ${parameters.seed}`)
  let begun = 0
  try {
    await fc.assert(
      fc.asyncProperty(histories, async (commands) => {
        begun += 1
        const { model, real } = await beginning(world)
        await fc.asyncModelRun(() => ({ model, real }), commands)
        const { body } = await real.merchant.get('/v1/sandbox/audit')
        assert.equal(body.result.clean, true, JSON.stringify(body.result))
        await assertTotals(model, real)
      }),
      parameters,
    )
    await assertAudited(world)
  } finally {
    t.diagnostic(`${commandsRun} commands in ${begun} histories; replay with COBRO_TEST_SEED=${parameters.seed}`)
    await world.close()
  }
  assert.ok(commandsRun > 100)
})
after(stopPostgres)

/** At the end of a history: everything that was ever paid out, sold, kept and undone. */
async function assertTotals({ shop }: Model, { merchant, world }: Real): Promise<void> {
  const advices = await world.service.store.db
    .selectFrom('advices')
    .select(['operation_id', 'state'])
    .where('account_id', '=', merchant.accountId)
    .orderBy('operation_id')
    .execute()
  assert.deepEqual(
    advices.map((one) => [one.operation_id, one.state]),
    shop.sales
      .filter((sale) => sale.undone)
      .map((sale) => [sale.id, 'acknowledged'])
      .sort(),
  )
  const { operations: _, ...totals } = (await merchant.get('/v1/operations')).body.result
  const { operations: __, ...expected } = listed(shop, {})
  assert.deepEqual(totals, expected)
}
