// The promise: the parts of a payout are listed once, whatever became of the payouts before it, so that what a filter selects of
// payouts adds up to all of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import { assertAudited, moveClock, payAtStore, storeVoucher } from '../../support/fixtures/payers.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

const CLOSED = '646180990000000012'
const CLABE = '002010077777777771'
const cents = (text: string) => Math.round(Number(text) * 100)

onBothEngines('the lines of payouts', (world) => {
  const opened = async (instant: string, clabe = CLABE) => {
    const merchant = await world().merchant()
    await moveClock(merchant, { freeze: true, set: instant })
    assert.equal((await merchant.call('PUT', '/v1/settlement/account', { clabe })).status, 200)
    return merchant
  }
  const sell = async (merchant: Merchant, amount: number) => {
    const paid = await payByCard(world(), merchant, APPROVED, { 'payment.total.amount': String(amount) })
    assert.equal(paid.status, 200, paid.text)
    await payAtStore(merchant, { transaction: (await storeVoucher(merchant, { total: amount + 1 })).transaction })
  }
  const payoutOf = async (merchant: Merchant, day: string) => {
    const { payouts } = (await merchant.get(`/v1/payouts?start_date=${day}&end_date=${day}`)).body.result
    return payouts[0]
  }
  const tell = async (merchant: Merchant, day: string, state: 'returned' | 'settled' | 'rejected') => {
    const { tracking_key: trackingKey } = await payoutOf(merchant, day)
    await world().service.transferChanged({ network: 'sandbox-spei', trackingKey, state })
    await world().work()
  }
  /** To an account that takes it; it holds from the next day on. */
  const changeClabe = async (merchant: Merchant) => {
    await merchant.call('PUT', '/v1/settlement/account', { clabe: CLABE })
    await world().work()
    const letters = (await merchant.get('/v1/sandbox/mailbox')).body.result.messages as { body: string }[]
    const code = letters.map(({ body }) => /Código: (\d{8})/.exec(body)?.[1]).find((one) => one !== undefined)
    assert.equal((await merchant.post('/v1/settlement/account/confirm', { code })).status, 200)
  }
  const transferences = async (merchant: Merchant, query: string) =>
    cents((await merchant.get(`/v1/operations?${query}`)).body.result.transferences)
  /** All, and the sum of what each way of paying says. */
  const bothSums = async (merchant: Merchant) => {
    const parts = await Promise.all(
      ['POS', 'OXX', 'SPE'].map((method) => transferences(merchant, `payment_method=${method}`)),
    )
    return [await transferences(merchant, ''), parts.reduce((sum, part) => sum + part, 0)]
  }

  test('of a returned payout are paid by the next, and again by the one after that when it is returned too', async () => {
    const merchant = await opened('2030-05-13T12:00:00-06:00')
    await sell(merchant, 300)
    await moveClock(merchant, { set: '2030-05-14T12:00:00-06:00' })
    await tell(merchant, '2030-05-14', 'returned')
    await sell(merchant, 400)
    await moveClock(merchant, { set: '2030-05-15T12:00:00-06:00' })
    await sell(merchant, 500)
    await moveClock(merchant, { set: '2030-05-16T12:00:00-06:00' })
    await tell(merchant, '2030-05-15', 'returned')
    await sell(merchant, 600)
    await moveClock(merchant, { set: '2030-05-17T12:00:00-06:00' })
    const [all, parts] = await bothSums(merchant)
    assert.equal(parts, all)
    const report = (await merchant.get('/v1/settlement/report?date=2030-05-17')).body.result
    assert.equal(report.totals.payout, report.payout.amount.amount)
    await assertAudited(world())
  })

  test('of a payout that arrived after all are taken back by the next, by way of paying', async () => {
    // A Monday.
    const merchant = await opened('2031-07-07T12:00:00-06:00', CLOSED)
    await sell(merchant, 300)
    await moveClock(merchant, { set: '2031-07-08T12:00:00-06:00' })
    assert.equal((await payoutOf(merchant, '2031-07-08')).status, 'failed')
    await changeClabe(merchant)
    await moveClock(merchant, { set: '2031-07-10T12:00:00-06:00' })
    assert.equal((await payoutOf(merchant, '2031-07-10')).status, 'paid')
    await tell(merchant, '2031-07-08', 'settled')
    for (const day of ['10', '11', '14']) {
      await moveClock(merchant, { set: `2031-07-${day}T13:00:00-06:00` })
      await sell(merchant, 500)
    }
    await moveClock(merchant, { set: '2031-07-15T12:00:00-06:00' })
    assert.equal((await payoutOf(merchant, '2031-07-08')).status, 'paid')
    const [all, parts] = await bothSums(merchant)
    assert.equal(parts, all)
    await assertAudited(world())
  })
  test('of a payout that arrived after all, while one with its days was refused, are paid once', async () => {
    const merchant = await opened('2032-07-05T12:00:00-06:00', CLOSED)
    await sell(merchant, 300)
    await moveClock(merchant, { set: '2032-07-06T12:00:00-06:00' })
    await sell(merchant, 400)
    await moveClock(merchant, { set: '2032-07-07T12:00:00-06:00' })
    assert.equal((await payoutOf(merchant, '2032-07-07')).status, 'failed')
    await tell(merchant, '2032-07-06', 'settled')
    await changeClabe(merchant)
    for (const day of ['09', '12', '13', '14']) {
      await moveClock(merchant, { set: `2032-07-${day}T12:00:00-06:00` })
      await sell(merchant, 500)
    }
    await moveClock(merchant, { set: '2032-07-15T12:00:00-06:00' })
    const [all, parts] = await bothSums(merchant)
    assert.equal(parts, all)
    const { operations } = (await merchant.get('/v1/operations?limit=500')).body.result
    const net = operations.reduce(
      (sum: number, one: { total: { amount: string }; fee: { amount: string } }) =>
        sum + cents(one.total.amount) - cents(one.fee.amount),
      0,
    )
    assert.equal(all, net)
    await assertAudited(world())
  })
})
