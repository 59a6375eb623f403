import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SANDBOX_ACCOUNT } from '../../../src/accounts/open-account.ts'
import { writeClockState } from '../../../src/store/clock-state.ts'
import { sealedCard } from '../../support/fixtures/cards.ts'
import { basic, onBothEngines } from '../../support/harness/world.ts'

onBothEngines(
  'the demo shop shows exactly the known state of an order',
  (world) => {
    const ask = (method: 'GET' | 'POST', url: string, payload?: object) =>
      world().send({ method, url, headers: { 'accept-language': 'en' }, ...(payload && { payload }) })

    const orderBy = async (number: string) => {
      const made = await world().send({
        method: 'POST',
        url: '/v1/token',
        headers: { authorization: basic(SANDBOX_ACCOUNT.publishableKey, '') },
        payload: await sealedCard(world(), { number }),
      })
      assert.equal(made.status, 200, made.text)
      const order = await ask('POST', '/demo/orders', {
        basket: { coffee: 1 },
        method: 'card',
        token: made.body.result.token,
      })
      assert.equal(order.status, 200, order.text)
      return order.body
    }
    const later = async () => {
      const { clock, store } = world().service
      const state = clock.state()
      clock.follow(await writeClockState(store, { ...state, offsetMs: state.offsetMs + 10_000 }))
      await world().work()
    }

    test('an unknown order is not found, to be read or to be paid', async () => {
      for (const id of ['x', '01a1fa12-b5f0-7000-a0f9-f1d0e4162f1d']) {
        for (const [method, path] of [
          ['GET', `/demo/orders/${id}`],
          ['POST', `/demo/orders/${id}/pay`],
        ] as const) {
          const { status, body, text } = await ask(method, path)
          assert.equal(status, 404, text)
          assert.equal(body.success, false)
          assert.match(body.request_id, /^req_/)
        }
      }
    })

    for (const [title, number, state] of [
      ['approved', '4000000000010027', 'paid'],
      ['declined', '4000000000010035', 'declined'],
      ['never seen by the bank', '4000000000010043', 'declined'],
    ] as const) {
      test(`a card payment without an answer is being confirmed, cannot be paid by hand, and is then found ${title}`, async () => {
        const order = await orderBy(number)
        assert.equal(order.state, 'confirming')
        assert.equal((await ask('GET', `/demo/orders/${order.id}`)).body.state, 'confirming')
        const paid = await ask('POST', `/demo/orders/${order.id}/pay`, {})
        assert.equal(paid.status, 409, paid.text)
        assert.equal(paid.body.error.message, 'The operation is still being processed; try again in a few seconds')
        await later()
        const known = await ask('GET', `/demo/orders/${order.id}`)
        assert.deepEqual([known.status, known.body.state], [200, state])
      })
    }

    test('a slip waits, is paid once, and paying it again changes nothing', async () => {
      for (const method of ['store', 'spei'] as const) {
        const { body: order } = await ask('POST', '/demo/orders', { basket: { coffee: 1 }, method })
        assert.equal(order.state, 'pending')
        assert.equal((await ask('POST', `/demo/orders/${order.id}/pay`, {})).body.state, 'paid')
        const again = await ask('POST', `/demo/orders/${order.id}/pay`, {})
        assert.ok(again.status < 500, again.text)
        assert.equal((await ask('GET', `/demo/orders/${order.id}`)).body.state, 'paid')
      }
    })

    test('a refusal of the service is passed on, not turned into a server error', async () => {
      const { status, body } = await ask('POST', '/demo/orders', {
        basket: { coffee: 1 },
        method: 'store',
        store: 'Nowhere',
      })
      assert.equal(status, 400)
      assert.match(body.error.messages.store[0], /must be one of/)
    })
  },
  { ACQUIRER_TIMEOUT_MS: '40' },
)
