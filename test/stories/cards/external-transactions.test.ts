import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { publicKeyOf, tokenFor } from '../../support/fixtures/cards.ts'
import { APPROVED, chargeOf, type Message, operationsOf, sendCharge } from '../../support/fixtures/charges.ts'
import { sealEnvelope } from '../../support/fixtures/envelope-seal.ts'
import { type Answer, type Merchant, onBothEngines } from '../../support/harness/world.ts'

onBothEngines('external transactions', (world) => {
  /** A saved card, which can be charged any number of times. */
  const savedCard = async (merchant: Merchant, number = APPROVED): Promise<string> => {
    const { body } = await merchant.post('/v1/customer', { name: 'Ana', email: 'ana@example.mx' })
    const token = await tokenFor(world(), merchant, number)
    const saved = await merchant.post(`/v1/customer/${body.result.id}/cards`, { token })
    assert.equal(saved.status, 200, saved.text)
    return saved.body.result.token
  }
  const chargeUnder = (card: string, transaction: string | null, change: Record<string, unknown> = {}): Message =>
    chargeOf(card, { 'payment.external.transaction': transaction, ...change })
  const setRule = async (merchant: Merchant, external_transactions: string) => {
    const answer = await merchant.call('PUT', '/v1/payment-rules', { external_transactions })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(answer.body.result, { external_transactions })
  }
  const isRepeat = ({ headers }: Answer) => headers['idempotent-replayed'] === 'true'
  const tokensOf = (answers: Answer[]) => new Set(answers.map(({ body }) => body.result.token)).size

  test('every way of asking for a payment again answers the first one, marked as a repeat', async () => {
    const merchant = await world().merchant()
    const card = await savedCard(merchant)
    const charge = chargeUnder(card, 'repeat-1')
    const sealed = sealEnvelope(charge, await publicKeyOf(world()))
    const key = { 'idempotency-key': randomUUID() }
    const first = await merchant.post('/v1/payment/card', sealed, key)
    assert.equal(first.status, 200, first.text)
    assert.equal(isRepeat(first), false)

    const again = [
      await merchant.post('/v1/payment/card', sealed),
      await merchant.post('/v1/payment/card', sealed, key),
      await merchant.post('/v1/payment/card', sealed, { 'idempotency-key': randomUUID() }),
      await sendCharge(world(), merchant, charge),
      await sendCharge(world(), merchant, charge, { headers: key }),
      await sendCharge(world(), merchant, charge, { headers: { 'idempotency-key': randomUUID() } }),
      await sendCharge(world(), merchant, { ...charge, metadata: { try: 2 } }),
    ]
    for (const [at, answer] of again.entries()) {
      assert.equal(answer.status, 200, answer.text)
      assert.equal(answer.body.result.token, first.body.result.token, `repeat ${at}`)
      assert.equal(isRepeat(answer), true, `repeat ${at}`)
    }
    const other = await sendCharge(world(), merchant, chargeUnder(card, 'repeat-1', { 'payment.total.amount': 5 }))
    assert.equal(other.body.error.code, 'SwitchException')
    assert.equal(isRepeat(other), false)
  })

  test('a repeat of a payment whose bank has not answered is marked, and so is one after a late answer', async () => {
    const merchant = await world().merchant()
    const card = await savedCard(merchant)
    const unanswered = async (amount: number) => {
      const charge = chargeUnder(card, `pending-${amount}`, { 'payment.total.amount': amount })
      const first = await sendCharge(world(), merchant, charge)
      assert.equal(first.status, 200, first.text)
      assert.equal(first.body.result.recipe.status, 'P')
      assert.equal(isRepeat(first), false)
      const again = await sendCharge(world(), merchant, charge)
      assert.equal(again.body.result.token, first.body.result.token)
      assert.equal(isRepeat(again), true)
    }
    // The service waits for the bank as long as it may, so both are asked at once.
    await Promise.all([4001.02, 4001.07].map(unanswered))
  })

  test('of equal charges at once one is made, and the others answer it, marked', async () => {
    const merchant = await world().merchant()
    const charge = chargeUnder(await savedCard(merchant), 'at-once-1')
    const answers = await Promise.all(Array.from({ length: 6 }, () => sendCharge(world(), merchant, charge)))
    for (const answer of answers) assert.equal(answer.status, 200, answer.text)
    assert.equal(tokensOf(answers), 1)
    assert.equal(answers.filter((answer) => !isRepeat(answer)).length, 1)
    assert.equal((await operationsOf(world(), merchant)).length, 1)
  })

  test('a repeat of a reversed payment answers it as it is now, marked', async () => {
    const merchant = await world().merchant()
    const card = await savedCard(merchant)
    const charge = chargeUnder(card, 'reversed-1')
    const first = await sendCharge(world(), merchant, charge)
    await merchant.get(`/v1/operations/apply-reversal/${first.body.result.token}`)
    const again = await sendCharge(world(), merchant, charge)
    assert.equal(again.body.result.token, first.body.result.token)
    assert.equal(isRepeat(again), true)
  })

  test('a charge is a new payment each time where external transactions are free', async () => {
    const merchant = await world().merchant()
    assert.deepEqual((await merchant.get('/v1/payment-rules')).body.result, { external_transactions: 'unique' })
    await setRule(merchant, 'free')
    assert.deepEqual((await merchant.get('/v1/payment-rules')).body.result, { external_transactions: 'free' })
    const card = await savedCard(merchant)
    const charge = chargeUnder(card, '1')
    const answers = [
      await sendCharge(world(), merchant, charge),
      await sendCharge(world(), merchant, charge),
      await sendCharge(world(), merchant, chargeUnder(card, '1', { 'payment.total.amount': 7 })),
      ...(await Promise.all(Array.from({ length: 5 }, () => sendCharge(world(), merchant, charge)))),
    ]
    for (const answer of answers) {
      assert.equal(answer.status, 200, answer.text)
      assert.equal(isRepeat(answer), false)
      assert.equal(answer.body.result.transaction, '1')
    }
    assert.equal(tokensOf(answers), answers.length)

    // An envelope and an idempotency key still stand for one payment.
    const sealed = sealEnvelope(charge, await publicKeyOf(world()))
    const key = { 'idempotency-key': randomUUID() }
    const kept = await merchant.post('/v1/payment/card', sealed, key)
    for (const again of [
      await merchant.post('/v1/payment/card', sealed),
      await sendCharge(world(), merchant, charge, { headers: key }),
    ]) {
      assert.equal(again.body.result.token, kept.body.result.token)
      assert.equal(isRepeat(again), true)
    }
  })

  test('the rule of one account leaves the others as they are', async () => {
    const [free, unique] = [await world().merchant(), await world().merchant()]
    await setRule(free, 'free')
    const charge = chargeUnder(await savedCard(unique), '1')
    const answers = [await sendCharge(world(), unique, charge), await sendCharge(world(), unique, charge)]
    assert.equal(tokensOf(answers), 1)
  })

  test('a change of the rule holds for every charge after its answer, there and back', async () => {
    const merchant = await world().merchant()
    const card = await savedCard(merchant)
    const charge = chargeUnder(card, 'switch-1')
    const send = () => sendCharge(world(), merchant, charge)
    const first = await send()
    for (let round = 0; round < 3; round += 1) {
      await setRule(merchant, 'free')
      const made = [await send(), await send()]
      assert.equal(tokensOf([first, ...made]), 3)
      await setRule(merchant, 'unique')
      const again = [await send(), await send()]
      assert.equal(tokensOf([first, ...again]), 1)
      assert.ok(again.every(isRepeat))
    }
    const { records } = (await merchant.get('/v1/audit?action=payment_rules.changed')).body.result
    assert.equal(records.length, 6)
    assert.deepEqual(records[0].before, { external_transactions: 'free' })
    assert.deepEqual(records[0].after, { external_transactions: 'unique' })
  })

  test('charges and changes of the rule at once lose no payment and break no unique one', async () => {
    const merchant = await world().merchant()
    const card = await savedCard(merchant)
    const rules = ['free', 'unique', 'free', 'unique', 'free', 'unique']
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 12 }, () => sendCharge(world(), merchant, chargeUnder(card, 'race-1')))),
      Promise.all(rules.map((rule) => merchant.call('PUT', '/v1/payment-rules', { external_transactions: rule }))),
    ])
    for (const answer of answers) assert.equal(answer.status, 200, answer.text)
    const made = await operationsOf(world(), merchant)
    assert.equal(made.length, tokensOf(answers))
    assert.equal(answers.filter((answer) => !isRepeat(answer)).length, made.length)
    assert.ok(made.filter(({ external_claim }) => external_claim !== null).length <= 1)
    await setRule(merchant, 'unique')
    const [one, other] = [
      await sendCharge(world(), merchant, chargeUnder(card, 'race-1')),
      await sendCharge(world(), merchant, chargeUnder(card, 'race-1')),
    ]
    assert.equal(tokensOf([one, other]), 1)
  })

  test('the rule needs the scope admin and one of its two values', async () => {
    const merchant = await world().merchant()
    for (const body of [
      {},
      { external_transactions: 'some' },
      { external_transactions: null },
      { external_transactions: 'free', x: 1 },
    ])
      assert.equal((await merchant.call('PUT', '/v1/payment-rules', body)).status, 400, JSON.stringify(body))
    const made = await merchant.post('/v1/credentials', { name: 'Tienda', scopes: ['charge', 'read'] })
    assert.equal(made.status, 200, made.text)
    assert.deepEqual((await merchant.get('/v1/payment-rules')).body.result, { external_transactions: 'unique' })
  })
})
