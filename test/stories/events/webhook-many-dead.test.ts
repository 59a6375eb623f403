import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { eventually, openReceiver } from '../../support/fixtures/receiver.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

/** More than a process sends at a time. */
const DEAD = 270
const AT_ONCE = 15

onBothEngines(
  'receivers of many accounts that hang delay nobody who answers',
  (world) => {
    test('an account with one that hangs and one that answers gets its events there', async (t) => {
      const receiver = await openReceiver()
      t.after(() => receiver.close())
      const held: ServerResponse[] = []
      receiver.answer = (arrival, response) => {
        if (arrival.path === '/dead') held.push(response)
        else response.end()
      }
      const hook = async (merchant: Merchant, path: string) =>
        assert.equal((await merchant.post('/v1/webhook', { url: `${receiver.url}${path}` })).status, 200)
      const voucher = async (merchant: Merchant) =>
        assert.equal((await merchant.post('/v1/payment/spei', { total: 100 })).status, 200)
      const another = async () => {
        const merchant = await world().merchant()
        await hook(merchant, '/dead')
        await voucher(merchant)
      }
      const shop = await world().merchant()
      await hook(shop, '/prompt')
      for (let made = 0; made < DEAD; made += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, another))
      world().service.worker.start()
      await eventually(() => held.length === DEAD, 'all dead')
      // Not known yet to answer: there is room for it as well.
      await voucher(shop)
      await eventually(() => receiver.at('/prompt').length === 1, 'first')
      await hook(shop, '/dead')
      await voucher(shop)
      await eventually(() => held.length === DEAD + 1 && receiver.at('/prompt').length === 2)
      await voucher(shop)
      await eventually(() => receiver.at('/prompt').length === 3)
      for (const response of held) response.end()
    })
  },
  { DELIVERY_TIMEOUT_MS: '120000' },
)
