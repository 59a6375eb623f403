// A voucher is judged by when its payer paid: a report that comes late pays it all the same, once, and what came too late does not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayEndAt, instantPlus, mexicoCityDay } from '../../../src/core/time.ts'
import { writeClockState } from '../../../src/store/clock-state.ts'
import {
  assertAudited,
  balanceOf,
  eventsOf,
  moveClock,
  nowOf,
  operationOf,
  payAtStore,
  payBySpei,
  speiVoucher,
  storeVoucher,
  transfersOf,
} from '../../support/fixtures/payers.ts'
import { type Merchant, onBothEngines, type World } from '../../support/harness/world.ts'

const MINUTE_MS = 60_000

/** Vouchers of today, and the last millisecond of it. The clock stands still. */
async function today(merchant: Merchant) {
  await moveClock(merchant, { freeze: true })
  const day = mexicoCityDay(await nowOf(merchant))
  return { day, endsAt: dayEndAt(day), body: { expiration_date: day } }
}

async function goTo(merchant: Merchant, instant: string) {
  await moveClock(merchant, { set: instant })
}

onBothEngines('a payment made in time pays, however late it is reported', (world) => {
  for (const rail of ['store', 'spei'] as const) {
    const issue = rail === 'store' ? storeVoucher : speiVoucher
    const pay = rail === 'store' ? payAtStore : payBySpei

    test(`${rail}: paid before midnight, reported after: expired, then paid, and all money is counted once`, async () => {
      const merchant = await world().merchant()
      const { endsAt, body } = await today(merchant)
      const voucher = await issue(merchant, body)
      await goTo(merchant, instantPlus(endsAt, 5 * MINUTE_MS))
      assert.equal((await operationOf(merchant, voucher.transaction)).status, 'E')
      assert.equal((await operationOf(merchant, voucher.transaction)).paid_at, null)
      const paidAt = instantPlus(endsAt, -2 * MINUTE_MS)
      const paid = await pay(merchant, { transaction: voucher.transaction, paid_at: paidAt })
      assert.deepEqual([paid.outcome, paid.reason, paid.operation.status], ['settled', 'voucher-paid', 'N'])
      assert.equal(Date.parse(paid.operation.paid_at), Math.floor(Date.parse(paidAt) / 1_000) * 1_000)
      assert.equal(paid.paid_at, paid.operation.paid_at)
      assert.match(paid.operation.paid_at, /T23:57:59-06:00$/)
      assert.deepEqual(await operationOf(merchant, voucher.transaction), paid.operation)
      const { sales, total } = (await merchant.get('/v1/operations')).body.result
      assert.deepEqual([sales, total], ['150.00', 1])
      assert.equal((await merchant.get('/v1/operations?status=E')).body.result.total, 0)
      assert.deepEqual(await eventsOf(world(), voucher.transaction), {
        'voucher.issued': 1,
        'operation.expired': 1,
        'operation.paid': 1,
      })
      const { events } = (await merchant.get(`/v1/events?transaction=${voucher.transaction}`)).body.result
      assert.deepEqual(
        events
          .filter(({ type }: { type: string }) => type.startsWith('operation.'))
          .map(({ data }: { data: { status: string; paid_at: string | null; authorization_code: string } }) => [
            data.status,
            data.paid_at,
            data.authorization_code !== '',
          ]),
        [
          ['N', paid.operation.paid_at, true],
          ['E', null, false],
        ],
      )
      assert.equal(await balanceOf(world(), merchant, 'payable:merchant'), -14_374)
      const again = await pay(merchant, { transaction: voucher.transaction, paid_at: paidAt })
      assert.equal(again.reason, 'already-paid')
      await assertAudited(world())
      await moveClock(merchant, { resume: true })
    })
  }

  test('truly late: a transfer goes back, cash is kept in suspense with an event, and both vouchers stay expired', async () => {
    const merchant = await world().merchant()
    const { endsAt, body } = await today(merchant)
    const [atStore, bySpei] = [await storeVoucher(merchant, body), await speiVoucher(merchant, body)]
    await goTo(merchant, instantPlus(endsAt, 60 * MINUTE_MS))
    const paid_at = instantPlus(endsAt, 1)
    const cash = await payAtStore(merchant, { transaction: atStore.transaction, paid_at })
    const transfer = await payBySpei(merchant, { transaction: bySpei.transaction, paid_at })
    assert.deepEqual(
      [cash.outcome, cash.reason, cash.operation.status, cash.return],
      ['suspended', 'expired', 'E', null],
    )
    assert.deepEqual([transfer.outcome, transfer.reason, transfer.operation.status], ['returned', 'expired', 'E'])
    assert.equal(await balanceOf(world(), merchant, 'payable:suspense'), -15_000)
    assert.equal(await balanceOf(world(), merchant, 'receivable:cash-network'), 15_000)
    const kept = (await merchant.get('/v1/received-payments?outcome=suspended')).body.result.payments
    assert.deepEqual(
      kept.map((one: { id: string; reason: string; conflicts_with: string | null }) => [
        one.id,
        one.reason,
        one.conflicts_with,
      ]),
      [[cash.id, 'expired', null]],
    )
    const { events } = (await merchant.get('/v1/events?type=payment.suspended')).body.result
    assert.deepEqual(
      events.map(({ data }: { data: { id: string } }) => data.id),
      [cash.id],
    )
    await world().work()
    assert.deepEqual(
      (await transfersOf(world(), merchant)).map(({ kind, state }) => [kind, state]),
      [['return', 'settled']],
    )
    await assertAudited(world())
    await moveClock(merchant, { resume: true })
  })

  test('the receipt says when the payer paid, not when the network reported it', async () => {
    const merchant = await world().merchant()
    await moveClock(merchant, { set: '2027-03-01T23:00:00-06:00', freeze: true })
    const { transaction, url } = await storeVoucher(merchant)
    await moveClock(merchant, { advance: 'PT10H' })
    const { operation } = await payAtStore(merchant, { transaction, paid_at: '2027-03-01T23:30:00-06:00' })
    assert.match(operation.paid_at, /^2027-03-01T23:30/)
    const page = await world().send({ method: 'GET', url: new URL(url).pathname })
    assert.match(
      page.text,
      /<dt>Pagado<\/dt><dd><bdi>1 de marzo de 2027[^<]*11:30|<dt>Pagado<\/dt><dd><bdi>1 de marzo de 2027[^<]*23:30/,
    )
    await moveClock(merchant, { resume: true })
  })

  test('the last millisecond of the day is in time, in any offset that the network writes', async () => {
    const merchant = await world().merchant()
    const { endsAt, body } = await today(merchant)
    const voucher = await storeVoucher(merchant, body)
    await goTo(merchant, instantPlus(endsAt, 600 * MINUTE_MS))
    const inCancun = new Date(Date.parse(endsAt) - 5 * 3_600_000).toISOString().replace('Z', '-05:00')
    const paid = await payAtStore(merchant, { transaction: voucher.transaction, paid_at: inCancun })
    assert.equal(paid.reason, 'voucher-paid')
    await moveClock(merchant, { resume: true })
  })

  test('a cancelled voucher does not come back', async () => {
    const merchant = await world().merchant()
    const { endsAt, body } = await today(merchant)
    const voucher = await storeVoucher(merchant, body)
    const paid_at = new Date(await nowOf(merchant)).toISOString()
    assert.equal((await merchant.post(`/v1/operations/apply-reversal/${voucher.transaction}`, {})).status, 200)
    await goTo(merchant, instantPlus(endsAt, MINUTE_MS))
    const paid = await payAtStore(merchant, { transaction: voucher.transaction, paid_at })
    assert.deepEqual([paid.outcome, paid.reason, paid.operation.status], ['suspended', 'cancelled', 'C'])
    await assertAudited(world())
    await moveClock(merchant, { resume: true })
  })

  for (const [title, offsetMs] of [
    ['in the future', 6 * MINUTE_MS],
    ['before the voucher was issued', -6 * MINUTE_MS],
    ['two years ago', -2 * 366 * 86_400_000],
  ] as const) {
    test(`an instant ${title} is kept in suspense, on every rail, and pays nothing`, async () => {
      const merchant = await world().merchant()
      await moveClock(merchant, { freeze: true })
      const paid_at = new Date((await nowOf(merchant)) + offsetMs).toISOString()
      for (const [issue, pay] of [
        [storeVoucher, payAtStore],
        [speiVoucher, payBySpei],
      ] as const) {
        const voucher = await issue(merchant)
        const paid = await pay(merchant, { transaction: voucher.transaction, paid_at })
        assert.deepEqual([paid.outcome, paid.reason, paid.operation.status], ['suspended', 'time-implausible', 'P'])
        assert.equal((await pay(merchant, { transaction: voucher.transaction })).outcome, 'settled')
      }
      assert.deepEqual(await transfersOf(world(), merchant), [])
      await assertAudited(world())
      await moveClock(merchant, { resume: true })
    })
  }

  test('a network clock that is some minutes ahead is accepted', async () => {
    const merchant = await world().merchant()
    const { transaction } = await storeVoucher(merchant)
    const paid_at = new Date((await nowOf(merchant)) + 4 * MINUTE_MS).toISOString()
    assert.equal((await payAtStore(merchant, { transaction, paid_at })).outcome, 'settled')
  })

  test('a report that comes on the last day is in time, though the network’s clock is past it', async () => {
    const merchant = await world().merchant()
    const { endsAt, body } = await today(merchant)
    const [atStore, bySpei] = [await storeVoucher(merchant, body), await speiVoucher(merchant, body)]
    await goTo(merchant, instantPlus(endsAt, -2 * MINUTE_MS))
    const paid_at = instantPlus(endsAt, MINUTE_MS)
    for (const paid of [
      await payAtStore(merchant, { transaction: atStore.transaction, paid_at }),
      await payBySpei(merchant, { transaction: bySpei.transaction, paid_at }),
    ]) {
      assert.deepEqual([paid.outcome, paid.reason], ['settled', 'voucher-paid'])
      assert.match(paid.paid_at, /T23:57:59-06:00$/)
    }
    await moveClock(merchant, { resume: true })
  })

  test('an invalid instant is refused by name', async () => {
    const merchant = await world().merchant()
    const store = (await storeVoucher(merchant)).transaction
    const spei = (await speiVoucher(merchant)).transaction
    for (const paid_at of [
      'yesterday',
      '2026-11-23',
      '2026-11-23T23:58:00',
      '2026-13-01T00:00:00Z',
      '-1',
      '2026-11-23T25:00:00Z',
      // No calendar of a bank reaches so far.
      '0001-01-01T00:00:00Z',
      '1969-12-31T23:00:00Z',
      '9999-12-31T23:59:59-12:00',
      '9999-12-31T23:59:59.999999999-23:59',
    ])
      for (const [rail, transaction] of Object.entries({ store, spei })) {
        const answer = await merchant.post(`/v1/sandbox/pay/${rail}`, { transaction, paid_at })
        assert.equal(answer.status, 400, `${rail} ${paid_at} ${answer.text}`)
        assert.ok(answer.body.error.messages.paid_at, answer.text)
      }
  })

  test('expiry and a late report at once: in either order the voucher ends paid, and the money is booked once', async () => {
    const merchant = await world().merchant()
    const { endsAt, body } = await today(merchant)
    const vouchers = []
    for (let n = 0; n < 12; n += 1) vouchers.push(await (n % 2 ? speiVoucher : storeVoucher)(merchant, body))
    const paid_at = instantPlus(endsAt, -MINUTE_MS)
    const { store } = world().service
    const frozenMs = Date.parse(endsAt) + 10 * MINUTE_MS
    const reports = vouchers.map(({ transaction, short_id }) =>
      (short_id ? payAtStore : payBySpei)(merchant, { transaction, paid_at }),
    )
    const [, , ...paid] = await Promise.all([
      writeClockState(store, { offsetMs: 0, frozenMs }).then(() => world().work()),
      world().work(),
      ...reports,
    ])
    await world().work()
    for (const [n, { transaction }] of vouchers.entries()) {
      // Some of them come before the clock has moved: to them the instant lies in the future.
      if (paid[n]?.reason === 'time-implausible') continue
      assert.equal(paid[n]?.reason, 'voucher-paid')
      assert.equal((await operationOf(merchant, transaction)).status, 'N')
    }
    await assertAudited(world())
    await moveClock(merchant, { resume: true })
  })

  test('a customer’s CLABE: a late report pays the voucher that waited when the payer paid', async () => {
    const merchant = await world().merchant()
    const { id } = (await merchant.post('/v1/customer', { name: 'Ana', email: 'ana@example.mx' })).body.result
    const { sources } = (await merchant.get(`/v1/customer/${id}`)).body.result
    const { endsAt, body } = await today(merchant)
    const voucher = await speiVoucher(merchant, { ...body, source: sources[0].id })
    await goTo(merchant, instantPlus(endsAt, 30 * MINUTE_MS))
    const paid_at = instantPlus(endsAt, -MINUTE_MS)
    const paid = await payBySpei(merchant, { clabe: sources[0].clabe, amount: 150, paid_at })
    assert.deepEqual([paid.reason, paid.operation.transaction], ['voucher-paid', voucher.transaction])
    const unasked = await payBySpei(merchant, { clabe: sources[0].clabe, amount: 150 })
    assert.equal(unasked.reason, 'customer-paid')
    await assertAudited(world())
    await moveClock(merchant, { resume: true })
  })
})

onBothEngines(
  'a voucher waits for its network’s last report before it expires',
  (world: () => World) => {
    test('within the grace period it is pending and a report can pay it; after it, it is expired', async () => {
      const merchant = await world().merchant()
      const { endsAt, body } = await today(merchant)
      const [cash, transfer] = [await storeVoucher(merchant, body), await speiVoucher(merchant, body)]
      const statuses = async () => [
        (await operationOf(merchant, cash.transaction)).status,
        (await operationOf(merchant, transfer.transaction)).status,
      ]
      assert.equal(Date.parse(cash.expiration_date), Math.floor(Date.parse(endsAt) / 1_000) * 1_000)
      await goTo(merchant, instantPlus(endsAt, 9 * MINUTE_MS))
      assert.deepEqual(await statuses(), ['P', 'P'])
      // Too late is too late, also while it still waits.
      const late = await payBySpei(merchant, { transaction: transfer.transaction })
      assert.deepEqual([late.reason, late.operation.status], ['expired', 'P'])
      await goTo(merchant, instantPlus(endsAt, 11 * MINUTE_MS))
      assert.deepEqual(await statuses(), ['P', 'E'])
      await goTo(merchant, instantPlus(endsAt, 29 * MINUTE_MS))
      const paid_at = instantPlus(endsAt, -MINUTE_MS)
      const paid = await payAtStore(merchant, { transaction: cash.transaction, paid_at })
      assert.equal(paid.reason, 'voucher-paid')
      assert.deepEqual(await eventsOf(world(), cash.transaction), { 'voucher.issued': 1, 'operation.paid': 1 })
      await assertAudited(world())
      await moveClock(merchant, { resume: true })
    })
  },
  { STORE_GRACE_MINUTES: '30', SPEI_GRACE_MINUTES: '10' },
)
