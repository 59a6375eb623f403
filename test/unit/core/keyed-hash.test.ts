// HMAC-SHA-256 by two hashes is what node's own HMAC is.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { keyedHash } from '../../../src/core/keyed-hash.ts'

test('the hash under a key of any length equals that of an Hmac', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.string({ unit: 'binary', maxLength: 300 }), (key, text) => {
      for (const encoding of ['base64url', 'hex'] as const)
        assert.equal(keyedHash(key, encoding)(text), createHmac('sha256', key).update(text).digest(encoding))
    }),
  )
})
