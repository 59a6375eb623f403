import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { base32, stepOfCode, totpAddress, totpCode, totpStep } from '../../../../src/console/sign-in/totp.ts'

const KEY = Buffer.from('12345678901234567890')

test('the codes are those of RFC 6238, appendix B, in six digits', () => {
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const) {
    assert.equal(totpCode(KEY, totpStep(seconds * 1_000)), code)
  }
})

test('the key is written as RFC 4648 writes it', () => {
  assert.equal(base32(Buffer.from('foobar')), 'MZXW6YTBOI')
  assert.equal(base32(KEY), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  assert.match(totpAddress(KEY, 'a+b@x.mx'), /^otpauth:\/\/totp\/Cobro:a%2Bb%40x\.mx\?secret=GEZ/)
})

test('a code is valid in its step and one around it, and only once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 1e9 }), fc.integer({ min: -3, max: 3 }), (step, drift) => {
      const code = totpCode(KEY, step + drift)
      const found = stepOfCode(KEY, code, { wallMs: step * 30_000 + 7, lastStep: 0 })
      if (Math.abs(drift) <= 1) {
        assert.ok(found !== undefined)
        assert.equal(totpCode(KEY, found), code)
        const again = stepOfCode(KEY, code, { wallMs: step * 30_000 + 7, lastStep: found })
        assert.ok(again === undefined || again > found)
      }
    }),
  )
  for (const wrong of ['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦']) {
    assert.equal(stepOfCode(KEY, wrong, { wallMs: 0, lastStep: -10 }), undefined)
  }
})
