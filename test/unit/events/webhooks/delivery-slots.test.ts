import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DELIVERY_BOUNDS, deliverySlots, type Standing } from '../../../../src/events/webhooks/delivery-slots.ts'

/** The lanes of those accounts of `count` that get one. */
function lanesOf(slots: ReturnType<typeof deliverySlots>, standing: Standing, count: number) {
  return Array.from({ length: count }, (_, nth) => slots.take(`acc_${standing}_${nth}`, standing)).filter(
    (lane) => lane !== undefined,
  )
}

test('endpoints that fail, however many, leave room for those never tried, and both for those that answer', () => {
  const slots = deliverySlots()
  assert.equal(lanesOf(slots, 'fails', 3_000).length, DELIVERY_BOUNDS.failing)
  assert.ok(lanesOf(slots, 'unknown', 3_000).length >= 128)
  const prompt = slots.take('acc_prompt', 'answers')
  assert.ok(prompt)
  // It sends as many at a time as if nobody else failed.
  for (let more = 1; more < DELIVERY_BOUNDS.endpoint; more += 1) assert.ok(prompt.more())
  assert.ok(!prompt.more())
})

test('a second endpoint of an account, which answers, does not wait for the first, which hangs', () => {
  const slots = deliverySlots()
  lanesOf(slots, 'unknown', 3_000)
  assert.equal(lanesOf(slots, 'answers', 200).length, 200)
  assert.ok(slots.take('acc_unknown_0', 'answers'))
})

test('an endpoint that answers gives its place among the silent ones back', () => {
  const slots = deliverySlots({
    answering: { all: 2, account: 2, firsts: 0 },
    endpoint: 2,
    silent: { all: 1, account: 1, firsts: 0 },
    failing: 1,
  })
  const first = slots.take('acc_a', 'fails')
  assert.ok(first)
  assert.equal(slots.take('acc_b', 'unknown'), undefined)
  first.answered()
  const second = slots.take('acc_b', 'fails')
  assert.ok(second)
  assert.ok(first.more())
  assert.ok(!first.more())
  // There is no room among those that answer: it keeps the place that it has.
  second.answered()
  assert.equal(slots.take('acc_c', 'unknown'), undefined)
  first.less()
  first.end()
  second.answered()
  assert.ok(slots.take('acc_c', 'fails'))
  second.end()
  assert.ok(slots.take('acc_d', 'answers'))
  assert.ok(slots.take('acc_d', 'answers'))
  assert.equal(slots.take('acc_e', 'answers'), undefined)
})
