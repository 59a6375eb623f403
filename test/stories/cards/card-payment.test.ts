import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testCards } from '../../../src/connectors/sandbox/test-cards.ts'
import { declines } from '../../../src/core/cards/decline-codes.ts'
import { tokenFor } from '../../support/fixtures/cards.ts'
import {
  APPROVED,
  CREDIT,
  chargeOf,
  DECLINED,
  operationsOf,
  payByCard,
  sendCharge,
} from '../../support/fixtures/charges.ts'
import { sealedForms } from '../../support/fixtures/envelope-seal.ts'
import { onBothEngines } from '../../support/harness/world.ts'

onBothEngines('a card payment is made as requested', (world) => {
  test('an approved payment answers the list envelope with its record, and the fields that older clients read', async () => {
    const merchant = await world().merchant()
    const { status, body } = await payByCard(world(), merchant, APPROVED, {
      'payment.external.transaction': 'pedido-77',
      'payment.reference.number': 'REF-77',
      'payment.tip.amount': '10.00',
      'payment.origin.location': { latitude: '19.4326', longitude: '-99.1332' },
    })
    assert.equal(status, 200)
    assert.equal(body.success, true)
    const { result } = body
    const [record] = result.operations
    assert.deepEqual(result.recipe, record)
    assert.match(record.transaction, /^[0-9a-f-]{36}$/)
    assert.match(record.authorization_code, /^\d{6}$/)
    assert.deepEqual(
      { ...result, operations: undefined, recipe: undefined },
      {
        total: 1,
        sales: '100.00',
        transferences: '0.00',
        commissions: { amount: 4.18, currency: 'MXN' },
        operations: undefined,
        token: record.transaction,
        status: true,
        payer_url: null,
        method: 'CARD',
        autorization_code: record.authorization_code,
        card: '424242XXXXXX4242',
        card_type: 'VISA',
        transaction: 'pedido-77',
        recipe: undefined,
      },
    )
    assert.deepEqual(
      { ...record, transaction: '', timestamp: '', authorization_code: '', url: '', paid_at: '' },
      {
        transaction: '',
        timestamp: '',
        payment_method: 'POS',
        authorization_code: '',
        status: 'N',
        transaction_type: 'E',
        reference: { number: 'REF-77', description: 'Pedido 1' },
        card: { holder_name: 'ANA LOPEZ', type: 'VISA', number: '4242', label: 'VISA TEST', raw: '' },
        total: { amount: '100.00', currency: 'MXN' },
        authorized: null,
        authorized_until: null,
        checkout: null,
        tip: { amount: '10.00', currency: 'MXN' },
        fee: { amount: '4.18', currency: 'MXN' },
        fee_details: [{ type: 'fee', percentage: 3.6, amount: 4.18, description: '' }],
        origin: { location: { latitude: '19.4326', longitude: '-99.1332' } },
        affiliation: '',
        url: '',
        hasDevolution: false,
        payer_url: null,
        decline_code: null,
        devolution_status: 'none',
        refunded: { amount: '0.00', currency: 'MXN' },
        disputed: { amount: '0.00', currency: 'MXN' },
        paid_at: '',
        commission: { amount: '4.18', currency: 'MXN' },
        instructions: null,
        monthly_installments: 0,
        surcharge: { amount: '0.00', currency: 'MXN' },
      },
    )
  })

  test('without an external transaction the answer carries the operation’s own id', async () => {
    const merchant = await world().merchant()
    const { body } = await payByCard(world(), merchant, APPROVED)
    assert.equal(body.result.transaction, body.result.recipe.transaction)
  })

  for (const [number, { behaviour }] of Object.entries(testCards)) {
    if (behaviour.kind !== 'approved') continue
    test(`${number} is approved`, async () => {
      const { status, body } = await payByCard(world(), await world().merchant(), number)
      assert.equal(status, 200)
      assert.equal(body.result.recipe.status, 'N')
    })
  }

  for (const code of Object.keys(declines)) {
    test(`the bank’s ${code} is answered with 402 and the code, and the payment is kept as declined`, async () => {
      const merchant = await world().merchant()
      const { status, body } = await payByCard(world(), merchant, APPROVED, { 'payment.total.amount': `4000.${code}` })
      assert.equal(status, 402)
      assert.equal(body.success, false)
      assert.equal(body.error.code, 'PaymentException')
      assert.equal(body.error.detail.code, code)
      assert.equal(body.error.detail.http_status_code, 402)
      assert.equal(body.error.detail.message, declines[code as keyof typeof declines][0])
      // Whoever holds a lost, stolen or suspected card does not learn that it is one.
      const payer = ['04', '41', '43', '59', '62', '63'].includes(code)
        ? /^Tu banco no autorizó el pago\./
        : /^[A-ZÉ].*\.$/
      assert.match(body.error.detail.payer_message, payer)
      // What is wrong and what to do about it; a field that is at fault is named there too.
      if (code !== '82') assert.equal(body.error.description, body.error.detail.payer_message)
      assert.deepEqual(Object.keys(body.error.messages ?? {}), code === '82' ? ['card.cvv'] : [])
      const [operation] = await operationsOf(world(), merchant)
      assert.equal(operation?.status, 'declined')
      assert.equal(operation?.decline_code, code)
    })
  }

  test('a decline is in the client’s language', async () => {
    const merchant = await world().merchant()
    const english = await payByCard(world(), merchant, DECLINED, {}, { headers: { 'accept-language': 'en' } })
    assert.equal(english.body.error.message, 'The charge could not be processed')
    assert.equal(english.body.error.detail.message, declines['51'][1])
    assert.match(english.body.error.description, /card/)
  })

  for (const form of sealedForms) {
    for (const keyPadding of ['pkcs1', 'oaep-sha1', 'oaep-sha256'] as const) {
      test(`sealed as ${form} under ${keyPadding}`, async () => {
        const merchant = await world().merchant()
        const seal = { dataForm: form, keyPadding, base64LineLength: 76 }
        assert.equal((await payByCard(world(), merchant, APPROVED, {}, { seal })).status, 200)
      })
    }
  }

  test('flat names mean the same as nested ones', async () => {
    const merchant = await world().merchant()
    const { status, body } = await sendCharge(world(), merchant, {
      recurrent: await tokenFor(world(), merchant, APPROVED),
      'payment::external::transaction': 'flat-1',
      'payment::total::amount': 12.5,
      'payment::total::currency': 'MXN',
      'payment::reference::number': '7',
      'payment::reference::description': 'Plano',
    })
    assert.equal(status, 200)
    assert.equal(body.result.recipe.total.amount, '12.50')
    assert.equal(body.result.transaction, 'flat-1')
  })

  test('a raw card is charged, and neither its number nor its code is stored in the clear', async () => {
    const merchant = await world().merchant()
    const card = { number: CREDIT, holder_name: 'Ana Lopez', cvv: '987', expiration: '3912', type: 'VISA', raw: '' }
    const message = chargeOf('', { recurrent: undefined, card, ecommerce: { ...card, ip: '187.190.1.1' } })
    const { status, body, text } = await sendCharge(world(), merchant, message)
    assert.equal(status, 200, text)
    assert.equal(body.result.card, '448553XXXXXX8329')
    const kept = JSON.stringify(await operationsOf(world(), merchant))
    assert.ok(!kept.includes(CREDIT) && !text.includes(CREDIT))
  })

  test('metadata is accepted beside or inside the envelope, null means none, and no answer contains it', async () => {
    const merchant = await world().merchant()
    const beside = { metadata: { email: 'ana@ejemplo.mx' } }
    const first = await payByCard(world(), merchant, APPROVED, { metadata: { email: 'otra@ejemplo.mx' } }, { beside })
    await payByCard(world(), merchant, APPROVED, { metadata: { email: 'dentro@ejemplo.mx' } })
    await payByCard(world(), merchant, APPROVED, {}, { beside: { metadata: null, source: 'app' } })
    const kept = (await operationsOf(world(), merchant)).map((operation) => operation.metadata)
    assert.deepEqual(kept, ['{"email":"ana@ejemplo.mx"}', '{"email":"dentro@ejemplo.mx"}', null])
    assert.ok(!first.text.includes('ejemplo.mx'))
  })

  test('an affiliated user’s share is part of the commission and is not paid to the merchant', async () => {
    const merchant = await world().merchant()
    const affiliated = { user: 'socio@ejemplo.mx', total_fee: '10.00' }
    const { body } = await payByCard(world(), merchant, APPROVED, { 'payment.affiliated': affiliated })
    const { recipe, commissions } = body.result
    assert.equal(commissions.amount, 14.18)
    assert.deepEqual(recipe.fee_details[1], { type: 'application_fee', percentage: 0, amount: 10, description: '' })
    const [operation] = await operationsOf(world(), merchant)
    assert.equal(operation?.affiliate, 'socio@ejemplo.mx')
    assert.equal(operation?.affiliate_centavos, 1_000)
  })

  test('a share of exactly the amount that the fee leaves is accepted, one centavo more is refused by name', async () => {
    const merchant = await world().merchant()
    const share = (total_fee: string) =>
      payByCard(world(), merchant, APPROVED, { 'payment.affiliated': { user: 'socio@ejemplo.mx', total_fee } })
    assert.equal((await share('95.82')).status, 200)
    const more = await share('95.83')
    assert.equal(more.status, 400)
    assert.deepEqual(Object.keys(more.body.error.messages), ['payment.affiliated.total_fee'])
    assert.equal((await operationsOf(world(), merchant)).length, 1)
  })
})
