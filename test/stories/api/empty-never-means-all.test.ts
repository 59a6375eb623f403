// Only an absent member means all: null, an empty text, an empty list and an empty object never widen what a call does to money or power.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import Schema from 'typebox/schema'
import { evidenceKinds } from '../../../src/core/dispute-evidence.ts'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import { paidByCard } from '../../support/fixtures/disputes.ts'
import { payBySpei, speiVoucher, storeVoucher } from '../../support/fixtures/payers.ts'
import { planStories } from '../../support/fixtures/plans.ts'
import { everyCall, type Schema as Json } from '../../support/harness/every-call.ts'
import { type Merchant, onBothEngines, onOneEngine } from '../../support/harness/world.ts'

/** What `JSON.stringify` makes of a number or a date that is none, and what a form sends of a field left empty. */
const NOTHING = [null, '', ' ', [], {}]

onBothEngines('a member that is sent empty', (world) => {
  const { ok, saveCard } = planStories(world)
  const refused = async (merchant: Merchant, method: string, path: string, body: object, member: string) => {
    for (const empty of NOTHING) {
      const answer = await merchant.call(method, path, { ...body, [member]: empty })
      assert.equal(answer.status, 400, `${method} ${path} ${JSON.stringify({ [member]: empty })}: ${answer.text}`)
      assert.equal(answer.body.error.code, 'InvalidParamException')
      const named = Object.keys(answer.body.error.messages)
      assert.ok(
        named.every((one) => one.split('.')[0] === member),
        `${named} instead of ${member}`,
      )
    }
  }

  test('as the amount of a refund gives nothing back', async () => {
    const merchant = await world().merchant()
    await payBySpei(merchant, { transaction: (await speiVoucher(merchant, { total: 900 })).transaction })
    const { transaction } = await speiVoucher(merchant)
    await payBySpei(merchant, { transaction })
    await refused(merchant, 'POST', `/v1/operations/${transaction}/refunds`, {}, 'amount')
    assert.deepEqual((await merchant.get(`/v1/operations/${transaction}/refunds`)).body.result.refunds, [])
    const whole = await merchant.post(`/v1/operations/${transaction}/refunds`, {})
    assert.equal(whole.body.result?.amount.amount, '150.00', whole.text)
  })

  test('as the amount of a capture captures nothing', async () => {
    const merchant = await world().merchant()
    const { token: id } = (await payByCard(world(), merchant, APPROVED, { capture: false })).body.result
    await refused(merchant, 'POST', `/v1/operations/${id}/capture`, {}, 'amount')
    assert.equal((await merchant.get(`/v1/operations/${id}`)).body.result.status, 'A')
    const whole = await merchant.post(`/v1/operations/${id}/capture`, {})
    assert.equal(whole.body.result?.total.amount, '100.00', whole.text)
  })

  test('as the amount of a simulated payment pays nothing', async () => {
    const merchant = await world().merchant()
    const store = await storeVoucher(merchant)
    const spei = await speiVoucher(merchant)
    await refused(merchant, 'POST', '/v1/sandbox/pay/store', { transaction: store.transaction }, 'amount')
    await refused(merchant, 'POST', '/v1/sandbox/pay/spei', { transaction: spei.transaction }, 'amount')
    const { operations } = (await merchant.get('/v1/operations')).body.result
    assert.deepEqual(
      operations.map((one: { status: string }) => one.status),
      ['P', 'P'],
    )
  })

  test('as the expiry or the scopes of a credential makes none', async () => {
    const merchant = await world().merchant()
    const wish = { name: 'Caja 2', scopes: ['read'] }
    await refused(merchant, 'POST', '/v1/credentials', wish, 'expires_at')
    await refused(merchant, 'POST', '/v1/credentials', { name: 'Caja 2' }, 'scopes')
    const { total } = (await merchant.get('/v1/credentials')).body.result
    await merchant.post('/v1/credentials', wish)
    assert.equal((await merchant.get('/v1/credentials')).body.result.total, total + 1)
  })

  test('as the events of a webhook does not send it all of them', async () => {
    const merchant = await world().merchant()
    const url = 'https://tienda.example.mx/avisos'
    await refused(merchant, 'POST', '/v1/webhook', { url }, 'events')
    const { id } = (await merchant.post('/v1/webhook', { url, events: ['operation.paid'] })).body.result
    await refused(merchant, 'PUT', `/v1/webhook/${id}`, {}, 'events')
    const { body } = await merchant.get(`/v1/webhook/${id}`)
    assert.deepEqual(body.result.events, ['operation.paid'])
    const all = await merchant.call('PUT', `/v1/webhook/${id}`, { events: ['*'] })
    assert.deepEqual(all.body.result.events, ['*'])
  })

  test('as the first day of a subscription charges nobody', async () => {
    const merchant = await world().merchant()
    const plan = await ok(merchant.post('/v1/plan', { name: 'Club', amount: '100.00', period: 'month' }))
    const customer = await ok(merchant.post('/v1/customer', { name: 'Ana', email: 'ana@ejemplo.mx' }))
    const card = await saveCard(merchant, customer.id, APPROVED)
    const path = `/v1/plan/${plan.id}/customers`
    await refused(merchant, 'POST', path, { customer: customer.id, card }, 'start_date')
    const { subscriptions } = await ok(merchant.get(path))
    assert.deepEqual(subscriptions, [])
  })

  test('as what a checkout asks for makes none', async () => {
    const merchant = await world().merchant()
    await refused(merchant, 'POST', '/v1/checkout', { amount: 150 }, 'uses')
    await refused(merchant, 'POST', '/v1/checkout', { amount: 150 }, 'ways')
    await refused(merchant, 'POST', '/v1/checkout', { amount: 150 }, 'expires_at')
    for (const asked of ['amount', 'items', 'open_amount']) await refused(merchant, 'POST', '/v1/checkout', {}, asked)
    assert.deepEqual(await ok(merchant.get('/v1/checkout')), { checkouts: [], next: null })
  })

  test('as a filter of an export exports nothing', async () => {
    const merchant = await world().merchant()
    for (const query of [null, [], '', { status: null }, { status: '' }, { customer: ' ' }]) {
      const answer = await merchant.post('/v1/exports', { list: '/v1/operations', query })
      assert.equal(answer.status, 400, answer.text)
    }
  })

  test('as the amount of a dispute disputes nothing', async () => {
    const merchant = await world().merchant()
    const transaction = await paidByCard(world(), merchant)
    await refused(merchant, 'POST', '/v1/sandbox/disputes', { transaction }, 'amount')
    assert.deepEqual((await merchant.get('/v1/disputes')).body.result.disputes, [])
  })
})

/**
 * Every member of a body that may be left out, by what leaving it out means. A new one is put here by whoever adds it; where its absence means more
 * money, more power or more of a list, it belongs to WIDE.
 */
const WIDE: Record<string, string> = {
  'POST /v1/operations/{id}/capture amount': 'all that was authorised',
  'POST /v1/operations/{id}/refunds amount': 'all that is left',
  'POST /v1/sandbox/pay/store amount': 'the whole total',
  'POST /v1/sandbox/pay/spei amount': 'the whole total',
  'POST /v1/sandbox/disputes amount': 'the whole payment',
  'POST /v1/sandbox/reconcile corrects': 'a statement that corrects no other',
  'POST /v1/sandbox/reconcile layout': 'the file is in our own format',
  'POST /v1/sandbox/reconcile layout.own_account': 'whatever account of the bank',
  'POST /v1/sandbox/reconcile start_date': 'the lines of the file say its days',
  'POST /v1/sandbox/reconcile end_date': 'the lines of the file say its days',
  'POST /v1/checkout amount': 'the sum of items, or what the payer says',
  'POST /v1/checkout items': 'an amount alone',
  'POST /v1/checkout open_amount': 'a fixed amount',
  'POST /v1/checkout open_amount.minimum': 'from 1.00',
  'POST /v1/checkout open_amount.maximum': 'to the largest amount',
  'POST /v1/checkout uses': 'one payment',
  'POST /v1/checkout ways': 'all that the service offers',
  'POST /v1/checkout expires_at': 'seven days',
  'POST /v1/credentials expires_at': 'it never expires',
  'POST /v1/credentials scopes': 'refused, except for a publishable key',
  'POST /v1/credentials kind': 'a secret key',
  'POST /v1/credentials/{id}/roll grace_hours': 'the previous secret works a day longer',
  'POST /v1/plan/{plan}/customers start_date': 'the card is charged today',
  'POST /v1/webhook events': 'all events',
  'PUT /v1/webhook/{id} events': 'as before',
  'POST /v1/exports query': 'the whole list',
  'POST /v1/events/{id}/replay webhook': 'all endpoints',
  'POST /v1/webhook/{id}/replay until': 'until now',
  'POST /v1/settlement/account/confirm code': 'another operator confirms',
  'POST /v1/affiliates/{affiliate}/account/confirm code': 'another operator confirms',
  'PUT /v1/settlement/rules minimum': 'as before',
  'PUT /v1/settlement/rules keep': 'as before',
  'PUT /v1/refund-rules methods': 'as before',
  'PUT /v1/refund-rules beyond_balance': 'as before',
  'PUT /v1/affiliates/{affiliate} clabe': 'as before',
  'PUT /v1/affiliates/{affiliate} name': 'as before',
  'PUT /v1/affiliates/{affiliate} email': 'as before',
  'PUT /v1/sandbox/fees fixed': 'no fixed part',
  'PUT /v1/sandbox/fees dispute': 'as before',
}

/** Members for which null means the same as their absence, and why that is no more than was asked for. */
const NULL_IS_NONE: Record<string, string[]> = {
  'the money goes back to where it came from, or the payer is asked': [
    'POST /v1/operations/{id}/refunds destination',
    'POST /v1/refunds/{refund}/retry destination',
    'POST /v1/received-payments/{id}/release clabe',
    'POST /v1/received-payments/{id}/release beneficiary',
    ...['clabe', 'name', 'email', 'phone'].flatMap((name) => [
      `POST /v1/operations/{id}/refunds destination.${name}`,
      `POST /v1/refunds/{refund}/retry destination.${name}`,
    ]),
    'POST /v1/transfers/{transfer}/retry clabe',
    'POST /v1/transfers/{transfer}/retry beneficiary',
  ],
  'clients in use send it without a value, and the voucher is then due soonest': [
    'POST /v1/payment/convenience-store expiration_date',
    'POST /v1/payment/spei expiration_date',
  ],
  'one currency, one default chain, a CLABE of its own: nothing more is paid': [
    'POST /v1/payment/convenience-store currency',
    'POST /v1/payment/convenience-store store',
    'POST /v1/payment/spei currency',
    'POST /v1/payment/spei source',
    'POST /v1/payment/convenience-store source',
    'POST /v1/plan currency',
    'POST /v1/checkout currency',
    'POST /v1/operations/{id}/capture currency',
    'POST /v1/operations/{id}/refunds currency',
  ],
  'a text, an address or data that is then not kept, shown or sent': [
    'POST /v1/payment/convenience-store email',
    'POST /v1/payment/convenience-store phone',
    'POST /v1/payment/convenience-store metadata',
    'POST /v1/payment/spei email',
    'POST /v1/payment/spei phone',
    'POST /v1/payment/spei metadata',
    'POST /v1/auth/login/application application_bundle',
    'POST /v1/token metadata',
    'POST /v1/payment/card metadata',
    ...['convenience-store', 'spei'].flatMap((way) => [
      `POST /v1/payment/${way} payment.currency`,
      `POST /v1/payment/${way} payment.reference.description`,
      `POST /v1/payment/${way} payment.reference.number`,
    ]),
    ...Object.keys(evidenceKinds).map((kind) => `POST /v1/disputes/{dispute}/evidence texts.${kind}`),
    'POST /v1/operations/{id}/refunds reason',
    ...['description', 'reference', 'return_url', 'customer'].map((name) => `POST /v1/checkout ${name}`),
    'POST /v1/operations/send email',
    'POST /v1/operations/send phone',
    'POST /v1/customer metadata',
    ...['convenience-store', 'spei'].flatMap((way) => [
      `POST /v1/payment/${way} payment`,
      `POST /v1/payment/${way} payment.reference`,
    ]),
    'POST /v1/customer/{customerId}/sources name',
    ...['trade_name', 'legal_name', 'rfc', 'phone', 'email', 'site', 'colour'].map((name) => `PUT /v1/profile ${name}`),
  ],
  'it stays as it is': ['name', 'email', 'metadata'].map((name) => `PUT /v1/customer/{customerId} ${name}`),
  'the identifiers of a simulated payment, of which one is needed, and how its network reports it': [
    ...['transaction', 'payment_id', 'short_id', 'reference', 'ticket', 'operation_day', 'paid_at', 'report_after'].map(
      (name) => `POST /v1/sandbox/pay/store ${name}`,
    ),
    ...['clabe', 'transaction', 'tracking_key', 'operation_day', 'paid_at', 'report_after', 'payer_clabe'].map(
      (name) => `POST /v1/sandbox/pay/spei ${name}`,
    ),
    'POST /v1/sandbox/pay/store report_twice',
    'POST /v1/sandbox/pay/spei report_twice',
    'POST /v1/sandbox/pay/spei payer_name',
    'POST /v1/sandbox/transfers/{transfer} reason',
    'POST /v1/sandbox/transfers/{transfer} after_seconds',
    'POST /v1/sandbox/disputes reason_code',
    'POST /v1/sandbox/disputes after',
  ],
}

/** Members whose absence only changes what is shown; null is refused. */
const PLAIN = [
  'POST /v1/ledger/months/{month}/close accept_open',
  'POST /v1/exports format',
  'POST /v1/exports lang',
  'PUT /v1/profile closing',
  ...['freeze', 'set', 'advance', 'resume'].map((name) => `PUT /v1/sandbox/clock ${name}`),
  ...['stage', 'respond_days', 'outcome'].map((name) => `POST /v1/sandbox/disputes ${name}`),
  ...['description', 'encoding', 'separator', 'heading', 'dates', 'decimal', 'incoming', 'ignore', 'fee_in_amount'].map(
    (name) => `POST /v1/sandbox/reconcile layout.${name}`,
  ),
  ...[
    ...['id', 'day', 'amount', 'credit', 'currency', 'debit', 'sign', 'fee', 'reference', 'institution', 'payer_clabe'],
    ...['paid_at', 'balance', 'own_account'],
  ].map((name) => `POST /v1/sandbox/reconcile layout.columns.${name}`),
  ...['opening', 'opening.column', 'closing', 'closing.column'].map(
    (name) => `POST /v1/sandbox/reconcile layout.${name}`,
  ),
  'POST /v1/webhook description',
  'PUT /v1/webhook/{id} url',
  'PUT /v1/webhook/{id} description',
  ...['delay_seconds', 'duplicate', 'reorder', 'drop', 'wrong_signature'].map(
    (name) => `PUT /v1/webhook/{id}/faults ${name}`,
  ),
]

onOneEngine('the description of the API', (world) => {
  test('names no member whose null or emptiness means more than it says', async () => {
    const calls = await everyCall(world())
    const optional = calls.flatMap(({ method, path, body }) => optionalIn(body, `${method} ${path} `))
    const takesNull = (schema: Json) => Schema.Check(schema, null)
    const nullable = optional.filter(({ schema }) => takesNull(schema)).map(({ name }) => name)
    assert.deepEqual(nullable.sort(), Object.values(NULL_IS_NONE).flat().sort())
    const others = optional.filter(({ schema }) => !takesNull(schema)).map(({ name }) => name)
    assert.deepEqual(others.sort(), [...Object.keys(WIDE), ...PLAIN].sort())
  })
})

/** The optional members of an object and of the objects in it, with the names that lead to them. */
function optionalIn(schema: Json, before: string): { name: string; schema: Json }[] {
  if (schema?.anyOf) return schema.anyOf.flatMap((one: Json) => optionalIn(one, before))
  return Object.entries<Json>(schema?.properties ?? {}).flatMap(([member, inner]) => {
    const isOptional = !schema.required?.includes(member) && inner.deprecated !== true
    return [
      ...(isOptional ? [{ name: before + member, schema: inner }] : []),
      ...optionalIn(inner, `${before}${member}.`),
    ]
  })
}
