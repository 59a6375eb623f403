import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { canonicalCharge, parseCharge } from '../../../src/cards/request.ts'
import { Failure } from '../../../src/core/failure.ts'
import { formatAmount } from '../../../src/core/money.ts'
import { nestNames } from '../../../src/vault/message.ts'

const today = '2026-11-20'
const parse = (message: Record<string, unknown>, metadata?: Record<string, string> | null) =>
  parseCharge(message, { metadata, today })

const required = [
  'recurrent',
  'payment.external.transaction',
  'payment.total.amount',
  'payment.total.currency',
  'payment.reference.number',
  'payment.reference.description',
]

/** Printable text without blanks around it. */
const text = (maxLength: number) =>
  fc
    .string({ unit: fc.constantFrom(...'abcXYZ019 áñ-_/.€'), minLength: 1, maxLength })
    .map((drawn) => drawn.trim() || 'x')

const centavos = fc.integer({ min: 1, max: 9_999_999_999 })

/** A message with flat names and what it should be read as. */
const flat = fc.record({
  recurrent: text(60),
  'payment::external::transaction': fc.oneof(text(255), fc.constantFrom('', null)),
  'payment::total::amount': centavos.map(formatAmount),
  'payment::total::currency': fc.constantFrom('MXN', '', null),
  'payment::reference::number': fc.oneof(text(100), fc.constantFrom('', null)),
  'payment::reference::description': text(250),
})

function faultsOf(work: () => unknown): string[] {
  try {
    work()
  } catch (error) {
    assert.ok(error instanceof Failure)
    assert.equal(error.reason, 'parameters-invalid')
    return Object.keys(error.options.fields ?? {})
  }
  return []
}

describe('a charge is read exactly', () => {
  test('every well-formed charge is read as written', () => {
    fc.assert(
      fc.property(flat, (message) => {
        const charge = parse(nestNames(message))
        assert.deepEqual(charge.paidWith, { recurrent: message.recurrent })
        assert.equal(formatAmount(charge.totalCentavos), message['payment::total::amount'])
        assert.equal(charge.externalTransaction ?? '', message['payment::external::transaction'] ?? '')
        assert.equal(charge.referenceNumber ?? '', message['payment::reference::number'] ?? '')
        assert.equal(charge.description, message['payment::reference::description'])
      }),
    )
  })

  test('an amount as a number equals the amount as text', () => {
    fc.assert(
      fc.property(flat, centavos, (message, amount) => {
        const asText = parse(nestNames({ ...message, 'payment::total::amount': formatAmount(amount) }))
        const asNumber = parse(nestNames({ ...message, 'payment::total::amount': Number(formatAmount(amount)) }))
        assert.deepEqual(asNumber, asText)
      }),
    )
  })

  test('every required key that is missing is named, and nothing else', () => {
    fc.assert(
      fc.property(flat, fc.uniqueArray(fc.constantFrom(...required), { minLength: 1 }), (message, missing) => {
        const kept = Object.entries(message).filter(([name]) => !missing.includes(name.replaceAll('::', '.')))
        assert.deepEqual(faultsOf(() => parse(nestNames(Object.fromEntries(kept)))).sort(), missing.sort())
      }),
    )
  })

  test('any JSON at all is a charge or a refusal that names fields, never another error', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('recurrent', 'payment', 'card', 'months', 'total'), fc.jsonValue()),
        (message) => {
          try {
            parse(nestNames(message as Record<string, unknown>))
          } catch (error) {
            assert.ok(error instanceof Failure, String(error))
            assert.ok(error.status < 500)
          }
        },
      ),
    )
  })

  test('any value in any field is accepted or refused by name, and the amount is never changed', () => {
    const places = fc.constantFrom(
      ...required,
      'payment.tip.amount',
      'payment.affiliated.total_fee',
      'payment.origin.location.latitude',
      'months',
    )
    const values = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom('toString', 'valueOf'), fc.jsonValue()))
    fc.assert(
      fc.property(flat, places, values, (message, place, value) => {
        const changed = { ...message, [place.replaceAll('.', '::')]: value }
        try {
          const charge = parse(nestNames(changed as Record<string, unknown>))
          if (place !== 'payment.total.amount')
            assert.equal(formatAmount(charge.totalCentavos), message['payment::total::amount'])
        } catch (error) {
          assert.ok(error instanceof Failure && error.status < 500, String(error))
        }
      }),
    )
  })

  test('the tip is a part of the total', () => {
    fc.assert(
      fc.property(flat, centavos, centavos, (message, total, tip) => {
        const charged = {
          ...message,
          'payment::total::amount': formatAmount(total),
          'payment::tip::amount': formatAmount(tip),
        }
        const faults = faultsOf(() => assert.equal(parse(nestNames(charged)).tipCentavos, tip))
        assert.deepEqual(faults, tip > total ? ['payment.tip.amount'] : [])
      }),
    )
  })
})

describe('charges as existing clients send them', () => {
  const payment = {
    external: { transaction: '', application_key: null },
    reference: { number: '', description: 'Pedido' },
    tip: { amount: '0.0', currency: 'MXN' },
    total: { amount: '10.5', currency: null },
    origin: { device: 'x', ip: null, location: { latitude: '19.4', longitude: 'unknown' } },
  }

  test('the misspelt external is read', () => {
    const { external: _, ...rest } = payment
    const charge = parse({ recurrent: 'tok_1', payment: { ...rest, externa: { transaction: 'A-1' } } })
    assert.equal(charge.externalTransaction, 'A-1')
    assert.deepEqual(
      faultsOf(() => parse({ recurrent: 'tok_1', payment: { ...rest, externa: {} } })),
      ['payment.external.transaction'],
    )
  })

  test('nulls, empty texts, a copy of the total and other keys are accepted', () => {
    const charge = parse({ recurrent: 'tok_1', payment, total: { amount: 99 }, amount: '1', source: 'app' })
    assert.equal(charge.totalCentavos, 1_050)
    assert.equal(charge.tipCentavos, 0)
    assert.deepEqual([charge.latitude, charge.longitude, charge.ip], ['19.4', '0.0', undefined])
  })

  test('a raw card stands for a token, with its address beside it', () => {
    const card = { number: '4242424242424242', holder_name: 'Ana', cvv: '123', expiration: '2611', type: 'VISA' }
    const charge = parse({ card, ecommerce: { ...card, ip: '187.190.1.1' }, payment })
    assert.ok('card' in charge.paidWith)
    assert.equal(charge.paidWith.card.number, card.number)
    assert.equal(charge.ip, '187.190.1.1')
  })

  test('metadata beside the envelope wins over a copy inside', () => {
    const message = { recurrent: 'tok_1', payment, metadata: { a: 'inside' } }
    assert.deepEqual(parse(message, { a: 'beside' }).metadata, { a: 'beside' })
    assert.deepEqual(parse(message, null).metadata, { a: 'inside' })
  })
})

describe('the same charge is distinguished from another', () => {
  const message = {
    recurrent: 'tok_1',
    payment: { external: { transaction: 'A' }, total: { amount: 10, currency: 'MXN' } },
  }
  const charge = (change: Record<string, unknown> = {}) =>
    canonicalCharge(
      parse(
        nestNames({
          ...message,
          'payment::reference::number': '1',
          'payment::reference::description': 'x',
          ...change,
        }),
      ),
    )

  test('fields that change between two tries do not count', () => {
    assert.equal(charge({ metadata: { a: 'b' }, 'payment::origin::ip': '187.190.1.1' }), charge())
    assert.equal(charge({ 'payment::tip::amount': '0.0', months: 1 }), charge())
  })

  test('every other field of the request counts', () => {
    const others = [
      { 'payment::tip::amount': 1 },
      { months: 3 },
      { 'payment::affiliated::user': 'socio' },
      { 'payment::affiliated': { user: 'socio', total_fee: '1' } },
    ].map(charge)
    assert.equal(new Set([charge(), ...others]).size, 5)
  })

  test('its text is that of earlier versions, whose charges are found by it', () => {
    assert.equal(charge(), '["tok_1",1000,0,null,"A","1","x",null]')
    const affiliated = { 'payment::affiliated': { user: 'socio', total_fee: '1' }, months: 3 }
    assert.equal(charge(affiliated), '["tok_1",1000,0,["socio",100],"A","1","x",3]')
  })

  test('a security code does not count', () => {
    const typed = (cvv: string) => {
      const card = { number: '4242424242424242', holder_name: 'Ana', cvv, expiration: '2611' }
      return canonicalCharge(
        parse({ card, payment: { ...message.payment, reference: { number: '', description: 'x' } } }),
      )
    }
    assert.equal(typed('987'), typed('986'))
    assert.ok(!typed('987').includes('987'))
  })
})
