// What the console says that giving money back would do is what it then does; and the days of a payout come to what was posted on them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { person } from '../console.ts'
import { paidByCard } from '../disputes.ts'
import { balanceOf, payAtStore, payBySpei, speiVoucher, storeVoucher } from '../payers.ts'
import { onBothEngines } from '../world.ts'

onBothEngines('the console says what happens to money before it happens', (world) => {
  test('a partial refund: the balance moves as announced, and the preview takes nothing', async () => {
    const merchant = await world().merchant()
    const { call } = await person(world(), merchant, 'finance')
    const { transaction } = await speiVoucher(merchant, { total: 800 })
    await payBySpei(merchant, { transaction })
    const owed = async () => -(await balanceOf(world(), merchant, 'payable:merchant'))
    const before = await owed()
    const path = `/v1/console/operations/${transaction}/give-back`
    const told = (await call('GET', `${path}?amount=250.25`)).body.result
    assert.equal(await owed(), before)
    assert.equal(Math.round(Number(told.owed) * 100), before)
    assert.deepEqual([told.left, told.amount, told.cover, told.asks], ['800.00', '250.25', 'taken', false])
    assert.equal(told.reversal.amount, '800.00')
    const made = await call('POST', `/v1/operations/${transaction}/refunds`, { amount: '250.25' })
    assert.equal(made.status, 200, made.text)
    assert.equal(await owed(), Math.round(Number(told.owed_after) * 100))
    const left = (await call('GET', path)).body.result
    assert.deepEqual([left.left, left.amount, left.reversal], ['549.75', '549.75', null])
    const refused = await call('GET', `${path}?amount=549.76`)
    assert.equal(refused.status >= 400 && refused.status < 500, true, refused.text)
    assert.equal((await call('GET', `${path}?amount=-1`)).status, 400)
    const { moments } = (await call('GET', `/v1/console/operations/${transaction}/timeline`)).body.result
    const booked = moments.filter(
      ({ kind, what }: { kind: string; what: string }) => `${kind} ${what}` === 'entry refund.booked',
    )
    assert.equal(
      booked.reduce((sum: number, { amount }: { amount: string }) => sum + Math.round(Number(amount) * 100), 0),
      0,
      'its entry balances',
    )
    assert.ok(booked.length >= 2)
  })

  test('cash has no account to go back to, and more than the merchant is owed is not refunded', async () => {
    const merchant = await world().merchant()
    const { call } = await person(world(), merchant, 'owner')
    const { transaction } = await storeVoucher(merchant, { total: 300 })
    await payAtStore(merchant, { transaction })
    const told = (await call('GET', `/v1/console/operations/${transaction}/give-back`)).body.result
    // The fee stays with the service, so that the whole is more than what is owed.
    assert.deepEqual([told.asks, told.reversal, told.cover], [true, null, 'refused'])
    const other = await person(world(), await world().merchant(), 'owner')
    assert.equal((await other.call('GET', `/v1/console/operations/${transaction}/give-back`)).status, 404)
  })

  test('the totals of days are those of the list by day of posting', async () => {
    const merchant = await world().merchant()
    const { call } = await person(world(), merchant, 'reader')
    const one = await paidByCard(world(), merchant, 500)
    const { transaction } = await speiVoucher(merchant, { total: 900 })
    await payBySpei(merchant, { transaction })
    await merchant.post(`/v1/operations/${one}/refunds`, { amount: '100.10' })
    await merchant.post(`/v1/operations/apply-reversal/${transaction}`, {})
    const { sales } = (await merchant.get('/v1/operations?date=paid')).body.result
    const posted = (await call('GET', '/v1/console/posted?from=2020-01-01&to=2099-12-31')).body.result
    assert.deepEqual(posted, { sales: '1400.00', returned: '1000.10', disputed: '0.00' })
    assert.equal(sales, '399.90')
    assert.equal((await call('GET', '/v1/console/posted?from=ayer')).status, 400)
    const [today] = (await call('GET', '/v1/console/today')).body.result.rails.map(
      ({ days }: { days: { sales: string; returned: string; payments: number }[] }) => days.at(-1),
    )
    assert.deepEqual([today.sales, today.returned, today.payments], ['399.90', '100.10', 1])
  })
})
