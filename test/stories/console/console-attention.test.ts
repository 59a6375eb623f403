// What the console's first page says of an account is so: what needs somebody, the sales of some days, what banks approve; and none of it is read from all operations.
import assert from 'node:assert/strict'
import { StatementSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { run } from '../../../src/store/write.ts'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import { person, type SignedIn } from '../../support/fixtures/console.ts'
import { decided, disputed, paidByCard } from '../../support/fixtures/disputes.ts'
import { moveClock, nowOf, payAtStore, storeVoucher } from '../../support/fixtures/payers.ts'
import { secondPersons } from '../../support/fixtures/second-persons.ts'
import { type Merchant, onBothEngines, openWorld, type World } from '../../support/harness/world.ts'

const CLOSED = '646180990000000012'
const NO_FUNDS = '4111111111111111'

interface Shown {
  kind: string
  count: number
  more: boolean
  amount: string | null
  at: string | null
  first: string
}

const attentionOf = async ({ call }: Pick<SignedIn, 'call'>) => {
  const { status, body, text } = await call('GET', '/v1/console/attention')
  assert.equal(status, 200, text)
  return body.result as { needs: Shown[]; rooms: Record<string, boolean> }
}

/** A voucher of a store whose last day is this many days from now. */
async function voucherFor(merchant: Merchant, days: number, total = 150) {
  const day = new Date((await nowOf(merchant)) + days * 86_400_000).toISOString().slice(0, 10)
  return storeVoucher(merchant, { total, expiration_date: day })
}

onBothEngines('what needs somebody', (world) => {
  const kindOf = async (one: Pick<SignedIn, 'call'>, kind: string) =>
    (await attentionOf(one)).needs.find((need) => need.kind === kind)

  test('is nothing in a new account, whose rooms appear when they are used', async () => {
    const merchant = await world().merchant()
    const reader = await person(world(), merchant, 'reader')
    const { needs, rooms } = await attentionOf(reader)
    assert.deepEqual([needs, rooms], [[], { plans: false, affiliates: false }])
    await merchant.post('/v1/plan', { name: 'Club', amount: 299, period: 'month' })
    await merchant.post('/v1/affiliates', {
      user: 'luz',
      name: 'Luz',
      email: 'luz@ejemplo.mx',
      clabe: '002010077777777771',
    })
    assert.deepEqual((await attentionOf(reader)).rooms, { plans: true, affiliates: true })
  })

  test('on the first day are five steps, each done once it is done, and none when all are', async () => {
    const merchant = await world().merchant()
    const owner = await person(world(), merchant, 'owner')
    const doneOf = async () => {
      const { first_day: steps } = (await owner.call('GET', '/v1/console/attention')).body.result
      return (steps as { step: string; done: boolean }[]).map(({ step, done }) => `${step} ${done}`)
    }
    assert.deepEqual(await doneOf(), [
      'payment false',
      'profile false',
      'payouts false',
      'webhook false',
      'people false',
    ])
    await payByCard(world(), merchant, APPROVED)
    await merchant.call('PUT', '/v1/profile', { trade_name: 'Taller Ñandú' })
    await merchant.post('/v1/webhook', { url: 'http://127.0.0.1:9/avisos' })
    assert.deepEqual(await doneOf(), ['payment true', 'profile true', 'payouts false', 'webhook true', 'people false'])
    await merchant.call('PUT', '/v1/settlement/account', { clabe: '002010077777777771' })
    await person(world(), merchant, 'reader')
    assert.deepEqual(await doneOf(), [])
  })

  test('vouchers to be paid are listed by their last instant, those of another account are not', async () => {
    const merchant = await world().merchant()
    const reader = await person(world(), merchant, 'reader')
    await voucherFor(await world().merchant(), 1)
    const late = await voucherFor(merchant, 20, 30)
    const soon = await voucherFor(merchant, 1, 10)
    const next = await voucherFor(merchant, 5, 20)
    const paid = await voucherFor(merchant, 1)
    await payAtStore(merchant, { transaction: paid.transaction })
    const listed = async (query = '') => {
      const { body, text, status } = await reader.call('GET', `/v1/console/vouchers${query}`)
      assert.equal(status, 200, text)
      assert.equal(body.result.more, false)
      return (body.result.vouchers as { transaction: string; amount: string }[]).map((one) => [
        one.transaction,
        one.amount,
      ])
    }
    const [one, two, three] = [
      [soon.transaction, '10.00'],
      [next.transaction, '20.00'],
      [late.transaction, '30.00'],
    ]
    assert.deepEqual(await listed(), [one, two, three])
    assert.deepEqual(await listed('?days=2'), [one])
    assert.deepEqual(await listed('?days=7'), [one, two])
    // A store has the name that its payers know.
    await storeVoucher(merchant, { total: 40, store: '7ELEVEN' })
    const { vouchers } = (await reader.call('GET', '/v1/console/vouchers?days=7')).body.result
    const { chain } = vouchers.find(({ amount }: { amount: string }) => amount === '40.00')
    assert.equal(chain, '7-Eleven')
    assert.equal((await attentionOf(reader)).needs.find(({ kind }) => kind === 'vouchers')?.count, 1)
  })

  test('is a dispute until it is decided, money in suspense, and a voucher whose last day is tomorrow', async () => {
    const merchant = await world().merchant()
    const reader = await person(world(), merchant, 'reader')
    const other = await person(world(), await world().merchant(), 'reader')
    const late = await disputed(merchant, await paidByCard(world(), merchant, 450), {
      stage: 'chargeback',
      respond_days: 9,
    })
    const soon = await disputed(merchant, await paidByCard(world(), merchant, 210), {
      stage: 'chargeback',
      respond_days: 4,
    })
    const held = await storeVoucher(merchant, { total: 150 })
    assert.equal((await payAtStore(merchant, { transaction: held.transaction, amount: 149 })).outcome, 'suspended')
    const { transaction } = await voucherFor(merchant, 1, 80)
    await voucherFor(merchant, 5, 90)
    const disputes = await kindOf(reader, 'disputes')
    assert.deepEqual([disputes?.count, disputes?.amount, disputes?.first], [2, '660.00', soon.id])
    assert.equal(disputes?.at, soon.respond_by)
    const suspense = await kindOf(reader, 'suspense')
    assert.deepEqual([suspense?.count, suspense?.amount, suspense?.at], [1, '149.00', null])
    const vouchers = await kindOf(reader, 'vouchers')
    assert.deepEqual([vouchers?.count, vouchers?.amount, vouchers?.first], [1, '80.00', transaction])
    assert.deepEqual((await attentionOf(other)).needs, [], 'another account')
    await decided(merchant, soon.id, 'won')
    assert.deepEqual((await kindOf(reader, 'disputes'))?.first, late.id)
    await merchant.post(`/v1/operations/apply-reversal/${transaction}`, {})
    assert.equal(await kindOf(reader, 'vouchers'), undefined)
  })

  test('is a refund that waits for the payer’s account, until it is cancelled', async () => {
    const merchant = await world().merchant()
    const reader = await person(world(), merchant, 'reader')
    const { transaction } = await storeVoucher(merchant, { total: 300 })
    await payAtStore(merchant, { transaction })
    const { body } = await merchant.post(`/v1/operations/${transaction}/refunds`, {
      amount: '120.50',
      destination: { email: 'ana@ejemplo.mx' },
    })
    const refunds = await kindOf(reader, 'refunds')
    assert.deepEqual([refunds?.count, refunds?.amount, refunds?.first], [1, '120.50', transaction])
    assert.equal((await merchant.post(`/v1/refunds/${body.result.id}/cancel`, {})).status, 200)
    assert.equal(await kindOf(reader, 'refunds'), undefined)
  })

  test('is an approval, for whoever may decide it and did not ask for it', async () => {
    const { shop, paid, ask } = secondPersons(world)
    const { merchant, ana, luis } = await shop()
    const reader = await person(world(), merchant, 'reader')
    await ask(ana, `/operations/${await paid(merchant)}/refunds`, { amount: '400.00' })
    const approvals = await kindOf(luis, 'approvals')
    assert.deepEqual([approvals?.count, approvals?.amount], [1, '400.00'])
    assert.equal(await kindOf(ana, 'approvals'), undefined)
    assert.equal(await kindOf(reader, 'approvals'), undefined)
  })

  test('is a webhook that delivers nothing', async () => {
    const merchant = await world().merchant()
    const reader = await person(world(), merchant, 'reader')
    const { id } = (await merchant.post('/v1/webhook', { url: 'http://127.0.0.1:9/nadie' })).body.result
    assert.equal(await kindOf(reader, 'webhooks'), undefined)
    const { store, clock } = world().service
    const failing = store.db.updateTable('webhook_endpoints').set({ failing_since: clock.now() })
    await store.commit([run(failing.where('id', '=', id).compile())])
    const webhooks = await kindOf(reader, 'webhooks')
    assert.deepEqual([webhooks?.count, webhooks?.amount, webhooks?.first], [1, null, id])
  })

  test('is a payout that came back, until one arrives', async () => {
    const merchant = await world().merchant()
    const reader = await person(world(), merchant, 'reader')
    // A Monday.
    await moveClock(merchant, { freeze: true, set: '2032-05-10T12:00:00-06:00' })
    await merchant.call('PUT', '/v1/settlement/account', { clabe: CLOSED })
    await paidByCard(world(), merchant, 300)
    await moveClock(merchant, { set: '2032-05-11T12:00:00-06:00' })
    const [sent] = (await merchant.get('/v1/payouts')).body.result.payouts
    const payouts = await kindOf(reader, 'payouts')
    assert.deepEqual([payouts?.count, payouts?.amount, payouts?.first], [1, sent.amount.amount, '2032-05-11'])
    const { store } = world().service
    const arrived = store.db.updateTable('payouts').set({ state: 'paid' }).where('account_id', '=', merchant.accountId)
    await store.commit([run(arrived.compile())])
    assert.equal(await kindOf(reader, 'payouts'), undefined)
  })
})

onBothEngines('the days of the first page', (world) => {
  test('are as many as are asked for, beside as many before; banks approve what they approve, with their reasons', async () => {
    const merchant = await world().merchant()
    const { call } = await person(world(), merchant, 'reader')
    await moveClock(merchant, { freeze: true, set: '2033-03-07T12:00:00-06:00' })
    await paidByCard(world(), merchant, 300)
    await payByCard(world(), merchant, NO_FUNDS, { 'payment.external.transaction': 'antes' })
    await moveClock(merchant, { set: '2033-03-14T12:00:00-06:00' })
    await paidByCard(world(), merchant, 450)
    await paidByCard(world(), merchant, 50)
    await payByCard(world(), merchant, APPROVED, {
      'payment.total.amount': '70',
      'payment.external.transaction': 'tres',
    })
    for (const external of ['uno', 'dos'])
      await payByCard(world(), merchant, NO_FUNDS, { 'payment.external.transaction': external })
    const read = async (query: string) => (await call('GET', `/v1/console/today?${query}`)).body.result
    const seven = await read('days=7')
    const sum = (rails: { rail: string; days: { sales: string }[] }[]) =>
      rails.flatMap(({ days }) => days).reduce((all, { sales }) => all + Number(sales), 0)
    assert.deepEqual([sum(seven.rails), sum(seven.before)], [570, 300])
    assert.equal(seven.rails[0].days.length, 7)
    assert.equal(seven.rails[0].days[0].date, '2033-03-08')
    assert.equal(seven.before[0].days.at(-1).date, '2033-03-07')
    assert.deepEqual(
      [seven.cards.approved, seven.cards.declined, seven.cards.before],
      [3, 2, { approved: 1, declined: 1 }],
    )
    assert.deepEqual(seven.cards.reasons, [
      {
        code: '51',
        text: { es: 'Fondos insuficientes', en: 'Insufficient funds' },
        payments: 2,
        banks: [{ name: 'VISA TEST', payments: 2 }],
      },
    ])
    const thirty = await read('days=30')
    assert.deepEqual([sum(thirty.rails), sum(thirty.before), thirty.cards.declined], [870, 0, 3])
    assert.equal((await read('days=5')).rails[0].days.length, 15, 'another number is the usual one')
  })
})

describe('on SQLite, which keeps no statistics, the first page', () => {
  let world: World
  before(async () => {
    world = await openWorld('sqlite')
  })
  after(() => world.close())

  test('reads a range of an index for each of its answers, and no more rows than it shows', async (t) => {
    const merchant = await world.merchant()
    const owner = await person(world, merchant, 'owner')
    assert.equal((await merchant.post('/v1/payment/convenience-store', { total: 10 })).status, 200)
    const asked = new Map<string, unknown[]>()
    const { all } = StatementSync.prototype
    t.after(() => {
      StatementSync.prototype.all = all
    })
    StatementSync.prototype.all = function (...values) {
      if (/^(select|with)/i.test(this.sourceSQL)) asked.set(this.sourceSQL, values)
      return all.apply(this, values as never)
    }
    await owner.call('GET', '/v1/console/attention')
    await owner.call('GET', '/v1/console/today?days=90')
    StatementSync.prototype.all = all
    const plans = new Map<string, string[]>()
    for (const [text, values] of asked) {
      let at = 0
      const literal = () => literalOf(values[at++])
      const { rows } = await sql<{ detail: string }>`${sql.raw(
        `explain query plan ${text.replace(/\?/g, literal)}`,
      )}`.execute(world.service.store.db)
      plans.set(
        text,
        rows.map(({ detail }) => detail),
      )
    }
    const planOf = (table: string, part: string) => {
      const found = [...plans].find(([text]) => text.includes(`from "${table}"`) && text.includes(part))
      assert.ok(found, `${table} ${part} is not read`)
      return found
    }
    /** The index of each answer that grows with the payments. */
    const indexes = [
      ['disputes', 'respond_by', 'disputes_to_answer'],
      ['payments_received', 'outcome', 'payments_received_held'],
      ['payouts', 'affiliate', 'payouts_once'],
      ['refunds', '"waits_for" <>', 'refunds_waiting'],
      ['refunds', '"state" =', 'refunds_by_state'],
      ['approvals', 'expires_at', 'approvals_open'],
      ['operations', 'decline_code', 'operations_declined'],
    ] as const
    for (const [table, part, index] of indexes) {
      const [text, plan] = planOf(table, part)
      assert.match(text, / limit /, text)
      const own = plan.map((detail) => detail.replaceAll('sqlite_autoindex_payouts_2', 'payouts_once'))
      assert.match(
        own.join('\n'),
        new RegExp(`^SEARCH ${table} USING (COVERING )?INDEX ${index} \\(account_id=\\?`),
        text,
      )
      assert.doesNotMatch(own.join('\n'), /TEMP B-TREE/, `${text}: its rows are in the order of the index`)
    }
    const [, ending] = planOf('operations', 'expires_at')
    assert.match(
      ending.join('\n'),
      /SEARCH operations USING INDEX operations_due \(due_at=\? AND account_id=\? AND expires_at>/,
    )
    for (const [text, plan] of plans) {
      assert.doesNotMatch(
        plan.join('\n'),
        /^SCAN (operations|disputes|refunds|payouts|payments_received|events)/m,
        text,
      )
    }
  })
})

function literalOf(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}
