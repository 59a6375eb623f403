import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { operatorActor } from '../../../src/accounts/trail/record.ts'
import type { Acquirer } from '../../../src/connectors/acquirer.ts'
import { sandboxAcquirer } from '../../../src/connectors/sandbox/acquirer.ts'
import { addDays, dayStartMs, mexicoCityDay } from '../../../src/core/time.ts'
import { closeRefused } from '../../../src/operations/reversal/cancel-pending.ts'
import { eachHeld } from '../../../src/service/open-items.ts'
import { writeClockState } from '../../../src/store/clock-state.ts'
import { insert, Unmet } from '../../../src/store/write.ts'
import { APPROVED, operationsOf, payByCard } from '../../support/fixtures/charges.ts'
import { assertAudited, balanceOf, eventsOf } from '../../support/fixtures/payers.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { passTime } from '../../support/harness/pass-time.ts'
import { type Merchant, onBothEngines, openWorld, type World } from '../../support/harness/world.ts'

const LATER_APPROVED = '4000000000010027'
const LATER_DECLINED = '4000000000010035'
const NEVER_SEEN = '4000000000010043'
const PATH = '/v1/operations/apply-reversal'

async function pendingPayment(world: World, merchant: Merchant, number: string, change = {}): Promise<string> {
  const { status, body, text } = await payByCard(world, merchant, number, change)
  assert.equal(status, 200, text)
  assert.equal(body.result.recipe.status, 'P')
  return body.result.token
}

onBothEngines(
  'a pending payment can be cancelled while the bank’s answer is awaited',
  (world) => {
    test('the cancellation is accepted, answered as under way, and carried out when the bank reports an approval', async () => {
      const merchant = await world().merchant()
      const id = await pendingPayment(world(), merchant, LATER_APPROVED)
      const first = await merchant.get(`${PATH}/${id}`)
      assert.equal(first.status, 200, first.text)
      assert.deepEqual(
        [first.body.success, first.body.result.status, first.body.result.recipe.status],
        [true, false, 'P'],
      )
      assert.equal(first.body.result.method, 'Reversal')
      assert.deepEqual((await merchant.post(`${PATH}/${id}`, {})).body, first.body)
      await passTime(world(), 6_000)
      const { result } = (await merchant.get(`/v1/operations/${id}`)).body
      assert.deepEqual([result.status, result.hasDevolution], ['C', true])
      const done = await merchant.get(`${PATH}/${id}`)
      assert.deepEqual([done.status, done.body.result.status, done.body.result.recipe.status], [200, true, 'C'])
      assert.deepEqual(await eventsOf(world(), id), { 'operation.paid': 1, 'operation.cancelled': 1 })
      assert.equal(await balanceOf(world(), merchant, 'payable:merchant'), 0)
      await assertAudited(world())
    })

    for (const [what, number] of [
      ['declined', LATER_DECLINED],
      ['never seen', NEVER_SEEN],
    ] as const) {
      test(`when the payment turns out to be ${what}, nothing is left to do, and the call says so`, async () => {
        const merchant = await world().merchant()
        const id = await pendingPayment(world(), merchant, number)
        assert.equal((await merchant.get(`${PATH}/${id}`)).body.result.status, false)
        await passTime(world(), 6_000)
        for (const _ of [1, 2]) {
          const { status, body } = await merchant.get(`${PATH}/${id}`)
          assert.deepEqual([status, body.result.status, body.result.recipe.status], [200, true, 'D'])
        }
        assert.deepEqual(await eventsOf(world(), id), { 'operation.declined': 1 })
        await assertAudited(world())
      })
    }

    test('a declined payment without a request to cancel still has nothing to reverse', async () => {
      const merchant = await world().merchant()
      const id = await pendingPayment(world(), merchant, LATER_DECLINED)
      await passTime(world(), 6_000)
      assert.equal((await merchant.get(`${PATH}/${id}`)).status, 409)
    })

    test('eight cancellations at once, while the answer arrives, give the money back once', async () => {
      const merchant = await world().merchant()
      const id = await pendingPayment(world(), merchant, LATER_APPROVED)
      const calls = () => [1, 2, 3, 4].map((n) => merchant.call(n % 2 ? 'GET' : 'POST', `${PATH}/${id}`))
      const before = await Promise.all(calls())
      const [during] = await Promise.all([Promise.all(calls()), passTime(world(), 6_000)])
      for (const { status, body } of [...before, ...during]) {
        assert.equal(status, 200)
        assert.ok(['P', 'C'].includes(body.result.recipe.status))
        assert.equal(body.result.status, body.result.recipe.status === 'C')
      }
      await passTime(world(), 31_000)
      assert.equal((await merchant.get(`/v1/operations/${id}`)).body.result.status, 'C')
      assert.deepEqual(await eventsOf(world(), id), { 'operation.paid': 1, 'operation.cancelled': 1 })
      await assertAudited(world())
    })

    test('when the bank refuses the reversal, the payment stays paid, and the call says so', async () => {
      const merchant = await world().merchant()
      const id = await pendingPayment(world(), merchant, LATER_APPROVED, { 'payment.total.amount': '4001.05' })
      await merchant.get(`${PATH}/${id}`)
      await passTime(world(), 6_000)
      assert.equal((await merchant.get(`/v1/operations/${id}`)).body.result.status, 'N')
      assert.deepEqual(await eventsOf(world(), id), { 'operation.paid': 1, 'operation.reversal_refused': 1 })
      const held = async () => {
        for await (const one of eachHeld(world().service.store)) if (one.id === id) return one
        return undefined
      }
      assert.deepEqual([(await held())?.accountId, (await held())?.amountCentavos], [merchant.accountId, 400_105])
      // A repeated request reads it in its answer.
      assert.equal((await merchant.get(`${PATH}/${id}`)).status, 409)
      assert.deepEqual(await eventsOf(world(), id), { 'operation.paid': 1, 'operation.reversal_refused': 1 })
      assert.equal(await held(), undefined)
      await assertAudited(world())
    })

    test('a cancellation that a person settled in another way is closed once, with a reason on record', async () => {
      const merchant = await world().merchant()
      const id = await pendingPayment(world(), merchant, LATER_APPROVED, { 'payment.total.amount': '4001.05' })
      await merchant.get(`${PATH}/${id}`)
      const by = operatorActor('ana', 'cobro held close')
      const close = () => closeRefused(world().service, id, 'given back by a transfer', by)
      await assert.rejects(close, Unmet)
      await passTime(world(), 6_000)
      const closed = await Promise.allSettled([close(), close(), close()])
      assert.equal(closed.filter(({ status }) => status === 'fulfilled').length, 1)
      const { records } = (await merchant.get('/v1/audit')).body.result
      const record = records.find((one: { action: string }) => one.action === 'reversal.closed')
      assert.deepEqual([record?.subject, record?.after], [id, { because: 'given back by a transfer' }])
      await assertAudited(world())
    })

    test('another account cannot cancel, and an under-way answer is kept for its key', async () => {
      const merchant = await world().merchant()
      const id = await pendingPayment(world(), merchant, LATER_APPROVED)
      const other = await world().merchant()
      assert.equal((await other.get(`${PATH}/${id}`)).status, 404)
      const keyed = () => merchant.call('POST', `${PATH}/${id}`, undefined, { 'idempotency-key': `cancel ${id}` })
      const first = await keyed()
      await passTime(world(), 6_000)
      const again = await keyed()
      assert.equal(again.headers['idempotent-replayed'], 'true')
      assert.equal(again.text, first.text)
    })

    test('a payment that was pending over midnight can be reversed on the day of its approval, and not later', async () => {
      const { service } = world()
      const merchant = await world().merchant()
      const before = service.clock.state()
      const midnight = dayStartMs(addDays(mexicoCityDay(service.clock.now()), 1))
      const at = async (ms: number) => {
        service.clock.follow(await writeClockState(service.store, { offsetMs: 0, frozenMs: ms }))
      }
      await at(midnight - 1_000)
      const ids = [
        await pendingPayment(world(), merchant, LATER_APPROVED),
        await pendingPayment(world(), merchant, LATER_APPROVED),
      ]
      await at(midnight + 10_000)
      await world().work()
      assert.deepEqual(
        (await operationsOf(world(), merchant)).map((one) => one.status),
        ['paid', 'paid'],
      )
      await at(midnight + 23 * 3_600_000)
      assert.equal((await merchant.get(`${PATH}/${ids[0]}`)).body.result.recipe.status, 'C')
      await at(midnight + 24 * 3_600_000)
      const late = await merchant.get(`${PATH}/${ids[1]}`)
      assert.deepEqual([late.status, late.body.error.code], [409, 'InvalidAuthCodeException'])
      service.clock.follow(await writeClockState(service.store, before))
      await assertAudited(world())
    })
  },
  { ACQUIRER_TIMEOUT_MS: '60' },
)

onBothEngines(
  'a payment at an acquirer that cannot be queried',
  (world) => {
    test('is declined at its deadline: there is nothing to cancel', async () => {
      const merchant = await world().merchant()
      assert.equal((await payByCard(world(), merchant, LATER_APPROVED)).status, 402)
      const [operation] = await operationsOf(world(), merchant)
      assert.equal((await merchant.get(`${PATH}/${operation?.id}`)).status, 409)
    })

    test('is reversed in the ordinary way once it is approved', async () => {
      const merchant = await world().merchant()
      const { body } = await payByCard(world(), merchant, APPROVED)
      assert.equal((await merchant.get(`${PATH}/${body.result.token}`)).body.result.recipe.status, 'C')
      await assertAudited(world())
    })
  },
  { ACQUIRER_TIMEOUT_MS: '60', ACQUIRER: 'sandbox-advice' },
)

for (const engine of ENGINES) {
  describe(`a cancellation beside a refund [${engine}]`, () => {
    const sandbox = sandboxAcquirer()
    const back: string[] = []
    const acquirer: Acquirer = {
      ...sandbox,
      reverse: async (request, signal) => {
        back.push(`reversed ${request.amountCentavos}`)
        return sandbox.reverse(request, signal)
      },
      refund: async (request, signal) => {
        back.push(`refunded ${request.refundCentavos}`)
        return sandbox.refund(request, signal)
      },
    }
    let world: World
    before(async () => {
      world = await openWorld(engine, { ACQUIRER_TIMEOUT_MS: '60' }, { connectors: { acquirer } })
    })
    beforeEach(() => back.splice(0))
    after(() => world.close())

    test('that is written only after the payment was paid and refunded gives no money back again', async (t) => {
      const merchant = await world.merchant()
      // So that the merchant is owed enough for a refund.
      await payByCard(world, merchant, APPROVED)
      const id = await pendingPayment(world, merchant, LATER_APPROVED)
      const { store } = world.service
      const commit = store.commit
      t.after(() => {
        store.commit = commit
      })
      let isLate = false
      store.commit = async (writes) => {
        if (!isLate && writes.some((write) => write.kind === 'insert' && write.table === 'reversals')) {
          isLate = true
          await passTime(world, 6_000)
          const refund = await merchant.post(`/v1/operations/${id}/refunds`, {})
          assert.equal(refund.status, 200, refund.text)
          await passTime(world, 1_000)
        }
        return commit(writes)
      }
      const { status, body } = await merchant.get(`${PATH}/${id}`)
      assert.deepEqual([status, body.error.code], [409, 'InvalidTransactionException'])
      for (const ms of [31_000, 61_000, 3_600_000]) await passTime(world, ms)
      assert.deepEqual(back, ['refunded 10000'])
      await assertAudited(world)
    })

    test('that stands beside a refund is refused once, for a person to look at, and the bank is not asked', async () => {
      const merchant = await world.merchant()
      await payByCard(world, merchant, APPROVED)
      const id = (await payByCard(world, merchant, APPROVED)).body.result.token
      assert.equal((await merchant.post(`/v1/operations/${id}/refunds`, { amount: '40.00' })).status, 200)
      const { store, clock } = world.service
      const at = clock.now()
      const standing = {
        operation_id: id,
        account_id: merchant.accountId,
        from_status: 'pending',
        ends_as: 'cancelled',
        state: 'pending',
        attempts: 0,
        due_at: at,
        leased_until: 0,
        created_at: at,
        refused_later: 0,
      } as const
      await store.commit([insert('reversals', standing)])
      for (const ms of [1_000, 61_000, 3_600_000]) await passTime(world, ms)
      assert.deepEqual(back, ['refunded 4000'])
      assert.equal((await eventsOf(world, id))['operation.reversal_refused'], 1)
      assert.equal((await merchant.get(`/v1/operations/${id}`)).body.result.status, 'N')
      await assertAudited(world)
    })
  })

  test(`a payment that is asked to be cancelled before the bank answers is given back at once when it approves [${engine}]`, async (t) => {
    const sandbox = sandboxAcquirer()
    const asked = Promise.withResolvers<void>()
    const acquirer: Acquirer = {
      ...sandbox,
      authorise: async (request, signal) => {
        asked.resolve()
        await pause(1_200)
        return sandbox.authorise(request, signal)
      },
    }
    const world = await openWorld(engine, {}, { connectors: { acquirer } })
    t.after(() => world.close())
    const merchant = await world.merchant()
    const paying = payByCard(world, merchant, APPROVED)
    await asked.promise
    const [pending] = await operationsOf(world, merchant)
    assert.equal(pending?.status, 'pending')
    assert.equal((await merchant.get(`${PATH}/${pending?.id}`)).body.result.status, false)
    assert.equal((await paying).body.result.recipe.status, 'N')
    await world.work()
    assert.equal((await merchant.get(`/v1/operations/${pending?.id}`)).body.result.status, 'C')
    assert.equal(await balanceOf(world, merchant, 'payable:merchant'), 0)
    await assertAudited(world)
  })
}
after(stopPostgres)
