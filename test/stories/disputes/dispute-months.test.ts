// The promise: what a dispute costs is of one month in every view: it is held until the dispute is decided, and earned on the day on which it is lost.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import { assertAudited, moveClock } from '../../support/fixtures/payers.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

const cents = (text: string | number) => Math.round(Number(text) * 100)
/** 150.00 and IVA. */
const COST = 17_400

onBothEngines('the months of a dispute', (world) => {
  const disputed = async (instant: string) => {
    const merchant = await world().merchant()
    await moveClock(merchant, { freeze: true, set: instant })
    const paid = await payByCard(world(), merchant, APPROVED, { 'payment.total.amount': '1600' })
    assert.equal(paid.status, 200, paid.text)
    const { transaction } = paid.body.result.operations[0]
    const opened = await merchant.post('/v1/sandbox/disputes', { transaction, respond_days: 60 })
    assert.equal(opened.status, 200, opened.text)
    return { merchant, dispute: opened.body.result.dispute.id as string }
  }
  const decide = async (merchant: Merchant, dispute: string, outcome: 'won' | 'lost') =>
    assert.equal((await merchant.post(`/v1/sandbox/disputes/${dispute}`, { outcome })).status, 200)
  /** What the list, the ledger and the fee statements say that was earned in a month, and what the list says is held. */
  const month = async (merchant: Merchant, from: string, to: string) => {
    const listed = (await merchant.get(`/v1/operations?date=paid&start_date=${from}&end_date=${to}`)).body.result
    const { balances } = (await merchant.get(`/v1/ledger/balances?start_date=${from}&end_date=${to}`)).body.result
    const earned = balances
      .filter(({ account }: { account: string }) => account === 'income:fees' || account === 'payable:iva')
      .reduce(
        (sum: number, one: { opening: string; closing: string }) => sum + cents(one.opening) - cents(one.closing),
        0,
      )
    assert.equal(cents(listed.commissions.amount), earned, 'the list and the ledger')
    return { earned, held: cents(listed.held) }
  }
  const APRIL = ['2034-04-01', '2034-04-30'] as const
  const MAY = ['2034-05-01', '2034-05-31'] as const
  const JUNE = ['2034-06-01', '2034-06-30'] as const
  const FEE = 6_682

  test('that is lost a month later: held in the month of its opening, earned in the month of its loss', async () => {
    const { merchant, dispute } = await disputed('2034-04-10T12:00:00-06:00')
    assert.deepEqual(await month(merchant, ...APRIL), { earned: FEE, held: COST })
    await moveClock(merchant, { set: '2034-05-12T12:00:00-06:00' })
    await decide(merchant, dispute, 'lost')
    assert.deepEqual(await month(merchant, ...APRIL), { earned: FEE, held: COST })
    assert.deepEqual(await month(merchant, ...MAY), { earned: COST, held: -COST })
    await moveClock(merchant, { set: '2034-06-12T12:00:00-06:00' })
    const { statements } = (await merchant.get('/v1/fees/statements')).body.result
    const may = statements.find(({ period }: { period: string }) => period === '2034-05')
    assert.equal(cents(may.total), COST)
    // The bank gives it up after all: the fee goes back in that month.
    await decide(merchant, dispute, 'won')
    assert.deepEqual(await month(merchant, ...JUNE), { earned: -COST, held: 0 })
    await assertAudited(world())
  })

  test('that is won: held, and nobody’s', async () => {
    const { merchant, dispute } = await disputed('2035-04-10T12:00:00-06:00')
    await moveClock(merchant, { set: '2035-05-12T12:00:00-06:00' })
    await decide(merchant, dispute, 'won')
    assert.deepEqual(await month(merchant, '2035-04-01', '2035-04-30'), { earned: FEE, held: COST })
    assert.deepEqual(await month(merchant, '2035-05-01', '2035-05-31'), { earned: 0, held: -COST })
    await assertAudited(world())
  })
})
