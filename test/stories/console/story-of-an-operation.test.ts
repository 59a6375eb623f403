// What happened to an operation, and who changed it, are told once, in the log: the console, the list of events and webhooks tell the same.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TOUCHED } from '../../../src/accounts/trail/read.ts'
import { person } from '../../support/fixtures/console.ts'
import { decided, disputed, paidByCard } from '../../support/fixtures/disputes.ts'
import { assertAudited, payAtStore, payBySpei, speiVoucher, storeVoucher } from '../../support/fixtures/payers.ts'
import { storyReceiver } from '../../support/fixtures/receiver.ts'
import { secondPersons } from '../../support/fixtures/second-persons.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

const PAYER = '002010077777777771'

interface Moment {
  kind: string
  what: string
  who: string
  amount: string
  note: string
}

const receiver = storyReceiver()

onBothEngines('the story of an operation is a part of the log', (world) => {
  const storyOf = async (one: Pick<Merchant, 'call'>, transaction: string): Promise<string[]> => {
    const { status, body, text } = await one.call('GET', `/v1/console/operations/${transaction}/timeline`)
    assert.equal(status, 200, text)
    return body.result.moments
      .filter(({ kind }: Moment) => !['webhook', 'entry', 'message'].includes(kind))
      .map(({ kind, what, amount }: Moment) => `${kind} ${what} ${amount}`.trim())
  }
  const eventsOf = async (merchant: Merchant, transaction: string): Promise<string[]> =>
    (await merchant.get(`/v1/events?operation=${transaction}&limit=500`)).body.result.events
      .map(({ type }: { type: string }) => type)
      .reverse()

  const withSecondPersons = async () => {
    const two = secondPersons(world)
    return { ...two, ...(await two.shop()) }
  }

  test('each step of a refund and of its transfer is told, by the console, the list of events and a webhook in one order', async () => {
    const merchant = await world().merchant()
    const { transaction: other } = await speiVoucher(merchant, { total: 2_000 })
    await payBySpei(merchant, { transaction: other })
    const ana = await person(world(), merchant, 'finance')
    assert.equal((await merchant.post('/v1/webhook', { url: `${receiver.url}/refund` })).status, 200)
    const { transaction } = await speiVoucher(merchant, { total: 500 })
    await payBySpei(merchant, { transaction, payer_clabe: PAYER })
    const asked = await ana.call('POST', `/v1/operations/${transaction}/refunds`, { amount: '120.00', reason: 'Talla' })
    assert.equal(asked.status, 200, asked.text)
    await world().work()
    const told = await eventsOf(merchant, transaction)
    assert.deepEqual(told, ['voucher.issued', 'operation.paid', 'refund.created', 'refund.sent', 'refund.updated'])
    const arrived = receiver.at('/refund').filter(({ json }) => JSON.stringify(json).includes(transaction))
    assert.deepEqual(
      arrived.map(({ event }) => event),
      told,
    )
    const story = await storyOf(ana, transaction)
    assert.deepEqual(story, [
      'created  500.00',
      'event voucher.issued',
      'event operation.paid',
      'act person.acted',
      'refund asked 120.00',
      'transfer refund.settled 120.00',
      'refund settled 120.00',
    ])
    const { moments } = (await ana.call('GET', `/v1/console/operations/${transaction}/timeline`)).body.result
    const first = moments.find(({ what }: Moment) => what === 'asked')
    assert.deepEqual([first.note, first.who.includes(ana.email), first.id], ['Talla', true, asked.body.result.id])
    await assertAudited(world())
  })

  test('a second person was asked when there is a request: a refused one is not told as asked', async () => {
    const { merchant, ana, paid, ask } = await withSecondPersons()
    const transaction = await paid(merchant)
    const path = `/v1/console/ask/operations/${transaction}/refunds`
    for (const bad of [{ amount: '900.00' }, { amount: '400.00', destination: { clabe: '1' } }]) {
      const refused = await ana.call('POST', path, bad)
      assert.ok(refused.status >= 400 && refused.status < 500, refused.text)
    }
    const asked = async () => (await storyOf(ana, transaction)).filter((one) => one.startsWith('act'))
    assert.deepEqual(await asked(), [])
    await ask(ana, `/operations/${transaction}/refunds`, { amount: '400.00' })
    await ask(ana, `/operations/apply-reversal/${transaction}`)
    assert.deepEqual(await asked(), ['act approval.asked.refund 400.00', 'act approval.asked.reversal 500.00'])
  })

  test('money that pays nothing, and its way back, are told with their amount and their reason', async () => {
    const merchant = await world().merchant()
    const ana = await person(world(), merchant, 'finance')
    const { transaction } = await storeVoucher(merchant, { total: 320 })
    const suspended = await payAtStore(merchant, { transaction, amount: 321 })
    const to = { action: 'return', clabe: PAYER, beneficiary: 'Rosa Luna' }
    const released = await merchant.post(`/v1/received-payments/${suspended.id}/release`, to)
    assert.equal(released.status, 200, released.text)
    const { moments } = (await ana.call('GET', `/v1/console/operations/${transaction}/timeline`)).body.result
    assert.deepEqual(
      moments
        .filter(({ what }: Moment) => /^payment\./.test(what))
        .map(({ what, amount, note }: Moment) => [what, amount, note]),
      [
        ['payment.suspended', '321.00', 'amount-differs'],
        ['payment.released', '321.00', ''],
      ],
    )
  })

  test('each step of a dispute is told', async () => {
    const merchant = await world().merchant()
    const ana = await person(world(), merchant, 'reader')
    const transaction = await paidByCard(world(), merchant)
    const { id } = await disputed(merchant, transaction, { stage: 'chargeback' })
    const answered = await merchant.post(`/v1/disputes/${id}/accept`, {})
    assert.equal(answered.status, 200, answered.text)
    await world().work()
    assert.deepEqual(
      (await storyOf(ana, transaction)).filter((one) => one.startsWith('dispute')),
      ['dispute chargeback 500.00', 'dispute accepted 500.00'],
    )
    const won = await paidByCard(world(), merchant)
    await decided(merchant, (await disputed(merchant, won)).id, 'won')
    await world().work()
    assert.deepEqual((await eventsOf(merchant, won)).slice(-2), ['dispute.opened', 'dispute.won'])
    await assertAudited(world())
  })

  test('a record of the trail is no event: it is not listed, read, sent again or delivered as one, and an event is no record', async () => {
    const merchant = await world().merchant()
    const hook = await merchant.post('/v1/webhook', { url: `${receiver.url}/trail-${world().engine}` })
    const rules = await merchant.call('PUT', '/v1/risk/rules', { rules: [] })
    assert.equal(rules.status, 200, rules.text)
    const { transaction } = await storeVoucher(merchant)
    await payAtStore(merchant, { transaction })
    await world().work()
    const records = (await merchant.get('/v1/audit?limit=500')).body.result.records
    const { id } = records.find(({ action }: { action: string }) => action === 'risk_rules.changed')
    const events = (await merchant.get('/v1/events?limit=500')).body.result.events
    const ids = events.map((one: { id: string }) => one.id)
    assert.deepEqual(
      records.filter((one: { id: string }) => ids.includes(one.id)),
      [],
    )
    assert.deepEqual((await merchant.get('/v1/events?type=risk_rules.changed')).body.result.events, [])
    assert.equal((await merchant.get(`/v1/events/${id}`)).status, 404)
    const again = await merchant.post(`/v1/events/${id}/replay`, { webhook: hook.body.result.id })
    assert.equal(again.status, 404, again.text)
    assert.deepEqual(
      receiver.at(`/trail-${world().engine}`).map(({ event }) => event),
      ['voucher.issued', 'operation.paid'],
    )
  })

  test('a voucher with an e-mail has one row in the log, and is found by the e-mail; so is a receipt that is sent later', async () => {
    const merchant = await world().merchant()
    const { transaction } = await speiVoucher(merchant, { email: 'clara.luz@example.mx' })
    const rowsOf = (id: string) =>
      world()
        .service.store.db.selectFrom('events')
        .select('type')
        .where('account_id', '=', merchant.accountId)
        .where('operation_id', '=', id)
        .orderBy('id')
        .execute()
    assert.deepEqual(await rowsOf(transaction), [{ type: 'voucher.issued' }])
    await world().work()
    const found = async (q: string) =>
      (await merchant.get(`/v1/operations?status=ALL&q=${encodeURIComponent(q)}`)).body.result.operations.map(
        (one: { transaction: string }) => one.transaction,
      )
    assert.deepEqual(await found('clara.luz@example.mx'), [transaction])
    const sent = await merchant.post('/v1/operations/send', { id: transaction, email: 'rosa.mar@example.mx' })
    assert.equal(sent.status, 200, sent.text)
    assert.deepEqual(await rowsOf(transaction), [{ type: 'voucher.issued' }, { type: TOUCHED }])
    await world().work()
    assert.deepEqual(await found('rosa.mar@example.mx'), [transaction])
  })
})
