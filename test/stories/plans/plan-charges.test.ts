import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeClockState } from '../../../src/store/clock-state.ts'
import { run, update } from '../../../src/store/write.ts'
import { APPROVED, DECLINED, operationsOf } from '../../support/fixtures/charges.ts'
import { assertAudited, moveClock } from '../../support/fixtures/payers.ts'
import { planStories } from '../../support/fixtures/plans.ts'
import { onBothEngines } from '../../support/harness/world.ts'

const SLOW_TO_ANSWER = '4001.02'

onBothEngines(
  'a plan charges each period once',
  (world) => {
    const { ok, saveCard, subscribed, daysOf, eventsOf, setClock } = planStories(world)

    test('month ends hold: 31 January, 28 February, 31 March', async () => {
      await setClock('2027-01-20T12:00:00-06:00')
      const { merchant, subscription, read, plan, customer } = await subscribed({
        period: 'month',
        start: '2027-01-31',
      })
      assert.deepEqual(
        [subscription.status, subscription.next_charge, subscription.attempts],
        ['active', '2027-01-31T00:00:00-06:00', 0],
      )
      const list = (await merchant.get('/v1/plan')).body.result
      assert.equal(list.total, 1)
      assert.deepEqual(list.customers, [customer])
      assert.deepEqual(Object.keys(list.customers[0]), ['id', 'name', 'email', 'active', 'date_create'])
      assert.deepEqual(list.plans, [plan])
      await setClock('2027-04-15T12:00:00-06:00')
      const { charges, next_charge } = await read()
      assert.deepEqual(daysOf(charges), ['2027-01-31 paid', '2027-02-28 paid', '2027-03-31 paid'])
      assert.equal(next_charge, '2027-04-30T00:00:00-06:00')
      const operations = await operationsOf(world(), merchant)
      assert.deepEqual(
        operations.map((row) => [row.day, row.status, row.total_centavos, row.customer_id, row.external_transaction]),
        ['2027-01-31', '2027-02-28', '2027-03-31'].map((day, period) => [
          day,
          'paid',
          10_000,
          customer.id,
          `plan:${subscription.id}:${period}`,
        ]),
      )
      assert.deepEqual(await eventsOf(merchant), [
        'plan.created',
        'plan.subscribed',
        'plan.charged',
        'plan.charged',
        'plan.charged',
      ])
    })

    test('the first charge is made at once when no day is requested; weeks and days follow', async () => {
      await setClock('2027-05-03T09:30:00-06:00')
      const [weekly, daily] = [await subscribed({ period: 'week' }), await subscribed({ period: 'day' })]
      await world().work()
      assert.deepEqual(daysOf((await weekly.read()).charges), ['2027-05-03 paid'])
      await setClock('2027-05-12T00:00:00-06:00')
      assert.deepEqual(daysOf((await weekly.read()).charges), ['2027-05-03 paid', '2027-05-10 paid'])
      assert.equal((await daily.read()).charges.length, 10)
      for (const one of [weekly, daily]) await ok(one.merchant.call('DELETE', one.path))
    })

    test('a declined card is tried again by the schedule, then the subscription is paused', async () => {
      await setClock('2027-06-01T10:00:00-06:00')
      const { merchant, read } = await subscribed({ period: 'month', card: DECLINED })
      await world().work()
      const waiting = await read()
      assert.deepEqual(
        [waiting.status, waiting.attempts, waiting.next_charge],
        ['active', 1, '2027-06-02T00:00:00-06:00'],
      )
      await setClock('2027-06-30T10:00:00-06:00')
      const paused = await read()
      assert.deepEqual([paused.status, paused.paused_because, paused.next_charge], ['paused', 'declined', null])
      assert.deepEqual(daysOf(paused.charges), ['2027-06-01 failed'])
      assert.equal(paused.charges[0].attempts, 4)
      const operations = await operationsOf(world(), merchant)
      assert.deepEqual(
        operations.map((row) => `${row.day} ${row.status}`),
        ['2027-06-01 declined', '2027-06-02 declined', '2027-06-05 declined', '2027-06-10 declined'],
      )
      assert.deepEqual((await eventsOf(merchant)).slice(2), [
        'plan.charge_failed',
        'plan.charge_failed',
        'plan.charge_failed',
        'plan.charge_failed',
        'plan.paused',
      ])
    })

    test('a new card is tried at once, and the period is paid with it', async () => {
      await setClock('2027-07-01T10:00:00-06:00')
      const { merchant, path, customer, read } = await subscribed({ period: 'month', card: DECLINED })
      await world().work()
      const card = await saveCard(merchant, customer.id, APPROVED)
      await ok(merchant.call('PUT', path, { card }))
      await world().work()
      const paid = await read()
      assert.deepEqual([paid.attempts, paid.next_charge], [0, '2027-08-01T00:00:00-06:00'])
      assert.deepEqual([paid.charges[0].status, paid.charges[0].attempts], ['paid', 2])
      await ok(merchant.call('DELETE', path))
    })

    test('a period that begins during the pause is not charged; a resumed subscription continues with the next period', async () => {
      await setClock('2027-09-10T10:00:00-06:00')
      const { merchant, path, read, plan, card, customer } = await subscribed({ period: 'month' })
      await world().work()
      await ok(merchant.post(`${path}/pause`, {}))
      assert.equal((await ok(merchant.post(`${path}/pause`, {}))).paused_because, 'asked')
      await setClock('2027-12-01T10:00:00-06:00')
      assert.equal((await read()).charges.length, 1)
      const resumed = await ok(merchant.post(`${path}/resume`, {}))
      assert.deepEqual([resumed.status, resumed.next_charge], ['active', '2027-12-10T00:00:00-06:00'])
      await setClock('2027-12-11T10:00:00-06:00')
      assert.deepEqual(daysOf((await read()).charges), ['2027-09-10 paid', '2027-12-10 paid'])
      const again = await merchant.post(`/v1/plan/${plan.id}/customers`, { customer: customer.id, card })
      assert.equal(again.status, 409)
      await ok(merchant.call('DELETE', path))
      assert.equal((await merchant.get(path)).status, 404)
      assert.equal((await merchant.get('/v1/plan')).body.result.total, 0)
      await ok(
        merchant.post(`/v1/plan/${plan.id}/customers`, { customer: customer.id, card, start_date: '2028-02-01' }),
      )
      await ok(merchant.call('DELETE', path))
      assert.deepEqual((await eventsOf(merchant)).slice(2), [
        'plan.charged',
        'plan.paused',
        'plan.resumed',
        'plan.charged',
        'plan.cancelled',
        'plan.subscribed',
        'plan.cancelled',
      ])
    })

    test('a payment without an answer is queried, not made again', async () => {
      await setClock('2028-01-05T10:00:00-06:00')
      const { merchant, read, path } = await subscribed({ period: 'month', amount: SLOW_TO_ANSWER })
      await world().work()
      const [pending] = await operationsOf(world(), merchant)
      assert.equal(pending?.status, 'pending')
      assert.deepEqual((await read()).charges, [])
      // Paused meanwhile: what the bank says still counts.
      await ok(merchant.post(`${path}/pause`, {}))
      await setClock('2028-01-05T12:00:00-06:00')
      const operations = await operationsOf(world(), merchant)
      assert.deepEqual(
        operations.map((row) => [row.id, row.status]),
        [[pending?.id, 'paid']],
      )
      const after = await read()
      assert.deepEqual([after.status, after.next_charge, daysOf(after.charges)], ['paused', null, ['2028-01-05 paid']])
      await ok(merchant.call('DELETE', path))
    })

    test('a deleted customer is removed from its plans and not charged', async () => {
      await setClock('2028-03-01T10:00:00-06:00')
      for (const isPaused of [false, true]) {
        const { merchant, customer, path } = await subscribed({ period: 'week' })
        await world().work()
        if (isPaused) await ok(merchant.post(`${path}/pause`, {}))
        await ok(merchant.call('DELETE', `/v1/customer/${customer.id}`))
        const { total, customers } = (await merchant.get('/v1/plan')).body.result
        assert.deepEqual([total, customers], [0, []])
        assert.equal((await eventsOf(merchant)).at(-1), 'plan.cancelled')
        await moveClock(merchant, { freeze: true, advance: 'P29D' })
        assert.equal((await operationsOf(world(), merchant)).length, 1)
        assert.deepEqual((await eventsOf(merchant)).filter((type) => type === 'plan.cancelled').length, 1)
      }
    })

    test('a year that passes at once and many workers charge the last three missed periods and the current one, each once, and skip the others', async () => {
      await setClock('2028-05-31T10:00:00-06:00')
      const { merchant, read, path } = await subscribed({ period: 'month' })
      const { store, clock, worker } = world().service
      const state = { offsetMs: 0, frozenMs: Date.parse('2029-05-31T16:00:00Z') }
      clock.follow(await writeClockState(store, state))
      for (let round = 0; round < 3; round += 1) await Promise.all(Array.from({ length: 8 }, () => worker.runDue()))
      const { charges, next_charge } = await read()
      assert.equal(charges.length, 13)
      assert.equal(new Set(charges.map((charge: { period: number }) => charge.period)).size, 13)
      const statesOf = (status: string) =>
        charges.filter((one: { status: string }) => one.status === status).map((one: { period: number }) => one.period)
      assert.deepEqual(
        statesOf('paid').sort((a: number, b: number) => a - b),
        [9, 10, 11, 12],
      )
      assert.equal(statesOf('skipped').length, 9)
      assert.equal((await eventsOf(merchant)).filter((type) => type === 'plan.charge_skipped').length, 1)
      assert.equal(next_charge, '2029-06-30T00:00:00-06:00')
      const paid = (await operationsOf(world(), merchant)).filter((row) => row.status === 'paid')
      assert.equal(new Set(paid.map((row) => row.external_transaction)).size, 4)
      assert.equal(paid.length, 4)
      await ok(merchant.call('DELETE', path))
      await assertAudited(world())
    })

    test('a stolen, lost or invalid card is not tried again: the subscription is paused at once', async () => {
      await setClock('2029-08-01T10:00:00-06:00')
      for (const card of ['4000000000000432', '4000000000000416', '4000000000000143']) {
        const { merchant, read } = await subscribed({ period: 'month', card })
        await world().work()
        const { status, paused_because, charges } = await read()
        assert.deepEqual(
          [status, paused_because, charges[0].status, charges[0].attempts],
          ['paused', 'declined', 'failed', 1],
        )
        assert.equal((await operationsOf(world(), merchant)).length, 1)
      }
    })

    test('three missed periods and the current one are charged, and none is skipped', async () => {
      await setClock('2029-09-01T10:00:00-06:00')
      const { read, path, merchant } = await subscribed({ period: 'week' })
      const { store, clock } = world().service
      const state = { offsetMs: 0, frozenMs: Date.parse('2029-09-22T16:00:00Z') }
      clock.follow(await writeClockState(store, state))
      await world().work()
      assert.deepEqual(daysOf((await read()).charges), [
        '2029-09-01 paid',
        '2029-09-08 paid',
        '2029-09-15 paid',
        '2029-09-22 paid',
      ])
      await ok(merchant.call('DELETE', path))
    })

    test('a period whose charge had begun when the process died is charged, not skipped, however long the outage', async () => {
      await setClock('2029-10-01T10:00:00-06:00')
      const { read, path, merchant } = await subscribed({ period: 'day' })
      await world().work()
      const [paid] = await operationsOf(world(), merchant)
      assert.equal(paid?.status, 'paid')
      const { store, clock } = world().service
      // As the process leaves it that dies after the first write of the payment.
      const of = { account_id: merchant.accountId }
      const forget = store.db.deleteFrom('plan_charges').where('account_id', '=', merchant.accountId)
      await store.commit([
        run(forget.compile()),
        update('subscriptions', { next_period: 0, due_at: clock.now(), leased_until: 0, attempts: 0 }, of),
      ])
      const state = { offsetMs: 0, frozenMs: Date.parse('2029-10-11T16:00:00Z') }
      clock.follow(await writeClockState(store, state))
      await world().work()
      const days = daysOf((await read()).charges)
      assert.equal(days[0], '2029-10-01 paid')
      assert.equal(days.filter((day) => day.endsWith('skipped')).length, 6)
      const operations = await operationsOf(world(), merchant)
      assert.equal(operations.length, days.filter((day) => day.endsWith('paid')).length)
      await ok(merchant.call('DELETE', path))
    })

    test('a missing customer or card is refused by name', async () => {
      const { merchant, plan, customer, card } = await subscribed({ period: 'year' })
      const other = await world().merchant()
      const path = `/v1/plan/${plan.id}/customers`
      const now = world().service.clock.now().slice(0, 10)
      for (const [body, field] of [
        [{ customer: 'cus_none', card }, 'customer'],
        [{ customer: customer.id, card: 'crd_none' }, 'card'],
        [{ customer: customer.id }, 'card'],
        [{ customer: customer.id, card, start_date: '2020-01-01' }, 'start_date'],
        [{ customer: customer.id, card, start_date: `${Number(now.slice(0, 4)) + 2}-01-01` }, 'start_date'],
      ] as const) {
        const refused = await merchant.post(path, body)
        assert.equal(refused.status, 400, refused.text)
        assert.deepEqual(Object.keys(refused.body.error.messages), [field])
      }
      assert.equal((await other.post(path, { customer: customer.id, card })).status, 404)
      assert.equal((await other.get(`${path}/${customer.id}`)).status, 404)
      assert.equal((await other.call('DELETE', `${path}/${customer.id}`)).status, 404)
    })
  },
  { ACQUIRER_TIMEOUT_MS: '300' },
)
