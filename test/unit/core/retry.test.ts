import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryAfterMs, WEBHOOK_WAITS_MS, waitAfter } from '../../../src/core/retry.ts'

test('each wait is the scheduled one, up to a tenth longer, and after the last there is none', () => {
  for (const [tries, wait] of WEBHOOK_WAITS_MS.entries()) {
    assert.equal(waitAfter(WEBHOOK_WAITS_MS, tries, { random: () => 0 }), wait)
    assert.equal(waitAfter(WEBHOOK_WAITS_MS, tries, { random: () => 1 }), Math.round(wait * 1.1))
  }
  assert.equal(waitAfter(WEBHOOK_WAITS_MS, WEBHOOK_WAITS_MS.length), undefined)
  assert.equal(waitAfter(WEBHOOK_WAITS_MS, 1, { retryAfterMs: 60_000 }), 60_000)
  assert.equal(waitAfter(WEBHOOK_WAITS_MS, 9, { retryAfterMs: 1_000, random: () => 0 }), 86_400_000)
})

test('Retry-After is seconds or a date, at most a day, and nothing else', () => {
  const now = Date.parse('2026-11-20T10:00:00Z')
  assert.equal(retryAfterMs('120', now), 120_000)
  assert.equal(retryAfterMs('Fri, 20 Nov 2026 10:05:00 GMT', now), 300_000)
  assert.equal(retryAfterMs('Fri, 20 Nov 2026 09:00:00 GMT', now), 0)
  for (const long of ['999999999', '9999999999', '9'.repeat(400), 'Fri, 31 Dec 9999 23:59:59 GMT'])
    assert.equal(retryAfterMs(long, now), 86_400_000, long)
  for (const nothing of [undefined, '', 'soon', '-5', '1e9'])
    assert.equal(retryAfterMs(nothing, now), 0, String(nothing))
})
