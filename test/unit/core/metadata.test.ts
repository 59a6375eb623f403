// Metadata is any JSON object within bounds; what it cannot be is named by its place and never repeated.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { METADATA_LIMITS, metadataFault, metadataText } from '../../../src/core/metadata.ts'

const CARD = '4242424242424242'
const nested = (levels: number, inside: unknown = 'x'): Record<string, unknown> =>
  levels === 1 ? { a: inside } : { a: nested(levels - 1, inside) }

test('any small JSON object is taken', () => {
  // Words without digits, so that no card number is drawn.
  const word = fc.string({ unit: fc.constantFrom(...'abc áñ日::_-/\n€'), maxLength: 8 })
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      word,
      fc.integer({ max: 1_000_000 }),
      fc.double({ noNaN: true, noDefaultInfinity: true, max: 1e6, min: -1e6 }),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(word, tie('tree'), { maxKeys: 4 }),
    ),
  }))
  fc.assert(
    fc.property(fc.dictionary(word, tree, { maxKeys: 4 }), (metadata) => {
      assert.equal(metadataFault(metadata), undefined)
    }),
  )
})

test('a card number is found in every place, and only its place is reported', () => {
  const path = fc.array(fc.oneof(fc.constantFrom('a', 'b c', '__proto__', 'x::y', 'toString'), fc.constant(0)), {
    minLength: 1,
    maxLength: 7,
  })
  fc.assert(
    fc.property(path, fc.constantFrom(CARD, '4242 4242 4242 4242', Number(CARD)), (names, card) => {
      let value: unknown = card
      for (const name of names.toReversed()) {
        value = name === 0 ? [value] : JSON.parse(`{${JSON.stringify(name)}: ${JSON.stringify(value)}}`)
      }
      const fault = metadataFault({ in: value })
      assert.equal(fault?.field, ['metadata', 'in', ...names].join('.'))
      assert.ok(!JSON.stringify(fault).includes('4242'))
    }),
  )
  for (const metadata of [{ [CARD]: 'x' }, { a: [{ [CARD]: 1 }] }]) {
    const fault = metadataFault(metadata)
    assert.ok(fault !== undefined && !JSON.stringify(fault).includes('4242'))
  }
})

test('the bounds are the documented ones', () => {
  const { bytes, depth, values } = METADATA_LIMITS
  assert.equal(metadataFault(nested(depth)), undefined)
  assert.match(metadataFault(nested(depth + 1))?.problem[1] ?? '', /levels deep/)
  assert.equal(metadataFault({ a: Array(values).fill(0) }), undefined)
  assert.deepEqual(metadataFault({ a: Array(values + 1).fill(0) })?.field, 'metadata')
  assert.ok(metadataFault({ a: Array(values + 1).fill({}) }))
  const blank = bytes - JSON.stringify({ a: '' }).length
  assert.equal(metadataFault({ a: 'x'.repeat(blank) }), undefined)
  assert.deepEqual(metadataFault({ a: 'x'.repeat(blank + 1) })?.field, 'metadata')
  assert.ok(metadataFault({ a: 'ñ'.repeat(blank / 2 + 1) }), 'bytes, not characters')
})

for (const [title, json, field] of [
  ['a NUL', '{"a":{"b":"x\\u0000"}}', 'metadata.a.b'],
  ['half a surrogate pair', '{"a":["\\ud800"]}', 'metadata.a.0'],
  ['a NUL in a name', '{"a":{"b\\u0000":1}}', 'metadata.a'],
  ['a number that no machine holds', '{"a":1e400}', 'metadata.a'],
] as const) {
  test(`${title} is refused by name`, () => assert.equal(metadataFault(JSON.parse(json))?.field, field))
}

test('a text is found by its names, and no other value passes for one', () => {
  const metadata = JSON.parse('{"email":"a@b.mx","n":1,"billing":{"x":"y"},"__proto__":{"p":"q"}}')
  assert.equal(metadataText(metadata, 'email'), 'a@b.mx')
  assert.equal(metadataText(metadata, 'billing', 'x'), 'y')
  assert.equal(metadataText(metadata, '__proto__', 'p'), 'q')
  for (const names of [
    ['n'],
    ['billing'],
    ['email', 'length'],
    ['toString'],
    ['billing', 'constructor'],
    ['none', 'x'],
  ])
    assert.equal(metadataText(metadata, ...names), undefined, names.join('.'))
})
