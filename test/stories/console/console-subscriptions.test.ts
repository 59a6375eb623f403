// The console’s plans and subscriptions are those of the API, with names; what it foretells of resuming one is what happens.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokenFor } from '../../support/fixtures/cards.ts'
import { person } from '../../support/fixtures/console.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

onBothEngines('the console shows the subscribers of each plan', (world) => {
  async function onPlan(merchant: Merchant, name: string) {
    const plan = (await merchant.post('/v1/plan', { name: 'Mensual', amount: 299, period: 'month' })).body.result.id
    const customer = (await merchant.post('/v1/customer', { name, email: 'eva@example.mx' })).body.result.id
    const token = await tokenFor(world(), merchant, '4242424242424242')
    const card = (await merchant.post(`/v1/customer/${customer}/cards`, { token })).body.result.token
    const made = await merchant.post(`/v1/plan/${plan}/customers`, { customer, card })
    assert.equal(made.status, 200, made.text)
    return { plan, customer, card }
  }

  test('a subscription is paused, previewed, resumed and ended, as the API says', async () => {
    const merchant = await world().merchant()
    const reader = await person(world(), merchant, 'reader')
    const { plan, customer, card } = await onPlan(merchant, 'Eva Ríos')
    await world().work()
    const read = async (query: string) =>
      (await reader.call('GET', `/v1/console/subscriptions?${query}`)).body.result.subscriptions
    const [active] = await read(`customer=${customer}`)
    const own = async () => (await merchant.get(`/v1/plan/${plan}/customers/${customer}`)).body.result
    const { charges, ...subscription } = await own()
    assert.equal(charges[0].status, 'paid')
    for (const [name, value] of Object.entries(subscription)) assert.deepEqual(active[name], value, name)
    assert.deepEqual(
      [active.plan_name, active.customer_name, active.amount, active.card_last4, active.card_gone, active.under_way],
      ['Mensual', 'Eva Ríos', '299.00', '4242', false, false],
    )
    assert.equal(active.resumed_charge, null)
    await merchant.post(`/v1/plan/${plan}/customers/${customer}/pause`, {})
    const [paused] = await read('status=paused')
    assert.equal(paused.id, active.id)
    const [{ active: charged, paused: waiting }] = (await reader.call('GET', '/v1/console/plans')).body.result.plans
    assert.deepEqual([charged, waiting], [0, 1])
    await merchant.post(`/v1/plan/${plan}/customers/${customer}/resume`, {})
    assert.equal((await own()).next_charge, paused.resumed_charge)
    await merchant.call('DELETE', `/v1/customer/${customer}/cards/${card}`)
    assert.equal((await read(`plan=${plan}`))[0].card_gone, true)
    await merchant.call('DELETE', `/v1/plan/${plan}/customers/${customer}`)
    assert.deepEqual(await read(`plan=${plan}`), [])
    // All are all of them, those that have ended too.
    for (const status of ['all', 'cancelled']) {
      const [ended, ...more] = await read(`status=${status}`)
      assert.deepEqual([ended.id, ended.status, ended.next_charge, more.length], [active.id, 'cancelled', null, 0])
    }
    assert.equal((await reader.call('GET', '/v1/console/subscriptions?status=ended')).status, 400)
  })

  test('another account’s plans and subscriptions are not shown', async () => {
    const { plan, customer } = await onPlan(await world().merchant(), 'Ajena')
    const other = await person(world(), await world().merchant(), 'owner')
    for (const query of [`plan=${plan}`, `customer=${customer}`, ''])
      assert.equal((await other.call('GET', `/v1/console/subscriptions?${query}`)).body.result.total, 0)
    assert.equal((await other.call('GET', '/v1/console/plans')).body.result.total, 0)
  })
})
