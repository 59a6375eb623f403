// Openpay answers 200 about another thing than the one it was asked about: another id, amount, currency, card or owner, or nothing at all. No such answer is believed.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Acquirer, AuthoriseRequest } from '../../../src/connectors/acquirer.ts'
import type { CashNetwork } from '../../../src/connectors/cash-network.ts'
import { needsOf } from '../../../src/connectors/connect.ts'
import { openpayForCards, openpayForSpei, openpayForStores } from '../../../src/connectors/openpay/connectors.ts'
import type { SpeiBank } from '../../../src/connectors/spei-bank.ts'
import { passingState } from '../../../src/connectors/state.ts'
import { cards, type FakeOpenpay, fakeOpenpay } from '../../openpay/fake-openpay.ts'
import { patient } from '../../support/harness/ports.ts'

/** About nothing that was asked for. */
const NOTHING = ['', '{}', '[]', 'null', 'true', '"completed"', '<html>OK</html>', '{"id":"tr0000000000000000']
const OTHER_ID = 'tr999999999999999999'

// biome-ignore lint/suspicious/noExplicitAny: whatever Openpay shows.
type Json = any

describe('Openpay says something else', () => {
  let fake: FakeOpenpay
  let state = passingState()
  let nowMs = Date.parse('2026-11-24T18:00:00.000Z')
  let ids = 0
  const needs = () => needsOf(fake.settings, { state, nowMs: () => nowMs })
  const acquirer = () => openpayForCards.connect(needs()) as Required<Acquirer>
  const stores = () => openpayForStores.connect(needs()) as CashNetwork
  const bank = () => openpayForSpei.connect(needs()) as SpeiBank
  before(async () => {
    fake = await fakeOpenpay()
  })
  beforeEach(() => {
    fake.heal()
    state = passingState()
  })
  after(() => fake.close())

  const charge = (change: Partial<AuthoriseRequest> = {}): AuthoriseRequest => {
    ids += 1
    const operationId = `op-${ids}`
    const beganAt = '2026-11-24T18:00:00.000Z'
    const who = { months: undefined, initiator: 'customer', returnUrl: 'https://a.mx' } as const
    return { operationId, amountCentavos: 60_000, beganAt, trace: {}, card: cards.approved, ...who, ...change }
  }
  const about = ({ card: { number }, ...request }: AuthoriseRequest) => ({
    ...request,
    cardFirstSix: number.slice(0, 6),
    cardLastFour: number.slice(-4),
  })
  /** Every answer that is not about a transaction, by what it has instead. */
  const othersOf = (made: Json, more: readonly Json[] = []): string[] => [
    ...NOTHING,
    ...[
      { id: OTHER_ID },
      { order_id: 'op-another' },
      { order_id: null },
      { amount: 1 },
      { amount: '600.001' },
      { currency: 'USD' },
      { method: 'store' },
      { status: undefined },
      { status: 'a word of another day' },
      ...more,
    ].map((change) => JSON.stringify({ ...made, ...change })),
  ]
  const paid = async (change: Partial<AuthoriseRequest> = {}) => {
    const request = charge(change)
    const made = await acquirer().authorise(request, patient())
    assert.ok(made.kind === 'approved')
    return { request, networkReference: made.networkReference, made: fake.charge(request.operationId) as Json }
  }

  test('a refund counts only when the answer names the charge, the amount and the refund', async () => {
    const { request, networkReference, made } = await paid()
    const refundOf = (refund: object, change: object = {}) =>
      JSON.stringify({ ...made, ...change, refunds: [{ id: 'trA1B2C3', status: 'completed', ...refund }] })
    let refunds = 0
    const refundWith = async (lie: (refundId: string) => string) => {
      refunds += 1
      const refundId = `ref_${refunds}`
      fake.lie('POST /charges/:id/refund', () => lie(refundId))
      const asked = { ...about(request), networkReference, refundId, refundCentavos: 100 }
      return (await acquirer().refund(asked, patient())).kind
    }
    const lies: ((id: string) => string)[] = [
      ...NOTHING.map((text) => () => text),
      () => JSON.stringify(made),
      (description) => refundOf({ description, amount: 2 }),
      (description) => refundOf({ description, amount: 1, currency: 'USD' }),
      (description) => refundOf({ description, amount: 1, status: 'FAILED' }),
      () => refundOf({ description: 'ref_another', amount: 1 }),
      (description) => refundOf({ description, amount: 1 }, { id: OTHER_ID }),
      (description) => refundOf({ description, amount: 1 }, { order_id: 'op-another' }),
      (description) => refundOf({ description, amount: 1 }, { amount: 601 }),
      (description) => refundOf({ description, amount: 1 }, { method: 'store' }),
    ]
    for (const lie of lies) assert.equal(await refundWith(lie), 'unknown', lie('ref_of_this_call'))
    assert.equal(await refundWith((description) => refundOf({ description, amount: 1 })), 'refunded')
    assert.equal(await refundWith(() => refundOf({ description: 'Devolucion', amount: '1.00' })), 'refunded')
  })

  test('a charge counts as reversed, captured or advised only when a later look at this charge says so', async () => {
    const { request, networkReference, made } = await paid()
    const refunded = { ...made, status: 'refunded' }
    for (const lie of othersOf(refunded, [{ amount: 599 }])) {
      // Another amount before the call means that it is not our charge.
      const asked = { ...about(request), networkReference }
      fake.lie('POST /charges/:id/refund', () => '{}')
      fake.lie('GET /charges/:id', () => JSON.stringify(made))
      fake.lie('GET /charges/:id', () => lie)
      assert.equal((await acquirer().reverse(asked, patient())).kind, 'unknown', lie)
      fake.heal()
    }
    const held = await paid({ capture: false })
    for (const lie of othersOf({ ...held.made, status: 'completed' })) {
      const asked = { ...about(held.request), captureCentavos: 60_000, networkReference: held.networkReference }
      fake.lie('POST /charges/:id/capture', () => '{}')
      fake.lie('GET /charges/:id', () => JSON.stringify(held.made))
      fake.lie('GET /charges/:id', () => lie)
      assert.equal((await acquirer().capture(asked, patient())).kind, 'unknown', lie)
      fake.heal()
    }
  })

  test('only an answer about this charge approves or finds it', async () => {
    const { made } = await paid()
    for (const lie of othersOf(made, [{ card: { card_number: '400000XXXXXX0002' } }])) {
      const request = charge()
      const mine = lie.replaceAll(made.order_id, request.operationId)
      // Openpay chooses the id of a new charge.
      if (mine.includes(OTHER_ID)) continue
      fake.lie('POST /charges', () => mine)
      assert.equal((await acquirer().authorise(request, patient())).kind, 'unknown', mine)
      fake.lie('GET /charges', () => `[${mine}]`)
      const found = await acquirer().inquire(about(request), patient())
      assert.ok(['unknown', 'never-seen'].includes(found.kind), `${found.kind}: ${mine}`)
      fake.heal()
    }
  })

  test('a stored card is valid only when the answer names a card, and it is this one', async () => {
    const another = (card_number: string) => JSON.stringify({ id: 'k0000001', card_number })
    // One in ten thousand cards has the same last digits.
    for (const lie of [...NOTHING, another('400000XXXXXX0002'), another('400000XXXXXX1111'), '{"id":""}']) {
      fake.lie('POST /cards', () => lie)
      assert.equal((await acquirer().verify(cards.approved, patient())).kind, 'unknown', lie)
    }
    for (const same of ['411111XXXXXX1111', '41111111XXXX1111', 'XXXXXXXXXXXX1111', '1111']) {
      fake.lie('POST /cards', () => another(same))
      assert.equal((await acquirer().verify(cards.approved, patient())).kind, 'valid', same)
    }
    fake.heal()
  })

  test('a CLABE counts only for the owner that it was asked for', async () => {
    for (const lie of [...NOTHING, '{"id":"aw0000001","external_id":"op-another","clabe":"646180111000000015"}']) {
      fake.lie('POST /customers', () => lie)
      assert.equal((await bank().issueAccount({ ownerId: 'op-owner' }, patient())).kind, 'unknown', lie)
    }
  })

  test('a payout counts only with the account and the amount that were asked for', async () => {
    const request = {
      trackingKey: 'CBR1',
      destination: '012180001554321090',
      beneficiary: 'Ana',
      amountCentavos: 60_000,
      concept: 'x',
      kind: 'payout',
      participant: '40012',
      numericReference: 1,
    } as const
    const made = { id: 'tr000000000000000077', order_id: 'CBR1', amount: 600, currency: 'MXN', status: 'in_progress' }
    const other = { bank_account: { clabe: '646180110400000007' } }
    for (const lie of othersOf(made, [other])) {
      if (/9999|"method"/.test(lie)) continue
      state = passingState()
      fake.lie('POST /payouts', () => lie)
      assert.equal((await bank().transfer(request, patient())).kind, 'unknown', lie)
      fake.lie('GET /payouts', () => `[${lie}]`)
      const found = await bank().findTransfer({ trackingKey: 'CBR1', day: '2026-11-24' }, patient())
      // The service compares what is shown with what it asked for.
      const isShown = 'destination' in found && found.destination !== request.destination
      assert.ok(isShown || ['unknown', 'never-seen'].includes(found.kind), `${found.kind}: ${lie}`)
      fake.heal()
    }
  })

  test('a store reference counts only for its operation, and only an answer about it says that it is paid or cancelled', async () => {
    const issue = { chain: '7ELEVEN', amountCentavos: 60_000, expiresAt: '2099-12-31T05:59:59.999Z' }
    await stores().issue({ ...issue, operationId: 'op-store' }, patient())
    const made = fake.charge('op-store') as Json
    for (const lie of othersOf({ ...made, status: 'completed' }, [{ method: 'card' }])) {
      if (lie.includes('"method":"store"') && /"order_id":"op-store"/.test(lie) && lie.includes(made.id)) {
        const { amount, currency, status } = JSON.parse(lie)
        // Only the order is known before the first look.
        if (amount !== 600 || currency !== 'MXN' || status === 'completed') continue
      }
      fake.lie('GET /charges/:id', () => JSON.stringify(made))
      fake.lie('POST /charges/:id/cancel', () => '{}')
      fake.lie('GET /charges/:id', () => lie)
      assert.equal(
        (await stores().cancel({ operationId: 'op-store', reference: '', chain: '7ELEVEN' } as Json, patient())).kind,
        'unknown',
        lie,
      )
      fake.heal()
    }
    nowMs += 1
  })

  test('a deposit of another customer than the notice names waits for a person', async () => {
    const issued = await bank().issueAccount({ ownerId: 'op-one' }, patient())
    const another = await bank().issueAccount({ ownerId: 'op-two' }, patient())
    assert.ok(issued.kind === 'issued' && another.kind === 'issued')
    const { id, customer_id } = fake.deposit(issued.clabe, 150)
    const second = fake.deposit(another.clabe, 150)
    const [call] = (bank() as Json).inbound
    const notice = {
      method: 'POST',
      path: '/bank-notices',
      query: '',
      headers: fake.headers(),
      body: Buffer.from(JSON.stringify(fake.event('spei.received', { id, customer_id }))),
      address: '203.0.113.7',
    }
    const genuine = JSON.stringify(fake.charges.get(id))
    for (const lie of [
      JSON.stringify({ ...fake.charges.get(second.id), id }),
      JSON.stringify(fake.charges.get(second.id)),
    ]) {
      fake.lie('GET /customers/:id/charges/:id', () => lie)
      assert.notEqual((await call.receive(notice, patient())).kind, 'taken', lie)
    }
    fake.lie('GET /customers/:id/charges/:id', () => genuine)
    assert.equal((await call.receive(notice, patient())).kind, 'taken')
  })
})
