// What is sealed at rest opens only with its key and in its own place.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createAtRest } from '../../../src/vault/at-rest.ts'

const atRest = createAtRest({ current: randomBytes(32) })

describe('at rest', () => {
  it('opens its own sealed text, for any bytes and any context', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: 'grapheme' }), (bytes, context) => {
        assert.deepEqual(atRest.open(atRest.seal(Buffer.from(bytes), context), context), Buffer.from(bytes))
      }),
    )
  })

  it('seals text as UTF-8', () => {
    assert.equal(atRest.open(atRest.seal('Peña €', 'c'), 'c').toString('utf8'), 'Peña €')
  })

  it('never seals the same text to the same result twice', () => {
    assert.notEqual(atRest.seal('4242424242424242', 'card:1'), atRest.seal('4242424242424242', 'card:1'))
  })

  it('does not open in another context', () => {
    assert.throws(() => atRest.open(atRest.seal('secret', 'card:1'), 'card:2'), /another context/)
  })

  it('does not open with any changed character', () => {
    const sealed = atRest.seal('4242424242424242', 'card:1')
    for (let index = 0; index < sealed.length; index++) {
      const other = sealed[index] === 'A' ? 'Q' : 'A'
      assert.throws(
        () => atRest.open(sealed.slice(0, index) + other + sealed.slice(index + 1), 'card:1'),
        Error,
        `at ${index}`,
      )
    }
  })

  it('does not open a truncated text or one that is not sealed', () => {
    const sealed = atRest.seal('secret', 'c')
    for (let length = 0; length < sealed.length; length++)
      assert.throws(() => atRest.open(sealed.slice(0, length), 'c'))
    assert.throws(() => atRest.open(`${sealed}.more`, 'c'), /not a sealed text/)
  })

  it('opens text sealed by a previous key and seals under the current one', () => {
    const oldKey = randomBytes(32)
    const before = createAtRest({ current: oldKey })
    const after = createAtRest({ current: randomBytes(32), previous: [oldKey] })
    const old = before.seal('secret', 'c')
    assert.equal(after.open(old, 'c').toString(), 'secret')
    assert.ok(old.startsWith(before.currentPrefix))
    assert.ok(!old.startsWith(after.currentPrefix))
    assert.ok(after.seal('secret', 'c').startsWith(after.currentPrefix))
    assert.throws(() => before.open(after.seal('secret', 'c'), 'c'), /AT_REST_KEY_PREVIOUS/)
  })

  it('finds by fingerprint, under previous keys too, and each key has its own', () => {
    const oldKey = randomBytes(32)
    const before = createAtRest({ current: oldKey })
    const after = createAtRest({ current: randomBytes(32), previous: [oldKey] })
    assert.match(before.fingerprint('4242424242424242'), /^[0-9a-f]{64}$/)
    assert.equal(before.fingerprint('4242424242424242'), before.fingerprint('4242424242424242'))
    assert.notEqual(before.fingerprint('4242424242424242'), before.fingerprint('4242424242424241'))
    assert.notEqual(after.fingerprint('4242424242424242'), before.fingerprint('4242424242424242'))
    assert.deepEqual(after.fingerprints('1'), [after.fingerprint('1'), before.fingerprint('1')])
  })

  it('derives a key per purpose', () => {
    assert.equal(atRest.subkey('session').length, 32)
    assert.deepEqual(atRest.subkey('session'), atRest.subkey('session'))
    assert.notDeepEqual(atRest.subkey('session'), atRest.subkey('cursor'))
  })

  it('takes keys of 32 bytes only', () => {
    assert.throws(() => createAtRest({ current: randomBytes(31) }), /32 bytes/)
    assert.throws(() => createAtRest({ current: randomBytes(32), previous: [Buffer.alloc(0)] }), /32 bytes/)
  })
})
