// The provider's own client, npm `openpay`, judges the fake: its paths, its authentication, its statuses and its answers.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { after, before, describe, test } from 'node:test'
import { cards, type FakeOpenpay, fakeOpenpay, MERCHANT, PRIVATE_KEY } from '../openpay/fake-openpay.ts'

// biome-ignore lint/suspicious/noExplicitAny: the client has no types.
type Json = any
type Callback = (error: Json, body: Json, response: { statusCode: number }) => void

const Openpay = createRequire(import.meta.url)('openpay')

describe('the provider’s own client over the fake', () => {
  let fake: FakeOpenpay
  let client: Json
  before(async () => {
    fake = await fakeOpenpay()
    Openpay.SANDBOX_URL = fake.url
    client = new Openpay(MERCHANT, PRIVATE_KEY, false)
  })
  after(() => fake.close())

  const done = (act: (callback: Callback) => void) =>
    new Promise<{ error: Json; body: Json; status: number }>((resolve) =>
      act((error, body, response) => resolve({ error, body, status: response?.statusCode })),
    )
  const { number, holderName, securityCode } = cards.approved
  const raw = (card_number = number) => ({
    card_number,
    holder_name: holderName,
    expiration_year: '35',
    expiration_month: '12',
    cvv2: securityCode,
  })
  const customer = { name: 'Lucía', last_name: 'Prado', email: 'lucia@ejemplo.mx' }
  const charge = (more: object) => ({ amount: 1250.5, currency: 'MXN', description: 'Pedido 42', customer, ...more })

  test('a card is charged, read, listed by our id, refunded in part and wholly', async () => {
    const body = charge({ method: 'card', card: raw(), order_id: 'op-42', payment_plan: { payments: 3 } })
    const made = await done((then) => client.charges.create(body, then))
    assert.ifError(made.error)
    assert.equal(made.status, 201)
    assert.equal(made.body.status, 'completed')
    assert.equal(made.body.card.card_number, '411111XXXXXX1111')
    const read = await done((then) => client.charges.get(made.body.id, then))
    assert.equal(read.status, 200)
    assert.deepEqual(read.body, made.body)
    const listed = await done((then) => client.charges.list({ order_id: 'op-42', limit: 2 }, then))
    assert.deepEqual(
      listed.body.map((one: Json) => one.id),
      [made.body.id],
    )
    const part = await done((then) =>
      client.charges.refund(made.body.id, { description: 'una parte', amount: 50.5 }, then),
    )
    assert.ifError(part.error)
    assert.equal(part.body.refunds.length, 1)
    const rest = await done((then) => client.charges.refund(made.body.id, { description: 'el resto' }, then))
    assert.equal(rest.body.refunds[1].amount, 1200)
    const more = await done((then) => client.charges.refund(made.body.id, { description: 'otra vez' }, then))
    assert.equal(more.error.error_code, 1003)
    assert.equal(more.error.http_code, 422)
  })

  test('a second success under one order_id is 409 / 1006, and after a decline the id is free', async () => {
    const body = charge({ method: 'card', card: raw(), order_id: 'op-43' })
    const declined = await done((then) => client.charges.create({ ...body, card: raw('4444444444444448') }, then))
    assert.equal(declined.error.http_code, 402)
    assert.equal(declined.error.error_code, 3003)
    assert.ifError((await done((then) => client.charges.create(body, then))).error)
    const again = await done((then) => client.charges.create(body, then))
    assert.equal(again.error.error_code, 1006)
    assert.equal(again.error.http_code, 409)
  })

  test('an authorisation is captured, and another is voided', async () => {
    const authorise = (order_id: string) => {
      const body = charge({ method: 'card', card: raw(), capture: false, order_id })
      return done((then) => client.charges.create(body, then))
    }
    // One after another: the client keeps its last callback.
    const one = await authorise('a-1')
    const other = await authorise('a-2')
    assert.equal(one.body.status, 'in_progress')
    const captured = await done((then) => client.charges.capture(one.body.id, { amount: 1250.5 }, then))
    assert.equal(captured.body.status, 'completed')
    const voided = await done((then) => client.charges.refund(other.body.id, { description: 'anular' }, then))
    assert.equal(voided.body.status, 'cancelled')
  })

  test('a store charge has a reference and a barcode, and a bank charge a CLABE', async () => {
    const store = await done((then) => client.charges.create(charge({ method: 'store', order_id: 's-1' }), then))
    assert.equal(store.body.status, 'in_progress')
    assert.ok(store.body.payment_method.reference)
    assert.ok(store.body.payment_method.barcode_url)
    const bank = await done((then) => client.charges.create(charge({ method: 'bank_account', order_id: 'b-1' }), then))
    assert.equal(bank.body.payment_method.type, 'bank_transfer')
    assert.match(bank.body.payment_method.clabe, /^\d{18}$/)
  })

  test('a card is stored and charged by its id; customers, payouts and webhooks come and go', async () => {
    const stored = await done((then) => client.cards.create(raw(), then))
    assert.ifError(stored.error)
    const byId = charge({ method: 'card', source_id: stored.body.id, order_id: 'c-1' })
    assert.ifError((await done((then) => client.charges.create(byId, then))).error)
    const owner = await done((then) => client.customers.create({ ...customer, requires_account: true }, then))
    assert.match(owner.body.clabe, /^646\d{15}$/)
    assert.equal((await done((then) => client.customers.get(owner.body.id, then))).body.id, owner.body.id)
    const bank_account = { clabe: '012180001554321090', holder_name: 'Lucía Prado' }
    const order = { method: 'bank_account', bank_account, amount: 10.5, description: 'Retiro', order_id: 'p-1' }
    const payout = await done((then) => client.payouts.create(order, then))
    assert.equal(payout.body.status, 'in_progress')
    assert.equal((await done((then) => client.payouts.get(payout.body.id, then))).body.order_id, 'p-1')
    const hook = await done((then) =>
      client.webhooks.create(
        { url: 'https://pagos.mx/n', user: 'a', password: 'b', event_types: ['charge.succeeded'] },
        then,
      ),
    )
    assert.equal(hook.status, 201)
    assert.equal(hook.body.status, 'verified')
    assert.equal((await done((then) => client.webhooks.verify(hook.body.id, 'ZCZeOKLb', then))).status, 204)
    assert.equal((await done((then) => client.webhooks.get(hook.body.id, then))).status, 200)
    assert.equal((await done((then) => client.webhooks.delete(hook.body.id, then))).status, 204)
    assert.equal((await done((then) => client.webhooks.get(hook.body.id, then))).error.http_code, 404)
  })

  test('what does not exist is 404 / 1005, and a wrong key 401 / 1002', async () => {
    const none = await done((then) => client.charges.get('tr000000000000000000', then))
    assert.equal(none.error.error_code, 1005)
    const stranger = new Openpay(MERCHANT, 'sk_another', false)
    const refused = await done((then) => stranger.charges.list({}, then))
    assert.equal(refused.error.error_code, 1002)
    assert.equal(refused.status, 401)
  })
})
