// `date=paid` lists what was posted on a day, and what a day that is over says never changes: reversals count on their own day.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { dayEndAt, instantPlus, mexicoCityDay } from '../../../src/core/time.ts'
import { advance } from '../../../src/operations/record.ts'
import { audit } from '../../../src/service/audit.ts'
import { readClockState } from '../../../src/store/clock-state.ts'
import { run } from '../../../src/store/write.ts'
import {
  assertAudited,
  moveClock,
  nowOf,
  payAtStore,
  payBySpei,
  speiVoucher,
  storeVoucher,
} from '../../support/fixtures/payers.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'
import { operationIn, pendingRow } from '../../support/model/operation-rows.ts'

async function list(merchant: Merchant, query: string) {
  const answer = await merchant.get(`/v1/operations?${query}`)
  assert.equal(answer.status, 200, answer.text)
  const { total, sales, commissions, operations, next } = answer.body.result
  return {
    total,
    sales,
    commission: commissions.amount,
    next,
    ids: operations.map((one: { transaction: string }) => one.transaction),
  }
}

const on = (day: string, more = '') => `date=paid&start_date=${day}&end_date=${day}${more}`

onBothEngines('the day of posting', (world) => {
  test('a voucher issued on one day and paid on the next counts on the next day, and the closed day stays as it was', async () => {
    const merchant = await world().merchant()
    await moveClock(merchant, { freeze: true })
    const first = mexicoCityDay(await nowOf(merchant))
    const early = await storeVoucher(merchant)
    await payAtStore(merchant, { transaction: early.transaction })
    const voucher = await speiVoucher(merchant)
    const closed = await list(merchant, on(first))
    assert.deepEqual(closed, { total: 1, sales: '150.00', commission: 6.26, next: undefined, ids: [early.transaction] })
    await moveClock(merchant, { set: instantPlus(dayEndAt(first), 60_000) })
    const second = mexicoCityDay(await nowOf(merchant))
    // Paid before midnight, reported after: it is posted on the day of the report, which is not over.
    const late = { transaction: voucher.transaction, paid_at: instantPlus(dayEndAt(first), -60_000) }
    assert.equal((await payBySpei(merchant, late)).outcome, 'settled')
    assert.deepEqual(await list(merchant, on(first)), closed)
    assert.deepEqual(await list(merchant, on(second)), {
      total: 1,
      sales: '150.00',
      commission: 6.26,
      next: undefined,
      ids: [voucher.transaction],
    })
    // By the day of creation, as ever, both are of the first.
    const created = await list(merchant, `start_date=${first}&end_date=${first}`)
    assert.deepEqual([created.total, created.sales], [2, '300.00'])
    await moveClock(merchant, { set: instantPlus(dayEndAt(second), 60_000) })
    const third = mexicoCityDay(await nowOf(merchant))
    const closedSecond = await list(merchant, on(second))
    assert.equal((await merchant.get(`/v1/operations/apply-reversal/${voucher.transaction}`)).status, 200)
    assert.deepEqual(await list(merchant, on(second)), closedSecond)
    assert.deepEqual(await list(merchant, on(third)), {
      total: 0,
      sales: '-150.00',
      commission: -6.26,
      next: undefined,
      ids: [],
    })
    // What went back is off the one, not the other.
    for (const [query, basis] of [
      ['date=paid', 'net'],
      ['date=paid&amount=150', 'gross'],
      ['', undefined],
    ] as const)
      assert.equal((await merchant.get(`/v1/operations?${query}`)).body.result.sales_basis, basis, query)
    const all = await list(merchant, 'date=paid')
    assert.deepEqual([all.total, all.sales], [2, '150.00'])
    assert.deepEqual((await list(merchant, 'date=paid&status=N')).ids, [early.transaction])
    assert.deepEqual((await list(merchant, 'date=paid&status=C')).ids, [voucher.transaction])
    assert.equal((await list(merchant, 'date=paid&status=P')).total, 0)
    await assertAudited(world())
    await moveClock(merchant, { resume: true })
  })

  test('pages by offset and by cursor cover all operations once, over days and months', async () => {
    const merchant = await world().merchant()
    const { service } = world()
    await moveClock(merchant, { freeze: true })
    const owner = { account_id: merchant.accountId, operator: merchant.operator }
    const made: { id: string; day: string }[] = []
    const pending = []
    for (let n = 0; n < 5; n += 1) {
      const { create } = await import('../../../src/operations/record.ts')
      const row = pendingRow(service, owner)
      await create(service, row, [])
      pending.push(row)
    }
    for (let step = 0; step < 4; step += 1) {
      for (let n = 0; n < 6; n += 1) made.push({ ...(await operationIn(service, owner, 'paid')), day: '' })
      const waiting = pending.pop()
      if (waiting) made.push(await advance(service, waiting, 'paid'))
      await moveClock(merchant, { advance: step === 1 ? 'P20D' : 'P1D' })
      // Another process may have moved it, and what is made here comes with no request that would tell.
      service.clock.follow(await readClockState(service.store))
    }
    const whole = await list(merchant, 'date=paid&limit=100')
    assert.equal(whole.total, made.length)
    assert.deepEqual([...whole.ids].sort(), made.map(({ id }) => id).sort())
    const paged: string[] = []
    for (let offset = 0; offset < whole.total; offset += 5) {
      paged.push(...(await list(merchant, `date=paid&limit=5&offset=${offset}`)).ids)
    }
    assert.deepEqual(paged, whole.ids)
    const byCard: string[] = []
    for (let offset = 0; offset < whole.total; offset += 4) {
      byCard.push(...(await list(merchant, `date=paid&limit=4&offset=${offset}&card_type=VISA`)).ids)
    }
    assert.deepEqual(byCard, whole.ids)
    const followed: string[] = whole.ids.slice(0, 1)
    for (let next: string | null | undefined = whole.ids[0]; next; ) {
      const page = await list(merchant, `date=paid&limit=3&starting_after=${next}`)
      followed.push(...page.ids)
      next = page.next
    }
    assert.deepEqual(followed, whole.ids)
    await moveClock(merchant, { resume: true })
  })

  test('the audit names wrong totals and wrong days of posting', async () => {
    const merchant = await world().merchant()
    const { transaction } = await storeVoucher(merchant)
    await payAtStore(merchant, { transaction })
    const { store } = world().service
    const broken = async (forged: string, mended: string) => {
      await store.commit([run(sql.raw(forged).compile(store.db))])
      const named = (await audit(store)).invariants.filter((one) => one.faults > 0).map((one) => one.name)
      await store.commit([run(sql.raw(mended).compile(store.db))])
      return named.sort()
    }
    const totals = `update posted_totals set total_centavos = total_centavos`
    const ofOurs = `where account_id = '${merchant.accountId}' and unit = 'day'`
    assert.deepEqual(await broken(`${totals} + 1 ${ofOurs}`, `${totals} - 1 ${ofOurs}`), ['posted-totals'])
    const paidAt = (value: string) => `update operations set paid_at = ${value} where id = '${transaction}'`
    const { paid_at } = await store.db
      .selectFrom('operations')
      .select('paid_at')
      .where('id', '=', transaction)
      .executeTakeFirstOrThrow()
    assert.deepEqual(await broken(paidAt('null'), paidAt(`'${paid_at}'`)), ['log', 'paid-times'])
    const postedDay = (value: string) => `update operations set posted_day = ${value} where id = '${transaction}'`
    assert.deepEqual(await broken(postedDay(`'2020-01-01'`), postedDay('day')), [
      'monthly-fees',
      'paid-times',
      'posted-totals',
    ])
    await assertAudited(world())
  })

  test('an unknown value of date is refused by name, and so is a cursor of an unpaid operation', async () => {
    const merchant = await world().merchant()
    const { transaction } = await storeVoucher(merchant)
    const wrong = await merchant.get('/v1/operations?date=settled')
    assert.equal(wrong.status, 400)
    assert.ok(wrong.body.error.messages.date)
    const cursor = await merchant.get(`/v1/operations?date=paid&starting_after=${transaction}`)
    assert.equal(cursor.status, 400)
    assert.ok(cursor.body.error.messages.starting_after)
    assert.equal((await merchant.get('/v1/operations?date=created')).body.result.total, 1)
  })
})
