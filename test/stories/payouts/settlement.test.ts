import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sandboxSpeiBank } from '../../../src/connectors/sandbox/spei-bank.ts'
import { payOutTask } from '../../../src/payouts/pay-out.ts'
import { writeClockState } from '../../../src/store/clock-state.ts'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import {
  assertAudited,
  moveClock,
  operationOf,
  payAtStore,
  payBySpei,
  speiVoucher,
  storeVoucher,
} from '../../support/fixtures/payers.ts'
import { type Merchant, onBothEngines, worldOf } from '../../support/harness/world.ts'

const CLABE = '002010077777777771'
const CLOSED_CLABE = '646180990000000012'

onBothEngines('merchants get the amount that they are owed, once', (world) => {
  const merchantWith = async (clabe?: string) => {
    const merchant = await world().merchant()
    if (clabe) await setClabe(merchant, clabe)
    return merchant
  }
  const setClabe = async (merchant: Merchant, clabe: string) => {
    const answer = await merchant.call('PUT', '/v1/settlement/account', { clabe })
    assert.equal(answer.status, 200, answer.text)
    return answer.body.result
  }
  /** A change of the account, confirmed; it holds when it has cooled off for a day. */
  const changeClabe = async (merchant: Merchant, clabe: string) => {
    const { change } = await setClabe(merchant, clabe)
    assert.equal(change.status, 'requested')
    await world().work()
    const { messages } = (await merchant.get('/v1/sandbox/mailbox')).body.result
    // Letters that are sent together arrive in any order.
    const codes = messages.map(({ body }: { body: string }) => /Código: (\d{8})/.exec(body)?.[1])
    const code = codes.find((one: string | undefined) => one !== undefined)
    const confirmed = await merchant.post('/v1/settlement/account/confirm', { code })
    assert.equal(confirmed.status, 200, confirmed.text)
  }
  const at = (instant: string) => async (merchant: Merchant) => moveClock(merchant, { freeze: true, set: instant })
  const payoutsOf = async (merchant: Merchant, query = '') => (await merchant.get(`/v1/payouts${query}`)).body.result
  const reportOf = async (merchant: Merchant, date: string) =>
    (await merchant.get(`/v1/settlement/report?date=${date}`)).body.result
  const paidByCard = async (merchant: Merchant, change: Record<string, unknown> = {}) => {
    const answer = await payByCard(world(), merchant, APPROVED, change)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.result.operations[0]
  }

  test('a payment is paid out on the next business day; weekends and holidays come together', async () => {
    const merchant = await merchantWith(CLABE)
    // Monday 18 March 2030 is a holiday.
    await at('2030-03-14T12:00:00-06:00')(merchant)
    await paidByCard(merchant)
    await moveClock(merchant, { set: '2030-03-15T12:00:00-06:00' })
    const first = await payoutsOf(merchant)
    assert.equal(first.total, 1)
    assert.deepEqual(
      { ...first.payouts[0], id: '', tracking_key: '' },
      {
        id: '',
        date: '2030-03-15',
        from_date: '2030-03-14',
        to_date: '2030-03-14',
        amount: { amount: '95.82', currency: 'MXN' },
        clabe: CLABE,
        beneficiary: 'Tienda',
        tracking_key: '',
        status: 'paid',
        timestamp: '2030-03-15T00:00:00-06:00',
        status_timestamp: '2030-03-15T00:00:00-06:00',
      },
    )
    assert.match(first.payouts[0].tracking_key, /^[A-Z0-9]{1,30}$/)

    await payAtStore(merchant, { transaction: (await storeVoucher(merchant, { total: 200 })).transaction })
    await moveClock(merchant, { set: '2030-03-16T12:00:00-06:00' })
    await payBySpei(merchant, { transaction: (await speiVoucher(merchant, { total: 300 })).transaction })
    await moveClock(merchant, { set: '2030-03-18T12:00:00-06:00' })
    assert.equal((await payoutsOf(merchant)).total, 1)
    await moveClock(merchant, { set: '2030-03-19T12:00:00-06:00' })
    const { total, amount, payouts } = await payoutsOf(merchant)
    assert.equal(total, 2)
    assert.equal(payouts[0].date, '2030-03-19')
    assert.deepEqual([payouts[0].from_date, payouts[0].to_date], ['2030-03-15', '2030-03-18'])
    assert.equal(payouts[0].amount.amount, '479.12')
    assert.equal(amount.amount, '574.94')
    await assertAudited(world())

    const transferences = async (query: string) =>
      (await merchant.get(`/v1/operations?${query}`)).body.result.transferences
    assert.equal(await transferences(''), '574.94')
    assert.equal(await transferences('start_date=2030-03-16'), '479.12')
    assert.equal(await transferences('end_date=2030-03-15'), '95.82')
    assert.equal(await transferences('charge_method=CARD'), '95.82')
    assert.equal(await transferences('charge_method=SPE'), '287.47')
    assert.equal(await transferences('card_type=MAST'), '0.00')
    assert.equal(await transferences(`operator=${merchant.operator}`), '574.94')

    const events = await world()
      .service.store.db.selectFrom('events')
      .select(['type', 'data'])
      .where('account_id', '=', merchant.accountId)
      .where('type', 'like', 'payout.%')
      .orderBy('id')
      .execute()
    assert.deepEqual(
      events.map((event) => [event.type, JSON.parse(event.data ?? '{}').amount.amount]),
      [
        ['payout.paid', '95.82'],
        ['payout.paid', '479.12'],
      ],
    )
  })

  test('the report of a payout adds up to the centavo: with the operations, with the ledger, as JSON and as CSV', async () => {
    const merchant = await merchantWith(CLABE)
    await at('2030-04-02T10:00:00-06:00')(merchant)
    const made = [
      await paidByCard(merchant, {
        'payment.total.amount': '33.33',
        'payment.reference.description': '=HYPERLINK("x")',
      }),
      await paidByCard(merchant, {
        'payment.total.amount': '120.50',
        'payment.affiliated': { user: 'socio@x.mx', total_fee: '7.77' },
      }),
      await paidByCard(merchant, { 'payment.total.amount': '77.01' }),
    ]
    const reversed = made[2]
    assert.equal((await merchant.get(`/v1/operations/apply-reversal/${reversed.transaction}`)).status, 200)
    await moveClock(merchant, { set: '2030-04-03T10:00:00-06:00' })

    const report = await reportOf(merchant, '2030-04-03')
    assert.equal(report.lines.length, 4)
    const cents = (text: string) => Math.round(Number(text) * 100)
    const sumOf = (column: string) =>
      report.lines.reduce((sum: number, line: Record<string, string>) => sum + cents(line[column] ?? ''), 0)
    for (const column of ['total', 'fee', 'iva', 'affiliate', 'net']) {
      assert.equal(sumOf(column), cents(report.totals[column]), column)
    }
    assert.equal(sumOf('total'), sumOf('fee') + sumOf('iva') + sumOf('affiliate') + sumOf('net'))
    assert.equal(report.totals.payout, report.payout.amount.amount)
    assert.equal(report.totals.carried, '0.00')
    assert.equal(report.totals.entries, 4)

    // A payment was posted when it was paid here; its reversal says the same of it.
    const paidAt = new Map(report.lines.map((line: Record<string, string>) => [line.transaction, line.paid_at]))
    for (const { transaction, paid_at } of made) assert.equal(paidAt.get(transaction), paid_at)

    // Recounted from the operations, as the list answers them.
    const list = (await merchant.get('/v1/operations?status=N')).body.result.operations
    const net = list.reduce(
      (sum: number, one: { total: { amount: string }; fee: { amount: string } }) =>
        sum + cents(one.total.amount) - cents(one.fee.amount),
      0,
    )
    assert.equal(net, cents(report.payout.amount.amount))

    // And in the books: nothing is owed any more, and the bank has paid it.
    const { balances } = (await merchant.get('/v1/ledger/balances?start_date=2030-04-01&end_date=2030-04-03')).body
      .result
    const closing = (account: string) => balances.find((one: { account: string }) => one.account === account).closing
    assert.equal(closing('payable:merchant'), '0.00')
    assert.equal(closing('payouts'), '0.00')
    assert.equal(closing('receivable:bank'), `-${report.payout.amount.amount}`)
    assert.equal(closing('payable:affiliate'), '-7.77')
    const everything = balances.reduce((sum: number, one: { closing: string }) => sum + cents(one.closing), 0)
    assert.equal(everything, 0)
    const { entries } = (await merchant.get(`/v1/ledger/entries/${report.payout.id}`)).body.result
    assert.deepEqual(
      entries.map((one: { entry: string }) => one.entry.split(':')[1]),
      ['booked', 'sent'],
    )
    const affiliates = (await merchant.get('/v1/ledger/affiliates')).body.result.affiliates
    assert.deepEqual(affiliates, [{ user: 'socio@x.mx', amount: '7.77', currency: 'MXN', registered: false }])

    for (const [path, headers] of [
      ['/v1/settlement/report.csv?date=2030-04-03', {}],
      ['/v1/settlement/report?date=2030-04-03', { accept: 'text/csv' }],
    ] as const) {
      const csv = await merchant.get(path, headers)
      assert.match(String(csv.headers['content-type']), /^text\/csv/)
      const [header, ...records] = csv.text.split('\r\n')
      assert.equal(header, Object.keys(report.lines[0]).join(','))
      assert.equal(records.length, 5)
      assert.equal(records.at(-1), '')
      assert.ok(csv.text.includes(`"'=HYPERLINK(""x"")"`))
      assert.ok(records.some((record) => record.startsWith(`${reversed.transaction},reversal,`)))
    }
    await assertAudited(world())
  })

  test('the pages of the report join to the whole', async () => {
    const merchant = await merchantWith(CLABE)
    await at('2030-04-08T10:00:00-06:00')(merchant)
    for (let count = 0; count < 3; count += 1) await paidByCard(merchant)
    await moveClock(merchant, { advance: 'P1D' })
    await paidByCard(merchant)
    await moveClock(merchant, { advance: 'P1D' })
    const whole = [...(await reportOf(merchant, '2030-04-09')).lines, ...(await reportOf(merchant, '2030-04-10')).lines]
    assert.equal(whole.length, 4)
    const paged: unknown[] = []
    for (let next: string | null = ''; next !== null; ) {
      const page: { lines: unknown[]; next: string | null } = (
        await merchant.get(`/v1/settlement/report?date=2030-04-09&limit=2&starting_after=${next}`)
      ).body.result
      assert.ok(page.lines.length <= 2)
      paged.push(...page.lines)
      next = page.next
    }
    assert.deepEqual(paged, whole.slice(0, 3))
    const nothing = await reportOf(merchant, '2030-04-07')
    assert.deepEqual([nothing.payout, nothing.lines, nothing.totals.payout], [null, [], '0.00'])
  })

  test('a page begins within the days of its payout, whatever day is asked for', async () => {
    const merchant = await merchantWith(CLABE)
    await at('2030-04-15T10:00:00-06:00')(merchant)
    await paidByCard(merchant)
    await moveClock(merchant, { advance: 'P1D' })
    await paidByCard(merchant)
    await moveClock(merchant, { advance: 'P1D' })
    const page = (after: string) => merchant.get(`/v1/settlement/report?date=2030-04-17&starting_after=${after}`)
    const { lines } = await reportOf(merchant, '2030-04-17')
    assert.equal(lines.length, 1)
    for (const earlier of ['2030-04-15.x', '1970-01-01.x'])
      assert.deepEqual((await page(earlier)).body.result.lines, lines)
    assert.deepEqual((await page('2999-12-31.x')).body.result.lines, [])
    for (const wrong of ['2026-02-31.x', '0001-01-01.x', '9999-12-31.x', '2026-13-01.x', 'x']) {
      const answer = await page(wrong)
      assert.equal(answer.status, 400, answer.text)
      assert.ok(answer.body.error.messages.starting_after)
    }
  })

  test('without a CLABE the money waits, and is in the first payout after one is set', async () => {
    const merchant = await merchantWith()
    await at('2030-05-06T10:00:00-06:00')(merchant)
    await paidByCard(merchant)
    await moveClock(merchant, { advance: 'P3D' })
    assert.equal((await payoutsOf(merchant)).total, 0)
    assert.deepEqual((await merchant.get('/v1/settlement/account')).body.result, { clabe: null, bank_name: '' })
    assert.deepEqual(await setClabe(merchant, CLABE), { clabe: CLABE, bank_name: 'Banamex' })
    await moveClock(merchant, { advance: 'P1D' })
    const { payouts } = await payoutsOf(merchant)
    assert.equal(payouts.length, 1)
    assert.deepEqual(
      [payouts[0].date, payouts[0].from_date, payouts[0].to_date, payouts[0].amount.amount],
      ['2030-05-10', '2030-05-06', '2030-05-09', '95.82'],
    )
    const wrong = await merchant.call('PUT', '/v1/settlement/account', { clabe: '002010077777777772' })
    assert.equal(wrong.status, 400)
    assert.deepEqual(Object.keys(wrong.body.error.messages), ['clabe'])
  })

  test('an amount given back after its payout is subtracted from the next one', async () => {
    const merchant = await merchantWith(CLABE)
    await at('2030-06-03T10:00:00-06:00')(merchant)
    const { transaction } = await speiVoucher(merchant, { total: 100 })
    await payBySpei(merchant, { transaction, payer_clabe: CLABE })
    await moveClock(merchant, { set: '2030-06-04T10:00:00-06:00' })
    assert.equal((await merchant.get(`/v1/operations/apply-reversal/${transaction}`)).status, 200)
    assert.equal((await operationOf(merchant, transaction)).status, 'C')
    await moveClock(merchant, { set: '2030-06-06T10:00:00-06:00' })
    assert.equal((await payoutsOf(merchant)).total, 1)
    await paidByCard(merchant, { 'payment.total.amount': 300 })
    await moveClock(merchant, { set: '2030-06-07T10:00:00-06:00' })
    const { payouts } = await payoutsOf(merchant)
    // 300.00 leaves 287.47, less the 95.82 that went back.
    assert.deepEqual(
      payouts.map((one: { date: string; amount: { amount: string } }) => [one.date, one.amount.amount]),
      [
        ['2030-06-07', '191.65'],
        ['2030-06-04', '95.82'],
      ],
    )
    const report = await reportOf(merchant, '2030-06-07')
    assert.deepEqual(
      report.lines.map((line: { type: string; net: string }) => [line.type, line.net]),
      [
        ['reversal', '-95.82'],
        ['payment', '287.47'],
      ],
    )
    await assertAudited(world())
  })

  test('a payout that the bank refuses is owed again and goes out with the next one', async () => {
    const merchant = await merchantWith(CLOSED_CLABE)
    await at('2030-07-01T10:00:00-06:00')(merchant)
    await paidByCard(merchant)
    await moveClock(merchant, { set: '2030-07-02T10:00:00-06:00' })
    const refused = (await payoutsOf(merchant)).payouts[0]
    assert.equal(refused.status, 'failed')
    assert.equal((await payoutsOf(merchant)).amount.amount, '0.00')
    assert.equal((await merchant.get('/v1/operations')).body.result.transferences, '0.00')
    await assertAudited(world())
    await changeClabe(merchant, CLABE)
    // The change cools off until ten o'clock of the next day: what is paid out at its beginning is refused again.
    await moveClock(merchant, { set: '2030-07-03T09:00:00-06:00' })
    assert.equal((await payoutsOf(merchant)).payouts[0].status, 'failed')
    await moveClock(merchant, { set: '2030-07-03T11:00:00-06:00' })
    await paidByCard(merchant)
    await moveClock(merchant, { set: '2030-07-04T10:00:00-06:00' })
    const { payouts, amount } = await payoutsOf(merchant)
    assert.deepEqual([payouts.length, payouts[0].status, payouts[0].amount.amount], [3, 'paid', '191.64'])
    assert.equal(amount.amount, '191.64')
    assert.equal((await reportOf(merchant, '2030-07-04')).totals.payout, '191.64')
    assert.equal((await merchant.get('/v1/operations?charge_method=CARD')).body.result.transferences, '191.64')
    await assertAudited(world())
  })

  test('what a reversal takes while a payout is written is not paid out', async (t) => {
    const { service, environment } = world()
    // All requests go to this process, whose write is held.
    const merchant = await worldOf(service.store.engine, environment, service).merchant()
    await setClabe(merchant, CLABE)
    await at('2030-07-11T10:00:00-06:00')(merchant)
    await paidByCard(merchant)
    const { transaction } = await speiVoucher(merchant, { total: 300 })
    await payBySpei(merchant, { transaction, payer_clabe: CLABE })
    const { store } = service
    const { commit } = store
    t.after(() => {
      store.commit = commit
    })
    store.commit = async (writes) => {
      if (writes.some((write) => write.kind === 'insert' && write.table === 'payouts')) {
        store.commit = commit
        assert.equal((await merchant.get(`/v1/operations/apply-reversal/${transaction}`)).status, 200)
      }
      return commit(writes)
    }
    await moveClock(merchant, { set: '2030-07-12T10:00:00-06:00' })
    assert.equal((await payoutsOf(merchant)).amount.amount, '95.82')
    await assertAudited(world())
  })

  test('a year that passes at once, with many workers, makes one payout', async () => {
    const merchant = await merchantWith(CLABE)
    await at('2030-08-01T10:00:00-06:00')(merchant)
    await paidByCard(merchant)
    const { store, clock } = world().service
    const state = { offsetMs: 0, frozenMs: Date.parse('2031-08-04T16:00:00Z') }
    clock.follow(await writeClockState(store, state))
    const task = () =>
      payOutTask({ store, clock, terms: { settlementDays: 1 }, speiBank: sandboxSpeiBank(store, clock) })
    await Promise.all(Array.from({ length: 8 }, () => task().run()))
    await world().work()
    const { payouts } = await payoutsOf(merchant)
    assert.deepEqual(
      payouts.map((one: { date: string; to_date: string; amount: { amount: string } }) => [
        one.date,
        one.to_date,
        one.amount.amount,
      ]),
      [['2031-08-04', '2031-08-03', '95.82']],
    )
    assert.equal((await merchant.get(`/v1/payouts/${payouts[0].id}`)).body.result.status, 'paid')
    assert.equal((await (await world().merchant()).get(`/v1/payouts/${payouts[0].id}`)).status, 404)
    await assertAudited(world())
  })

  test('fees that the sandbox sets apply from the next payment on', async () => {
    const merchant = await merchantWith(CLABE)
    const before = (await merchant.get('/v1/fees')).body.result.fees
    assert.deepEqual(before[0], {
      payment_method: 'POS',
      percentage: 3.6,
      fixed: '0.00',
      iva_percentage: 16,
      dispute: '150.00',
    })
    const set = await merchant.call('PUT', '/v1/sandbox/fees', {
      payment_method: 'POS',
      percentage: 2.5,
      fixed: '3.00',
    })
    assert.equal(set.status, 200, set.text)
    // (2.50 + 3.00) with IVA.
    assert.equal((await paidByCard(merchant)).fee.amount, '6.38')
    for (const [body, field] of [
      [{ payment_method: 'POS', percentage: 100.5 }, 'percentage'],
      [{ payment_method: 'POS', percentage: '2.5555' }, 'percentage'],
      [{ payment_method: 'POS', percentage: 2, fixed: '-1' }, 'fixed'],
    ] as const) {
      const refused = await merchant.call('PUT', '/v1/sandbox/fees', body)
      assert.equal(refused.status, 400)
      assert.deepEqual(Object.keys(refused.body.error.messages), [field])
    }
  })

  test('the sandbox’s audit covers the account’s own books and says what it read', async () => {
    const merchant = await world().merchant()
    await storeVoucher(merchant)
    const { clean, counts, invariants } = (await merchant.get('/v1/sandbox/audit')).body.result
    assert.equal(clean, true)
    assert.equal(counts.operations, 1)
    assert.ok(invariants.every((one: { faults: number; first: unknown }) => one.faults === 0 && one.first === null))
  })
})

onBothEngines('no payout is sent on bank holidays', (world) => {
  test('a payment of the Wednesday before Easter is paid out on the Monday after it', async () => {
    const merchant = await world().merchant()
    assert.equal((await merchant.call('PUT', '/v1/settlement/account', { clabe: CLABE })).status, 200)
    await moveClock(merchant, { freeze: true, set: '2030-04-17T12:00:00-06:00' })
    await payAtStore(merchant, { transaction: (await storeVoucher(merchant)).transaction })
    // The 18th is Maundy Thursday, the 19th Good Friday.
    await moveClock(merchant, { set: '2030-04-21T23:00:00-06:00' })
    assert.deepEqual((await merchant.get('/v1/payouts')).body.result.payouts, [])
    await moveClock(merchant, { set: '2030-04-22T12:00:00-06:00' })
    const { payouts } = (await merchant.get('/v1/payouts')).body.result
    assert.deepEqual(
      payouts.map((one: { date: string; status: string }) => [one.date, one.status]),
      [['2030-04-22', 'paid']],
    )
    await assertAudited(world())
  })
})
