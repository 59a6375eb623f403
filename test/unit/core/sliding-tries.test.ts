import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { refusedUntil, type SlidingLimit, withoutOne, withTry } from '../../../src/core/sliding-tries.ts'
import { instantOf } from '../../../src/core/time.ts'

const START = Date.parse('2026-11-20T10:00:00.000Z')
const limits = fc.record({ most: fc.integer({ min: 1, max: 12 }), ms: fc.integer({ min: 1, max: 500 }) })
/** Milliseconds between one try and the next. */
const gaps = fc.array(fc.integer({ min: 0, max: 120 }), { maxLength: 80 })

/** Makes every try that is let in; answers when they were made. */
function made(gapsMs: number[], limit: SlidingLimit): { at: number; refused: boolean }[] {
  let [tries, at] = ['', START]
  return gapsMs.map((gap) => {
    at += gap
    const refused = refusedUntil(tries, limit, instantOf(at)) !== undefined
    if (!refused) tries = withTry(tries, instantOf(at), limit.most)
    return { at, refused }
  })
}

function within(tries: { at: number; refused: boolean }[], from: number, ms: number): number {
  return tries.filter(({ at, refused }) => !refused && at >= from && at < from + ms).length
}

test('no period of the length has more tries than the limit, wherever it begins', () => {
  fc.assert(
    fc.property(gaps, limits, (gapsMs, limit) => {
      const tries = made(gapsMs, limit)
      for (const { at } of tries) assert.ok(within(tries, at, limit.ms) <= limit.most)
    }),
  )
})

test('a try is refused only when the period before it has as many as the limit, and the answer names the end', () => {
  fc.assert(
    fc.property(gaps, limits, (gapsMs, limit) => {
      const tries = made(gapsMs, limit)
      for (const [nth, { at, refused }] of tries.entries()) {
        const before = within(tries.slice(0, nth), at - limit.ms + 1, limit.ms)
        assert.equal(refused, before >= limit.most)
      }
    }),
  )
  const hour = { most: 1, ms: 3_600_000 }
  assert.equal(refusedUntil('2026-11-20T10:15:00.000Z', hour, '2026-11-20T10:20:00.000Z'), '2026-11-20T11:15:00.000Z')
  assert.equal(refusedUntil('2026-11-20T10:15:00.000Z', hour, '2026-11-20T11:15:00.000Z'), undefined)
})

test('tries at once that do not count leave nothing behind, in whatever order they are written and taken back', () => {
  const attempt = fc.record({
    at: fc.integer({ min: 0, max: 50_000 }),
    written: fc.integer({ min: 0, max: 1_000 }),
    back: fc.integer({ min: 0, max: 1_000 }),
  })
  fc.assert(
    fc.property(fc.array(attempt, { minLength: 1, maxLength: 10 }), (attempts) => {
      let tries = ''
      for (const { at } of attempts.toSorted((one, other) => one.written - other.written))
        tries = withTry(tries, instantOf(START + at), 10)
      for (const { at } of attempts.toSorted((one, other) => one.back - other.back))
        tries = withoutOne(tries, instantOf(START + at))
      assert.equal(tries, '')
    }),
  )
})

test('only tries that count, or have no answer yet, stop others, and they hold the limit', () => {
  const long = fc.record({ most: fc.integer({ min: 1, max: 12 }), ms: fc.integer({ min: 120_000, max: 600_000 }) })
  const since = (tries: number[], from: number) => tries.filter((one) => one > from).length
  const step = fc.record({
    gap: fc.integer({ min: 0, max: 50_000 }),
    good: fc.boolean(),
    later: fc.integer({ min: 0, max: 15 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), long, (steps, limit) => {
      let [tries, at] = ['', START]
      const wrong: number[] = []
      const open: { ends: number; at: number }[] = []
      for (const [nth, { gap, good, later }] of steps.entries()) {
        at += gap
        for (const one of open.splice(0)) {
          if (one.ends <= nth) tries = withoutOne(tries, instantOf(one.at))
          else open.push(one)
        }
        const counting = [...wrong, ...open.map((one) => one.at)]
        const isRefused = refusedUntil(tries, limit, instantOf(at)) !== undefined
        assert.equal(isRefused, since(counting, at - limit.ms) >= limit.most)
        if (isRefused) continue
        tries = withTry(tries, instantOf(at), limit.most)
        if (good) open.push({ ends: nth + later, at })
        else wrong.push(at)
      }
      for (const from of wrong) {
        const count = wrong.filter((one) => one >= from && one < from + limit.ms).length
        assert.ok(count <= limit.most, `${count} wrong tries`)
      }
    }),
  )
})
