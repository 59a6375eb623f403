import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { operationStates } from '../../../src/core/operation.ts'
import { addDays, dayStartMs, mexicoCityDay } from '../../../src/core/time.ts'
import type { OperationRow } from '../../../src/operations/tables.ts'
import { writeClockState } from '../../../src/store/clock-state.ts'
import { insert } from '../../../src/store/write.ts'
import { type Merchant, onBothEngines, type World } from '../../support/harness/world.ts'
import { operationIn } from '../../support/model/operation-rows.ts'

/** Days of four months, some apart from the next so that whole months lie between. */
const FIRST_DAY = '2026-03-29'
const DAYS = 8
const APART = 11
const brands = ['VISA', 'MAST', 'AMEX', 'CRNT']

/** The list's fields, recounted from what was written, with nothing of the code under test. */
function recount(rows: OperationRow[], query: Record<string, string>) {
  const wanted = rows.filter(
    (row) =>
      (query.start_date === undefined || row.day >= query.start_date) &&
      (query.end_date === undefined || row.day <= query.end_date) &&
      (query.card_type === undefined || row.card_brand === query.card_type) &&
      (query.operator === undefined || row.operator === query.operator) &&
      (query.charge_method === undefined || row.rail === { CARD: 'card', SPE: 'spei' }[query.charge_method]) &&
      (query.payment_method === undefined ||
        row.rail === { POS: 'card', OXX: 'store', SPE: 'spei' }[query.payment_method]) &&
      (query.status === 'ALL' ||
        (query.status === undefined ? row.status !== 'declined' : operationStates[row.status].code === query.status)),
  )
  const paid = wanted.filter((row) => row.status === 'paid')
  const sum = (value: (row: OperationRow) => number) => paid.reduce((total, row) => total + value(row), 0)
  const offset = Number(query.offset ?? 0)
  const ids = wanted
    .map((row) => row.id)
    .sort()
    .reverse()
  return {
    ids,
    total: wanted.length,
    sales: (sum((row) => row.total_centavos) / 100).toFixed(2),
    commission: sum((row) => row.fee_centavos + row.iva_centavos + row.affiliate_centavos) / 100,
    page: ids.slice(offset, offset + Number(query.limit ?? 50)),
  }
}

/** Operations of several days, methods, cards, operators and states, and a neighbour's beside them. */
async function manyOperations(
  world: World,
): Promise<{ merchant: Merchant; rows: OperationRow[]; operators: string[] }> {
  const { service } = world
  const merchant = await world.merchant()
  const neighbour = await world.merchant()
  const operators = [merchant.operator, 'tarde@tienda.mx', 'rara@tienda.mx']
  const rows: OperationRow[] = []
  const before = service.clock.state()
  let n = 0
  for (let day = 0; day < DAYS; day += 1) {
    // A few at the very ends of the day, the rest through it; one day has none.
    const start = dayStartMs(addDays(FIRST_DAY, day * APART))
    const end = dayStartMs(addDays(FIRST_DAY, day * APART + 1)) - 1
    for (const at of day === 3
      ? []
      : [start, start, start + 5_000_000, start + 50_000_000, start + 50_000_001, end, end]) {
      n += 1
      service.clock.follow({ ...before, offsetMs: 0, frozenMs: at })
      const method = (['card', 'card', 'store', 'spei'] as const)[(n * 7) % 4] ?? 'card'
      const status = (['paid', 'paid', 'pending', 'cancelled', 'expired', 'declined'] as const)[(n * 5) % 6] ?? 'paid'
      const set = {
        rail: method,
        card_brand: method === 'card' ? (brands[n % 4] ?? '') : '',
        operator: operators[n % 11 === 0 ? 2 : n % 2] ?? '',
        total_centavos: 10_000 + n * 37,
        fee_centavos: 360 + n,
        iva_centavos: 58,
        affiliate_centavos: n % 3 === 0 ? 1_000 : 0,
        affiliate: n % 3 === 0 ? 'socio' : null,
      } as const
      const owner = { account_id: merchant.accountId, operator: set.operator }
      rows.push(await operationIn(service, owner, status, set))
      if (n % 5 === 0)
        await operationIn(service, { account_id: neighbour.accountId, operator: set.operator }, 'paid', set)
    }
  }
  service.clock.follow(before)
  return { merchant, rows, operators }
}

onBothEngines('a list of operations is exact for every query', (world) => {
  let made: ReturnType<typeof manyOperations> | undefined
  const many = () => {
    made ??= manyOperations(world())
    return made
  }
  const list = async (merchant: Merchant, query: Record<string, string>) =>
    merchant.get(`/v1/operations?${new URLSearchParams(query)}`)

  test('without parameters: the newest fifty, none declined, with every field of the envelope', async () => {
    const { merchant, rows } = await many()
    const { status, body } = await list(merchant, {})
    const wanted = recount(rows, {})
    assert.equal(status, 200)
    assert.deepEqual(Object.keys(body.result).sort(), ['commissions', 'operations', 'sales', 'total', 'transferences'])
    assert.equal(body.result.total, wanted.total)
    assert.equal(body.result.sales, wanted.sales)
    assert.equal(body.result.transferences, '0.00')
    assert.deepEqual(body.result.commissions, { amount: wanted.commission, currency: 'MXN' })
    assert.deepEqual(
      body.result.operations.map((one: { transaction: string }) => one.transaction),
      wanted.page,
    )
    assert.ok(body.result.operations.every((one: { status: string }) => one.status !== 'D'))
  })

  test('status=ALL lists declined ones too, in the list, in a search and in a file', async () => {
    const { merchant, rows } = await many()
    const wanted = recount(rows, { status: 'ALL' })
    const { body } = await list(merchant, { status: 'ALL', limit: '500' })
    assert.equal(body.result.total, rows.length)
    assert.equal(body.result.sales, wanted.sales)
    assert.ok(body.result.operations.some((one: { status: string }) => one.status === 'D'))
    const declined = rows.find((row) => row.status === 'declined')
    const found = await list(merchant, { q: declined?.id ?? '', status: 'ALL' })
    assert.equal(found.status, 200, found.text)
    assert.equal(found.body.result.total, 1)
    assert.equal((await list(merchant, { q: declined?.id ?? '' })).body.result.total, 0)
    const file = await merchant.get('/v1/operations?status=ALL', { accept: 'text/csv' })
    assert.equal(file.text.trim().split('\r\n').length - 1, rows.length)
  })

  test('any filter, any page: totals and rows equal an independent recount', async () => {
    const { merchant, rows, operators } = await many()
    const day = fc.integer({ min: -2, max: DAYS * APART }).map((n) => addDays(FIRST_DAY, n))
    const query = fc.record(
      {
        start_date: day,
        end_date: day,
        card_type: fc.constantFrom(...brands),
        operator: fc.constantFrom(...operators, 'nadie@tienda.mx'),
        charge_method: fc.constantFrom('CARD', 'SPE'),
        payment_method: fc.constantFrom('POS', 'OXX', 'SPE'),
        status: fc.constantFrom('P', 'N', 'C', 'E', 'D', 'ALL'),
        limit: fc.integer({ min: 1, max: 60 }).map(String),
        offset: fc.integer({ min: 0, max: 60 }).map(String),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(query, async (asked) => {
        fc.pre(!(asked.start_date && asked.end_date && asked.end_date < asked.start_date))
        fc.pre(!(asked.charge_method && asked.payment_method))
        const { status, body } = await list(merchant, asked)
        const wanted = recount(rows, asked)
        assert.equal(status, 200)
        assert.equal(body.result.total, wanted.total)
        assert.equal(body.result.sales, wanted.sales)
        assert.equal(body.result.commissions.amount, wanted.commission)
        assert.deepEqual(
          body.result.operations.map((one: { transaction: string }) => one.transaction),
          wanted.page,
        )
      }),
      { numRuns: 150 },
    )
  })

  test('paging by cursor gives every operation once, also when new ones arrive in between', async () => {
    const { service } = world()
    const merchant = await world().merchant()
    const owner = { account_id: merchant.accountId, operator: merchant.operator }
    const rows: OperationRow[] = []
    for (let n = 0; n < 23; n += 1) rows.push(await operationIn(service, owner, n % 4 === 0 ? 'declined' : 'paid'))
    const wanted = recount(rows, {}).ids
    const seen = (await list(merchant, { limit: '5' })).body.result.operations.map(
      (one: { transaction: string }) => one.transaction,
    )
    let next: string | null = seen.at(-1)
    while (next !== null) {
      await operationIn(service, owner, 'paid')
      const { body } = await list(merchant, { limit: '5', starting_after: next })
      const ids = body.result.operations.map((one: { transaction: string }) => one.transaction)
      seen.push(...ids)
      if (body.result.next !== null) assert.equal(body.result.next, ids.at(-1))
      next = body.result.next
    }
    assert.deepEqual(seen, wanted)
  })

  test('cursors and filters agree with the recount', async () => {
    const { merchant, rows, operators } = await many()
    for (const filter of [
      { status: 'N' },
      { status: 'ALL' },
      { operator: operators[2] ?? '' },
      { card_type: 'AMEX', end_date: addDays(FIRST_DAY, 6 * APART) },
    ] as Record<string, string>[]) {
      const wanted = recount(rows, filter).ids
      const all = recount(rows, { status: 'ALL' }).ids
      for (const cursor of [all[0] ?? '', all[20] ?? '', all.at(-1) ?? '']) {
        const { body } = await list(merchant, { ...filter, limit: '4', starting_after: cursor })
        const after = wanted.filter((id) => id < cursor)
        assert.deepEqual(
          body.result.operations.map((one: { transaction: string }) => one.transaction),
          after.slice(0, 4),
        )
        assert.equal(body.result.next, after.length > 4 ? after[3] : null)
      }
    }
  })

  test('a payout counts on its day, by method and operator', async () => {
    const { service } = world()
    const merchant = await world().merchant()
    const day = mexicoCityDay(service.clock.now())
    const payout = (of: string, state: 'paid' | 'pending') => ({
      id: `pay_${merchant.accountId}_${of}`,
      account_id: merchant.accountId,
      affiliate: '',
      day: of,
      from_day: of,
      to_day: of,
      amount_centavos: 30_000,
      clabe: '002010077777777771',
      beneficiary: 'Tienda',
      tracking_key: `T${merchant.accountId}${of}`,
      transfer_id: `trf_${merchant.accountId}_${of}`,
      state,
      created_at: service.clock.now(),
      state_at: service.clock.now(),
      failed_at: null,
      corrected_at: null,
    })
    const line = (of: string, method: 'card' | 'spei', amount: number) => ({
      account_id: merchant.accountId,
      payout_id: `pay_${merchant.accountId}_${of}`,
      rail: method,
      card_brand: method === 'card' ? 'VISA' : '',
      operator: merchant.operator,
      carried_from: '',
      entries: 1,
      total_centavos: amount,
      fee_centavos: 0,
      iva_centavos: 0,
      affiliate_centavos: 0,
      amount_centavos: amount,
    })
    const earlier = addDays(day, -3)
    await service.store.commit([insert('payouts', payout(day, 'paid'), payout(earlier, 'pending'))])
    await service.store.commit([
      insert('payout_lines', line(day, 'card', 20_050), line(day, 'spei', 9_950), line(earlier, 'card', 30_000)),
    ])
    const paidOut = async (query: Record<string, string>) => (await list(merchant, query)).body.result.transferences
    assert.equal(await paidOut({}), '300.00')
    assert.equal(await paidOut({ start_date: day }), '300.00')
    assert.equal(await paidOut({ end_date: earlier }), '0.00')
    assert.equal(await paidOut({ charge_method: 'CARD' }), '200.50')
    assert.equal(await paidOut({ charge_method: 'CARD', card_type: 'MAST' }), '0.00')
    assert.equal(await paidOut({ operator: 'otra@tienda.mx' }), '0.00')
    assert.equal(await paidOut({ status: 'E' }), '0.00')
  })

  test('an empty value counts as not given, an unknown parameter is ignored, a limit above 500 counts as 500', async () => {
    const { merchant, rows } = await many()
    const empty = 'start_date=&end_date=&limit=&offset=&card_type=&operator=&charge_method=&status=&starting_after='
    const { body } = await merchant.get(`/v1/operations?${empty}&page=7&constructor=x&__proto__=y`)
    assert.deepEqual(body.result.operations.length, recount(rows, {}).page.length)
    for (const limit of ['501', '99999999999999999999']) {
      assert.equal(
        (await list(merchant, { limit })).body.result.operations.length,
        Math.min(500, recount(rows, {}).total),
      )
    }
    assert.deepEqual((await list(merchant, { offset: '99999999999999999999' })).body.result.operations, [])
  })

  test('days before and after all data are no bounds', async () => {
    const { merchant, rows } = await many()
    for (const range of [
      { start_date: '0001-01-01', end_date: '9999-12-31' },
      { start_date: '1900-02-28', end_date: '3000-01-01' },
    ]) {
      assert.equal((await list(merchant, range)).body.result.total, recount(rows, {}).total)
    }
    assert.equal((await list(merchant, { start_date: '9999-12-31' })).body.result.total, 0)
  })

  for (const [field, query] of [
    ['start_date', 'start_date=1900-02-29'],
    ['limit', 'limit=-1'],
    ['limit', 'limit=x'],
    ['limit', 'limit=0'],
    ['limit', 'limit=1.5'],
    ['limit', 'limit=1&limit=2'],
    ['offset', 'offset=-1'],
    ['offset', 'offset=%00'],
    ['start_date', 'start_date=2026-02-30'],
    ['start_date', 'start_date=20260101'],
    ['end_date', 'end_date=hoy'],
    ['end_date', 'start_date=2026-03-02&end_date=2026-03-01'],
    ['card_type', 'card_type=toString'],
    ['charge_method', 'charge_method=POS'],
    ['charge_method', 'charge_method=OXX'],
    ['payment_method', 'payment_method=CARD'],
    ['payment_method', 'charge_method=CARD&payment_method=OXX'],
    ['status', 'status=X'],
    ['operator', 'operator=nadie'],
    ['operator', 'operator=a%00@tienda.mx'],
    ['starting_after', 'starting_after=nada'],
    ['starting_after', 'starting_after=%2F'],
    ['offset', 'starting_after=0199a000-0000-7000-8000-000000000000&offset=5'],
  ]) {
    test(`${query} is refused by its name`, async () => {
      const { merchant } = await many()
      const { status, body } = await merchant.get(`/v1/operations?${query}`)
      assert.equal(status, 400)
      assert.equal(body.error.code, 'InvalidParamException')
      assert.deepEqual(Object.keys(body.error.messages), [field])
    })
  }

  test('the days are those of Mexico City while the clock is on them', async () => {
    const { service } = world()
    const merchant = await world().merchant()
    const owner = { account_id: merchant.accountId, operator: merchant.operator }
    const before = service.clock.state()
    // One millisecond before and at the midnight of Mexico City, which is 06:00 UTC.
    for (const at of ['2026-05-02T05:59:59.999Z', '2026-05-02T06:00:00.000Z']) {
      service.clock.follow(await writeClockState(service.store, { offsetMs: 0, frozenMs: Date.parse(at) }))
      await operationIn(service, owner, 'paid')
    }
    const totalOf = async (day: string) => (await list(merchant, { start_date: day, end_date: day })).body.result.total
    assert.deepEqual([await totalOf('2026-04-30'), await totalOf('2026-05-01'), await totalOf('2026-05-02')], [0, 1, 1])
    service.clock.follow(await writeClockState(service.store, before))
  })
})
