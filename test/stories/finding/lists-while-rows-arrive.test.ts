// A list is read page by page while rows arrive: every row that was there when reading began comes once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../../src/core/ids.ts'
import { addDays } from '../../../src/core/time.ts'
import { insert, type Write } from '../../../src/store/write.ts'
import { tokenFor } from '../../support/fixtures/cards.ts'
import { disputed, paidByCard } from '../../support/fixtures/disputes.ts'
import { payAtStore, payBySpei, speiVoucher, storeVoucher } from '../../support/fixtures/payers.ts'
import { everyCall } from '../../support/harness/every-call.ts'
import { type Merchant, onBothEngines, type World } from '../../support/harness/world.ts'

/** One list: where it is, how a row of it comes about, and by what its rows are distinguished. */
interface Shelf {
  path: string
  query?: string
  add(): Promise<unknown>
  keyOf?(row: Record<string, string>): string
}

/** What an account has, so that rows of every list can come about. */
async function shelvesOf(world: World, merchant: Merchant): Promise<Record<string, Shelf>> {
  const ok = async (answer: ReturnType<Merchant['get']>) => {
    const { status, body, text } = await answer
    assert.equal(status, 200, text)
    return body.result
  }
  const { store, clock } = world.service
  const commit = (...writes: Write[]) => store.commit(writes)
  const { accountId } = merchant
  let count = 0
  const nth = () => {
    count += 1
    return count
  }
  const customer = () => ok(merchant.post('/v1/customer', { name: `Ana ${nth()}`, email: 'ana@ejemplo.mx' }))
  const plan = await ok(merchant.post('/v1/plan', { name: 'Mensual', amount: 299, period: 'month' }))
  const affiliateBody = () => ({ user: `u${nth()}`, name: 'Luz', email: 'l@ejemplo.mx', clabe: '012180001234567899' })
  const affiliate = await ok(merchant.post('/v1/affiliates', affiliateBody()))
  const toRefund = await paidByCard(world, merchant, 5_000)
  const subscription = async () => {
    const { id } = await customer()
    const token = await tokenFor(world, merchant, '4242424242424242')
    const card = await ok(merchant.post(`/v1/customer/${id}/cards`, { token }))
    return ok(merchant.post(`/v1/plan/${plan.id}/customers`, { customer: id, card: card.token }))
  }
  const refund = () => ok(merchant.post(`/v1/operations/${toRefund}/refunds`, { amount: '1.00' }))
  const voucher = () => storeVoucher(merchant)
  const credential = () => ok(merchant.post('/v1/credentials', { name: `Caja ${nth()}`, scopes: ['read'] }))
  const suspended = async () => payAtStore(merchant, { transaction: (await voucher()).transaction, amount: 149 })
  const returned = async () =>
    payBySpei(merchant, { transaction: (await speiVoucher(merchant)).transaction, amount: 1 })
  let day = '2025-01-01' as ReturnType<typeof addDays>
  const payout = (user: string) => () => {
    day = addDays(day, 1)
    const now = clock.now()
    const row = {
      id: newId(clock, 'po'),
      account_id: accountId,
      affiliate: user,
      day,
      from_day: day,
      to_day: day,
      amount_centavos: 100,
      clabe: '012180001234567899',
      beneficiary: 'Luz',
      tracking_key: `K${nth()}`,
      transfer_id: newId(clock, 'trf'),
      state: 'paid' as const,
      created_at: now,
      state_at: now,
      failed_at: null,
      corrected_at: null,
    }
    return commit(insert('payouts', row))
  }
  let month = 0
  const statement = () => {
    month += 1
    const text = `${2000 + Math.floor(month / 12)}-${String(1 + (month % 12)).padStart(2, '0')}`
    const row = {
      id: newId(clock, 'fst'),
      account_id: accountId,
      month: text,
      fee_centavos: 100,
      charged_centavos: 16,
      due_centavos: 16,
      rounding_centavos: 0,
      borne_centavos: 0,
      posted_day: '2025-01-01' as never,
      created_at: clock.now(),
    }
    return commit(insert('fee_statements', row))
  }
  const letter = async () => {
    const { transaction } = await voucher()
    await ok(merchant.post('/v1/operations/send', { id: transaction, email: 'ana@ejemplo.mx' }))
    await world.work()
  }
  return {
    '/v1/operations': { path: '/v1/operations', add: voucher },
    '/v1/events': { path: '/v1/events', add: voucher },
    '/v1/customer': { path: '/v1/customer', add: customer },
    '/v1/affiliates': { path: '/v1/affiliates', add: () => ok(merchant.post('/v1/affiliates', affiliateBody())) },
    '/v1/affiliates/{affiliate}/payouts': {
      path: `/v1/affiliates/${affiliate.id}/payouts`,
      add: payout(affiliate.user),
    },
    '/v1/payouts': { path: '/v1/payouts', add: payout('') },
    '/v1/fees/statements': { path: '/v1/fees/statements', add: statement, keyOf: ({ period = '' }) => period },
    '/v1/plan/{plan}/customers': {
      path: `/v1/plan/${plan.id}/customers`,
      add: subscription,
      keyOf: ({ customer = '' }) => customer,
    },
    '/v1/operations/{id}/refunds': { path: `/v1/operations/${toRefund}/refunds`, add: refund },
    '/v1/refunds': { path: '/v1/refunds', add: refund },
    '/v1/transfers': { path: '/v1/transfers', add: returned },
    '/v1/received-payments': { path: '/v1/received-payments', add: suspended },
    '/v1/disputes': {
      path: '/v1/disputes',
      add: async () => disputed(merchant, await paidByCard(world, merchant, 50)),
    },
    '/v1/credentials': { path: '/v1/credentials', add: credential },
    '/v1/ledger/months': {
      path: '/v1/ledger/months',
      // A row of a month earlier than all others.
      add: () => {
        const month = 1_200 - nth()
        const text = `${2000 + Math.floor(month / 12) - 80}-${String(1 + (month % 12)).padStart(2, '0')}`
        const row = {
          account_id: accountId,
          ledger_account: 'bank',
          network: '',
          day: `${text}-01` as never,
          shard: 0,
          amount_centavos: 0,
        }
        return commit(insert('balances', row))
      },
      keyOf: ({ month = '' }) => month,
    },
    '/v1/ledger/journal': {
      path: '/v1/ledger/journal',
      add: () => paidByCard(world, merchant, 50),
      keyOf: ({ entry, line }) => `${entry} ${line}`,
    },
    '/v1/audit': { path: '/v1/audit', add: credential },
    '/v1/sandbox/mailbox': { path: '/v1/sandbox/mailbox', add: letter },
    '/v1/checkout': {
      path: '/v1/checkout',
      add: () => ok(merchant.post('/v1/checkout', { amount: 150 })),
    },
    '/v1/plan': {
      path: '/v1/plan',
      add: () => ok(merchant.post('/v1/plan', { name: 'Otro', amount: 9, period: 'week' })),
    },
  }
}

const idOf = ({ id, transaction }: Record<string, string>) => id ?? transaction ?? ''

/** Each lists the lines of one payout, to which none are added later. */
const REPORTS = ['/v1/settlement/report', '/v1/affiliates/{affiliate}/report']
/** Its pages have fifty rows, whatever `limit` says. */
const PLANS = '/v1/plan'

const rowsOf = (result: Record<string, unknown>): Record<string, string>[] =>
  Object.values(result)
    .filter((one) => Array.isArray(one))
    .at(-1) as never

onBothEngines('a list that is read while rows arrive answers each row that was there once', (world) => {
  test('every list of the description, page by page', async () => {
    const calls = await everyCall(world())
    const asked = (name: string) =>
      calls
        .filter(({ method, query }) => method === 'GET' && query.some((one) => one.name === name))
        .map((call) => call.path)
    const listed = asked('starting_after')
    for (const path of [...asked('limit'), ...asked('offset')])
      assert.ok(listed.includes(path), `${path} has no cursor`)
    const merchant = await world().merchant()
    await payBySpei(merchant, { transaction: (await speiVoucher(merchant, { total: 9_000 })).transaction })
    const shelves = await shelvesOf(world(), merchant)
    assert.deepEqual(Object.keys(shelves).sort(), listed.filter((path) => !REPORTS.includes(path)).sort())
    for (const [name, { path, add, keyOf = idOf }] of Object.entries(shelves)) {
      for (let at = 0; at < (name === PLANS ? 120 : 5); at += 1) await add()
      const whole = async () => {
        const seen: string[] = []
        let next = ''
        for (let pages = 0; pages < 400; pages += 1) {
          const query = new URLSearchParams({ limit: '2', ...(next !== '' && { starting_after: next }) })
          const { status, body, text } = await merchant.get(`${path}?${query}`)
          assert.equal(status, 200, `${path}: ${text}`)
          const rows = rowsOf(body.result)
          seen.push(...rows.map(keyOf))
          await arrives()
          if (body.result.next === null || (body.result.next === undefined && (rows.length === 0 || name === PLANS)))
            return seen
          next = body.result.next ?? seen.at(-1) ?? ''
        }
        assert.fail(`${path} does not end`)
      }
      let arriving = 0
      let arrives = async () => {}
      const before = await whole()
      assert.equal(new Set(before).size, before.length, `${name} repeats rows`)
      assert.ok(before.length >= 5, `${name} has ${before.length} rows`)
      arrives = async () => {
        arriving += 1
        if (arriving <= 4) await add()
      }
      const during = await whole()
      assert.ok(arriving > 2, `${name} had one page`)
      assert.equal(new Set(during).size, during.length, `${name} repeats rows while rows arrive`)
      for (const row of before) assert.ok(during.includes(row), `${name} misses a row while rows arrive`)
    }
  })

  test('a search of customers goes on beyond its newest five hundred, and an unknown cursor is refused', async () => {
    const merchant = await world().merchant()
    const add = async () => {
      const { status } = await merchant.post('/v1/customer', { name: 'Zacarías Peña', email: 'z@ejemplo.mx' })
      assert.equal(status, 200)
    }
    for (let at = 0; at < 7; at += 1) await add()
    await world().work()
    const seen: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const cursor = next === '' ? '' : `&starting_after=${next}`
      const { body, text } = await merchant.get(`/v1/customer?q=zacarias&limit=2${cursor}`)
      assert.ok(body.result, text)
      seen.push(...body.result.customers.map(({ id }: { id: string }) => id))
      next = body.result.next
      if (seen.length < 4) await add()
    }
    assert.equal(new Set(seen).size, seen.length)
    assert.equal(seen.length, 7)
    const other = await world().merchant()
    const foreign = (await other.post('/v1/customer', { name: 'Otra', email: 'o@ejemplo.mx' })).body.result.id
    for (const [path, cursor] of [
      ['/v1/customer', 'x'],
      ['/v1/customer?q=zacarias', foreign],
      ['/v1/payouts', 'po_00000000000000000000000000'],
      ['/v1/affiliates', '1'],
      ['/v1/fees/statements', 'x'],
      ['/v1/plan', 'x'],
      ['/v1/plan', '.'],
      ['/v1/audit', 'x'],
      ['/v1/events', 'x'],
      ['/v1/ledger/journal', 'x'],
      ['/v1/ledger/months', '2026-13'],
    ]) {
      const refused = await merchant.get(`${path}${path?.includes('?') ? '&' : '?'}starting_after=${cursor}`)
      assert.equal(refused.status, 400, `${path} ${cursor}: ${refused.text}`)
      assert.ok(refused.body.error.messages.starting_after, refused.text)
    }
    const both = await merchant.get(`/v1/customer?offset=1&starting_after=${seen[0]}`)
    assert.ok(both.body.error?.messages.offset, both.text)
    const older = await merchant.get('/v1/customer?offset=2&limit=3')
    assert.equal(older.body.result.customers.length, 3)
  })
})
