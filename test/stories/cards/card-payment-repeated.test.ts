import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insert } from '../../../src/store/write.ts'
import { tokenFor } from '../../support/fixtures/cards.ts'
import { APPROVED, chargeOf, DECLINED, operationsOf, sendCharge } from '../../support/fixtures/charges.ts'
import { type Answer, type Merchant, onBothEngines } from '../../support/harness/world.ts'

onBothEngines('a repeated card payment is made once', (world) => {
  const send = (merchant: Merchant, message: Record<string, unknown>, headers: Record<string, string> = {}) =>
    sendCharge(world(), merchant, message, { headers })
  const eight = <R>(work: () => Promise<R>) => Promise.all(Array.from({ length: 8 }, work))
  const tokenOf = (answer: Answer) => answer.body.result.token

  const savedCard = async (merchant: Merchant, number: string): Promise<string> => {
    const { clock, store } = world().service
    const id = `cus_${merchant.accountId}`
    const row = { id, account_id: merchant.accountId, name: 'Ana', email: 'a@b.mx', active: 1 as const, metadata: null }
    await store.commit([insert('customers', { ...row, created_at: clock.now() })])
    const token = await tokenFor(world(), merchant, number)
    return (await merchant.post(`/v1/customer/${id}/cards`, { token })).body.result.token
  }

  test('the same charge under the same external transaction gets the first payment', async () => {
    const merchant = await world().merchant()
    const token = await tokenFor(world(), merchant, APPROVED)
    const charge = chargeOf(token, { 'payment.external.transaction': 'A-1' })
    const first = await send(merchant, charge)
    const again = await send(merchant, { ...charge, extra: 'ignored', metadata: { try: '2' } })
    assert.equal(again.status, 200)
    assert.deepEqual(again.body, first.body)
    assert.equal((await operationsOf(world(), merchant)).length, 1)
  })

  for (const [title, change] of Object.entries({
    'another amount': { 'payment.total.amount': 100.01 },
    'another reference': { 'payment.reference.number': 'other' },
    'another description': { 'payment.reference.description': 'other' },
    'another card': { recurrent: `tok_${'1'.repeat(26)}` },
  })) {
    test(`${title} under the same external transaction is a conflict`, async () => {
      const merchant = await world().merchant()
      const card = await savedCard(merchant, APPROVED)
      const named = { 'payment.external.transaction': 'A-1' }
      assert.equal((await send(merchant, chargeOf(card, named))).status, 200)
      const other = await send(merchant, chargeOf(card, { ...named, ...change }))
      assert.equal(other.status, 409)
      assert.equal(other.body.error.code, 'SwitchException')
      assert.equal((await operationsOf(world(), merchant)).length, 1)
    })
  }

  test('each account has its own external transactions', async () => {
    for (const merchant of [await world().merchant(), await world().merchant()]) {
      const token = await tokenFor(world(), merchant, APPROVED)
      assert.equal((await send(merchant, chargeOf(token, { 'payment.external.transaction': 'B-1' }))).status, 200)
    }
  })

  test('a declined payment frees its external transaction', async () => {
    const merchant = await world().merchant()
    const named = { 'payment.external.transaction': 'C-1' }
    const declined = await send(merchant, chargeOf(await tokenFor(world(), merchant, DECLINED), named))
    assert.equal(declined.status, 402)
    const paid = await send(merchant, chargeOf(await tokenFor(world(), merchant, APPROVED), named))
    assert.equal(paid.status, 200)
    assert.equal(paid.body.result.transaction, 'C-1')
    const statuses = (await operationsOf(world(), merchant)).map((operation) => operation.status)
    assert.deepEqual(statuses, ['declined', 'paid'])
  })

  test('two payments without an external transaction are two payments', async () => {
    const merchant = await world().merchant()
    const card = await savedCard(merchant, APPROVED)
    const [one, two] = [await send(merchant, chargeOf(card)), await send(merchant, chargeOf(card))]
    assert.notEqual(tokenOf(one), tokenOf(two))
  })

  test('an idempotency key gets the first answer again, whether the message is sealed anew or not', async () => {
    const merchant = await world().merchant()
    const charge = chargeOf(await tokenFor(world(), merchant, APPROVED))
    const headers = { 'idempotency-key': 'k-1' }
    const first = await send(merchant, charge, headers)
    const again = await send(merchant, charge, headers)
    assert.equal(first.headers['idempotent-replayed'], undefined)
    assert.equal(again.headers['idempotent-replayed'], 'true')
    assert.deepEqual(again.body, first.body)
    const other = await send(merchant, { ...charge, months: 3 }, headers)
    assert.equal(other.status, 422)
    assert.equal((await operationsOf(world(), merchant)).length, 1)
  })

  test('a repeated decline gets the same decline', async () => {
    const merchant = await world().merchant()
    const charge = chargeOf(await tokenFor(world(), merchant, DECLINED))
    const headers = { 'idempotency-key': 'k-2' }
    const first = await send(merchant, charge, headers)
    const again = await send(merchant, charge, headers)
    assert.equal(again.status, 402)
    assert.deepEqual(again.body, first.body)
    assert.equal((await operationsOf(world(), merchant)).length, 1)
  })

  test('an idempotency key over a payment that an external transaction already made keeps that answer', async () => {
    const merchant = await world().merchant()
    const token = await tokenFor(world(), merchant, APPROVED)
    const charge = chargeOf(token, { 'payment.external.transaction': 'D-1' })
    const first = await send(merchant, charge)
    const keyed = await send(merchant, charge, { 'idempotency-key': 'k-3' })
    assert.deepEqual(keyed.body, first.body)
    const other = await send(merchant, { ...charge, months: 3 }, { 'idempotency-key': 'k-3' })
    assert.equal(other.status, 422)
  })

  test('eight charges at once under one external transaction are one payment, and all eight get it', async () => {
    const merchant = await world().merchant()
    const charge = chargeOf(await tokenFor(world(), merchant, APPROVED), { 'payment.external.transaction': 'E-1' })
    const answers = await eight(() => send(merchant, charge))
    assert.deepEqual(
      answers.map((answer) => answer.status),
      Array(8).fill(200),
    )
    assert.equal(new Set(answers.map(tokenOf)).size, 1)
    const operations = await operationsOf(world(), merchant)
    assert.equal(operations.length, 1)
    assert.equal(operations[0]?.status, 'paid')
  })

  test('eight different charges at once under one external transaction: one is made, seven conflict', async () => {
    const merchant = await world().merchant()
    const card = await savedCard(merchant, APPROVED)
    let amount = 100
    const answers = await eight(() => {
      amount += 1
      const change = { 'payment.external.transaction': 'E-2', 'payment.total.amount': amount }
      return send(merchant, chargeOf(card, change))
    })
    const statuses = answers.map((answer) => answer.status).sort()
    assert.deepEqual(statuses, [200, ...Array(7).fill(409)])
    assert.equal((await operationsOf(world(), merchant)).length, 1)
  })

  test('eight charges at once with one token: one pays, seven get the refusal of a used token', async () => {
    const merchant = await world().merchant()
    const charge = chargeOf(await tokenFor(world(), merchant, APPROVED))
    const answers = await eight(() => send(merchant, charge))
    const refused = answers.filter((answer) => answer.status !== 200)
    assert.equal(refused.length, 7)
    for (const { status, body } of refused) {
      assert.equal(status, 409)
      assert.equal(body.error.code, 'TokenAlreadyUsedException')
    }
    assert.equal((await operationsOf(world(), merchant)).length, 1)
  })

  test('eight charges at once with one idempotency key are one payment, and all get the same answer', async () => {
    const merchant = await world().merchant()
    const charge = chargeOf(await tokenFor(world(), merchant, APPROVED))
    const answers = await eight(() => send(merchant, charge, { 'idempotency-key': 'k-8' }))
    for (const { status, body } of answers) {
      assert.ok(status === 200 || body.error.code === 'IdempotencyException', JSON.stringify(body))
    }
    const paid = answers.filter((answer) => answer.status === 200)
    assert.equal(new Set(paid.map(tokenOf)).size, 1)
    assert.equal((await operationsOf(world(), merchant)).length, 1)
    const after = await send(merchant, charge, { 'idempotency-key': 'k-8' })
    assert.equal(tokenOf(after), tokenOf(paid[0] as Answer))
  })
})
