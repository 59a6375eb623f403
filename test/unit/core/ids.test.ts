import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { createClock } from '../../../src/core/clock.ts'
import { firstUuidAt, newId, newUuid, randomBytes } from '../../../src/core/ids.ts'

const frozenAt = (frozenMs: number) => createClock({ offsetMs: 0, frozenMs })

test('operation ids are UUIDs of version 7 and grow with time, also while the clock stands still', () => {
  const clock = frozenAt(Date.UTC(2026, 10, 20))
  const ids = Array.from({ length: 20_000 }, () => newUuid(clock))
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.deepEqual([...ids].sort(), ids)
  assert.equal(new Set(ids).size, ids.length)
})

test('an instant bounds the ids made at it', () => {
  const atMs = Date.UTC(2026, 10, 20, 6)
  const before = newUuid(frozenAt(atMs - 1))
  const at = newUuid(frozenAt(atMs))
  assert.ok(before < firstUuidAt(atMs) && firstUuidAt(atMs) <= at)
})

test('while the clock stands still, ids of all processes are in the order of real time', async () => {
  const clock = frozenAt(Date.UTC(2026, 10, 20))
  const make = `
    import { createClock } from './src/core/clock.ts'
    import { newUuid } from './src/core/ids.ts'
    console.log(newUuid(createClock(${JSON.stringify(clock.state())})))`
  const ids: string[] = []
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 100; n += 1) ids.push(newUuid(clock))
    const args = ['--input-type=module', '--eval', make]
    ids.push((await promisify(execFile)(process.execPath, args)).stdout.trim())
  }
  assert.deepEqual([...ids].sort(), ids)
  assert.ok((ids.at(-1) ?? '') < firstUuidAt(clock.epochMs() + 1))
})

test('other ids have a prefix by kind and grow with time', () => {
  const clock = frozenAt(Date.UTC(2026, 10, 20))
  const ids = Array.from({ length: 1_000 }, () => newId(clock, 'crd'))
  for (const id of ids) assert.match(id, /^crd_[0-9a-hjkmnp-tv-z]{26}$/)
  assert.deepEqual([...ids].sort(), ids)
})

test('random bytes are used once', () => {
  const seen = new Set(Array.from({ length: 5_000 }, () => randomBytes(16).toString('hex')))
  assert.equal(seen.size, 5_000)
})
