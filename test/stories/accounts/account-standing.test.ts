import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { limitAccount } from '../../../src/accounts/change-standing.ts'
import { processActor } from '../../../src/accounts/trail/record.ts'
import { tokenFor } from '../../support/fixtures/cards.ts'
import { APPROVED, chargeOf, DECLINED, payByCard, sendCharge } from '../../support/fixtures/charges.ts'
import { person, type SignedIn } from '../../support/fixtures/console.ts'
import {
  assertAudited,
  customerWithSource,
  moveClock,
  operationOf,
  payAtStore,
  payBySpei,
  speiVoucher,
  storeVoucher,
} from '../../support/fixtures/payers.ts'
import { type Answer, type Merchant, onBothEngines, worldOf } from '../../support/harness/world.ts'

const CLABE = '002010077777777771'
const BECAUSE = 'Contracargos sin respuesta'

onBothEngines('the operator suspends an account and reopens it', (world) => {
  let operator: SignedIn
  before(async () => {
    operator = await person(world(), await world().merchant('Servicio'), 'operator')
  })
  const tell = async (merchant: Merchant, what: 'suspend' | 'reopen') => {
    const body = what === 'suspend' ? { because: BECAUSE } : {}
    const answer = await operator.call('POST', `/v1/console/accounts/${merchant.accountId}/${what}`, body)
    assert.equal(answer.status, 200, answer.text)
  }
  const refused = (answer: Answer) => {
    assert.equal(answer.status, 403, answer.text)
    assert.equal(answer.body.error.code, 'InvalidTransactionException')
    assert.match(answer.body.error.message, /suspendida|suspended/)
  }

  test('a suspended account takes no new payment of any kind, in both languages, and nothing else stops', async () => {
    const merchant = await world().merchant()
    const { transaction } = await storeVoucher(merchant)
    const paid = (await payByCard(world(), merchant, APPROVED)).body.result.operations[0]
    const customer = await customerWithSource(merchant)
    const key = { 'idempotency-key': 'antes' }
    const first = await merchant.post('/v1/payment/spei', { total: 10 }, key)
    await tell(merchant, 'suspend')

    refused(await merchant.post('/v1/payment/convenience-store', { total: 10 }))
    refused(await merchant.post('/v1/payment/spei', { total: 10 }))
    refused(await merchant.post('/v1/payment/spei', { total: 10, source: customer.source }))
    const card = await payByCard(world(), merchant, APPROVED)
    refused(card)
    const english = await merchant.post('/v1/payment/spei', { total: 10 }, { 'accept-language': 'en' })
    assert.match(english.body.error.message, /^The account is suspended/)
    // What was asked for before is answered as it was.
    assert.deepEqual((await merchant.post('/v1/payment/spei', { total: 10 }, key)).body, first.body)

    // Payers who hold a slip are not sent away, and money that comes unasked is not lost.
    await payAtStore(merchant, { transaction })
    assert.equal((await operationOf(merchant, transaction)).status, 'N')
    await payBySpei(merchant, { clabe: customer.clabe, amount: 25 })
    assert.equal((await merchant.get('/v1/operations')).body.result.total, 4)
    const refund = await merchant.post(`/v1/operations/${paid.transaction}/refunds`, { amount: '1.00' })
    assert.equal(refund.status, 200, refund.text)
    assert.equal((await operationOf(merchant, first.body.result.transaction)).status, 'P')

    await tell(merchant, 'reopen')
    await speiVoucher(merchant)
    assert.equal((await payByCard(world(), merchant, APPROVED)).status, 200)
    await assertAudited(world())
  })

  test('a token that was refused during the suspension is still good when the account is open again', async () => {
    const merchant = await world().merchant()
    const token = await tokenFor(world(), merchant, APPROVED)
    await tell(merchant, 'suspend')
    refused(await sendCharge(world(), merchant, chargeOf(token)))
    await tell(merchant, 'reopen')
    assert.equal((await sendCharge(world(), merchant, chargeOf(token))).status, 200)
  })

  test('payouts wait, and include the amounts that were due when the account is open again', async () => {
    const merchant = await world().merchant()
    assert.equal((await merchant.call('PUT', '/v1/settlement/account', { clabe: CLABE })).status, 200)
    await moveClock(merchant, { freeze: true, set: '2031-03-10T12:00:00-06:00' })
    const { transaction } = await storeVoucher(merchant)
    await payAtStore(merchant, { transaction })
    await tell(merchant, 'suspend')
    await moveClock(merchant, { set: '2031-03-13T12:00:00-06:00' })
    await world().work()
    assert.equal((await merchant.get('/v1/payouts')).body.result.total, 0)
    await tell(merchant, 'reopen')
    await world().work()
    const { payouts, total } = (await merchant.get('/v1/payouts')).body.result
    assert.equal(total, 1)
    assert.equal(payouts[0].from_date, '2031-03-10')
    await assertAudited(world())
  })

  test('a plan’s charge waits, and is made when the account is open again; its tries are not used up', async () => {
    const merchant = await world().merchant()
    const plan = (await merchant.post('/v1/plan', { name: 'Club', amount: '100.00', period: 'month' })).body.result
    const customer = (await merchant.post('/v1/customer', { name: 'Ana', email: 'ana@ejemplo.mx' })).body.result
    const token = await tokenFor(world(), merchant, APPROVED)
    const card = (await merchant.post(`/v1/customer/${customer.id}/cards`, { token })).body.result.token
    await tell(merchant, 'suspend')
    const asked = await merchant.post(`/v1/plan/${plan.id}/customers`, { customer: customer.id, card })
    assert.equal(asked.status, 200, asked.text)
    await world().work()
    const read = async () => (await merchant.get(`/v1/plan/${plan.id}/customers/${customer.id}`)).body.result
    assert.deepEqual([(await read()).status, (await read()).charges.length], ['active', 0])
    await tell(merchant, 'reopen')
    await moveClock(merchant, { advance: 'PT2H' })
    await world().work()
    assert.equal((await read()).charges[0]?.status, 'paid')
  })

  test('two suspensions at once are one; the trail says who suspended, and the people of the account see since when and why', async () => {
    const merchant = await world().merchant()
    const ana = await person(world(), merchant, 'reader')
    await Promise.all([tell(merchant, 'suspend'), tell(merchant, 'suspend')])
    const { account } = (await ana.call('GET', '/v1/console/session')).body.result
    assert.equal(account.suspended.because, BECAUSE)
    await Promise.all([tell(merchant, 'reopen'), tell(merchant, 'reopen')])
    assert.equal((await ana.call('GET', '/v1/console/session')).body.result.account.suspended, null)
    const { records } = (await merchant.get('/v1/audit')).body.result
    const own = records.filter(({ action }: { action: string }) => /^account\.(suspended|reopened)/.test(action))
    assert.deepEqual(
      own.map(({ action, actor_kind, after, before: was }: Record<string, unknown>) => [
        action,
        actor_kind,
        after ?? was,
      ]),
      [
        ['account.reopened', 'operator', { because: BECAUSE }],
        ['account.suspended', 'operator', { because: BECAUSE }],
      ],
    )
    const whole = (await operator.call('GET', `/v1/console/trail?account=${merchant.accountId}`)).body.result.records
    assert.ok(whole.some((one: { operator: string }) => one.operator.includes(operator.email)))
    assert.equal((await operator.call('POST', '/v1/console/accounts/acc_none/suspend', { because: 'x' })).status, 404)
    for (const because of ['', ' ', 'dos\nlíneas', '4242 4242 4242 4242', 'x'.repeat(251)]) {
      const answer = await operator.call('POST', `/v1/console/accounts/${merchant.accountId}/suspend`, { because })
      assert.equal(answer.status, 400, because)
    }
  })

  test('no request that begins after the answer gets through, whatever earlier requests are doing', async () => {
    const merchant = await world().merchant()
    const during = Array.from({ length: 12 }, () => merchant.post('/v1/payment/spei', { total: 10 }))
    await tell(merchant, 'suspend')
    const after = await Promise.all(Array.from({ length: 4 }, () => merchant.post('/v1/payment/spei', { total: 10 })))
    for (const answer of after) refused(answer)
    for (const { status } of await Promise.all(during)) assert.ok(status === 200 || status === 403)
  })
})

onBothEngines('an account takes no more in one payment, and in a day, than its operator allows', (world) => {
  let operator: SignedIn
  before(async () => {
    operator = await person(world(), await world().merchant('Servicio'), 'operator')
  })
  const limit = async (merchant: Merchant, limits: { payment: string | null; day: string | null }) => {
    const answer = await operator.call('PUT', `/v1/console/accounts/${merchant.accountId}/limits`, limits)
    assert.equal(answer.status, 200, answer.text)
  }
  const takenOf = async (merchant: Merchant) =>
    (await operator.call('GET', `/v1/console/accounts/${merchant.accountId}`)).body.result.limits.taken
  const spei = (merchant: Merchant, total: number) => merchant.post('/v1/payment/spei', { total })

  test('the limit of one payment holds for every kind, to the centavo', async () => {
    const merchant = await world().merchant()
    await limit(merchant, { payment: '100.00', day: null })
    assert.equal((await spei(merchant, 100)).status, 200)
    const over = await spei(merchant, 100.01)
    assert.deepEqual([over.status, over.body.error.code], [403, 'PaymentFilterException'])
    assert.match(over.body.error.message, /100\.00/)
    assert.equal((await merchant.post('/v1/payment/convenience-store', { total: 100.01 })).status, 403)
    assert.equal((await payByCard(world(), merchant, APPROVED)).status, 200)
    assert.equal((await payByCard(world(), merchant, APPROVED, { 'payment.total.amount': 100.01 })).status, 403)
    await limit(merchant, { payment: null, day: null })
    assert.equal((await spei(merchant, 5000)).status, 200)
  })

  test('many payments at once take together exactly the limit of the day, and not a centavo more', async () => {
    const merchant = await world().merchant()
    await limit(merchant, { payment: null, day: '1000.00' })
    const card = () => payByCard(world(), merchant, APPROVED)
    const asked = [
      ...Array.from({ length: 9 }, () => spei(merchant, 100)),
      ...Array.from({ length: 5 }, () => merchant.post('/v1/payment/convenience-store', { total: 100 })),
      ...Array.from({ length: 4 }, card),
    ]
    const statuses = (await Promise.all(asked)).map(({ status, body }) => {
      assert.ok(status === 200 || status === 403, JSON.stringify(body))
      return status
    })
    const taken = Number(await takenOf(merchant))
    assert.equal(statuses.filter((one) => one === 200).length * 100, taken)
    assert.equal(taken, 1000)
    const { total } = (await merchant.get('/v1/operations')).body.result
    assert.equal(total, 10)
    const over = await spei(merchant, 1)
    assert.match(over.body.error.message, /1000\.00.*0\.00/)
  })

  test('declined and cancelled payments make room again; a repeat takes no room; another day begins at nothing', async () => {
    const merchant = await world().merchant()
    await moveClock(merchant, { freeze: true, set: '2032-05-04T10:00:00-06:00' })
    await limit(merchant, { payment: null, day: '300.00' })
    assert.equal((await payByCard(world(), merchant, DECLINED)).status, 402)
    assert.equal(await takenOf(merchant), '0.00')
    const { transaction } = await storeVoucher(merchant, { total: 200 })
    assert.equal((await spei(merchant, 101)).status, 403)
    assert.equal((await merchant.post(`/v1/operations/apply-reversal/${transaction}`, {})).status, 200)
    const key = { 'idempotency-key': 'una vez' }
    for (let time = 0; time < 3; time += 1)
      assert.equal((await merchant.post('/v1/payment/spei', { total: 300 }, key)).status, 200)
    assert.equal(await takenOf(merchant), '300.00')
    assert.equal((await spei(merchant, 1)).status, 403)
    await moveClock(merchant, { set: '2032-05-05T00:00:01-06:00' })
    assert.equal((await spei(merchant, 300)).status, 200)
    assert.equal((await spei(merchant, 1)).status, 403)
  })

  test('a card payment that begins before midnight and is written after it counts for its own day', async (t) => {
    const { service, environment } = world()
    // All requests go to this process, whose reading is held.
    const alone = worldOf(service.store.engine, environment, service)
    const merchant = await alone.merchant()
    await limit(merchant, { payment: null, day: '300.00' })
    await moveClock(merchant, { freeze: true, set: '2032-05-06T23:59:59-06:00' })
    const token = await tokenFor(alone, merchant, APPROVED)
    const { store } = service
    const { rows } = store
    t.after(() => {
      store.rows = rows
    })
    // Between the check of the limit and the write.
    store.rows = async (query) => {
      if (/risk_rules/.test(query.sql)) {
        store.rows = rows
        await moveClock(merchant, { set: '2032-05-07T00:00:00-06:00' })
      }
      return rows(query) as never
    }
    assert.equal((await sendCharge(alone, merchant, chargeOf(token))).status, 200)
    const { operations } = (await merchant.get('/v1/operations')).body.result
    assert.match(operations[0].timestamp, /^2032-05-06/)
    const all = await spei(merchant, 300)
    assert.equal(all.status, 200, all.text)
  })

  for (const before of [null, 100_000]) {
    test(`payments are counted that are made while a limit is set, after ${before ?? 'none'}`, async () => {
      const merchant = await world().merchant()
      const { store, clock } = world().service
      const set = (day_limit_centavos: number | null, over = store) =>
        limitAccount(
          { store: over, clock },
          { accountId: merchant.accountId, limits: { payment_limit_centavos: null, day_limit_centavos } },
          processActor('accounts'),
        )
      await set(before)
      const slow: typeof store = {
        ...store,
        commit: async (writes) => {
          for (let made = 0; made < 8; made += 1) assert.equal((await spei(merchant, 100)).status, 200)
          await store.commit(writes)
        },
      }
      await set(100_000, slow)
      assert.equal(await takenOf(merchant), '800.00')
      for (const status of [200, 200, 403]) assert.equal((await spei(merchant, 100)).status, status)
    })
  }

  test('a limit that is set during a day counts what is authorised and not captured yet', async () => {
    const merchant = await world().merchant()
    const held = await payByCard(world(), merchant, APPROVED, { capture: false })
    assert.equal(held.status, 200, held.text)
    await limit(merchant, { payment: null, day: '150.00' })
    assert.equal(await takenOf(merchant), '100.00')
    assert.equal((await spei(merchant, 51)).status, 403)
    assert.equal((await merchant.post(`/v1/operations/${held.body.result.token}/capture`, {})).status, 200)
    assert.equal(await takenOf(merchant), '100.00')
    assert.equal((await spei(merchant, 50)).status, 200)
    assert.equal(await takenOf(merchant), '150.00')
  })

  test('a limit that is set during a day counts the payments of that day so far', async () => {
    const merchant = await world().merchant()
    assert.equal((await spei(merchant, 400)).status, 200)
    const cancelled = (await spei(merchant, 70)).body.result.transaction
    await merchant.post(`/v1/operations/apply-reversal/${cancelled}`, {})
    await limit(merchant, { payment: null, day: '500.00' })
    assert.equal(await takenOf(merchant), '400.00')
    assert.equal((await spei(merchant, 101)).status, 403)
    assert.equal((await spei(merchant, 100)).status, 200)
    // Less than it has already: nothing more, and nothing is undone.
    await limit(merchant, { payment: null, day: '10.00' })
    assert.equal((await spei(merchant, 1)).status, 403)
    const { records } = (await merchant.get('/v1/audit')).body.result
    const last = records.find(({ action }: { action: string }) => action === 'account.limited')
    assert.deepEqual([last.before.day, last.after.day], ['500.00', '10.00'])
    for (const bad of [{ payment: '0', day: null }, { payment: '-1', day: null }, { payment: 'x', day: null }, {}]) {
      const answer = await operator.call('PUT', `/v1/console/accounts/${merchant.accountId}/limits`, bad)
      assert.equal(answer.status, 400, answer.text)
    }
  })
})
