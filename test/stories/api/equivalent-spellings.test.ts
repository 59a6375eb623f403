// What is written in several ways is one thing, where it is stored and where it is looked up; what is written twice is refused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokenFor } from '../../support/fixtures/cards.ts'
import { chargeOf, payByCard, sendCharge } from '../../support/fixtures/charges.ts'
import { customerWithSource, operationOf, payBySpei, speiVoucher, storeVoucher } from '../../support/fixtures/payers.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

const STORE = '/v1/payment/convenience-store'

onBothEngines('equivalent spellings', (world) => {
  const found = async (merchant: Merchant, query: string): Promise<string[]> => {
    const { status, body, text } = await merchant.get(`/v1/operations?${query}`)
    assert.equal(status, 200, `${query}: ${text}`)
    return body.result.operations.map((one: { transaction: string }) => one.transaction)
  }
  const messagesTo = async (merchant: Merchant, recipient: string) => {
    await world().work()
    const { status, body, text } = await merchant.get(`/v1/sandbox/mailbox?recipient=${recipient}`)
    assert.equal(status, 200, text)
    return body.result.messages.length
  }

  test('filters are found in any case and with blanks around', async () => {
    const merchant = await world().merchant()
    const paid = await payByCard(world(), merchant, '4242424242424242')
    const card = paid.body.result.recipe.transaction
    const { transaction } = await speiVoucher(merchant)
    for (const query of ['card_type=visa', 'card_type=%20Visa', 'charge_method=card', 'payment_method=pos', 'status=n'])
      assert.deepEqual(await found(merchant, query), [card], query)
    for (const query of ['status=p', 'status=P%20', 'charge_method=spe'])
      assert.deepEqual(await found(merchant, query), [transaction], query)
    for (const query of [`customer=%20x`, 'start_date=2026-01-01%20', 'date=PAID', 'limit=%2010', 'last4=4242%20'])
      await found(merchant, query)
    assert.equal((await merchant.get('/v1/operations?card_type=visas')).status, 400)
    assert.deepEqual(await found(merchant, `operator=%20${merchant.operator.toUpperCase()}`), [transaction, card])
    assert.deepEqual(await found(merchant, 'operator=nobody@example.mx'), [])
  })

  test('a call is the same one under its key, with a slash too many or at the end', async () => {
    const merchant = await world().merchant()
    const paths = ['/v1/payment/spei', '/v1//payment/spei', '//v1/payment//spei', '/v1/payment/spei/']
    for (const first of paths) {
      const key = { 'idempotency-key': `key ${first}` }
      const asked = []
      for (const path of [first, ...paths]) asked.push((await merchant.post(path, { total: 10 }, key)).text)
      assert.equal(new Set(asked).size, 1, asked.join('\n'))
      assert.equal((await merchant.post(`${first}?x=a//b`, { total: 10 }, key)).status, 422)
    }
  })

  test('the currency is MXN in any case, in clear and in sealed bodies', async () => {
    const merchant = await world().merchant()
    await storeVoucher(merchant, { currency: 'mxn' })
    await speiVoucher(merchant, { payment: { currency: ' Mxn ' } })
    const plan = await merchant.post('/v1/plan', { name: 'Club', amount: 10, period: 'Month', currency: 'mxn' })
    assert.equal(plan.body.result?.period, 'month', plan.text)
    const token = await tokenFor(world(), merchant, '4242424242424242')
    const paid = await sendCharge(world(), merchant, chargeOf(token, { 'payment.total.currency': ' mxn' }))
    assert.equal(paid.status, 200, paid.text)
    assert.equal((await merchant.post(STORE, { total: 150, currency: 'usd' })).status, 400)
  })

  test('a reference number is stored and found without the blanks around it, on every rail', async () => {
    const merchant = await world().merchant()
    const number = (text: string) => ({ payment: { reference: { description: 'Pedido', number: text } } })
    const { transaction } = await storeVoucher(merchant, number('  PED 1\u00a0'))
    const paid = await payByCard(world(), merchant, '4242424242424242', { 'payment.reference.number': ' PED 2 ' })
    for (const [text, id] of [
      ['PED 1', transaction],
      ['PED 2', paid.body.result.recipe.transaction],
    ]) {
      for (const given of [text, ` ${text}`, `${text}\t`]) {
        const one = await merchant.get(`/v1/operations/reference/${encodeURIComponent(given ?? '')}`)
        assert.equal(one.body.result?.transaction, id, one.text)
        assert.equal(one.body.result.reference.number, text)
        assert.deepEqual(await found(merchant, `reference=${encodeURIComponent(given ?? '')}`), [id])
      }
    }
  })

  test('an operation is found by its identifier in any case', async () => {
    const merchant = await world().merchant()
    const paid = await payByCard(world(), merchant, '4242424242424242')
    const id = paid.body.result.recipe.transaction as string
    const capitals = id.toUpperCase()
    assert.equal((await merchant.get(`/v1/operations/${capitals}`)).body.result?.transaction, id)
    const sent = await merchant.post('/v1/operations/send', { id: ` ${capitals}`, email: 'ana@example.mx' })
    assert.equal(sent.status, 200, sent.text)
    assert.equal((await merchant.post(`/v1/operations/${capitals}/refunds`, { amount: 1 })).status, 200)
    const again = await payByCard(world(), merchant, '4242424242424242')
    const other = (again.body.result.recipe.transaction as string).toUpperCase()
    assert.equal((await merchant.get(`/v1/operations/apply-reversal/${other}`)).status, 200)
  })

  test('a phone and an e-mail receive the slip in any form, and are looked up in any form', async () => {
    const merchant = await world().merchant()
    const { transaction } = await storeVoucher(merchant, { phone: '+52 1 (55) 1234-5678', email: ' Ana+x@Ejemplo.mx ' })
    await merchant.post('/v1/operations/send', { id: ` ${transaction} `, phone: '52 55 1234 5678' })
    for (const recipient of ['5512345678', '%2B525512345678', '+52 55-1234-5678', '5215512345678'])
      assert.equal(await messagesTo(merchant, recipient), 2, recipient)
    for (const query of [
      'email=ana+x@ejemplo.mx',
      'email=ana%2Bx@ejemplo.mx',
      'email=%20ANA+X@ejemplo.mx%20',
      'q=ana+x@ejemplo.mx',
    ])
      assert.deepEqual(await found(merchant, query), [transaction], query)
    for (const phone of ['551234567', '+1 415 555 0100', '55123456789']) {
      for (const [path, body] of [
        [STORE, { total: 150, phone }],
        ['/v1/operations/send', { id: transaction, phone }],
      ] as const) {
        const answer = await merchant.post(path, body)
        assert.equal(answer.status, 400, answer.text)
        assert.match(answer.body.error.messages.phone[0], /10 dígitos/)
      }
    }
  })

  test('a customer is found by an address with a plus, and stored without blanks around it', async () => {
    const merchant = await world().merchant()
    const made = await merchant.post('/v1/customer', { name: ' Ana ', email: 'ana+x@ejemplo.mx ' })
    const { id } = made.body.result
    assert.deepEqual([made.body.result.email, made.body.result.name], ['ana+x@ejemplo.mx', 'Ana'])
    for (const q of ['ana+x@ejemplo.mx', 'ANA%2BX@ejemplo.mx', `%20${id}%20`]) {
      const { customers } = (await merchant.get(`/v1/customer?q=${q}`)).body.result
      assert.deepEqual(
        customers.map((one: { id: string }) => one.id),
        [id],
        q,
      )
    }
  })

  test('a CLABE, an RFC, a store and a barcode may be in groups and in lower case', async () => {
    const merchant = await world().merchant()
    const { clabe } = await customerWithSource(merchant)
    const grouped = clabe.replace(/^(\d{3})(\d{3})(\d{11})(\d)$/, ' $1 $2-$3 $4')
    const payer = '002 010 0777 7777 7771'
    const paid = await payBySpei(merchant, { clabe: grouped, amount: 99, payer_clabe: payer })
    assert.equal(paid.reason, 'customer-paid')
    const account = await merchant.call('PUT', '/v1/settlement/account', { clabe: payer })
    assert.equal(account.status, 200, account.text)
    const profile = await merchant.call('PUT', '/v1/profile', { rfc: 'sat-970701-nn3', phone: '+52 55 1234 5678' })
    assert.deepEqual(
      [profile.body.result?.rfc, profile.body.result?.phone],
      ['SAT970701NN3', '5512345678'],
      profile.text,
    )
    const { instructions, transaction } = await storeVoucher(merchant, { store: ' 7 eleven ' })
    const reference = instructions.number.replace(/(\d{4})(?=\d)/g, '$1 ')
    const atTill = await merchant.post('/v1/sandbox/pay/store', { reference })
    assert.equal(atTill.body.result?.operation.transaction, transaction, atTill.text)
  })

  test('a path may end with a slash, unless an id would be empty', async () => {
    const merchant = await world().merchant()
    const { status, body } = await merchant.post(`${STORE}/`, { total: 150 })
    assert.equal(status, 200)
    const { transaction } = body.result
    assert.equal((await merchant.get(`/v1/operations/${transaction}/`)).status, 200)
    assert.equal((await merchant.get(`/v1/operations/${transaction}/refunds/?limit=1`)).status, 200)
    assert.deepEqual(await found(merchant, 'status=P'), [transaction])
    assert.equal((await merchant.get('/v1/operations/?status=P')).body.result?.total, 1)
    assert.equal((await merchant.get('/v1/payment/method/')).status, 200)
    assert.equal((await merchant.post('/v1/customer/', { name: 'Ana', email: 'ana@ejemplo.mx' })).status, 200)
    assert.equal((await world().send({ method: 'GET', url: '/healthz/' })).status, 200)
    for (const [path, meant] of [
      ['/v1/operations/', 'GET /v1/operations?'],
      ['/v1/customer/', 'GET /v1/customer?'],
      ['/v1/fees/statements/', 'GET /v1/fees/statements?'],
      ['/v1/ledger/months/', 'GET /v1/ledger/months?'],
      ['/v1/operations/reference/', ''],
      ['/v1/operations/apply-reversal/', ''],
    ] as const) {
      const { status, body } = await merchant.get(path)
      assert.equal(status, 404, path)
      assert.equal(body.error.reason, 'service-unknown', path)
      assert.ok(body.error.description.includes(meant), body.error.description)
    }
    assert.equal((await operationOf(merchant, transaction)).status, 'P')
  })

  test('a parameter or a member that comes twice is refused by name, and nothing is done', async () => {
    const merchant = await world().merchant()
    for (const [path, name] of [
      ['/v1/operations?limit=10&limit=20', 'limit'],
      ['/v1/operations?status=P&status=P', 'status'],
      ['/v1/customer?q=a&offset=0&q=b', 'q'],
      ['/v1/events?type=operation.paid&type=operation.paid', 'type'],
      ['/v1/plan?offset=0&offset=1', 'offset'],
    ] as const) {
      const answer = await merchant.get(path)
      assert.equal(answer.status, 400, path)
      assert.match(answer.body.error.messages[name][0], /más de una vez/)
    }
    const headers = { 'content-type': 'application/json' }
    const twice = await merchant.call('POST', STORE, '{"total": 150, "total": 1500}' as never, headers)
    assert.equal(twice.status, 400, twice.text)
    assert.match(twice.body.error.messages.total?.[0] ?? '', /más de una vez/)
    assert.deepEqual(await found(merchant, 'status=P'), [])
    const token = await tokenFor(world(), merchant, '4242424242424242')
    const sealed = JSON.stringify(chargeOf(token)).replace('"amount":100', '"amount":100,"amount":1000')
    const charged = await sendCharge(world(), merchant, sealed)
    assert.equal(charged.status, 400, charged.text)
    assert.match(charged.body.error.messages['payment.total.amount'][0], /más de una vez/)
    assert.equal((await sendCharge(world(), merchant, chargeOf(token))).status, 200)
  })
})
