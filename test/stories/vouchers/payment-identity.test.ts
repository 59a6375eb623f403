import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertAudited,
  balanceOf,
  customerWithSource,
  moveClock,
  operationOf,
  payAtStore,
  payBySpei,
  speiVoucher,
  storeVoucher,
  transfersOf,
} from '../../support/fixtures/payers.ts'
import { MANY_AT_ONCE, type Merchant, onBothEngines, type World } from '../../support/harness/world.ts'

const AT_BBVA = '012180001554321090'
const AT_BANORTE = '072580005812345671'
const AT_BANAMEX = '002010077777777771'
const AT_INBURSA = '036180001183597190'

/** What the merchant reads about payments that settled nothing. */
async function unsettledOf(merchant: Merchant, query = '') {
  const answer = await merchant.get(`/v1/received-payments${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.result.payments
}

/** The webhooks' view: data of the events of a type, oldest first. */
async function suspendedEvents(merchant: Merchant) {
  const { events } = (await merchant.get('/v1/events?type=payment.suspended')).body.result
  return events
}

onBothEngines('a payment is identified by network, institution, day and key', identities, MANY_AT_ONCE)

function identities(world: () => World): void {
  test('one tracking key from two banks is two payments: both vouchers are paid', async () => {
    const merchant = await world().merchant()
    const [one, two] = [await speiVoucher(merchant), await speiVoucher(merchant)]
    const pay = (transaction: string, payer_clabe: string) =>
      payBySpei(merchant, { transaction, payer_clabe, tracking_key: 'TWOBANKS1' })
    const first = await pay(one.transaction, AT_BBVA)
    const second = await pay(two.transaction, AT_BANAMEX)
    assert.deepEqual([first.institution, second.institution], ['012', '002'])
    assert.equal(second.outcome, 'settled')
    assert.equal(second.operation.transaction, two.transaction)
    assert.equal((await operationOf(merchant, two.transaction)).status, 'N')
    assert.equal(await balanceOf(world(), merchant, 'receivable:bank'), 30_000)
    await assertAudited(world())
  })

  test('one ticket number at the tills of two chains is two payments', async () => {
    const merchant = await world().merchant()
    for (const store of ['OXXO', 'Soriana']) {
      const { transaction } = await storeVoucher(merchant, { store })
      const paid = await payAtStore(merchant, { transaction, ticket: 'TWOCHAINS1' })
      assert.equal(paid.outcome, 'settled')
      assert.equal(paid.institution, store.toUpperCase())
      assert.equal(paid.operation.transaction, transaction)
    }
    await assertAudited(world())
  })

  test('one tracking key into one customer’s CLABE from two banks is two operations', async () => {
    const merchant = await world().merchant()
    const { clabe } = await customerWithSource(merchant)
    const pay = (payer_clabe: string) =>
      payBySpei(merchant, { clabe, amount: 10, payer_clabe, tracking_key: 'TWOCUST1' })
    const [first, second] = [await pay(AT_BBVA), await pay(AT_BANAMEX)]
    assert.notEqual(first.operation.transaction, second.operation.transaction)
    assert.equal((await pay(AT_BBVA)).operation.transaction, first.operation.transaction)
    await assertAudited(world())
  })

  test('the same facts again, also at once, are a repetition and get the first answer', async () => {
    const merchant = await world().merchant()
    const { transaction } = await speiVoucher(merchant)
    const pay = () => payBySpei(merchant, { transaction, payer_clabe: AT_BANORTE, tracking_key: 'AGAIN1' })
    const answers = await Promise.all([pay(), pay(), pay(), pay()])
    for (const paid of [...answers, await pay()]) {
      assert.equal(paid.outcome, 'settled')
      assert.equal(paid.id, answers[0]?.id)
    }
    assert.deepEqual(await unsettledOf(merchant), [])
    await assertAudited(world())
  })

  test('a report with other facts under one identity is kept whole and booked in suspense, with an event; the first payment stands', async () => {
    const merchant = await world().merchant()
    const [one, two] = [await speiVoucher(merchant), await speiVoucher(merchant, { total: 70 })]
    const first = await payBySpei(merchant, { ...from(AT_BBVA), transaction: one.transaction, tracking_key: 'CLASH1' })
    const report = { ...from(AT_BBVA), transaction: two.transaction, tracking_key: 'CLASH1' }
    const clash = await payBySpei(merchant, report)
    assert.equal(clash.outcome, 'suspended')
    assert.equal(clash.reason, 'identity-conflict')
    assert.equal(clash.amount.amount, '70.00')
    assert.equal(clash.return, null)
    assert.equal((await operationOf(merchant, one.transaction)).status, 'N')
    assert.equal((await operationOf(merchant, two.transaction)).status, 'P')
    // The bank owes us both payments; we owe the second one, in suspense.
    assert.equal(await balanceOf(world(), merchant, 'receivable:bank'), 15_000 + 7_000)
    assert.equal(await balanceOf(world(), merchant, 'payable:suspense'), -7_000)
    const { balances } = (await merchant.get('/v1/ledger/balances')).body.result
    assert.equal(balances.find((one: { account: string }) => one.account === 'payable:suspense').closing, '-70.00')
    const listed = await unsettledOf(merchant, '?outcome=suspended')
    assert.equal(listed.length, 1)
    const { id, conflicts_with, ...shown } = listed[0]
    assert.deepEqual([id, conflicts_with], [clash.id, first.id])
    assert.deepEqual(
      [shown.network_transaction, shown.institution, shown.rail, shown.transaction, shown.amount.amount],
      ['CLASH1', '012', 'spei', two.transaction, '70.00'],
    )
    const events = await suspendedEvents(merchant)
    assert.deepEqual(
      events.map((event: { data: { id: string } }) => event.data.id),
      [clash.id],
    )
    // The same report again is the same conflict; a third amount is another conflict.
    assert.equal((await payBySpei(merchant, report)).id, clash.id)
    const third = await payBySpei(merchant, { ...report, amount: 71 })
    assert.equal(third.outcome, 'suspended')
    assert.equal(new Set([first.id, clash.id, third.id]).size, 3)
    assert.equal((await payBySpei(merchant, { ...report, transaction: one.transaction })).id, first.id)
    assert.equal((await suspendedEvents(merchant)).length, 2)
    await world().work()
    assert.deepEqual(await transfersOf(world(), merchant), [])
    await assertAudited(world())
  })

  test('another payer under one identity is a conflict too', async () => {
    const merchant = await world().merchant()
    const { transaction } = await speiVoucher(merchant)
    await payBySpei(merchant, { ...from(AT_INBURSA), transaction, tracking_key: 'PAYERS1' })
    const other = { ...from('036180500609169189'), transaction, tracking_key: 'PAYERS1' }
    assert.equal((await payBySpei(merchant, other)).outcome, 'suspended')
    await assertAudited(world())
  })

  test('conflicts at once are each kept once', async () => {
    const merchant = await world().merchant()
    const { transaction } = await storeVoucher(merchant)
    const amounts = [150, 151, 152, 151, 150, 152]
    const answers = await Promise.all(
      amounts.map((amount) => payAtStore(merchant, { transaction, amount, ticket: 'ATONCE1' })),
    )
    assert.equal(new Set(answers.map((answer) => answer.id)).size, 3)
    assert.equal(answers.filter(({ reason }) => reason === 'identity-conflict').length, 4)
    const settledOrReturned = await unsettledOf(merchant)
    assert.ok(settledOrReturned.length >= 2)
    const conflicts = (await unsettledOf(merchant, '?outcome=suspended')).filter(
      ({ reason }: { reason: string }) => reason === 'identity-conflict',
    )
    assert.equal(conflicts.length, 2)
    await world().work()
    await assertAudited(world())
  })

  test('sixty conflicts at once, some of them reported twice, are each recorded once and none fails', async () => {
    const merchant = await world().merchant()
    const { transaction } = await storeVoucher(merchant)
    const amounts = Array.from({ length: 60 }, (_, n) => 150 + Math.floor(n / 2) + (n % 4 === 0 ? 100 : 0))
    const pay = (amount: number) =>
      merchant.post('/v1/sandbox/pay/store', { transaction, amount, ticket: 'SIXTY1', operation_day: '2026-03-03' })
    const answers = await Promise.all(amounts.map(pay))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    const different = new Set(amounts).size
    assert.ok(different < amounts.length)
    assert.equal(new Set(answers.map(({ body }) => body.result.id)).size, different)
    const rows = await world()
      .service.store.db.selectFrom('payments_received')
      .select(['conflict', 'amount_centavos'])
      .where('network_transaction', '=', 'SIXTY1')
      .orderBy('conflict')
      .execute()
    assert.equal(rows.length, different)
    assert.equal(new Set(rows.map((row) => row.amount_centavos)).size, different)
    assert.deepEqual([rows[0]?.conflict, rows[1]?.conflict], [0, 1])
    for (const amount of amounts) assert.equal((await pay(amount)).status, 200)
    const kept = await unsettledOf(merchant, '?outcome=suspended&limit=100')
    assert.equal(kept.filter(({ reason }: { reason: string }) => reason === 'identity-conflict').length, different - 1)
    await world().work()
    await assertAudited(world())
  })

  test('a conflict with another account’s settled payment is reported to its own account only: the settled one stands', async () => {
    const [owner, other] = [await world().merchant(), await world().merchant()]
    const [mine, theirs] = [await speiVoucher(owner), await speiVoucher(other, { total: 99 })]
    const key = { tracking_key: 'ACCOUNTS1', ...from(AT_BANORTE) }
    assert.equal((await payBySpei(owner, { transaction: mine.transaction, ...key })).outcome, 'settled')
    for (const amount of [99, 98, 97]) {
      const clash = await payBySpei(other, { transaction: theirs.transaction, amount, ...key })
      assert.equal(clash.outcome, 'suspended')
      assert.equal(clash.operation.transaction, theirs.transaction)
      const sentEvents = (await suspendedEvents(other)).find(
        (event: { data: { id: string } }) => event.data.id === clash.id,
      )
      assert.equal(sentEvents.data.conflicts_with, null, 'the first is not theirs to read')
    }
    assert.equal((await suspendedEvents(other)).length, 3)
    assert.deepEqual(await suspendedEvents(owner), [])
    assert.deepEqual(await unsettledOf(owner), [])
    assert.equal((await unsettledOf(other)).length, 3)
    assert.equal(await balanceOf(world(), other, 'payable:suspense'), -29_400)
    await assertAudited(world())
  })

  test('a conflict with another account’s returned payment is reported to both, to the first once, each of its own payment', async () => {
    const [owner, other] = [await world().merchant(), await world().merchant()]
    const [mine, theirs] = [await speiVoucher(owner), await speiVoucher(other, { total: 99 })]
    const key = { tracking_key: 'ACCOUNTS2', ...from(AT_BANORTE) }
    const first = await payBySpei(owner, { transaction: mine.transaction, amount: 1, ...key })
    assert.equal(first.outcome, 'returned')
    const clash = await payBySpei(other, { transaction: theirs.transaction, ...key })
    for (const amount of [98, 97]) await payBySpei(other, { transaction: theirs.transaction, amount, ...key })
    const sentEvents = await suspendedEvents(owner)
    assert.deepEqual(
      sentEvents.map((event: { data: { id: string } }) => event.data.id),
      [first.id],
    )
    assert.equal(sentEvents[0].data.conflicts_with, null)
    assert.equal(JSON.stringify(sentEvents).includes(clash.id), false)
    assert.equal((await suspendedEvents(other)).length, 3)
    await assertAudited(world())
  })

  test('a conflict that was paid into an unknown destination is booked under no account', async () => {
    const merchant = await world().merchant()
    const nowhere = { ...from(AT_BANORTE), clabe: '646180118012345673', tracking_key: 'NOBODY1' }
    const before = await balanceOf(world(), { accountId: 'acc_unmatched' }, 'payable:suspense')
    assert.equal((await payBySpei(merchant, { ...nowhere, amount: 10 })).outcome, 'unmatched')
    assert.equal((await payBySpei(merchant, { ...nowhere, amount: 11 })).outcome, 'suspended')
    const after = await balanceOf(world(), { accountId: 'acc_unmatched' }, 'payable:suspense')
    assert.equal(after - before, -1_100)
    const metrics = await world().send({ method: 'GET', url: '/metrics' })
    assert.ok(Number(/^cobro_payments_suspended (\d+)$/m.exec(metrics.text)?.[1]) >= 1)
    await assertAudited(world())
  })

  test('the list goes on page by page and refuses unknown parameters', async () => {
    const merchant = await world().merchant()
    const { transaction } = await storeVoucher(merchant)
    for (const amount of [1, 2, 3]) await payAtStore(merchant, { transaction, amount })
    const page = async (query: string) => (await merchant.get(`/v1/received-payments${query}`)).body.result
    const first = await page('?limit=2')
    assert.equal(first.payments.length, 2)
    const second = await page(`?limit=2&starting_after=${first.next}`)
    assert.deepEqual(
      [...first.payments, ...second.payments].map((one: { amount: { amount: string } }) => one.amount.amount),
      ['3.00', '2.00', '1.00'],
    )
    assert.equal(second.next, null)
    for (const query of ['?outcome=lost', '?limit=0', '?starting_after=%00']) {
      assert.equal((await merchant.get(`/v1/received-payments${query}`)).status, 400, query)
    }
    const other = await world().merchant()
    assert.deepEqual((await other.get('/v1/received-payments')).body.result, { payments: [], next: null })
    assert.equal((await other.get(`/v1/received-payments?starting_after=${first.next}`)).body.result.payments.length, 0)
  })

  test('one tracking key on another day of the network is another payment', async () => {
    const merchant = await world().merchant()
    const [one, two, three] = [await speiVoucher(merchant), await speiVoucher(merchant), await speiVoucher(merchant)]
    const pay = (transaction: string, more: object = {}) =>
      payBySpei(merchant, { transaction, tracking_key: 'DAYS1', ...from(AT_BBVA), ...more })
    // A Wednesday.
    await moveClock(merchant, { freeze: true, set: '2030-06-12T17:59:00-06:00' })
    for (const voucher of [one, two, three]) assert.equal(voucher.status, 2)
    const fresh = await speiVoucher(merchant)
    const first = await pay(fresh.transaction)
    assert.equal(first.operation_day, '2030-06-12')
    await moveClock(merchant, { set: '2030-06-12T18:01:00-06:00' })
    const second = await speiVoucher(merchant)
    const late = await pay(second.transaction)
    assert.equal(late.operation_day, '2030-06-13')
    assert.equal(late.outcome, 'settled')
    assert.notEqual(late.id, first.id)
    // A network that repeats a report on a later day names the day of the payment.
    assert.equal((await pay(fresh.transaction, { operation_day: '2030-06-12' })).id, first.id)
    const refused = await merchant.post('/v1/sandbox/pay/spei', {
      transaction: second.transaction,
      operation_day: '2030-02-30',
    })
    assert.equal(refused.status, 400)
    await moveClock(merchant, { resume: true })
    await assertAudited(world())
  })
}

function from(payer_clabe: string) {
  return { payer_clabe }
}
