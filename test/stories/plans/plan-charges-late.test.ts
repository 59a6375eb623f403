import assert from 'node:assert/strict'
import { test } from 'node:test'
import { run, update } from '../../../src/store/write.ts'
import { APPROVED, DECLINED, operationsOf } from '../../support/fixtures/charges.ts'
import { assertAudited, moveClock } from '../../support/fixtures/payers.ts'
import { planStories } from '../../support/fixtures/plans.ts'
import { onBothEngines } from '../../support/harness/world.ts'

const LATER_APPROVED = '4000000000010027'
const LATER_DECLINED = '4000000000010035'

onBothEngines(
  'a period of a plan whose charge is not paid at once',
  (world) => {
    const { ok, saveCard, subscribed, daysOf, eventsOf, setClock } = planStories(world)

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

    test('is failed when the merchant cancels the pending payment, and the next period is charged', async () => {
      await setClock('2027-10-01T10:00:00-06:00')
      const { merchant, customer, path, read } = await subscribed({ period: 'month', card: LATER_APPROVED })
      await world().work()
      const [pending] = await operationsOf(world(), merchant)
      assert.equal((await merchant.get(`/v1/operations/apply-reversal/${pending?.id}`)).body.result.recipe.status, 'P')
      await moveClock(merchant, { advance: 'PT3H' })
      const { status, charges, next_charge } = await read()
      assert.deepEqual(
        [status, daysOf(charges), charges[0].transaction],
        ['active', ['2027-10-01 failed'], pending?.id],
      )
      assert.equal(next_charge, '2027-11-01T00:00:00-06:00')
      assert.deepEqual((await eventsOf(merchant)).at(-1), 'plan.charge_failed')
      await ok(merchant.call('PUT', path, { card: await saveCard(merchant, customer.id, APPROVED) }))
      await moveClock(merchant, { set: '2027-11-01T10:00:00-06:00' })
      assert.deepEqual(daysOf((await read()).charges), ['2027-10-01 failed', '2027-11-01 paid'])
      await ok(merchant.call('DELETE', path))
      await assertAudited(world())
    })

    test('waits without spending a try while the account may not take the amount', async () => {
      await setClock('2028-01-01T10:00:00-06:00')
      const { merchant, path, read } = await subscribed({ period: 'month' })
      const limited = (payment_limit_centavos: number | null) =>
        world().service.store.commit([update('accounts', { payment_limit_centavos }, { id: merchant.accountId })])
      await limited(5_000)
      await world().work()
      const waiting = await read()
      assert.deepEqual(
        [waiting.status, waiting.attempts, waiting.next_charge, waiting.charges],
        ['active', 0, '2028-01-01T11:00:00-06:00', []],
      )
      await limited(null)
      await moveClock(merchant, { advance: 'PT1H' })
      assert.deepEqual(daysOf((await read()).charges), ['2028-01-01 paid'])
      await ok(merchant.call('DELETE', path))
    })

    test('is paid by the payment that had begun when the process died, though the subscription was paused and resumed', async () => {
      await setClock('2028-03-01T10:00:00-06:00')
      const { merchant, path, read } = await subscribed({ period: 'month' })
      await world().work()
      const { store } = world().service
      // The rows as a process leaves them that dies after the first write of the payment.
      const forget = store.db.deleteFrom('plan_charges').where('account_id', '=', merchant.accountId)
      const of = { account_id: merchant.accountId }
      await store.commit([run(forget.compile()), update('subscriptions', { next_period: 0, leased_until: 0 }, of)])
      await ok(merchant.post(`${path}/pause`, {}))
      await setClock('2028-03-03T10:00:00-06:00')
      await ok(merchant.post(`${path}/resume`, {}))
      await world().work()
      const { charges, next_charge } = await read()
      assert.deepEqual([daysOf(charges), next_charge], [['2028-03-01 paid'], '2028-04-01T00:00:00-06:00'])
      assert.equal((await operationsOf(world(), merchant)).length, 1)
      await ok(merchant.call('DELETE', path))
    })

    test('delays the next charges: of the days that passed, the last three and the current one are charged, and the others skipped', async () => {
      await setClock('2028-05-05T10:00:00-06:00')
      const { merchant, customer, path, read } = await subscribed({ period: 'day', card: DECLINED })
      await world().work()
      await setClock('2028-05-11T10:00:00-06:00')
      await ok(merchant.call('PUT', path, { card: await saveCard(merchant, customer.id, APPROVED) }))
      await moveClock(merchant, { advance: 'PT1H' })
      const paid = (day: string) => `2028-05-${day} paid`
      assert.deepEqual(daysOf((await read()).charges), [
        paid('05'),
        '2028-05-06 skipped',
        '2028-05-07 skipped',
        ...['08', '09', '10', '11'].map(paid),
      ])
      assert.equal((await eventsOf(merchant)).filter((type) => type === 'plan.charge_skipped').length, 1)
      await ok(merchant.call('DELETE', path))
    })
  },
  { ACQUIRER_TIMEOUT_MS: '300' },
)
