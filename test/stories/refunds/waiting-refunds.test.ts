// The promise: a refund that waits for money gets it before the merchant is paid out, gives an event from time to time while it waits, and does not wait for ever.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plusDuration } from '../../../src/core/time.ts'
import { readClockState, writeClockState } from '../../../src/store/clock-state.ts'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import { assertAudited, moveClock, payBySpei, speiVoucher } from '../../support/fixtures/payers.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

const CLABE = '002010077777777771'

onBothEngines('a refund that waits for money', (world) => {
  const sell = async (merchant: Merchant, amount: number) => {
    const paid = await payByCard(world(), merchant, APPROVED, { 'payment.total.amount': String(amount) })
    assert.equal(paid.status, 200, paid.text)
  }
  const payouts = async (merchant: Merchant) => (await merchant.get('/v1/payouts')).body.result.payouts
  const read = async (merchant: Merchant, id: string) => (await merchant.get(`/v1/refunds/${id}`)).body.result
  const waitingEvents = async (merchant: Merchant) =>
    (await merchant.get('/v1/events?type=refund.waiting&limit=100')).body.result.events
  /** A merchant who was paid out, and then owes a payer 5,000.00. */
  const waiting = async (monday: string) => {
    const merchant = await world().merchant()
    await moveClock(merchant, { freeze: true, set: `${monday}T12:00:00-06:00` })
    assert.equal((await merchant.call('PUT', '/v1/settlement/account', { clabe: CLABE })).status, 200)
    assert.equal((await merchant.call('PUT', '/v1/refund-rules', { beyond_balance: 'wait' })).status, 200)
    const { transaction } = await speiVoucher(merchant, { total: 5_000 })
    await payBySpei(merchant, { transaction })
    await moveClock(merchant, { advance: 'P1D' })
    assert.equal((await payouts(merchant)).length, 1)
    const made = await merchant.post(`/v1/operations/${transaction}/refunds`, {})
    assert.equal(made.status, 200, made.text)
    return { merchant, transaction, id: made.body.result.id as string }
  }

  /** Moves the stopped clock at once: the sandbox's own call would stop at each of the hours in which the refund is looked at. */
  const later = async (duration: string) => {
    const { store, clock } = world().service
    const frozenMs = plusDuration(clock.epochMs(), duration) ?? assert.fail(duration)
    clock.follow(await writeClockState(store, { ...(await readClockState(store)), frozenMs }))
    await world().work()
  }

  test('is paid from the next sales before anything of them is paid out, and what is left is paid out', async () => {
    const { merchant, id } = await waiting('2033-03-07')
    for (let sale = 1; sale <= 6; sale += 1) {
      await sell(merchant, 1_000)
      await moveClock(merchant, { advance: 'P1D' })
    }
    assert.equal((await read(merchant, id)).status, 'settled')
    await moveClock(merchant, { advance: 'P3D' })
    const amounts = (await payouts(merchant)).map((one: { amount: { amount: string } }) => Number(one.amount.amount))
    // Six sales less fees, less the refund: 5,749.44 - 5,000.00.
    assert.equal(Math.round(amounts.slice(0, -1).reduce((sum: number, one: number) => sum + one, 0) * 100), 74_944)
    await assertAudited(world())
  })

  test('leaves the rest of what is owed to be paid out', async () => {
    const { merchant, transaction, id } = await waiting('2033-04-18')
    assert.equal((await merchant.post(`/v1/refunds/${id}/cancel`, {})).status, 200)
    const small = await merchant.post(`/v1/operations/${transaction}/refunds`, { amount: '300.00' })
    assert.equal(small.status, 200, small.text)
    await sell(merchant, 200)
    await moveClock(merchant, { advance: 'PT1M' })
    assert.equal((await read(merchant, small.body.result.id)).waits_for, 'balance')
    await moveClock(merchant, { advance: 'P1D' })
    assert.equal((await payouts(merchant)).length, 1, 'all that is owed is kept back')
    await sell(merchant, 400)
    await moveClock(merchant, { advance: 'P4D' })
    assert.equal((await read(merchant, small.body.result.id)).status, 'settled')
    // 574.95 less 300.00.
    assert.equal((await payouts(merchant))[0].amount.amount, '274.95')
    await assertAudited(world())
  })

  test('gives an event after three days and then each week, and is cancelled after thirty days', async () => {
    const { merchant, transaction, id } = await waiting('2033-06-06')
    await later('P2D')
    assert.equal((await waitingEvents(merchant)).length, 0)
    for (const [advance, times] of [
      ['P1DT2H', 1],
      ['PT12H', 1],
      ['P7D', 2],
      ['P7D', 3],
      ['P7D', 4],
    ] as const) {
      await later(advance)
      assert.equal((await waitingEvents(merchant)).length, times, advance)
    }
    const [newest] = await waitingEvents(merchant)
    assert.deepEqual([newest.data.id, newest.data.waits_for, newest.data.amount.amount], [id, 'balance', '5000.00'])
    const listed = (await merchant.get('/v1/refunds?waits_for=balance')).body.result.refunds
    assert.deepEqual(
      listed.map((one: { id: string }) => one.id),
      [id],
    )
    await later('P7D')
    const ended = await read(merchant, id)
    assert.deepEqual([ended.status, ended.failure], ['cancelled', 'the merchant was not owed enough for 30 days'])
    assert.equal((await merchant.get('/v1/refunds?waits_for=balance')).body.result.refunds.length, 0)
    // The payment can be refunded again.
    const again = await merchant.post(`/v1/operations/${transaction}/refunds`, { amount: '1.00' })
    assert.equal(again.status, 200, again.text)
    await assertAudited(world())
  })
})
