// A plan that is cancelled or paused, or has another card, is not charged as before, also when the process that charges has read it already.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { APPROVED, operationsOf } from '../../support/fixtures/charges.ts'
import { assertAudited } from '../../support/fixtures/payers.ts'
import { planStories } from '../../support/fixtures/plans.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { stoppedWorld } from '../../support/harness/stopped-world.ts'

const OTHER_CARD = '5555555555554444'

for (const engine of ENGINES)
  describe(`a plan that changes while it is charged [${engine}]`, () => {
    after(stopPostgres)

    const stories = async () => {
      const { world, stopAt } = await stoppedWorld(engine)
      return { world, stopAt, ...planStories(() => world) }
    }

    test('is not charged once its end is answered', async (t) => {
      const { world, stopAt, subscribed, ok } = await stories()
      t.after(() => world.close())
      const { merchant, path } = await subscribed({ period: 'month' })
      stopAt('operations', () => ok(merchant.call('DELETE', path)))
      await world.work()
      assert.deepEqual(await operationsOf(world, merchant), [])
      await assertAudited(world)
    })

    test('is not charged while it is paused, and once after it goes on', async (t) => {
      const { world, stopAt, subscribed, ok } = await stories()
      t.after(() => world.close())
      const { merchant, path, read } = await subscribed({ period: 'month' })
      stopAt('operations', () => ok(merchant.post(`${path}/pause`, {})))
      await world.work()
      assert.deepEqual(await operationsOf(world, merchant), [])
      assert.deepEqual([(await read()).status, (await read()).charges], ['paused', []])
      await ok(merchant.post(`${path}/resume`, {}))
      await world.work()
      assert.equal((await operationsOf(world, merchant)).length, 1)
      assert.deepEqual(
        (await read()).charges.map(({ status }: { status: string }) => status),
        ['paid'],
      )
      await assertAudited(world)
    })

    test('says of a card that was deleted that it is gone, not that a bank declined it', async (t) => {
      const { world, subscribed, ok, saveCard } = await stories()
      t.after(() => world.close())
      const { merchant, customer, card, path, read } = await subscribed({ period: 'month', card: APPROVED })
      await ok(merchant.call('DELETE', `/v1/customer/${customer.id}/cards/${card}`))
      await world.work()
      assert.deepEqual([(await read()).status, (await read()).paused_because], ['paused', 'card_removed'])
      assert.deepEqual(await operationsOf(world, merchant), [])
      await ok(merchant.call('PUT', path, { card: await saveCard(merchant, customer.id, OTHER_CARD) }))
      await ok(merchant.post(`${path}/resume`, {}))
      assert.deepEqual([(await read()).status, (await read()).paused_because], ['active', ''])
      await assertAudited(world)
    })

    test('says that a rule of risk stopped its charges, not that a bank declined them', async (t) => {
      const { world, subscribed, ok, setClock } = await stories()
      t.after(() => world.close())
      await setClock('2027-06-01T10:00:00-06:00')
      const { merchant, path, read } = await subscribed({ period: 'month', card: APPROVED })
      const rules = [{ kind: 'limit', of: 'card', per: 'day', amount: '1.00' }]
      await ok(merchant.call('PUT', '/v1/risk/rules', { rules }))
      await world.work()
      await setClock('2027-06-30T10:00:00-06:00')
      await world.work()
      assert.deepEqual([(await read()).status, (await read()).paused_because], ['paused', 'stopped'])
      await ok(merchant.call('PUT', '/v1/risk/rules', { rules: [] }))
      await ok(merchant.post(`${path}/resume`, {}))
      assert.deepEqual([(await read()).status, (await read()).paused_because], ['active', ''])
      await assertAudited(world)
    })

    test('is charged to its new card, at once', async (t) => {
      const { world, stopAt, subscribed, ok, saveCard } = await stories()
      t.after(() => world.close())
      const { merchant, customer, path, read } = await subscribed({ period: 'month', card: APPROVED })
      const card = await saveCard(merchant, customer.id, OTHER_CARD)
      stopAt('operations', () => ok(merchant.call('PUT', path, { card })))
      await world.work()
      const charged = await operationsOf(world, merchant)
      assert.deepEqual(
        charged.map(({ card_last_four }) => card_last_four),
        ['4444'],
      )
      assert.equal((await read()).charges.length, 1)
      await assertAudited(world)
    })
  })
