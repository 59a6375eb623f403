import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { emailContent, smsText } from '../../../src/messages/content.ts'
import { septets, toGsm7 } from '../../../src/messages/gsm7.ts'
import { BLANK_OPERATION } from '../../../src/operations/record.ts'
import type { PayerFacts } from '../../../src/pages/content.ts'
import type { Operation } from '../../../src/store/operation.ts'

const now = '2026-11-20T16:00:00.000Z'

function factsOf(change: Partial<Operation>, merchant = 'Tienda', base = 'https://pagos.example.mx'): PayerFacts {
  const operation = {
    ...BLANK_OPERATION,
    id: '01a1f9ef-bdf7-7000-ba54-454a7833e5d4',
    account_id: 'acc_1',
    created_at: now,
    day: '2026-11-20',
    rail: 'spei',
    status: 'pending',
    status_at: now,
    total_centavos: 125_050,
    fee_centavos: 0,
    iva_centavos: 0,
    fee_percentage_millis: 0,
    operator: '',
    network: 'sandbox',
    network_reference: '646180110000000012',
    bank_account_number: '646180110000000012',
    payment_id: '6000000000012',
    expires_at: '2026-11-24T05:59:59.999Z',
    ...change,
  } as Operation
  return { operation, merchant, url: `${base}/p/${operation.id}-Udh7-PVQhLj8Lx8beivx`, sandbox: false, now }
}

test('an SMS says what to pay, where, until when, and the address of the page', () => {
  assert.equal(
    smsText(factsOf({}), 'es'),
    'Paga $1,250.50, CLABE 646180110000000012, antes del 23/11 23:59: https://pagos.example.mx/p/01a1f9ef-bdf7-7000-ba54-454a7833e5d4-Udh7-PVQhLj8Lx8beivx',
  )
  assert.equal(
    smsText(factsOf({ status: 'paid', authorization_code: '1' }), 'en'),
    'Tienda: Payment by SPEI bank transfer, $1,250.50. Paid. https://pagos.example.mx/p/01a1f9ef-bdf7-7000-ba54-454a7833e5d4-Udh7-PVQhLj8Lx8beivx',
  )
})

test('an SMS is one segment whatever the merchant is called and however long the address is', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.integer({ min: 0, max: 200 }),
      fc.constantFrom('pending', 'paid', 'cancelled', 'expired') as fc.Arbitrary<Operation['status']>,
      fc.constantFrom('store', 'spei') as fc.Arbitrary<Operation['rail']>,
      fc.constantFrom('es', 'en') as fc.Arbitrary<'es' | 'en'>,
      (merchant, length, status, rail, language) => {
        const base = `https://${'a'.repeat(length)}.mx`
        const text = smsText(factsOf({ status, rail }, merchant, base), language)
        assert.equal(toGsm7(text), text)
        assert.ok(septets(text) <= 160)
        assert.ok(text.includes('$1,250.50'), text)
        if (status === 'pending') assert.ok(text.includes('646180110000000012') || text.includes(base), text)
      },
    ),
  )
})

test('an e-mail cannot be made to say more by the texts in it', () => {
  const evil = '"><img src=x onerror=alert(1)>\r\nBcc: all@example.com'
  const content = emailContent(factsOf({ description: evil }, evil), 'es')
  assert.ok(!/[\r\n]/.test(content.subject))
  assert.ok(!content.html.includes('<img'))
  assert.ok(!content.text.includes('\nBcc:'))
})
