// A security code is found by its names, a known one in any text; ordinary texts are left alone.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { isCodeName, namesCode, placesOfCode } from '../../../../src/core/cards/security-code.ts'
import { metadataFault, metadataTexts } from '../../../../src/core/metadata.ts'
import { SEED } from '../../../support/harness/same-seed.ts'
import { spentMs } from '../../../support/harness/spent-ms.ts'

const NAMES = [
  ...['cvv', 'cvv2', 'cvc', 'cvc2', 'cvn', 'cav2', 'cid', 'csc', 'pin', 'nip', 'pin block'],
  ...['security code', 'card security code', 'security number', 'card verification value', 'cvv code', 'card cvv'],
  ...['código seguridad', 'código de seguridad', 'cod seg', 'clave de seguridad', 'nip tarjeta', 'tarjeta cvv'],
]
/** Of forty codes that the seed draws: a form is compiled for each, which takes many times as long as to search a text. */
const code = fc.constantFrom(...fc.sample(fc.stringMatching(/^\d{3,4}$/), { numRuns: 40, seed: SEED }))

/** A name with other capitals, marks and accents. */
const written = fc
  .tuple(
    fc.constantFrom(...NAMES),
    fc.constantFrom<((text: string) => string)[]>(
      (text) => text,
      (text) => text.toUpperCase(),
      (text) => text.replaceAll(' ', '_'),
      (text) => text.replaceAll(' ', '-'),
      (text) => text.replaceAll(' ', '.'),
      (text) => text.replaceAll(' ', ''),
      (text) => text.replace(/ (.)/g, (_, letter: string) => letter.toUpperCase()),
      (text) => text.normalize('NFD'),
      (text) => text.normalize('NFKD').replace(/\p{M}/gu, ''),
      (text) => ` ${text}: `,
      (text) => [...text].join('.'),
    ),
  )
  .map(([name, write]) => write(name))

const nested = fc.array(fc.constantFrom<string | 0>('a', 'card', 'x y', 0), { maxLength: 6 })
const within = (path: readonly (string | 0)[], value: unknown): unknown =>
  path.reduceRight((inner: unknown, name) => (name === 0 ? [inner] : { [name]: inner }), value)

describe('a security code in metadata', () => {
  test('is refused under any writing of its names, at any depth, whatever it is, by its place', () => {
    const value = fc.oneof(code, code.map(Number), fc.constant('siete'), fc.constant({ value: '739' }))
    fc.assert(
      fc.property(nested, written, value, (path, name, given) => {
        const fault = metadataFault({ in: within(path, { [name]: given }) })
        assert.equal(fault?.field, ['metadata.in', ...path, name].join('.'))
      }),
      { numRuns: 1_000 },
    )
  })

  test('is no fault without a value, or as a mask', () => {
    fc.assert(
      fc.property(written, fc.constantFrom(null, '', ' ', '***', 'XXX', 'xxxx', true, false, {}, []), (name, value) => {
        assert.equal(metadataFault({ a: { [name]: value } }), undefined)
      }),
    )
  })

  for (const metadata of [
    { payerCvv: '739' },
    { field: { name: 'cvv', value: '739' } },
    { fields: [['CVC2', 739]] },
    { note: 'el cvv es 739' },
    { 'cvv 739': 1 },
    { note: 'cvv%3D739' },
    { ccv: '739' },
    { CV2: 739 },
    { card_code: '739' },
    { tarjeta: { sec_code: '7395' } },
    { 'tres dígitos': 739 },
    { NIP_CAJERO: '4821' },
    { ĉvv: '739' },
    { сvv: '739' },
  ])
    test(`is refused in ${JSON.stringify(metadata)}`, () => assert.notEqual(metadataFault(metadata), undefined))

  for (const metadata of [
    { cvv_result: 'M', avs: 'Y' },
    { cvvCheck: 'pass' },
    { shipping: 150, spinner: 739, pinColor: 'rojo', occident: '123', clientId: '4821', cidade: '739' },
    { codigo_postal: '06600', code: '739', codigo: '1234', clave: '123' },
    { numero_de_seguridad_social: '12345678901' },
    { item: 'pin', qty: 100 },
    { social_security_number: '123456789' },
    { description: 'Pin de colección, 3 piezas' },
    { card_code: 'VISA', ccv: 'farmacia', digitos: 4, last_digits: 'cuatro', security: '739' },
    { pin_color: 'rojo', pinSize: 25, nip_empleado: 'AB12' },
  ])
    test(`leaves ${JSON.stringify(metadata)} alone`, () => assert.equal(metadataFault(metadata), undefined))
})

describe('a known security code', () => {
  const between = fc.constantFrom(' ', ': ', '=', ' es ', '", "value": "', ' (', '/', '', ' de mi tarjeta es: ')
  const spelt = fc.constantFrom<((text: string) => string)[]>(
    (text) => text,
    (text) => [...text].join(' '),
    (text) => [...text].join('-'),
    (text) => text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    (text) => [...text].map((digit) => `%3${digit}`).join(''),
  )
  const names = fc.constantFrom(
    'cvv',
    'CVV2',
    'cvc',
    'CID',
    'csc',
    'pin',
    'NIP',
    'security code',
    'código de seguridad',
    'cod. seg.',
  )

  test('is found in any text beside a name of it, before or behind', () => {
    fc.assert(
      fc.property(names, between, code, spelt, fc.boolean(), (name, mark, known, spell, isBehind) => {
        const digits = spell(known)
        const text = isBehind ? `Pago, ${name}${mark}${digits}` : `Pago ${digits} ${name}`
        fc.pre(mark !== '' || !/\d$/.test(name))
        assert.deepEqual(placesOfCode([{ place: 'a', text }], known), ['a'], text)
      }),
      { numRuns: 1_000 },
    )
  })

  test('is found beside the words that people use for it, its name with marks between, and its expiration', () => {
    const words = fc.constantFrom(
      ...['código', 'Codigo', 'clave', '3 dígitos', 'los tres digitos', 'ccv', 'CV2', 'c.v.v.', 'C V C', 'sec code'],
      ...[
        'código verificador',
        'seguridad',
        'security',
        'reverso',
        'al dorso',
        'card code',
        'cvv (al reverso)',
        'CVV/CVC',
      ],
      ...['12/39', '1239', '3912', '12-2039', '2039-12', 'vence 12 / 39'],
    )
    const mark = fc.constantFrom(' ', ': ', ' = ', ', ', ' es ')
    fc.assert(
      fc.property(words, mark, code, (name, between, known) => {
        const expirations = ['3912']
        const text = `Pago, ${name}${between}${known}`
        assert.deepEqual(placesOfCode([{ place: 'a', text }], known, expirations), ['a'], text)
        const texts = metadataTexts({ note: 'x', [name]: known })
        assert.equal(placesOfCode(texts, known, expirations).length > 0, true, name)
      }),
      { numRuns: 500 },
    )
  })

  test('is found when its name is in the text before', () => {
    fc.assert(
      fc.property(names, code, (name, known) => {
        const texts = metadataTexts({ kind: name, value: known })
        assert.deepEqual(placesOfCode(texts, known), ['metadata.value'])
      }),
    )
  })

  test('is not found in ordinary texts, nor without a name', () => {
    const ordinary = fc.oneof(
      fc.nat(999_999).map((id) => `Pedido ${id}`),
      fc.nat(9999).map((amount) => `$${amount}.00 MXN`),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.constantFrom(
        'Shipping 739',
        'segunda visita 739',
        'spinning 739',
        'opinión 739',
        'Ana Núñez 739',
        'seguro 739',
      ),
      fc.uuid(),
    )
    fc.assert(
      fc.property(fc.array(ordinary, { maxLength: 20 }), code, (texts, known) => {
        assert.deepEqual(
          placesOfCode(
            texts.map((text, at) => ({ place: String(at), text })),
            known,
          ),
          [],
        )
        for (const text of texts) assert.equal(namesCode(text), false)
      }),
    )
  })
})

test('a name of a code is searched in little time', () => {
  for (const name of ['card'.repeat(15), 'cc'.repeat(30), 'pin'.repeat(5_000), 'cvv '.repeat(4_000), 'de'.repeat(30)]) {
    const before = spentMs()
    assert.equal(isCodeName(name), false)
    assert.equal(namesCode(name), false)
    placesOfCode([{ place: 'a', text: name }], '739')
    assert.ok(spentMs() - before < 100)
  }
})
