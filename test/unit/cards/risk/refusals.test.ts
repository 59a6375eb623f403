// Refusals are counted by ten minutes; no hour has more of them than the limit, wherever it begins.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Refusals, secondsUntilFewer, slotOf, sumOf } from '../../../../src/cards/risk/refusals.ts'
import { HOUR_MS, instantOf, instantPlus } from '../../../../src/core/time.ts'

const START = Date.parse('2026-11-20T10:00:00.000Z')
const gapsMs = fc.array(fc.integer({ min: 0, max: 20 * 60_000 }), { maxLength: 120 })
const limit = fc.integer({ min: 1, max: 10 })

/** The instants at which a subject was refused, of all at which it was tried; and until when others were not let in. */
function refusedAt(gaps: number[], most: number) {
  const slots = new Map<string, number>()
  const counted = (now: string): Refusals =>
    [...slots]
      .map(([period, payments]) => ({ period, payments }))
      .filter(({ period }) => period >= slotOf(instantPlus(now, -HOUR_MS)))
  const refused: number[] = []
  let atMs = START
  for (const gap of gaps) {
    atMs += gap
    const now = instantOf(atMs)
    const before = counted(now)
    if (sumOf(before) >= most) {
      const seconds = secondsUntilFewer(before, most, now)
      assert.ok(seconds > 0 && seconds <= 70 * 60)
      const from = instantPlus(now, seconds * 1_000)
      assert.ok(sumOf(counted(from)) < most, `${from}: not yet`)
      assert.ok(sumOf(counted(instantPlus(from, -1))) >= most, `${from}: too late`)
      continue
    }
    slots.set(slotOf(now), (slots.get(slotOf(now)) ?? 0) + 1)
    refused.push(atMs)
  }
  return refused
}

test('no hour has more refusals than the limit, and the answer names the instant from which others are let in', () => {
  fc.assert(
    fc.property(gapsMs, limit, (gaps, most) => {
      const refused = refusedAt(gaps, most)
      for (const from of refused)
        assert.ok(refused.filter((at) => at >= from && at <= from + HOUR_MS).length <= most, `${from}`)
    }),
  )
})

test('a slot is ten minutes of Mexico City', () => {
  assert.equal(slotOf('2026-11-20T16:29:59.999Z'), '2026-11-20T10:2')
  assert.equal(slotOf('2026-11-20T16:30:00.000Z'), '2026-11-20T10:3')
})
