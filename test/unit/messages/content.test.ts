import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { emailContent, type SmsFacts, smsText } from '../../../src/messages/content.ts'
import { septets, toGsm7 } from '../../../src/messages/gsm7.ts'
import { BLANK_OPERATION } from '../../../src/operations/blank.ts'
import type { Operation } from '../../../src/store/operation.ts'

const now = '2026-11-20T16:00:00.000Z'
const letter = (language: 'es' | 'en') => ({ language, is_reminder: 0 as const })

function factsOf(change: Partial<Operation>, merchant = 'Tienda', base = 'https://pagos.example.mx'): SmsFacts {
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
    bank_name: 'STP',
    chain: change.rail === 'store' ? 'OXXO' : null,
    payment_id: '6000000000012',
    expires_at: '2026-11-24T05:59:59.999Z',
    ...change,
  } as Operation
  const url = `${base}/p/${operation.id}-Udh7-PVQhLj8Lx8beivx`
  return { operation, merchant, url, shortUrl: `${base}/s/k3v9tq0m2x7a`, sandbox: false, now }
}

test('an SMS says what to pay, where, until when, and the address of the page', () => {
  assert.equal(
    smsText(factsOf({}), letter('es')),
    'Tienda: Paga por transferencia SPEI, $1,250.50, CLABE 646 180 11000000001 2, hasta el 23/11 23:59. https://pagos.example.mx/s/k3v9tq0m2x7a',
  )
  assert.equal(
    smsText(factsOf({ status: 'paid', authorization_code: '1' }), letter('en')),
    'Tienda: Payment by SPEI bank transfer, $1,250.50. Paid. https://pagos.example.mx/s/k3v9tq0m2x7a',
  )
  assert.match(smsText(factsOf({}), { ...letter('es'), is_reminder: 1 }), /^Tienda: Recordatorio: /)
})

test('an SMS keeps the merchant’s name, shortened if necessary, and the address', () => {
  const text = smsText(factsOf({}, 'Distribuidora de Abarrotes y Vinos del Bajío, S. A. de C. V.'), letter('es'))
  assert.match(text, /^Distribuidora de Abarrotes\.\.\.: Paga /)
  assert.ok(text.endsWith('https://pagos.example.mx/s/k3v9tq0m2x7a'), text)
})

test('an SMS is one segment for any merchant’s name and any length of the address', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.integer({ min: 0, max: 200 }),
      fc.constantFrom('pending', 'paid', 'cancelled', 'expired') as fc.Arbitrary<Operation['status']>,
      fc.constantFrom('store', 'spei') as fc.Arbitrary<Operation['rail']>,
      fc.constantFrom('es', 'en') as fc.Arbitrary<'es' | 'en'>,
      (merchant, length, status, rail, language) => {
        const base = `https://${'a'.repeat(length)}.mx`
        const text = smsText(factsOf({ status, rail }, merchant, base), letter(language))
        assert.equal(toGsm7(text), text)
        assert.ok(septets(text) <= 160)
        assert.ok(text.includes('$1,250.50'), text)
        const digits = text.replaceAll(' ', '')
        if (status === 'pending') assert.ok(digits.includes('646180110000000012') || text.includes(base), text)
      },
    ),
  )
})

test('the texts in an e-mail cannot add content to it', () => {
  const evil = '"><img src=x onerror=alert(1)>\r\nBcc: all@example.com'
  const content = emailContent(factsOf({ description: evil }, evil), letter('es'))
  assert.ok(!/[\r\n]/.test(content.subject))
  assert.ok(!content.html.includes('<img'))
  assert.ok(!content.text.includes('\nBcc:'))
})

test('the subject of a slip that nobody can pay any more says so', () => {
  const subjectOf = (change: Partial<Operation>, language: 'es' | 'en') =>
    emailContent(factsOf(change), letter(language)).subject
  assert.equal(subjectOf({}, 'es'), 'Ficha de pago · $1,250.50 MXN · Tienda')
  assert.equal(subjectOf({ status: 'cancelled' }, 'es'), 'Cobro cancelado · $1,250.50 MXN · Tienda')
  assert.equal(subjectOf({ status: 'expired' }, 'en'), 'Slip expired · $1,250.50 MXN · Tienda')
})

test('a deadline is the last moment, in words that say so, with its zone; so is every other time', () => {
  for (const [language, label, zone, times] of [
    [
      'es',
      'Fecha límite de pago: lunes 23 de noviembre de 2026, 23:59 h',
      'hora de la Ciudad de México',
      'Las horas son de la Ciudad de México.',
    ],
    ['en', 'Payment deadline: Monday, November 23, 2026, 23:59', 'Mexico City time', 'Times are in Mexico City time.'],
  ] as const) {
    const { text } = emailContent(factsOf({}), letter(language))
    assert.ok(text.includes(`${label} (${zone})`), text)
    assert.doesNotMatch(text, /antes del|[Bb]efore/)
    const receipt = emailContent(factsOf({ status: 'paid', paid_at: now, authorization_code: '1' }), letter(language))
    assert.ok(receipt.text.includes(times), receipt.text)
    assert.ok(receipt.html.includes(times))
  }
})
