import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { pageLinks } from '../../../src/operations/page-link.ts'

const id = '01a1f9bc-a369-7000-8e3f-b7aed9784204'

test('a page’s address ends in an HMAC-SHA-256 of its operation, cut to 15 bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), fc.uuid(), (bytes, operation) => {
      const key = Buffer.from(bytes)
      const url = pageLinks(() => 'https://pagos.mx', [key]).urlOf(operation)
      const mac = createHmac('sha256', key).update(operation).digest().subarray(0, 15).toString('base64url')
      assert.equal(url, `https://pagos.mx/p/${operation}-${mac}`)
    }),
  )
})

test('only addresses that we made lead to an operation, also under former keys', () => {
  const [now, before, other] = [randomBytes(32), randomBytes(32), randomBytes(32)]
  const links = pageLinks(() => '', [now, before])
  const tokenUnder = (key: Buffer) =>
    pageLinks(() => '', [key])
      .urlOf(id)
      .slice('/p/'.length)
  assert.equal(links.operationOf(tokenUnder(now)), id)
  assert.equal(links.operationOf(tokenUnder(before)), id)
  assert.equal(links.operationOf(tokenUnder(other)), undefined)
  const token = tokenUnder(now)
  for (let at = 0; at < token.length; at += 1) {
    const flipped = `${token.slice(0, at)}${token[at] === 'a' ? 'b' : 'a'}${token.slice(at + 1)}`
    // The last character carries no bit that is not in the hash, so every change counts.
    assert.equal(links.operationOf(flipped), undefined, `character ${at}`)
  }
})
