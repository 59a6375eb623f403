// The decrypted message is a JSON object in UTF-8, and flat names mean nested ones.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Failure } from '../../../src/failures.ts'
import { MAX_DEPTH, nestNames, parseMessage } from '../../../src/vault/message.ts'

describe('reading a message', () => {
  it('accepts a JSON object only', () => {
    assert.deepEqual(parseMessage(Buffer.from(' {"a":"ñ€😀"}\n')), { a: 'ñ€😀' })
    for (const text of ['', 'null', '[]', '[{}]', '"{}"', '1', '{', '{}x', "{'a':1}"]) {
      assert.equal(parseMessage(Buffer.from(text)), undefined, text)
    }
  })

  it('accepts UTF-8 only', () => {
    assert.equal(parseMessage(Buffer.from('{"a":"ñ"}', 'latin1')), undefined)
  })

  it('accepts objects and lists down to the limit', () => {
    const lists = (depth: number) => Buffer.from(`{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`)
    assert.ok(parseMessage(lists(MAX_DEPTH)))
    assert.equal(parseMessage(lists(MAX_DEPTH + 1)), undefined)
    assert.equal(parseMessage(lists(100_000)), undefined)
  })
})

describe('flat names', () => {
  it('become nested', () => {
    assert.deepEqual(
      nestNames({ 'payment::total::amount': 1, 'payment::total::currency': 'MXN', recurrent: 'tok_1' }),
      {
        payment: { total: { amount: 1, currency: 'MXN' } },
        recurrent: 'tok_1',
      },
    )
  })

  it('may be mixed with nested ones in any order and at any level', () => {
    const expected = { payment: { total: { amount: 1, currency: 'MXN' } } }
    assert.deepEqual(nestNames({ 'payment::total::amount': 1, payment: { total: { currency: 'MXN' } } }), expected)
    assert.deepEqual(nestNames({ payment: { total: { currency: 'MXN' } }, 'payment::total::amount': 1 }), expected)
    assert.deepEqual(nestNames({ payment: { 'total::amount': 1 }, 'payment::total': { currency: 'MXN' } }), expected)
  })

  it('leave lists unchanged', () => {
    assert.deepEqual(nestNames({ list: [{ 'a::b': 1 }] }), { list: [{ 'a::b': 1 }] })
  })

  it('may repeat the same value, and are refused by name when the values differ', () => {
    assert.deepEqual(nestNames({ 'a::b': 1, a: { b: 1 } }), { a: { b: 1 } })
    for (const message of [
      { 'a::b': 1, a: { b: 2 } },
      { 'a::b': 1, a: { b: {} } },
      { 'a::b::c': 1, a: { b: 2 } },
    ]) {
      assert.throws(
        () => nestNames(message),
        (error) => error instanceof Failure && /^a::b viene/.test(error.options.fields?.['a::b']?.[0]?.[0] ?? ''),
      )
    }
    assert.throws(() => nestNames({ a: null, 'a::b': 1 }), Failure)
  })

  it('never reach a prototype', () => {
    for (const text of [
      '{"__proto__":{"polluted":1},"a":1}',
      '{"__proto__::polluted":1,"a":1}',
      '{"a":1,"__proto__":{"x":1},"__proto__":{"y":2}}',
    ]) {
      const nested = nestNames(JSON.parse(text))
      assert.deepEqual(nested, { a: 1 })
      assert.equal(Object.getPrototypeOf(nested), Object.prototype)
    }
    const odd = nestNames(JSON.parse('{"constructor::prototype::polluted":1,"toString::x":2}'))
    assert.deepEqual(odd, JSON.parse('{"constructor":{"prototype":{"polluted":1}},"toString":{"x":2}}'))
    assert.equal(({} as Record<string, unknown>).polluted, undefined)
    assert.equal((Object as unknown as Record<string, unknown>).polluted, undefined)
  })

  it('may not nest deeper than the limit', () => {
    assert.ok(nestNames({ [Array(MAX_DEPTH).fill('a').join('::')]: 1 }))
    assert.throws(
      () =>
        nestNames({
          [Array(MAX_DEPTH + 1)
            .fill('a')
            .join('::')]: 1,
        }),
      Failure,
    )
    assert.throws(() => nestNames({ ['a::'.repeat(60_000)]: 1 }), Failure)
  })
})
