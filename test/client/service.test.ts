// The client against a service that really listens: every group of calls, and what it does when things go wrong.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { type Cobro, createCobro } from '../../client/src/client.ts'
import { CobroError } from '../../client/src/errors.ts'
import { verifyWebhook } from '../../client/src/webhooks.ts'
import { makeTransportKey } from '../support/fixtures/envelope-seal.ts'
import { listeningOnBothEngines } from '../support/harness/listening.ts'

const card = { number: '4242424242424242', cardholder_name: 'Ana Núñez', expiration: '3512', cvv: '123' }
const chargeOf = (recurrent: string, amount: number | string = 150, more: object = {}) => ({
  recurrent,
  payment: { total: { amount }, reference: { description: 'Piñata, 10 € 🎉', ...more } },
})
const errorOf = (work: Promise<unknown>): Promise<CobroError> =>
  work.then(
    () => assert.fail('it was not refused'),
    (thrown) => thrown,
  )

listeningOnBothEngines('the client calls the service', (world) => {
  const clientOf = async (fetch?: typeof globalThis.fetch): Promise<Cobro> => {
    const { appKey, secret } = await world().merchant()
    return createCobro({
      baseUrl: world().baseUrl,
      appKey,
      appSecret: secret,
      wait: async () => {},
      ...(fetch && { fetch }),
    })
  }

  test('a card is tokenised, charged, found, sent and reversed', async () => {
    const cobro = await clientOf()
    const { token } = await cobro.tokens.create(card)
    const paid = await cobro.payments.card({ ...chargeOf(token, '150.50', { number: 'P-1' }), metadata: { shop: '1' } })
    assert.equal(paid.status, true)
    assert.equal(paid.recipe.reference.description, 'Piñata, 10 € 🎉')
    assert.equal(paid.recipe.total.amount, '150.50')
    assert.equal((await cobro.operations.find('P-1')).transaction, paid.recipe.transaction)
    assert.equal((await cobro.operations.get(paid.recipe.transaction)).status, 'N')
    assert.equal(await cobro.operations.send({ id: paid.recipe.transaction, email: 'ana@example.mx' }), undefined)
    const reversed = await cobro.operations.reverse(paid.recipe.transaction)
    assert.equal(reversed.method, 'Reversal')
    assert.equal((await cobro.operations.get(paid.recipe.transaction)).status, 'C')
  })

  test('a declined payment is an error with its reason', async () => {
    const cobro = await clientOf()
    const { token } = await cobro.tokens.create({ ...card, number: '4111111111111111' })
    const error = await errorOf(cobro.payments.card(chargeOf(token)))
    assert.ok(error instanceof CobroError)
    assert.equal(error.declined, true)
    assert.equal(error.status, 402)
    assert.equal(error.detail?.code, '51')
    assert.ok(error.requestId)
  })

  test('a refusal names the fields, in the requested language', async () => {
    const { appKey, secret } = await world().merchant()
    const cobro = createCobro({ baseUrl: world().baseUrl, appKey, appSecret: secret, language: 'en' })
    const error = await errorOf(cobro.payments.convenienceStore({ total: 0 }))
    assert.equal(error.code, 'InvalidParamException')
    assert.deepEqual(Object.keys(error.messages), ['total'])
    assert.match(error.message, /must be/)
  })

  test('an answer that is lost on the way does not cause a second charge', async () => {
    let lost = 0
    const cobro = await clientOf(async (url, init) => {
      const response = await fetch(url, init)
      if (String(url).endsWith('/v1/payment/card') && lost === 0) {
        lost += 1
        await response.arrayBuffer()
        throw new TypeError('the connection broke')
      }
      return response
    })
    const { token } = await cobro.tokens.create(card)
    const paid = await cobro.payments.card(chargeOf(token))
    assert.equal(lost, 1)
    const { operations, total } = await cobro.operations.page()
    assert.equal(total, 1)
    assert.equal(operations[0]?.transaction, paid.recipe.transaction)
  })

  test('a connection that loses answers and strips the key causes neither a second charge nor a second token', async () => {
    const seen = new Map<string, Set<unknown>>()
    const lost = new Set<string>()
    const cobro = await clientOf(async (url, init) => {
      const { 'idempotency-key': _, ...headers } = (init?.headers ?? {}) as Record<string, string>
      const response = await fetch(url, { ...init, headers })
      const path = new URL(String(url)).pathname
      if (init?.method !== 'POST') return response
      const tries = seen.get(path) ?? new Set()
      seen.set(path, tries.add(((await response.clone().json()) as { result: { token: string } }).result.token))
      if (lost.has(path)) return response
      lost.add(path)
      throw new TypeError('the connection broke')
    })
    const { token } = await cobro.tokens.create(card)
    const paid = await cobro.payments.card(chargeOf(token))
    assert.deepEqual([...lost].sort(), ['/v1/payment/card', '/v1/token'])
    assert.deepEqual([...(seen.get('/v1/token') ?? [])], [token])
    assert.deepEqual([...(seen.get('/v1/payment/card') ?? [])], [paid.recipe.transaction])
    assert.equal((await cobro.operations.page()).total, 1)
  })

  test('an envelope whose key was already used by others is sealed anew, and paid once', async () => {
    let spoilt = 0
    const cobro = await clientOf(async (url, init) => {
      if (String(url).endsWith('/v1/payment/card') && spoilt === 0) {
        spoilt += 1
        const body = JSON.parse(String(init?.body))
        const other = { ...body, data: Buffer.alloc(64).toString('base64') }
        assert.equal((await fetch(url, { ...init, body: JSON.stringify(other) })).status, 400)
      }
      return fetch(url, init)
    })
    const { token } = await cobro.tokens.create(card)
    assert.equal((await cobro.payments.card(chargeOf(token))).status, true)
    assert.equal((await cobro.operations.page()).total, 1)
  })

  test('a public key that the service no longer reads is fetched anew', async () => {
    const stale = makeTransportKey('gone').publicKeyPem
    let keys = 0
    const cobro = await clientOf(async (url, init) => {
      if (!String(url).endsWith('/v1/public-key')) return fetch(url, init)
      keys += 1
      if (keys > 1) return fetch(url, init)
      return Response.json({ success: true, result: { key_id: 'gone', algorithm: 'RSA-2048', public_key: stale } })
    })
    assert.match((await cobro.tokens.create(card)).token, /^tok_/)
    await cobro.tokens.create(card)
    assert.equal(keys, 2, 'once stale, once fresh, then from memory')
  })

  test('slips are issued and paid, and lists are read to their end', async () => {
    const cobro = await clientOf()
    const issued: string[] = []
    for (let number = 1; number <= 5; number++) {
      const slip = await cobro.payments.convenienceStore({ total: 100 + number, store: 'OXXO' })
      issued.unshift(slip.transaction)
    }
    const spei = await cobro.payments.spei({ total: 500, payment: { reference: { description: 'Renta' } } })
    assert.match(spei.bank_account_number, /^\d{18}$/)
    const received = await cobro.sandbox.payBySpei({ transaction: spei.transaction })
    assert.equal(received.operation?.status, 'N')
    await cobro.sandbox.payAtStore({ transaction: issued[0] ?? '' })

    const walked: string[] = []
    for await (const operation of cobro.operations.list({ limit: 2 })) walked.push(operation.transaction)
    assert.deepEqual(walked, [spei.transaction, ...issued])
    const paid: string[] = []
    for await (const operation of cobro.operations.list({ status: 'N' })) paid.push(operation.transaction)
    assert.deepEqual(paid, [spei.transaction, issued[0]])
    const methods = await cobro.payments.methods()
    assert.ok(methods.stores.some((store) => store.name === 'OXXO'))
  })

  test('refunds, disputes, affiliates, fee statements and exports', async () => {
    const cobro = await clientOf()
    const pay = async () => {
      const { token } = await cobro.tokens.create(card)
      return (await cobro.payments.card(chargeOf(token, '500.00'))).recipe.transaction
    }
    const [first, second] = [await pay(), await pay()]
    const refunds = [
      await cobro.refunds.create(first, { amount: '50.00', reason: 'Talla' }),
      await cobro.refunds.create(first, { amount: '25.00' }),
    ]
    const listed = []
    for await (const refund of cobro.refunds.list({ operation: first, limit: 1 })) listed.push(refund.id)
    assert.deepEqual(listed, refunds.map(({ id }) => id).reverse())
    const error = await errorOf(cobro.refunds.create(first, { amount: '425.01' }))
    assert.deepEqual([error.status, error.code], [409, 'InvalidTransactionException'])

    const { dispute } = await cobro.sandbox.dispute({ transaction: second, reason_code: '13.1' })
    assert.ok(dispute)
    const kept = await cobro.disputes.write(dispute.id, { shipping: 'Guía 77' })
    assert.equal(kept.evidence.texts.shipping, 'Guía 77')
    const open = []
    for await (const { id } of cobro.disputes.list({ status: 'open' })) open.push(id)
    assert.deepEqual(open, [dispute.id])
    assert.equal((await cobro.disputes.submit(dispute.id)).answer?.kind, 'evidence')
    assert.equal((await cobro.sandbox.decideDispute(dispute.id, 'won')).status, 'won')

    const luz = { user: 'luz', name: 'Luz Paz', email: 'luz@ejemplo.mx', clabe: '002010077777777771' }
    const { id } = await cobro.affiliates.register(luz)
    assert.equal((await cobro.affiliates.changeRules({ take_back: 'merchant' })).take_back, 'merchant')
    assert.equal((await cobro.affiliates.rules()).take_back, 'merchant')
    for await (const payout of cobro.affiliates.payouts(id)) assert.fail(`${payout.id} was paid`)
    const { lines, payout } = await cobro.affiliates.report(id, { date: '2020-01-01' })
    assert.deepEqual([lines, payout], [[], null])

    const receptor = { rfc: 'URE180429TM6', name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA', regime: '601', postal_code: '86991' }
    assert.equal(await cobro.feeStatements.receptor(), null)
    await cobro.feeStatements.setReceptor({ ...receptor, cfdi_use: 'G03' })
    assert.deepEqual(await cobro.feeStatements.receptor(), { ...receptor, cfdi_use: 'G03' })
    for await (const month of cobro.feeStatements.list()) assert.equal(month.status, 'closed')
    const { now } = await cobro.sandbox.clock()
    const month = await cobro.feeStatements.get(now.slice(0, 7))
    assert.equal(month.concepts[0]?.concept, 'card')

    const { id: exported } = await cobro.exports.create({ list: '/v1/refunds', query: { status: 'settled' } })
    assert.equal((await cobro.exports.get(exported)).list, '/v1/refunds')
  })

  test('customers, their cards and CLABEs, and plans', async () => {
    const cobro = await clientOf()
    const { id } = await cobro.customers.create({ name: 'José Ñandú', email: 'jose@example.mx' })
    assert.equal((await cobro.customers.update(id, { name: 'José' })).name, 'José')
    const { token } = await cobro.tokens.create(card)
    const saved = await cobro.cards.save(id, token)
    assert.match(saved.token, /^crd_/)
    assert.equal((await cobro.cards.list(id)).length, 1)
    assert.equal((await cobro.cards.get(id, saved.token)).number, '424242XXXXXX4242')
    assert.equal((await cobro.payments.card(chargeOf(saved.token))).status, true)
    assert.equal((await cobro.customers.get(id)).cards.length, 1)
    assert.match((await cobro.sources.list(id))[0]?.clabe ?? '', /^\d{18}$/)
    const plan = await cobro.plans.create({ name: 'Oro', amount: 99, period: 'month' })
    assert.equal((await cobro.plans.get(plan.id)).name, 'Oro')
    await cobro.plans.subscribe(plan.id, { customer: id, card: saved.token })
    assert.ok((await cobro.plans.list()).customers.some((one) => one.id === id))
    await cobro.plans.unsubscribe(plan.id, id)

    await cobro.cards.delete(id, saved.token)
    assert.equal((await cobro.customers.get(id)).deactivated_cards, 1)

    await cobro.customers.create({ name: 'Otra', email: 'otra@example.mx' })
    const names: string[] = []
    for await (const customer of cobro.customers.list()) names.push(customer.name)
    assert.deepEqual(names.sort(), ['José', 'Otra'])
    assert.equal((await cobro.customers.delete(id)).id, id)
  })

  test('a webhook of the service is verified with the secret that it gave', async () => {
    const cobro = await clientOf()
    const arrived = Promise.withResolvers<{ payload: Buffer; headers: Record<string, string> }>()
    const receiver = createServer(async (request, response) => {
      const payload = Buffer.concat(await request.toArray())
      response.end()
      arrived.resolve({ payload, headers: request.headers as Record<string, string> })
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const { port } = receiver.address() as AddressInfo
    const webhook = await cobro.webhooks.create({ url: `http://127.0.0.1:${port}/`, events: ['voucher.issued'] })
    const slip = await cobro.payments.convenienceStore({ total: 100 })
    const received = await verifyWebhook<{ transaction: string }>({
      ...(await arrived.promise),
      secret: webhook.secret ?? '',
    })
    assert.equal(received.type, 'voucher.issued')
    assert.equal(received.data.transaction, slip.transaction)
    const events: string[] = []
    for await (const event of cobro.events.list()) events.push(event.id)
    assert.deepEqual(events, [received.id])
    assert.equal((await cobro.webhooks.list()).length, 1)
    await cobro.webhooks.delete(webhook.id)
    receiver.close()
  })

  test('a session’s token opens the same account until it is closed', async () => {
    const cobro = await clientOf()
    const { token } = await cobro.session.open()
    const withToken = createCobro({ baseUrl: world().baseUrl, token })
    const slip = await withToken.payments.convenienceStore({ total: 100 })
    assert.equal((await cobro.operations.get(slip.transaction)).status, 'P')
    await withToken.session.close()
    assert.equal((await errorOf(withToken.operations.page())).code, 'InvalidAuthTokenException')
  })
})
