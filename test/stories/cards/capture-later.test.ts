// The promise: a charge that is authorised only takes nothing until it is captured, wholly or in part and once, and is released otherwise.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokenFor } from '../../support/fixtures/cards.ts'
import { APPROVED, chargeOf, payByCard, sendCharge } from '../../support/fixtures/charges.ts'
import { assertAudited, balanceOf, eventsOf, moveClock, operationOf } from '../../support/fixtures/payers.ts'
import { passTime } from '../../support/harness/pass-time.ts'
import { MANY_AT_ONCE, type Merchant, onBothEngines, type World } from '../../support/harness/world.ts'

const DAY_MS = 86_400_000

/** An authorised charge. */
async function authorized(world: World, merchant: Merchant, change: Record<string, unknown> = {}): Promise<string> {
  const { status, body, text } = await payByCard(world, merchant, APPROVED, { capture: false, ...change })
  assert.equal(status, 200, text)
  assert.deepEqual([body.result.status, body.result.sales, body.result.recipe.status], [true, '0.00', 'A'], text)
  return body.result.token
}

const capture = (merchant: Merchant, id: string, body: object = {}, headers?: Record<string, string>) =>
  merchant.post(`/v1/operations/${id}/capture`, body, headers)

const reverse = (merchant: Merchant, id: string) => merchant.get(`/v1/operations/apply-reversal/${id}`)

async function postingsOf(world: World, id: string): Promise<string[]> {
  const rows = await world.service.store.db
    .selectFrom('postings')
    .select(['entry', 'ledger_account', 'amount_centavos'])
    .where('entry', 'like', `${id}:%`)
    .orderBy('entry')
    .orderBy('line')
    .execute()
  return rows.map((row) => `${row.entry.slice(37)} ${row.ledger_account} ${row.amount_centavos}`)
}

/** A request that must be refused; answers its reason. */
function refused({ status, body, text }: Awaited<ReturnType<Merchant['post']>>, expected: number): string {
  assert.equal(status, expected, text)
  return body.error.reason
}

onBothEngines(
  'a charge that is captured later',
  (world) => {
    test('is authorised without a posting, and captured wholly: its record, totals, events and ledger', async () => {
      const merchant = await world().merchant()
      const id = await authorized(world(), merchant)
      const held = await operationOf(merchant, id)
      assert.deepEqual(
        [held.status, held.total.amount, held.authorized, held.paid_at],
        ['A', '100.00', { amount: '100.00', currency: 'MXN' }, null],
      )
      const days = (Date.parse(held.authorized_until) - Date.parse(held.timestamp)) / DAY_MS
      assert.equal(days, 7)
      assert.match(held.authorization_code, /^\d{6}$/)
      assert.deepEqual(await postingsOf(world(), id), [])
      const before = (await merchant.get('/v1/operations')).body.result
      assert.deepEqual([before.total, before.sales], [1, '0.00'], 'listed, and not sold')
      assert.equal((await merchant.get('/v1/operations?status=A')).body.result.operations[0].transaction, id)

      const taken = await capture(merchant, id)
      assert.equal(taken.status, 200, taken.text)
      const paid = taken.body.result
      assert.deepEqual(
        [paid.status, paid.total.amount, paid.authorized.amount, paid.authorized_until, paid.commission.amount],
        ['N', '100.00', '100.00', null, '4.18'],
      )
      assert.deepEqual(await operationOf(merchant, id), paid)
      assert.deepEqual(await postingsOf(world(), id), [
        'paid receivable:acquirer 10000',
        'paid payable:merchant -9582',
        'paid income:fees -360',
        'paid payable:iva -58',
      ])
      const after = (await merchant.get('/v1/operations')).body.result
      assert.deepEqual([after.total, after.sales], [1, '100.00'])
      assert.deepEqual(await eventsOf(world(), id), { 'operation.authorized': 1, 'operation.paid': 1 })
      await assertAudited(world())
    })

    test('is captured in part: what is left is released, and what was captured can be refunded', async () => {
      const merchant = await world().merchant()
      const id = await authorized(world(), merchant, { 'payment.tip': { amount: 10, currency: 'MXN' } })
      const paid = (await capture(merchant, id, { amount: '60.00' })).body.result
      assert.deepEqual(
        [paid.status, paid.total.amount, paid.authorized.amount, paid.commission.amount, paid.tip.amount],
        ['N', '60.00', '100.00', '2.51', '10.00'],
      )
      assert.deepEqual(await postingsOf(world(), id), [
        'paid receivable:acquirer 6000',
        'paid payable:merchant -5749',
        'paid income:fees -216',
        'paid payable:iva -35',
      ])
      const { events } = (await merchant.get(`/v1/events?operation=${id}`)).body.result
      assert.deepEqual(
        events.map(({ type, data }: { type: string; data: { total: { amount: string } } }) => [
          type,
          data.total.amount,
        ]),
        [
          ['operation.paid', '60.00'],
          ['operation.authorized', '100.00'],
        ],
        'an event is what it was',
      )
      const list = (await merchant.get('/v1/operations')).body.result
      assert.deepEqual([list.sales, list.operations[0].total.amount], ['60.00', '60.00'])
      assert.equal((await merchant.post(`/v1/operations/${id}/refunds`, { amount: '60.01' })).status, 409)
      const refund = await merchant.post(`/v1/operations/${id}/refunds`, { amount: '50.00' })
      assert.equal(refund.status, 200, refund.text)
      await world().work()
      await assertAudited(world())
      assert.equal(await balanceOf(world(), merchant, 'receivable:acquirer'), 1_000)
    })

    test('is captured once, however often and by how many it is asked, and with one amount', async () => {
      const merchant = await world().merchant()
      const id = await authorized(world(), merchant)
      const key = { 'idempotency-key': 'captura-1' }
      const answers = await Promise.all([
        capture(merchant, id, { amount: '40.00' }, key),
        ...[1, 2, 3, 4].map(() => capture(merchant, id, { amount: '40.00' })),
      ])
      for (const answer of answers) assert.equal(answer.status, 200, answer.text)
      assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body.result))).size, 1)
      const again = await capture(merchant, id, { amount: '40.00' }, key)
      assert.equal(again.headers['idempotent-replayed'], 'true')
      assert.equal(refused(await capture(merchant, id), 409), 'capture-of-captured')
      assert.equal(refused(await capture(merchant, id, { amount: '40.01' }), 409), 'capture-of-captured')
      assert.equal((await postingsOf(world(), id)).length, 4)
      assert.equal(await balanceOf(world(), merchant, 'receivable:acquirer'), 4_000)
      const { captures_asked } = await world()
        .service.store.db.selectFrom('operations')
        .select('captures_asked')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      assert.equal(captures_asked, 1)
      await assertAudited(world())
    })

    test('bodies that ask for nothing clear, amounts above the authorisation and other accounts are refused', async () => {
      const [merchant, other] = [await world().merchant(), await world().merchant()]
      const id = await authorized(world(), merchant)
      for (const body of [
        { amount: '100.01' },
        { amount: 0 },
        { amount: -1 },
        { amount: '1.005' },
        { amount: null },
        { amount: '10.00', currency: 'USD' },
        { total: '10.00' },
      ])
        assert.equal((await capture(merchant, id, body)).status, 400, JSON.stringify(body))
      assert.equal((await capture(other, id)).status, 404)
      assert.equal((await capture(merchant, 'no-such-operation')).status, 404)
      const plain = (await payByCard(world(), merchant, APPROVED)).body.result.token
      assert.equal(refused(await capture(merchant, plain), 409), 'capture-of-unauthorized')
      assert.equal(refused(await merchant.post(`/v1/operations/${id}/refunds`, {}), 409), 'refund-of-authorized')
      assert.equal((await operationOf(merchant, id)).status, 'A')
    })

    test('is released by a reversal, at any time, without a posting, and cannot be captured afterwards', async () => {
      const merchant = await world().merchant()
      const id = await authorized(world(), merchant)
      await passTime(world(), 3 * DAY_MS)
      for (const _ of [1, 2]) {
        const answer = await reverse(merchant, id)
        assert.equal(answer.status, 200, answer.text)
        assert.deepEqual([answer.body.result.status, answer.body.result.recipe.status], [true, 'C'])
      }
      const released = await operationOf(merchant, id)
      assert.deepEqual([released.hasDevolution, released.paid_at], [false, null])
      assert.deepEqual(await postingsOf(world(), id), [])
      assert.deepEqual(await eventsOf(world(), id), { 'operation.authorized': 1, 'operation.cancelled': 1 })
      assert.equal(refused(await capture(merchant, id), 409), 'capture-of-unauthorized')
      await assertAudited(world())
    })

    test('expires when nobody captures it in time: it is released at the acquirer, and an event says so', async () => {
      const merchant = await world().merchant()
      const id = await authorized(world(), merchant)
      await passTime(world(), 7 * DAY_MS - 60_000)
      assert.equal((await operationOf(merchant, id)).status, 'A')
      await passTime(world(), 120_000)
      const over = await operationOf(merchant, id)
      assert.deepEqual([over.status, over.hasDevolution], ['E', false])
      assert.deepEqual(await eventsOf(world(), id), { 'operation.authorized': 1, 'operation.expired': 1 })
      assert.deepEqual(await postingsOf(world(), id), [])
      assert.equal(refused(await capture(merchant, id), 409), 'capture-of-unauthorized')
      assert.equal(refused(await reverse(merchant, id), 409), 'reversal-of-unpaid')
      const { state, ends_as } = await world()
        .service.store.db.selectFrom('reversals')
        .select(['state', 'ends_as'])
        .where('operation_id', '=', id)
        .executeTakeFirstOrThrow()
      assert.deepEqual([state, ends_as], ['done', 'expired'])
      await assertAudited(world())
    })

    test('one whose answer came late expires too, also when the clock goes on at once: nobody has it leased any more', async () => {
      const merchant = await world().merchant()
      const found = { capture: false, 'payment.total.amount': 4001.02 }
      const { body } = await payByCard(world(), merchant, APPROVED, found)
      const id = body.result.operations[0].transaction
      await moveClock(merchant, { advance: 'PT10M' })
      assert.equal((await operationOf(merchant, id)).status, 'A')
      const { leased_until } = await world()
        .service.store.db.selectFrom('operations')
        .select('leased_until')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      assert.equal(leased_until, 0)
      await moveClock(merchant, { advance: 'P8D' })
      assert.equal((await operationOf(merchant, id)).status, 'E')
    })

    test('a capture without an answer is finished later, and nothing releases the authorisation meanwhile', async () => {
      const merchant = await world().merchant()
      const late = { 'payment.total.amount': 4001.16 }
      const id = await authorized(world(), merchant, late)
      assert.equal(refused(await capture(merchant, id), 503), 'capture-unfinished')
      assert.equal((await operationOf(merchant, id)).status, 'A')
      assert.equal(refused(await reverse(merchant, id), 503), 'capture-unfinished')
      assert.equal(refused(await capture(merchant, id, { amount: '1.00' }), 409), 'capture-of-captured')
      // Each process leaves its first try unanswered.
      for (const _ of [1, 2, 3]) await passTime(world(), 5 * 60_000)
      assert.equal((await operationOf(merchant, id)).status, 'N')
      assert.deepEqual(await eventsOf(world(), id), { 'operation.authorized': 1, 'operation.paid': 1 })
      assert.equal((await capture(merchant, id)).status, 200)
      await assertAudited(world())
    })

    test('a refused capture leaves the authorisation, which is captured with another amount', async () => {
      const merchant = await world().merchant()
      const id = await authorized(world(), merchant, { 'payment.total.amount': 4001.15 })
      assert.equal(refused(await capture(merchant, id), 409), 'capture-refused')
      assert.equal((await operationOf(merchant, id)).status, 'A')
      assert.deepEqual(await postingsOf(world(), id), [])
      const paid = (await capture(merchant, id, { amount: '4000.99' })).body.result
      assert.deepEqual([paid.status, paid.total.amount], ['N', '4000.99'])
      await assertAudited(world())
    })

    test('the same charge again answers the first, and one that is charged at once is another', async () => {
      const merchant = await world().merchant()
      const change = { 'payment.external.transaction': 'pedido-9' }
      const message = chargeOf(await tokenFor(world(), merchant, APPROVED), { ...change, capture: false })
      const first = await sendCharge(world(), merchant, message)
      const again = await sendCharge(world(), merchant, message)
      assert.equal(again.headers['idempotent-replayed'], 'true')
      assert.equal(again.body.result.token, first.body.result.token)
      const charged = await sendCharge(world(), merchant, { ...message, capture: true })
      assert.equal(charged.status, 409, charged.text)
      const id = first.body.result.token
      assert.equal((await capture(merchant, id)).status, 200)
      assert.equal((await sendCharge(world(), merchant, message)).body.result.recipe.status, 'N')
    })

    test('a card whose payments are disputed a day later is disputed for what was captured, when it is captured after that day', async () => {
      const merchant = await world().merchant()
      const { body } = await payByCard(world(), merchant, '4000000000020018', { capture: false })
      const id = body.result.token
      const disputed = async () => (await merchant.get('/v1/disputes')).body.result.disputes
      await passTime(world(), 2 * DAY_MS)
      assert.deepEqual(await disputed(), [])
      assert.equal((await capture(merchant, id, { amount: '70.00' })).status, 200)
      await passTime(world(), DAY_MS + 60_000)
      const [dispute, ...others] = await disputed()
      assert.deepEqual([dispute?.transaction, dispute?.amount.amount, others], [id, '70.00', []])
      await assertAudited(world())
    })

    test('a capture and a reversal at once are one of them, and the books agree', async () => {
      const merchant = await world().merchant()
      const ids = []
      for (let count = 0; count < 6; count += 1) ids.push(await authorized(world(), merchant))
      await Promise.all(ids.flatMap((id) => [capture(merchant, id, { amount: '70.00' }), reverse(merchant, id)]))
      await passTime(world(), 120_000)
      for (const id of ids) {
        const { status } = await operationOf(merchant, id)
        const paid = (await postingsOf(world(), id)).filter((line) => line.startsWith('paid')).length
        assert.ok(status === 'N' ? paid === 4 : status === 'C', `${status} with ${paid} lines`)
      }
      await assertAudited(world())
    })
  },
  MANY_AT_ONCE,
)
