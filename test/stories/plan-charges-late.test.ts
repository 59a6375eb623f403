import assert from 'node:assert/strict'
import { test } from 'node:test'
import { APPROVED, operationsOf } from '../charges.ts'
import { moveClock } from '../payers.ts'
import { planStories } from '../plans.ts'
import { onBothEngines } from '../world.ts'

const LATER_DECLINED = '4000000000010035'

onBothEngines(
  'a period of a plan whose charge is not paid at once',
  (world) => {
    const { ok, saveCard, subscribed, daysOf, setClock } = planStories(world)

    test('is charged to a new card when the last card is declined later, even at its last try', async () => {
      await setClock('2027-07-01T10:00:00-06:00')
      const { merchant, customer, path, read } = await subscribed({ period: 'month', card: LATER_DECLINED })
      await world().work()
      for (const day of ['01T18:00', '02T00:00', '02T18:00', '05T00:00', '05T18:00', '10T00:00'])
        await moveClock(merchant, { set: `2027-07-${day}:00-06:00` })
      assert.deepEqual(
        [(await read()).attempts, (await operationsOf(world(), merchant)).at(-1)?.status],
        [3, 'pending'],
      )
      const card = await saveCard(merchant, customer.id, APPROVED)
      await ok(merchant.call('PUT', path, { card }))
      await moveClock(merchant, { advance: 'PT12H' })
      const paid = await read()
      assert.deepEqual([paid.status, paid.card, daysOf(paid.charges)], ['active', card, ['2027-07-01 paid']])
      assert.equal(paid.charges[0].attempts, 5)
      assert.equal(paid.next_charge, '2027-08-01T00:00:00-06:00')
      await ok(merchant.call('DELETE', path))
    })
  },
  { ACQUIRER_TIMEOUT_MS: '300' },
)
