// The demo shop sells through checkouts as any shop does, and believes of an order only what the service says.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payAt } from '../../support/fixtures/checkouts.ts'
import { paySlipOf } from '../../support/fixtures/shop-orders.ts'
import { onBothEngines } from '../../support/harness/world.ts'

onBothEngines('the demo shop shows exactly the known state of an order', (world) => {
  const ask = (method: 'GET' | 'POST', url: string, payload?: object) =>
    world().send({ method, url, headers: { 'accept-language': 'en' }, ...(payload && { payload }) })
  const ordered = async () => {
    const { status, body, text } = await ask('POST', '/demo/orders', { basket: { coffee: 2 } })
    assert.equal(status, 200, text)
    const id = /chk_[0-9a-z]{26}/.exec(body.url)?.[0] ?? ''
    return { order: body, checkout: { id, url: body.url } }
  }

  test('an unknown order is not found', async () => {
    for (const id of ['x', '01a1fa12-b5f0-7000-a0f9-f1d0e4162f1d', 'demo-000000000000']) {
      const { status, body, text } = await ask('GET', `/demo/orders/${id}`)
      assert.equal(status, 404, text)
      assert.equal(body.success, false)
      assert.match(body.request_id, /^req_/)
    }
  })

  test('its prices are its own, and its checkout lists what is bought', async () => {
    const { order } = await ordered()
    assert.deepEqual([order.state, order.total], ['waiting', '370.00'])
    const page = await ask('GET', new URL(order.url).pathname)
    for (const text of ['Coffee from Chiapas', '$370.00']) assert.ok(page.text.includes(text), text)
    const cheaper = await ask('POST', '/demo/orders', { basket: { coffee: 1 }, total: '1.00' })
    assert.equal(cheaper.status, 400, cheaper.text)
  })

  test('it waits until it is paid by card, and leads to the receipt', async () => {
    const { order, checkout } = await ordered()
    const declined = await payAt(world(), checkout, { way: 'card', number: '4111111111111111' })
    assert.equal(declined.body.state, 'declined')
    assert.equal((await ask('GET', `/demo/orders/${order.id}`)).body.state, 'waiting')
    const paid = await payAt(world(), checkout, { way: 'card', number: '4242424242424242' })
    const next = new URL(paid.body.next)
    assert.deepEqual([next.pathname, next.searchParams.get('order')], ['/demo', order.id])
    const { state, url } = (await ask('GET', `/demo/orders/${order.id}`)).body
    assert.equal(state, 'paid')
    assert.match(new URL(url).pathname, /^\/p\//)
  })

  test('it waits while a slip does, and is paid with it', async () => {
    const { order, checkout } = await ordered()
    const { body } = await payAt(world(), checkout, { way: 'store' })
    assert.equal((await ask('GET', `/demo/orders/${order.id}`)).body.state, 'waiting')
    await paySlipOf(world(), body.next)
    assert.equal((await ask('GET', `/demo/orders/${order.id}`)).body.state, 'paid')
  })

  test('a refusal of the service is passed on, not turned into a server error', async () => {
    const { status, body } = await ask('POST', '/demo/orders', { basket: {} })
    assert.equal(status, 400)
    assert.match(body.error.messages.basket[0], /empty/)
  })
})
