// The last charge that a card of a plan can pay comes with an event, and the subscription pauses because the card has expired.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAudited } from '../../support/fixtures/payers.ts'
import { planStories } from '../../support/fixtures/plans.ts'
import { onBothEngines } from '../../support/harness/world.ts'

/** Cards of stories are good through December 2039. */
const LAST_MONTH = '2039-12'
const EXPIRED_AT_THE_BANK = '4000000000000549'

onBothEngines('the card of a plan ends', (world) => {
  const { ok, saveCard, subscribed, daysOf, eventsOf, setClock } = planStories(world)
  const isExpiring = (type: string) => type === 'plan.card_expiring'

  test('before its first charge, or when the bank says so at that charge: the event comes at once, and the plan pauses as expired', async () => {
    await setClock('2039-10-20T12:00:00-06:00')
    const { merchant, plan } = await subscribed({ period: 'year', start: '2040-02-10' })
    assert.deepEqual(await eventsOf(merchant), ['plan.created', 'plan.subscribed', 'plan.card_expiring'])
    const customer = await ok(merchant.post('/v1/customer', { name: 'Eva', email: 'eva@ejemplo.mx' }))
    const card = await saveCard(merchant, customer.id, EXPIRED_AT_THE_BANK)
    await ok(merchant.post(`/v1/plan/${plan.id}/customers`, { customer: customer.id, card }))
    await world().work()
    const { status, paused_because } = await ok(merchant.get(`/v1/plan/${plan.id}/customers/${customer.id}`))
    assert.deepEqual([status, paused_because], ['paused', 'card_expired'])
  })

  test('after its last month: the event comes with the charge of that month, then the plan pauses as expired, and is charged again with another card', async () => {
    await setClock('2039-11-10T12:00:00-06:00')
    const { merchant, read, path } = await subscribed({ period: 'month' })
    await world().work()
    assert.deepEqual(daysOf((await read()).charges), ['2039-11-10 paid'])
    assert.deepEqual((await eventsOf(merchant)).filter(isExpiring), [])

    await setClock('2039-12-10T12:00:00-06:00')
    const sentEvents = (await ok(merchant.get('/v1/events?type=plan.card_expiring'))).events
    assert.equal(sentEvents.length, 1)
    const { expires, next_charge, status } = sentEvents[0].data
    assert.deepEqual([expires, next_charge, status], [LAST_MONTH, '2040-01-10T00:00:00-06:00', 'active'])

    await setClock('2040-01-10T12:00:00-06:00')
    const paused = await read()
    assert.deepEqual([paused.status, paused.paused_because, paused.next_charge], ['paused', 'card_expired', null])
    assert.deepEqual((await eventsOf(merchant)).slice(-2), ['plan.charge_failed', 'plan.paused'])
    assert.equal((await eventsOf(merchant)).filter(isExpiring).length, 1)
    const resumed = await ok(merchant.post(`${path}/resume`, {}))
    assert.equal(resumed.paused_because, '')
    await assertAudited(world())
  })
})
