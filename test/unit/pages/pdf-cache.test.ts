import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createPdfCache } from '../../../src/pages/pdf-renderer.ts'

const MAX_BYTES = 5_000

test('for any puts and gets, the bytes stay within the bound and a PDF is read back unchanged', () => {
  const move = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), size: fc.option(fc.nat(6_000)) })
  fc.assert(
    fc.property(fc.array(move), (moves) => {
      const cache = createPdfCache(MAX_BYTES)
      const last = new Map<string, Buffer>()
      for (const { key, size } of moves) {
        if (size === null) {
          const found = cache.get(key)
          assert.ok(found === undefined || found === last.get(key))
          continue
        }
        const pdf = Buffer.alloc(size)
        last.set(key, pdf)
        cache.set(key, pdf)
        assert.ok(cache.bytes() <= MAX_BYTES)
        // It fits alone, with what an entry takes besides.
        if (size < MAX_BYTES - 300) assert.equal(cache.get(key), pdf)
        else if (size > MAX_BYTES) assert.equal(cache.get(key), undefined)
      }
      cache.clear()
      assert.equal(cache.bytes(), 0)
    }),
  )
})
