import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import fastJsonStringify from 'fast-json-stringify'
import Type, { type TSchema } from 'typebox'
import { serializerCompiler, withoutChoices } from '../../../src/api/serialize.ts'

/** A schema and a value that it describes. */
interface Pair {
  schema: TSchema
  value: unknown
}

const scalar: fc.Arbitrary<Pair> = fc.oneof(
  fc.string().map((value) => ({ schema: Type.String(), value })),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => ({ schema: Type.Number(), value })),
  fc.maxSafeInteger().map((value) => ({ schema: Type.Integer(), value })),
  fc.boolean().map((value) => ({ schema: Type.Boolean(), value })),
)

const { pair } = fc.letrec<{ pair: Pair }>((tie) => {
  const list = tie('pair').map(({ schema, value }) => ({ schema: Type.Array(schema), value: [value, value] }))
  const fields = fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), tie('pair'), { maxKeys: 4 }).map((pairs) => {
    const of = <T>(look: (one: Pair) => T) =>
      Object.fromEntries(Object.entries(pairs).map(([name, one]) => [name, look(one)]))
    return { schema: Type.Object(of(({ schema }) => schema)), value: of(({ value }) => value) }
  })
  const both = fields.map(({ schema, value }) => ({ schema: Type.Intersect([schema, Type.Object({})]), value }))
  const orNull = fc.tuple(tie('pair'), fc.boolean()).map(([{ schema, value }, isNull]) => ({
    schema: Type.Union([schema, Type.Null()]),
    value: isNull ? null : value,
  }))
  const either = fc.tuple(scalar, scalar).map(([one, other]) => ({
    schema: Type.Union([one.schema, other.schema, Type.Literal('never')]),
    value: one.value,
  }))
  const choice = tie('pair').map(({ schema, value }) => ({
    schema: Type.Union([schema, Type.Object({ no: schema })]),
    value,
  }))
  return { pair: fc.oneof({ maxDepth: 4, withCrossShrink: true }, scalar, list, fields, both, orNull, either, choice) }
})

const serialized = (schema: TSchema, value: unknown) =>
  serializerCompiler({ schema, method: 'GET', url: '/', httpStatus: '200' })(value)

test('an answer is the same text whether a validator judges its choices or not', () => {
  fc.assert(
    fc.property(pair, ({ schema, value }) => {
      assert.equal(serialized(schema, value), fastJsonStringify(schema)(value))
      assert.deepEqual(JSON.parse(serialized(schema, value)), JSON.parse(JSON.stringify(value)))
    }),
    { numRuns: 300 },
  )
})

test('what may be null, and one of several scalars, needs no validator', () => {
  const nested = Type.Object({ text: Type.String(), paid_at: Type.Union([Type.String(), Type.Null()]) })
  const schema = Type.Object({
    one: Type.Union([nested, Type.Null()]),
    list: Type.Array(
      Type.Union([
        Type.Intersect([nested, Type.Object({ id: Type.Union([Type.Number(), Type.String()]) })]),
        Type.Null(),
      ]),
    ),
  })
  assert.doesNotMatch(JSON.stringify(withoutChoices(schema)), /anyOf/)
})

test('of what a schema does not name, nothing is answered', () => {
  const schema = Type.Object({ card: Type.Union([Type.Object({ last4: Type.String() }), Type.Null()]) })
  assert.equal(serialized(schema, { card: { last4: '4242', number: '4242424242424242' } }), '{"card":{"last4":"4242"}}')
})
