// Schemas with the same text share one compiled check, so the text must have all that the check looks at.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type TSchema, Type } from 'typebox'
import { Check } from 'typebox/value'
import { schemaText } from '../../../src/api/validate.ts'

const short = Type.Refine(Type.String(), (text) => text.length < 3)
const long = Type.Refine(Type.String(), (text) => text.length > 3)

/** Functions that make a schema: a new object at each call, except the two with a check of our own. */
const { makers } = fc.letrec<{ makers: () => TSchema }>((tie) => ({
  makers: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<() => TSchema>(
      () => Type.String(),
      () => Type.String({ pattern: '^a' }),
      () => Type.String({ maxLength: 3 }),
      () => Type.Integer({ minimum: 1 }),
      () => Type.Integer({ minimum: 2 }),
      () => Type.Null(),
      () => short,
      () => long,
      () => Type.Union([Type.Literal('a'), Type.Literal(1)]),
    ),
    fc
      .record({ a: tie('makers'), b: tie('makers'), isOptional: fc.boolean(), isClosed: fc.boolean() })
      .map(({ a, b, isOptional, isClosed }) => () => {
        const members = { a: a(), b: isOptional ? Type.Optional(b()) : b() }
        return Type.Object(members, isClosed ? { additionalProperties: false } : {})
      }),
    tie('makers').map((inner) => () => Type.Array(inner())),
  ),
}))

const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('a', 'ab', 'abc', 'abcd', 1, 2, null),
    fc.record({ a: tie('value'), b: tie('value'), c: tie('value') }, { requiredKeys: [] }),
    fc.array(tie('value'), { maxLength: 2 }),
  ),
})).value

test('a schema that is made again has the same text', () => {
  fc.assert(fc.property(makers, (make) => assert.equal(schemaText(make()), schemaText(make()))))
})

test('schemas that accept different values have different texts', () => {
  fc.assert(
    fc.property(makers, makers, values, (one, other, value) => {
      if (Check(one(), value) !== Check(other(), value)) assert.notEqual(schemaText(one()), schemaText(other()))
    }),
    { numRuns: 300 },
  )
})

test('a check of our own, a hidden mark and a constraint are each a part of the text', () => {
  const texts = [
    Type.String(),
    short,
    long,
    Type.Optional(Type.String()),
    Type.String({ pattern: '^a' }),
    Type.String({ pattern: '^b' }),
    Type.Literal('1'),
    Type.Literal(1),
  ].map(schemaText)
  assert.equal(new Set(texts).size, texts.length)
})
