import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { addDays, dayStartMs, mexicoCityDay } from '../../../src/core/time.ts'
import { writeClockState } from '../../../src/store/clock-state.ts'
import { APPROVED, CREDIT, operationsOf, payByCard } from '../../support/fixtures/charges.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

const HOUR_MS = 3_600_000
const FOREIGN = '4000056655665556'

onBothEngines('an account’s risk rules stop payments before a bank is asked', (world) => {
  const pay = (merchant: Merchant, number = APPROVED, metadata: Record<string, string> = {}, amount = 100) =>
    payByCard(world(), merchant, number, { 'payment.total.amount': amount }, { beside: { metadata } })
  const withRules = async (...rules: Record<string, unknown>[]) => {
    const merchant = await world().merchant()
    const { status, text } = await merchant.call('PUT', '/v1/risk/rules', { rules })
    assert.equal(status, 200, text)
    return merchant
  }
  const advanceClock = async (ms: number) => {
    const { clock, store } = world().service
    const next = { ...clock.state(), offsetMs: clock.state().offsetMs + ms }
    clock.follow(await writeClockState(store, next))
  }
  /** Noon and a bit of the next day, so that no story runs over the end of an hour or a day. */
  const atNoon = async () => {
    const { clock } = world().service
    await advanceClock(dayStartMs(addDays(mexicoCityDay(clock.now()), 1)) + 12.2 * HOUR_MS - clock.epochMs())
  }
  const assertStopped = (answer: { status: number; body: { error: { code: string } } }, code: string) => {
    assert.equal(answer.status, 403)
    assert.equal(answer.body.error.code, code)
  }

  test('without rules no payment is stopped', async () => {
    const merchant = await world().merchant()
    assert.deepEqual((await merchant.get('/v1/risk/rules')).body.result, { rules: [] })
    assert.equal((await pay(merchant, FOREIGN, { country: 'MX' })).status, 200)
  })

  test('rules are read as written, and each account has its own', async () => {
    const rules = [
      { kind: 'limit', of: 'card', per: 'hour', payments: 3, amount: '500.00' },
      { kind: 'block', of: 'email', value: 'Mala@ejemplo.mx' },
      { kind: 'country-mismatch' },
    ]
    const merchant = await withRules(...rules)
    assert.deepEqual((await merchant.get('/v1/risk/rules')).body.result.rules, rules)
    assert.deepEqual((await (await world().merchant()).get('/v1/risk/rules')).body.result.rules, [])
  })

  for (const [metadata, code] of [
    ['filter', 'PaymentFilterException'],
    ['fraud', 'SuspectedFraudException'],
  ] as const) {
    test(`in the sandbox metadata.risk of ${metadata} shows ${code}, and the payment is kept as declined`, async () => {
      const merchant = await world().merchant()
      assertStopped(await pay(merchant, APPROVED, { risk: metadata }), code)
      const [operation] = await operationsOf(world(), merchant)
      assert.deepEqual([operation?.status, operation?.decline_code], ['declined', `risk-${metadata}`])
      assert.equal(operation?.authorization_code, '')
    })
  }

  for (const [title, rule, number, metadata] of [
    ['a BIN', { of: 'bin', value: '424242' }, APPROVED, {}],
    ['an e-mail', { of: 'email', value: 'mala@ejemplo.mx' }, APPROVED, { email: ' Mala@Ejemplo.mx' }],
    ['an address', { of: 'ip', value: '187.190.1.1' }, APPROVED, { ip: '187.190.1.1' }],
    ['a country of the card', { of: 'country', value: 'us' }, FOREIGN, {}],
    ['a country of the payer', { of: 'country', value: 'RU' }, APPROVED, { country: 'ru' }],
  ] as const) {
    test(`${title} can be blocked`, async () => {
      const merchant = await withRules({ kind: 'block', ...rule })
      assertStopped(await pay(merchant, number, metadata), 'PaymentFilterException')
      assert.equal((await pay(merchant, CREDIT)).status, 200)
    })
  }

  test('a card is blocked by a payment that was made with it, never by its number', async () => {
    const merchant = await world().merchant()
    const { body } = await pay(merchant)
    const rules = [{ kind: 'block', of: 'card', value: body.result.token }]
    assert.equal((await merchant.call('PUT', '/v1/risk/rules', { rules })).status, 200)
    assertStopped(await pay(merchant), 'PaymentFilterException')
    assert.equal((await pay(merchant, CREDIT)).status, 200)
  })

  test('a country other than the card’s is suspected fraud', async () => {
    const merchant = await withRules({ kind: 'country-mismatch' })
    assertStopped(await pay(merchant, FOREIGN, { country: 'MX' }), 'SuspectedFraudException')
    assert.equal((await pay(merchant, FOREIGN, { country: 'US' })).status, 200)
    assert.equal((await pay(merchant, FOREIGN)).status, 200)
  })

  test('a card pays a limited number of times an hour; it may again in the next hour, and another card at any time', async () => {
    await atNoon()
    const merchant = await withRules({ kind: 'limit', of: 'card', per: 'hour', payments: 2 })
    assert.equal((await pay(merchant)).status, 200)
    assert.equal((await pay(merchant, APPROVED, {}, 4_000.51)).status, 402)
    assertStopped(await pay(merchant), 'PaymentFilterException')
    assert.equal((await pay(merchant, CREDIT)).status, 200)
    await advanceClock(HOUR_MS)
    assert.equal((await pay(merchant)).status, 200)
  })

  test('an address pays a limited amount a day, to the centavo', async () => {
    await atNoon()
    const merchant = await withRules({ kind: 'limit', of: 'ip', per: 'day', amount: '300.00' })
    const ip = { ip: '2806:1::1' }
    assertStopped(await pay(merchant, APPROVED, ip, 300.01), 'PaymentFilterException')
    assert.equal((await pay(merchant, APPROVED, ip, 200)).status, 200)
    assertStopped(await pay(merchant, CREDIT, ip, 100.01), 'PaymentFilterException')
    assert.equal((await pay(merchant, CREDIT, ip, 100)).status, 200)
    assert.equal((await pay(merchant, CREDIT, { ip: '2806:1::2' }, 100)).status, 200)
  })

  test('an address is counted in one form, and a text that is not an address is ignored, however long it is', async () => {
    await atNoon()
    const merchant = await withRules({ kind: 'limit', of: 'ip', per: 'day', payments: 1 })
    // Random letters: PostgreSQL would compress others.
    const long = Buffer.from(randomBytes(5_000).map((byte) => 97 + (byte % 26))).toString()
    for (const _ of [1, 2]) assert.equal((await pay(merchant, APPROVED, { ip: long })).status, 200)
    assert.equal((await pay(merchant, APPROVED, { ip: '203.0.113.9' })).status, 200)
    for (const ip of ['203.0.113.9:5000', '::ffff:203.0.113.9', ' 203.0.113.9 '])
      assertStopped(await pay(merchant, APPROVED, { ip }), 'PaymentFilterException')
    assert.equal((await pay(merchant, APPROVED, { ip: `fe80::1%${long}` })).status, 200)
    assertStopped(await pay(merchant, APPROVED, { ip: 'FE80::1' }), 'PaymentFilterException')
  })

  test('eight payments at once do not exceed a limit of three', async () => {
    await atNoon()
    const merchant = await withRules({ kind: 'limit', of: 'card', per: 'day', payments: 3 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => pay(merchant)))
    const statuses = answers.map((answer) => answer.status).sort()
    assert.deepEqual(statuses, [200, 200, 200, 403, 403, 403, 403, 403])
    const counters = await world()
      .service.store.db.selectFrom('risk_counters')
      .select(['payments', 'total_centavos'])
      .where('account_id', '=', merchant.accountId)
      .execute()
    assert.deepEqual(
      counters.map((counter) => ({ ...counter })),
      [{ payments: 3, total_centavos: 30_000 }],
    )
  })

  test('counters of former days are deleted', async () => {
    await atNoon()
    const merchant = await withRules({ kind: 'limit', of: 'card', per: 'day', payments: 3 })
    await pay(merchant)
    await advanceClock(72 * HOUR_MS)
    await world().work()
    const left = await world()
      .service.store.db.selectFrom('risk_counters')
      .select('payments')
      .where('account_id', '=', merchant.accountId)
      .execute()
    assert.equal(left.length, 0)
  })

  for (const [title, rule, field] of [
    ['an unknown kind', { kind: 'x' }, 'rules.0.kind'],
    ['a limit of nothing', { kind: 'limit', of: 'card', per: 'day' }, 'rules.0.payments'],
    ['a limit of something else', { kind: 'limit', of: 'bin', per: 'day', payments: 1 }, 'rules.0.of'],
    ['another period', { kind: 'limit', of: 'card', per: 'year', payments: 1 }, 'rules.0.per'],
    ['a negative amount', { kind: 'limit', of: 'card', per: 'day', amount: -1 }, 'rules.0.amount'],
    ['a card number', { kind: 'block', of: 'card', value: APPROVED }, 'rules.0.value'],
    ['an operation of nobody', { kind: 'block', of: 'card', value: '0'.repeat(36) }, 'rules.0.value'],
    ['a country in letters', { kind: 'block', of: 'country', value: 'Mexico' }, 'rules.0.value'],
    ['an unknown field', { kind: 'country-mismatch', x: 1 }, 'rules.0.x'],
  ] as const) {
    test(`${title} is refused by name, and the rules stay as they were`, async () => {
      const merchant = await withRules({ kind: 'country-mismatch' })
      const { status, body, text } = await merchant.call('PUT', '/v1/risk/rules', { rules: [rule] })
      assert.equal(status, 400)
      assert.deepEqual(Object.keys(body.error.messages), [field])
      assert.ok(!text.includes(APPROVED))
      assert.deepEqual((await merchant.get('/v1/risk/rules')).body.result.rules, [{ kind: 'country-mismatch' }])
    })
  }
})
