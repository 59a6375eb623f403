// The promise: a charge whose bank wants the payer to authenticate is one payment or none, whatever the payer, the merchant and the clock do.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { audit } from '../../../src/service/audit.ts'
import { run } from '../../../src/store/write.ts'
import { publicKeyOf, tokenFor } from '../../support/fixtures/cards.ts'
import { chargeOf, operationsOf, payByCard, sendCharge } from '../../support/fixtures/charges.ts'
import { sealEnvelope } from '../../support/fixtures/envelope-seal.ts'
import { assertAudited, balanceOf, eventsOf, operationOf } from '../../support/fixtures/payers.ts'
import { planStories } from '../../support/fixtures/plans.ts'
import { passTime } from '../../support/harness/pass-time.ts'
import { MANY_AT_ONCE, type Merchant, onBothEngines, type World } from '../../support/harness/world.ts'

const CHALLENGED = '4000000000030017'
const SHOP = 'https://tienda.mx/gracias?pedido=7'
const MINUTE_MS = 60_000

const pathOf = (address: string) => {
  const { pathname, search } = new URL(address, 'http://127.0.0.1')
  return `${pathname}${search}`
}

/** A payer's browser, which has no cookie and no credential. */
function payerOf(world: World) {
  const get = (address: string, headers: Record<string, string> = {}) =>
    world.send({ method: 'GET', url: pathOf(address), headers })
  const locationOf = async (address: string) => {
    const { status, headers, text } = await get(address)
    assert.equal(status, 303, text)
    return String(headers.location)
  }
  return {
    get,
    locationOf,
    /** Sends a form, as a page of the bank or of this service does. */
    form: (address: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      world.send({
        method: 'POST',
        url: pathOf(address),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: new URLSearchParams(fields).toString(),
      }),
    /** Opens the bank's page and decides; answers the address of the return. */
    decide: async (payerUrl: string, decision: 'confirmed' | 'rejected') => {
      const bank = await locationOf(payerUrl)
      const { status, headers, text } = await payerOf(world).form(bank, { decision })
      assert.equal(status, 303, text)
      return String(headers.location)
    },
  }
}

/** A charge that waits for its payer. */
async function challenged(world: World, merchant: Merchant, change: Record<string, unknown> = {}) {
  const { status, body, text } = await payByCard(world, merchant, CHALLENGED, { return_url: SHOP, ...change })
  assert.equal(status, 200, text)
  assert.deepEqual([body.result.status, body.result.recipe.status], [false, 'P'])
  const { payer_url: payerUrl, token: id } = body.result
  assert.match(payerUrl, /^http:\/\/127\.0\.0\.1:8080\/a\/[0-9a-f-]{36}-[A-Za-z0-9_-]{20}$/)
  assert.equal(body.result.recipe.payer_url, payerUrl)
  return { id: id as string, payerUrl: payerUrl as string, body }
}

async function advicesOf(world: World, merchant: Merchant) {
  const { db } = world.service.store
  const rows = await db
    .selectFrom('advices')
    .select(['operation_id', 'reason', 'state'])
    .where('account_id', '=', merchant.accountId)
    .execute()
  return rows.map(({ operation_id, reason, state }) => [operation_id, reason, state])
}

onBothEngines(
  'a charge whose payer must act',
  (world) => {
    test('another address for the payer, put there by somebody with a client of the database, is named by the audit', async () => {
      const merchant = await world().merchant()
      const { id } = await challenged(world(), merchant)
      const { store } = world().service
      const lead = async (to: string) => {
        const query = sql`update payer_actions set payer_url = ${to} where operation_id = ${id}`
        await store.commit([run(query.compile(store.db))])
        const { invariants } = await audit(store)
        return invariants.flatMap(({ name, first }) => (first === null ? [] : [`${name} ${first.id}`]))
      }
      const { payer_url: right } = await store.db
        .selectFrom('payer_actions')
        .select('payer_url')
        .where('operation_id', '=', id)
        .executeTakeFirstOrThrow()
      assert.deepEqual(await lead('https://thief.example/'), [`authority payer_actions ${merchant.accountId}/${id}`])
      assert.deepEqual(await lead(right), [])
    })

    test('is pending with an address in the answer, the record, the list and an event, and paid when the payer has confirmed and is back', async () => {
      const merchant = await world().merchant()
      const payer = payerOf(world())
      const { id, payerUrl } = await challenged(world(), merchant)
      assert.equal((await operationOf(merchant, id)).payer_url, payerUrl)
      const listed = (await merchant.get('/v1/operations?status=P')).body.result.operations[0]
      assert.deepEqual([listed.transaction, listed.payer_url], [id, payerUrl])
      const { events } = (await merchant.get('/v1/events')).body.result
      assert.deepEqual([events[0].type, events[0].data.payer_url], ['operation.payer_action_required', payerUrl])

      const bank = await payer.locationOf(payerUrl)
      assert.match(bank, /^http:\/\/127\.0\.0\.1:8080\/sandbox\/challenge\//)
      const page = await payer.get(bank, { 'accept-language': 'es' })
      assert.match(page.text, /¿Autorizas este pago\?.*100\.00/s)
      assert.match((await payer.get(bank, { 'accept-language': 'en' })).text, /Do you authorise this payment\?/)
      const back = await payer.decide(payerUrl, 'confirmed')
      assert.equal((await operationOf(merchant, id)).status, 'P', 'nobody has asked the bank yet')
      const shop = await payer.locationOf(back)
      assert.equal(shop, `${SHOP}&transaction=${id}`)

      const paid = await operationOf(merchant, id)
      assert.deepEqual([paid.status, paid.payer_url, paid.decline_code], ['N', null, null])
      assert.match(paid.authorization_code, /^\d{6}$/)
      assert.deepEqual(await eventsOf(world(), id), { 'operation.payer_action_required': 1, 'operation.paid': 1 })
      const sentEvents = (await merchant.get('/v1/events?type=operation.payer_action_required')).body.result.events[0]
      assert.deepEqual([sentEvents.data.status, sentEvents.data.payer_url], ['P', payerUrl], 'an event is what it was')
      // The back button, a second tab, a link that was kept.
      for (const address of [payerUrl, back, `${payerUrl}/wait`]) assert.equal(await payer.locationOf(address), shop)
      assert.match((await payer.get(bank)).text, /data-state="over"/)
      await assertAudited(world())
    })

    test('is declined when the payer rejects it, and frees its external transaction', async () => {
      const merchant = await world().merchant()
      const payer = payerOf(world())
      const message = chargeOf(await tokenFor(world(), merchant, CHALLENGED), {
        'payment.external.transaction': 'pedido-8',
        return_url: SHOP,
      })
      const headers = { 'idempotency-key': 'rechazo-1' }
      const first = await sendCharge(world(), merchant, message, { headers })
      const repeated = await sendCharge(world(), merchant, message, { headers })
      assert.deepEqual(repeated.body, first.body)
      const other = await sendCharge(world(), merchant, message)
      assert.equal(other.headers['idempotent-replayed'], 'true')
      assert.equal(other.body.result.payer_url, first.body.result.payer_url)
      const shop = await payer.locationOf(await payer.decide(first.body.result.payer_url, 'rejected'))
      assert.equal(shop, `${SHOP}&transaction=${first.body.result.token}`)
      const declined = await operationOf(merchant, first.body.result.token)
      assert.deepEqual([declined.status, declined.payer_url, declined.decline_code], ['D', null, '05'])
      assert.deepEqual(
        (await sendCharge(world(), merchant, message, { headers })).body,
        first.body,
        'a key keeps its answer',
      )
      assert.deepEqual(await advicesOf(world(), merchant), [])
      const again = await challenged(world(), merchant, { 'payment.external.transaction': 'pedido-8' })
      assert.notEqual(again.id, first.body.result.token)
      await assertAudited(world())
    })

    test('the same envelope is answered at once with the same address', async () => {
      const merchant = await world().merchant()
      const message = chargeOf(await tokenFor(world(), merchant, CHALLENGED))
      const sealed = sealEnvelope(message, await publicKeyOf(world()))
      const first = await merchant.post('/v1/payment/card', sealed)
      const second = await merchant.post('/v1/payment/card', sealed)
      assert.equal(first.status, 200, first.text)
      assert.equal(second.headers['idempotent-replayed'], 'true')
      assert.equal(second.body.result.payer_url, first.body.result.payer_url)
    })

    test('believes nothing that comes back with the payer, by GET or by a form of another site, of any type', async () => {
      const merchant = await world().merchant()
      const payer = payerOf(world())
      const { id, payerUrl } = await challenged(world(), merchant)
      const elsewhere = {
        origin: 'https://acs.banco.example',
        'sec-fetch-site': 'cross-site',
        'sec-fetch-dest': 'document',
      }
      const comings = [
        await payer.get(`${payerUrl}/return?status=approved&id=1`),
        await payer.form(`${payerUrl}/return`, { PaRes: 'x'.repeat(20_000), status: 'completed' }, elsewhere),
        await payer.form(`${payerUrl}/return`, { status: 'completed' }, { ...elsewhere, 'content-type': 'text/plain' }),
        await payer.form(`${payerUrl}/return`, {}, { ...elsewhere, 'content-type': 'multipart/form-data; boundary=x' }),
        await payer.form(`${payerUrl}/return`, {}, { ...elsewhere, 'content-type': 'application/json' }),
      ]
      for (const { status, headers, text } of comings)
        assert.deepEqual([status, headers.location], [303, pathOf(`${payerUrl}/wait`)], text)
      const page = await payer.get(`${payerUrl}/wait`, { 'accept-language': 'es' })
      assert.equal(page.status, 200)
      assert.match(page.text, /Confirmando con tu banco/)
      assert.ok(page.text.includes(`href="${pathOf(payerUrl)}"`), 'the way back to the bank')
      assert.match(page.text, /data-state="processing" data-watch="[^"]+\/state" data-leave/)
      assert.equal((await payer.form(`${payerUrl}/return`, { x: 'y'.repeat(70_000) }, elsewhere)).status, 413)
      assert.equal((await operationOf(merchant, id)).status, 'P')
      // A form of another site goes nowhere else.
      assert.equal(
        (await payer.form(await payer.locationOf(payerUrl), { decision: 'confirmed' }, elsewhere)).status,
        403,
      )

      const back = await payer.decide(payerUrl, 'confirmed')
      const { status, headers } = await payer.form(back, { status: 'failed' }, elsewhere)
      assert.deepEqual([status, headers.location], [303, `${SHOP}&transaction=${id}`])
      assert.equal((await operationOf(merchant, id)).status, 'N')
    })

    test('an address that nobody was given is unknown, on every route', async () => {
      const merchant = await world().merchant()
      const { payerUrl, id } = await challenged(world(), merchant)
      const payer = payerOf(world())
      const receipt = new URL((await operationOf(merchant, id)).url).pathname.slice(3)
      for (const token of [payerUrl.slice(payerUrl.lastIndexOf('/') + 1, -1), receipt, `${id}-${'A'.repeat(20)}`, 'x'])
        for (const path of [`/a/${token}`, `/a/${token}/wait`, `/a/${token}/return`, `/sandbox/challenge/${token}`])
          assert.equal((await payer.get(path)).status, 404, path)
    })

    test('when the payer never comes, it is declined with a reason of its own after a quarter of an hour, and undone', async () => {
      const merchant = await world().merchant()
      const payer = payerOf(world())
      const { id, payerUrl } = await challenged(world(), merchant)
      await passTime(world(), 14 * MINUTE_MS)
      const waiting = await operationOf(merchant, id)
      assert.deepEqual([waiting.status, waiting.payer_url], ['P', payerUrl])
      const bank = await payer.locationOf(payerUrl)
      await passTime(world(), MINUTE_MS)
      const declined = await operationOf(merchant, id)
      assert.deepEqual([declined.status, declined.payer_url, declined.decline_code], ['D', null, 'payer-absent'])
      await passTime(world(), MINUTE_MS)
      assert.deepEqual(await advicesOf(world(), merchant), [[id, 'no-answer', 'acknowledged']])
      // The payer comes after all.
      const { headers } = await payer.form(bank, { decision: 'confirmed' })
      assert.equal(await payer.locationOf(String(headers.location)), `${SHOP}&transaction=${id}`)
      await passTime(world(), 60 * MINUTE_MS)
      assert.equal((await operationOf(merchant, id)).status, 'D')
      assert.equal(await balanceOf(world(), merchant, 'payable:merchant'), 0)
      assert.deepEqual(await eventsOf(world(), id), { 'operation.payer_action_required': 1, 'operation.declined': 1 })
      await assertAudited(world())
    })

    test('the same envelope says why it was declined: that the bank did, or that the payer was absent', async () => {
      const merchant = await world().merchant()
      const payer = payerOf(world())
      const message = chargeOf(await tokenFor(world(), merchant, CHALLENGED))
      const sealed = sealEnvelope(message, await publicKeyOf(world()))
      const again = sealEnvelope(chargeOf(await tokenFor(world(), merchant, CHALLENGED)), await publicKeyOf(world()))
      await merchant.post('/v1/payment/card', sealed)
      const { body: waiting } = await merchant.post('/v1/payment/card', again)
      await payer.locationOf(await payer.decide(waiting.result.payer_url, 'rejected'))
      await passTime(world(), 15 * MINUTE_MS)
      const rejected = await merchant.post('/v1/payment/card', again)
      assert.deepEqual([rejected.status, rejected.body.error.detail.code], [402, '05'])
      const { status, body } = await merchant.post('/v1/payment/card', sealed)
      assert.deepEqual([status, body.error.code, body.error.reason], [402, 'PaymentException', 'payer-absent'])
      assert.equal(body.error.detail.code, 'payer-absent')
      assert.ok(body.error.detail.payer_message)
    })

    test('a payer who confirms and never comes back has paid', async () => {
      const merchant = await world().merchant()
      const { id, payerUrl } = await challenged(world(), merchant)
      await payerOf(world()).decide(payerUrl, 'confirmed')
      await passTime(world(), MINUTE_MS)
      assert.equal((await operationOf(merchant, id)).status, 'N')
    })

    test('a payer who confirms in the last moment has paid, and one who confirmed before the end is asked for once more', async () => {
      const merchant = await world().merchant()
      const { id, payerUrl } = await challenged(world(), merchant)
      await passTime(world(), 14 * MINUTE_MS)
      await payerOf(world()).decide(payerUrl, 'confirmed')
      await passTime(world(), 2 * MINUTE_MS)
      assert.equal((await operationOf(merchant, id)).status, 'N')
      assert.deepEqual(await advicesOf(world(), merchant), [])
    })

    test('a cancellation meanwhile ends it at once, and a payer who confirms afterwards is not charged', async () => {
      const merchant = await world().merchant()
      const payer = payerOf(world())
      const { id, payerUrl } = await challenged(world(), merchant)
      const bank = await payer.locationOf(payerUrl)
      const asked = await merchant.post(`/v1/operations/apply-reversal/${id}`, {})
      assert.deepEqual([asked.status, asked.body.result.status], [200, false])
      await world().work()
      assert.equal((await operationOf(merchant, id)).status, 'C')
      const done = await merchant.post(`/v1/operations/apply-reversal/${id}`, {})
      assert.deepEqual([done.status, done.body.result.status], [200, true])
      await passTime(world(), MINUTE_MS)
      assert.deepEqual(await advicesOf(world(), merchant), [[id, 'cancelled', 'acknowledged']])
      const { headers } = await payer.form(bank, { decision: 'confirmed' })
      assert.equal(await payer.locationOf(String(headers.location)), `${SHOP}&transaction=${id}`)
      await passTime(world(), 60 * MINUTE_MS)
      assert.equal((await operationOf(merchant, id)).status, 'C')
      assert.equal(await balanceOf(world(), merchant, 'payable:merchant'), 0)
      await assertAudited(world())
    })

    test('a cancellation after the payer has confirmed reverses the payment', async () => {
      const merchant = await world().merchant()
      const { id, payerUrl } = await challenged(world(), merchant)
      await payerOf(world()).decide(payerUrl, 'confirmed')
      await merchant.post(`/v1/operations/apply-reversal/${id}`, {})
      await world().work()
      await passTime(world(), MINUTE_MS)
      const { status, hasDevolution } = await operationOf(merchant, id)
      assert.deepEqual([status, hasDevolution], ['C', true])
      assert.equal(await balanceOf(world(), merchant, 'payable:merchant'), 0)
      await assertAudited(world())
    })

    test('two tabs that decide differently, and many returns at once, are one payment', async () => {
      const merchant = await world().merchant()
      const payer = payerOf(world())
      const { id, payerUrl } = await challenged(world(), merchant)
      const bank = await payer.locationOf(payerUrl)
      await Promise.all(
        (['confirmed', 'rejected', 'confirmed', 'rejected'] as const).map((decision) => payer.form(bank, { decision })),
      )
      const comings = await Promise.all([1, 2, 3, 4, 5, 6].map(() => payer.get(`${payerUrl}/return`)))
      for (const { status, text } of comings) assert.equal(status, 303, text)
      const { status } = await operationOf(merchant, id)
      assert.ok(status === 'N' || status === 'D', status)
      await passTime(world(), 60 * MINUTE_MS)
      assert.equal((await operationOf(merchant, id)).status, status)
      assert.deepEqual(await eventsOf(world(), id), {
        'operation.payer_action_required': 1,
        [status === 'N' ? 'operation.paid' : 'operation.declined']: 1,
      })
      assert.equal((await operationsOf(world(), merchant)).length, 1)
      await assertAudited(world())
    })

    test('a payer without an address of the merchant sees the receipt', async () => {
      const merchant = await world().merchant()
      const payer = payerOf(world())
      const { id, payerUrl } = await challenged(world(), merchant, { return_url: '' })
      const receipt = await payer.locationOf(await payer.decide(payerUrl, 'confirmed'))
      assert.equal(receipt, new URL((await operationOf(merchant, id)).url).pathname)
      assert.equal((await payer.get(receipt)).status, 200)
    })

    test('the address of the merchant is https, or of this machine in the sandbox, and nothing else', async () => {
      const merchant = await world().merchant()
      const refused = [
        'http://tienda.mx/gracias',
        'javascript:alert(1)',
        '//tienda.mx',
        'tienda.mx',
        'https://ana:secreto@tienda.mx/',
        'https://tienda.mx\\@otra.mx/',
        'https://tienda.mx/4242424242424242',
        `https://tienda.mx/${'x'.repeat(1_000)}`,
        7,
      ]
      for (const return_url of refused) {
        const { status, body, text } = await payByCard(world(), merchant, CHALLENGED, { return_url })
        assert.equal(status, 400, text)
        assert.ok(body.error.messages.return_url, text)
      }
      for (const return_url of ['http://localhost:3000/gracias', 'http://127.0.0.1/x', 'https://tienda.mx'])
        await challenged(world(), merchant, { return_url })
    })

    test('an account whose card is saved pays the same way, and a plan’s charge, which nobody is there for, is declined with a reason', async () => {
      const { ok, saveCard, subscribed } = planStories(world)
      const merchant = await world().merchant()
      const customer = await ok(merchant.post('/v1/customer', { name: 'Ana', email: 'ana@ejemplo.mx' }))
      const card = await saveCard(merchant, customer.id, CHALLENGED)
      const { body } = await sendCharge(world(), merchant, chargeOf(card, { return_url: SHOP }))
      const payer = payerOf(world())
      await payer.locationOf(await payer.decide(body.result.payer_url, 'confirmed'))
      assert.equal((await operationOf(merchant, body.result.token)).status, 'N')

      const plan = await subscribed({ period: 'month', card: CHALLENGED })
      await world().work()
      const { events } = (await plan.merchant.get('/v1/events?type=plan.charge_failed')).body.result
      assert.equal(events[0].data.code, 'payer-needed')
      const charge = await operationOf(plan.merchant, events[0].data.transaction)
      assert.deepEqual([charge.status, charge.payer_url, charge.decline_code], ['D', null, 'payer-needed'])
      await passTime(world(), MINUTE_MS)
      assert.deepEqual(await advicesOf(world(), plan.merchant), [[charge.transaction, 'no-answer', 'acknowledged']])
      await assertAudited(world())
    })
  },
  MANY_AT_ONCE,
)
