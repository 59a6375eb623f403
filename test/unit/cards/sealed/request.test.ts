import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { canonicalCharge, parseCharge } from '../../../../src/cards/sealed/request.ts'
import { formatAmount } from '../../../../src/core/money.ts'
import { Failure } from '../../../../src/failures.ts'
import { nestNames } from '../../../../src/vault/message.ts'

const today = '2026-11-20'
const parse = (message: Record<string, unknown>, metadata?: Record<string, string> | null) =>
  parseCharge(message, { metadata, today, loopback: false })

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

  test('of a card that comes twice the full number is taken from wherever it is, and two must be equal', () => {
    const [number, other, masked] = ['4242424242424242', '5555555555554444', '424242XXXXXX4242']
    const typed = { holder_name: 'Ana', cvv: '123', expiration: '2611' }
    const numberOf = (card: object | undefined, ecommerce: object) => {
      const { paidWith } = parse({ card, ecommerce: { ip: '187.190.1.1', ...ecommerce }, payment })
      return 'card' in paidWith ? paidWith.card.number : undefined
    }
    for (const whole of [{ number }, { number: masked, raw: number }, { number: '', raw: number }]) {
      for (const part of [{ number: masked, raw: '4242' }, { number: null }, {}]) {
        assert.equal(numberOf({ ...typed, ...whole }, { ...typed, ...part }), number)
        assert.equal(numberOf({ ...typed, ...part }, { ...typed, ...whole }), number)
        assert.equal(numberOf({ ...part }, { ...typed, ...whole }), number, 'the holder, the code and the date too')
      }
      assert.equal(numberOf({ ...typed, ...whole }, { number }), number)
      assert.equal(numberOf(undefined, { ...typed, ...whole }), number)
      for (const contradicting of [{ number: other }, { number: masked, raw: other }])
        assert.throws(
          () => numberOf({ ...typed, ...whole }, { ...typed, ...contradicting }),
          (error: Failure) =>
            error.reason === 'card-invalid' &&
            Object.keys(error.options.fields ?? {})
              .join()
              .startsWith('ecommerce.'),
        )
    }
    assert.deepEqual(
      faultsOf(() => numberOf(undefined, { ...typed, number, cvv: '' })),
      ['ecommerce.cvv'],
    )
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
      { capture: false },
    ].map(charge)
    assert.equal(new Set([charge(), ...others]).size, 6)
  })

  test('its text stays the same in every version, which finds the charges of the one before by it', () => {
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

describe('a term of money is carried out or refused by its name', () => {
  const whole = {
    recurrent: 'tok_1',
    payment: {
      external: { transaction: '' },
      total: { amount: 600, currency: 'MXN' },
      reference: { number: '', description: '' },
    },
  }
  const charged = (change: Record<string, unknown>) => parse(nestNames({ ...whole, ...change }))
  const faults = (change: Record<string, unknown>) => faultsOf(() => charged(change))

  test('every name of the months means the same, as a number and as a text', () => {
    for (const name of ['months', 'installments', 'payment::total::months', 'payment::installments']) {
      for (const value of [3, '3', '03', ' 3 ', 3.0, '3.0']) assert.equal(charged({ [name]: value }).months, 3, name)
      for (const none of [null, '', 0, '0', 1, '1', false, [], {}])
        assert.equal(charged({ [name]: none }).months, undefined)
      for (const wrong of [2, 36, '3 meses', true, [3], { count: 3 }, -3, 3.5])
        assert.deepEqual(faults({ [name]: wrong }), [name.replaceAll('::', '.')], JSON.stringify(wrong))
    }
    assert.equal(charged({ months: 3, installments: '3', 'payment::total::months': null }).months, 3)
  })

  test('names of the months that contradict each other are refused', () => {
    assert.deepEqual(faults({ months: 3, installments: 6 }), ['installments'])
    assert.deepEqual(faults({ months: 1, 'payment::total::months': 6 }), ['payment.total.months'])
    assert.deepEqual(faults({ months: 0, 'payment::total::months': 6 }), [])
  })

  test('a share, months, capture or amount under another name is refused by that name', () => {
    const disperse = { user_affiliated: 'ana', type: 'fixed', users: [{ user: 'ana', fee: 10 }] }
    for (const [change, name] of [
      [{ 'payment::disperse': disperse }, 'payment.disperse'],
      [{ disperse }, 'disperse'],
      [{ 'payment::affiliated': 'ana' }, 'payment.affiliated'],
      [{ 'payment::affiliated': [{ user: 'ana', total_fee: 1 }] }, 'payment.affiliated'],
      [{ 'payment::affiliated': { user: 'ana', total_fee: 1, fee: 3 } }, 'payment.affiliated.fee'],
      [{ 'payment::affiliated': { user: 'ana', percentage: 3 } }, 'payment.affiliated.percentage'],
      [{ affiliated: { user: 'ana', total_fee: '1' } }, 'affiliated'],
      [{ split_rules: [{ to: 'ana', amount: 1 }] }, 'split_rules'],
      [{ 'payment::application_fee': 5 }, 'payment.application_fee'],
      [{ msi: '6' }, 'msi'],
      [{ options: { numberOfInstallments: 6 } }, 'options.numberOfInstallments'],
      [{ promotionId: 'MSI03' }, 'promotionId'],
      [{ capture: 'manual' }, 'capture'],
      [{ capture: 0 }, 'capture'],
      [{ 'payment::capture': false }, 'payment.capture'],
      [{ capture_method: 'manual' }, 'capture_method'],
      [{ capture_later: true }, 'capture_later'],
      [{ authorize: true }, 'authorize'],
      [{ captura: false }, 'captura'],
      [{ 'payment::pre_authorization': true }, 'payment.pre_authorization'],
      [{ 'payment::tip': 10 }, 'payment.tip'],
      [{ tip: { amount: '5', currency: 'MXN' } }, 'tip'],
      [{ 'payment::tip': { percentage: 10 } }, 'payment.tip.percentage'],
      [{ discount: '10.00' }, 'discount'],
      [{ currency: 'USD' }, 'currency'],
      [{ total: { amount: 600, currency: 'USD' } }, 'total.currency'],
      [{ charge_at: '2027-01-01' }, 'charge_at'],
    ] as const) {
      assert.deepEqual(faults(change), [name], JSON.stringify(change))
    }
  })

  test('`capture: false` authorises only, as a value or as a text, and every other charge is captured', () => {
    const read = (more: object) => charged({ ...more }).capture
    for (const value of [false, 'false']) assert.equal(read({ capture: value }), false)
    for (const more of [{}, { capture: true }, { capture: 'true' }, { capture: null }, { capture: 'automatic' }])
      assert.equal(read(more), true)
  })

  test('a term that asks for nothing is none', () => {
    for (const change of [
      { 'payment::disperse': null },
      { 'payment::disperse': { user_affiliated: '', type: 'fixed', users: [] } },
      { 'payment::affiliated': '' },
      { 'payment::affiliated': [] },
      { 'payment::affiliated': { user: '', total_fee: '0.0' } },
      { split: {} },
      { capture: true },
      { capture: 'true' },
      { capture_method: 'automatic' },
      { capture_later: false, authorize: null, captura: true },
      { capture: null },
      { pre_authorization: false },
      { tip: { amount: '0.0', currency: 'MXN' } },
      { discount: 0 },
      { currency: 'MXN' },
      { total: { amount: 600, currency: 'MXN' } },
      { items: [{ discount: 5 }] },
      { metadata: { discount: '5', disperse: 'x' } },
      { amount: '600', description: 'x', source: 'app', reference: { number: '1' }, payment_method: 'card' },
    ]) {
      assert.deepEqual(faults(change), [], JSON.stringify(change))
      assert.equal(charged(change).affiliate, undefined)
    }
  })

  test('what nothing reads is handed on by name', () => {
    const named: string[] = []
    const message = nestNames({
      ...whole,
      idUser: 7,
      'payment::origin': { device: 'java', ip: null },
      total: { amount: 600, currency: 'MXN', tax: 1 },
      amount: 600,
    })
    parseCharge(message, {
      metadata: {},
      today,
      loopback: false,
      ignored: (members) => named.push(...members.map(({ path }) => path)),
    })
    assert.deepEqual(named, ['payment.origin.device', 'idUser', 'total.currency', 'total.tax', 'amount'])
  })

  test('an address without its first line is not sent, and named', () => {
    const named: string[] = []
    const address = { city: 'CDMX', postal_code: '06000' }
    const ignored = (members: { path: string }[]) => named.push(...members.map(({ path }) => path))
    const message = (line1?: string) => nestNames({ ...whole, payer: { name: 'Ana', address: { ...address, line1 } } })
    const { payer } = parseCharge(message(), { metadata: {}, today, loopback: false, ignored })
    assert.deepEqual([payer, named], [{ name: 'Ana' }, ['payer.address.city', 'payer.address.postal_code']])
    const sent = parseCharge(message('Calle 5'), { metadata: {}, today, loopback: false, ignored }).payer
    assert.deepEqual(sent.address, { line1: 'Calle 5', city: 'CDMX', postalCode: '06000' })
    assert.equal(named.length, 2)
  })
})

describe('a required field under another name is refused by the name that was sent', () => {
  const sent = (message: Record<string, unknown>, field: string) => {
    try {
      parse(message)
    } catch (error) {
      assert.ok(error instanceof Failure)
      return error.options.fields?.[field]?.[0]?.[1]
    }
    return undefined
  }
  const payment = {
    external: { transaction: '' },
    total: { amount: 10, currency: 'MXN' },
    reference: { number: '', description: '' },
  }

  test('the token of the card', () => {
    assert.equal(
      sent({ token: 'tok_1', payment }, 'recurrent'),
      'recurrent is required: you sent token; the field is recurrent',
    )
    for (const name of ['Recurrent', 'recurent', 'card_token', 'cardToken', 'source_id', 'tarjeta'])
      assert.equal(
        sent({ [name]: 'tok_1', payment }, 'recurrent'),
        `recurrent is required: you sent ${name}; the field is recurrent`,
      )
    assert.equal(
      sent({ card: 'tok_1', payment }, 'recurrent'),
      'recurrent is required: you sent card; the field is recurrent',
    )
    assert.equal(sent({ payment }, 'recurrent'), 'recurrent is required')
    assert.equal(sent({ token: '', payment }, 'recurrent'), 'recurrent is required')
  })

  test('fields of the payment, in another place or spelling', () => {
    const meant = (change: Record<string, unknown>, field: string) =>
      /you sent (\S+); the field is (\S+)$/.exec(sent({ recurrent: 'tok_1', ...change }, field) ?? '')?.slice(1)
    const without = (name: 'external' | 'total' | 'reference') => ({ ...payment, [name]: undefined })
    assert.deepEqual(
      meant({ payment: without('total'), total: { amount: 5, currency: 'MXN' } }, 'payment.total.amount'),
      ['total.amount', 'payment.total.amount'],
    )
    assert.deepEqual(meant({ payment: without('reference'), description: 'x' }, 'payment.reference.description'), [
      'description',
      'payment.reference.description',
    ])
    assert.deepEqual(
      meant({ payment: { ...payment, reference: { numero: '1', description: '' } } }, 'payment.reference.number'),
      ['payment.reference.numero', 'payment.reference.number'],
    )
    assert.deepEqual(
      meant({ payment: { ...without('external'), transaction_id: '1' } }, 'payment.external.transaction'),
      ['payment.transaction_id', 'payment.external.transaction'],
    )
    assert.equal(meant({ payment: { ...without('total'), tip: { amount: 1 } } }, 'payment.total.amount'), undefined)
  })
})
