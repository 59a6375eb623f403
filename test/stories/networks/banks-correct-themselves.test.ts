// The promise: whatever a bank says of a transfer, in whatever order, however often and however late, it ends alike; and each payout pays
// exactly what a recount says is owed.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { mexicoCityDay } from '../../../src/core/time.ts'
import { finishPayoutsTask } from '../../../src/payouts/finish.ts'
import { writeClockState } from '../../../src/store/clock-state.ts'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import { assertAudited, balanceOf, moveClock, speiVoucher } from '../../support/fixtures/payers.ts'
import { nextDigits, playedBank, reportsTo } from '../../support/fixtures/played-networks.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { done, type Merchant, openWorld, type World } from '../../support/harness/world.ts'

after(stopPostgres)

const BANK = 'spei-indeciso'
const PAYER = '012180001554321090'
const OTHER = '032180000118359719'
const OURS = '646180990000000122'
const RUNS = 2

type Reported = 'accepted' | 'settled' | 'rejected' | 'returned' | 'deposit'

let makes: () => unknown
const speiBank = playedBank({
  name: BANK,
  findTransfer: async () => ({ kind: 'unknown' }),
  inbound: reportsTo(() => makes()),
})

/** What a transfer ends as: the bank may correct a rejection, and money that came back has come back. */
function endOf(report: readonly Reported[]): Exclude<Reported, 'deposit'> {
  if (report.includes('returned') || report.includes('deposit')) return 'returned'
  return (['settled', 'rejected'] as const).find((one) => report.includes(one)) ?? 'accepted'
}

/** Every order of every choice of these. */
function ordersOf<One>(some: readonly One[]): One[][] {
  return [[], ...some.flatMap((one) => ordersOf(some.filter((other) => other !== one)).map((rest) => [one, ...rest]))]
}

for (const engine of ENGINES) {
  describe(`banks that correct themselves [${engine}]`, () => {
    let world: World
    before(async () => {
      world = await openWorld(engine, {}, { connectors: { speiBank } })
    })
    after(() => world.close())

    const reports = async (notice: object) => {
      makes = () => ({ kind: 'taken', notices: [notice], answer: { status: 200, body: '{}' } })
      const { status, text } = await world.send({ method: 'POST', url: `/v1/networks/${BANK}/reports`, payload: '' })
      assert.equal(status, 200, text)
    }
    const deposit = (change: object) => ({
      kind: 'payment',
      networkTransaction: `K${nextDigits()}`,
      institution: '012',
      operationDay: mexicoCityDay(world.service.clock.now()),
      amountCentavos: 10_000,
      payerClabe: PAYER,
      ...change,
    })
    const tells = (trackingKey: string, state: Reported, amountCentavos = 10_000) =>
      state === 'deposit'
        ? reports(deposit({ networkReference: OURS, networkTransaction: trackingKey, amountCentavos }))
        : world.service.transferChanged({ network: BANK, trackingKey, state })
    const paidBySpei = async (merchant: Merchant) => {
      const { transaction, bank_account_number } = await speiVoucher(merchant, { total: 100 })
      await reports(deposit({ networkReference: bank_account_number }))
      return transaction as string
    }
    const transferOf = async (merchant: Merchant, transaction: string) =>
      (await done(merchant.get(`/v1/transfers?operation=${transaction}`))).transfers[0]
    const frozen = async () => {
      const merchant = await world.merchant()
      await moveClock(merchant, { freeze: true })
      return merchant
    }

    for (const [what, giveBack] of [
      ['a reversal', (merchant: Merchant, id: string) => merchant.post(`/v1/operations/apply-reversal/${id}`, {})],
      ['a refund', (merchant: Merchant, id: string) => merchant.post(`/v1/operations/${id}/refunds`, { amount: 100 })],
    ] as const)
      test(`${what}: every order of what a bank can say ends alike, and what failed can be sent again or cancelled`, async () => {
        const merchant = await frozen()
        // A refund takes its fees of other sales.
        for (let sale = 0; sale < 4; sale += 1) await paidBySpei(merchant)
        let owed = 0
        let wasCancelled = false
        const orders = (['returned', 'deposit'] as const).flatMap((back) =>
          ordersOf<Reported>(['settled', 'rejected', back]),
        )
        for (const report of new Map(orders.map((some) => [some.join(), some])).values()) {
          const transaction = await paidBySpei(merchant)
          await done(giveBack(merchant, transaction))
          await world.work()
          const { id, tracking_key } = await transferOf(merchant, transaction)
          for (const state of report) {
            await tells(tracking_key, state)
            if (id.charCodeAt(id.length - 1) % 2 === 0) await world.work()
          }
          await Promise.all(report.map((state) => tells(tracking_key, state)))
          await world.work()
          const end = endOf(report)
          assert.equal((await transferOf(merchant, transaction)).status, end, `${report}`)
          const hasFailed = end === 'rejected' || end === 'returned'
          if (hasFailed) owed += 10_000
          assert.equal(await balanceOf(world, merchant, 'payable:returns'), 0 - owed, `${report}`)
          if (!hasFailed) continue
          owed -= 10_000
          const { refunds } = await done(merchant.get(`/v1/operations/${transaction}/refunds`))
          wasCancelled = refunds.length > 0 && !wasCancelled
          if (wasCancelled) {
            const { status } = await done(merchant.post(`/v1/refunds/${refunds[0].id}/cancel`, {}))
            assert.equal(status, 'cancelled', `${report}`)
          } else await done(merchant.post(`/v1/transfers/${id}/retry`, { clabe: OTHER, beneficiary: 'Ana' }))
          await world.work()
          // The money has gone another way: nothing that the bank says of the first transfer moves it any more.
          for (const state of report) await tells(tracking_key, state)
          await world.work()
          assert.equal(await balanceOf(world, merchant, 'payable:returns'), 0 - owed, `${report}`)
        }
        await assertAudited(world)
      })

    test('after anything that a bank says of payouts on any days, each payout is what a recount says is owed', async () => {
      const report = fc.record({
        which: fc.nat({ max: 20 }),
        state: fc.constantFrom<Reported>('settled', 'rejected', 'rejected', 'returned', 'accepted'),
      })
      const days = fc.array(
        fc.record({ sales: fc.nat({ max: 2 }), early: fc.array(report, { maxLength: 3 }), isWorked: fc.boolean() }),
        { minLength: 6, maxLength: 9 },
      )
      await fc.assert(
        fc.asyncProperty(days, (some) => assertRecounted(some)),
        { numRuns: RUNS },
      )
      await assertAudited(world)
    })

    test('a process whose clock is behind records what became of a payout: nothing is paid before it is due', async () => {
      const slow = await openWorld(engine, { SETTLEMENT_DAYS: '2' }, { connectors: { speiBank } })
      const { clock, store, transferChanged } = slow.service
      clock.follow(await writeClockState(store, { offsetMs: 0, frozenMs: Date.parse('2031-08-04T12:00:00-06:00') }))
      const merchant = await slow.merchant()
      await done(merchant.call('PUT', '/v1/settlement/account', { clabe: OTHER }))
      await done(payByCard(slow, merchant, APPROVED))
      await moveClock(merchant, { set: '2031-08-06T00:00:10-06:00' })
      const payouts = async () =>
        (await done(merchant.get('/v1/payouts'))).payouts.map((one: { date: string; status: string }) => [
          one.date,
          one.status,
        ])
      assert.deepEqual(await payouts(), [['2031-08-06', 'pending']])
      const [{ tracking_key: trackingKey }] = (await done(merchant.get('/v1/transfers?kind=payout'))).transfers
      await transferChanged({ network: BANK, trackingKey, state: 'settled' })
      const behind = { ...clock, now: () => '2031-08-06T05:59:50.000Z' }
      await finishPayoutsTask({ store, clock: behind }).run()
      assert.deepEqual(await payouts(), [['2031-08-06', 'paid']])
      await done(payByCard(slow, merchant, APPROVED))
      await moveClock(merchant, { set: '2031-08-07T12:00:00-06:00' })
      assert.deepEqual(await payouts(), [['2031-08-06', 'paid']])
      await assertAudited(slow)
      await slow.close()
    })

    /** A Monday, in a month without bank holidays. */
    const FIRST_DAY = 4
    const dayOf = (nth: number) => `2031-08-${String(FIRST_DAY + nth).padStart(2, '0')}`
    /** A payee, with what it earns of a sale, and its payouts by day. */
    interface Payee {
      net: number
      sold: number
      paid: Map<string, { amount: number; isBack: boolean }>
    }
    const owedTo = ({ net, sold, paid }: Payee) =>
      net * sold - [...paid.values()].reduce((sum, { amount, isBack }) => sum + (isBack ? 0 : amount), 0)

    const assertRecounted = async (
      days: readonly { sales: number; early: { which: number; state: Reported }[]; isWorked: boolean }[],
    ) => {
      const { clock, store } = world.service
      const frozenMs = Date.parse(`${dayOf(0)}T12:00:00-06:00`)
      clock.follow(await writeClockState(store, { offsetMs: 0, frozenMs }))
      const merchant = await world.merchant()
      await done(merchant.call('PUT', '/v1/settlement/account', { clabe: OTHER }))
      const registered = { user: 'luz', name: 'Luz Paz', email: 'luz@ejemplo.mx', clabe: PAYER }
      const luz = await done(merchant.post('/v1/affiliates', registered))
      const payees: [Payee, Payee] = [
        { net: 9_582 - 1_200, sold: 0, paid: new Map() },
        { net: 1_200, sold: 0, paid: new Map() },
      ]
      const order: Reported[] = ['accepted', 'rejected', 'settled', 'returned']
      const reached = new Map<string, Reported>()
      for (const [nth, { sales, early, isWorked }] of days.entries()) {
        for (let sale = 0; sale < sales; sale += 1) {
          const share = { 'payment.affiliated.user': 'luz', 'payment.affiliated.total_fee': '12.00' }
          await done(payByCard(world, merchant, APPROVED, share))
          for (const payee of payees) payee.sold += 1
        }
        const { transfers } = await done(merchant.get('/v1/transfers?kind=payout&limit=500'))
        for (const { which, state } of transfers.length === 0 ? [] : early) {
          const { tracking_key: key, destination, timestamp } = transfers[which % transfers.length]
          await Promise.all([1, 2].map(() => tells(key, state)))
          if (isWorked) await world.work()
          if (order.indexOf(state) <= order.indexOf(reached.get(key) ?? 'accepted')) continue
          reached.set(key, state)
          const payout = payees[destination === OTHER ? 0 : 1].paid.get(timestamp.slice(0, 10))
          assert.ok(payout)
          payout.isBack = state !== 'settled'
        }
        await world.work()
        const next = dayOf(nth + 1)
        await moveClock(merchant, { set: `${next}T12:00:00-06:00` })
        const isBankDay = new Date(`${next}T12:00:00Z`).getUTCDay() % 6 !== 0
        for (const payee of payees) {
          const amount = owedTo(payee)
          if (isBankDay && amount > 0) payee.paid.set(next, { amount, isBack: false })
        }
        const own = await done(merchant.get('/v1/payouts?limit=500'))
        const shares = await done(merchant.get(`/v1/affiliates/${luz.id}/payouts?limit=500`))
        for (const [at, { payouts }] of [own, shares].entries()) {
          const payee = payees[at] as Payee
          const shown = payouts.map((one: { date: string; amount: { amount: string }; status: string }) => [
            one.date,
            Math.round(Number(one.amount.amount) * 100),
            one.status === 'failed' || one.status === 'returned',
          ])
          const expected = [...payee.paid].map(([day, { amount, isBack }]) => [day, amount, isBack])
          assert.deepEqual(shown.reverse(), expected, next)
          const account = at === 0 ? 'payable:merchant' : 'payable:affiliate'
          assert.equal(await balanceOf(world, merchant, account), 0 - owedTo(payee), `${account} on ${next}`)
        }
      }
    }
  })
}
