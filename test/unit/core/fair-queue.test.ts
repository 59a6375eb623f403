// Nobody waits behind all that another has sent, nothing is lost, and who is not urgent is still served.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fairQueue, type Lane } from '../../../src/core/fair-queue.ts'

const lane = (urgent: boolean, account: string, source = account): Lane => ({ urgent, account, source })
const lanes = fc.record({
  urgent: fc.boolean(),
  account: fc.constantFrom('a', 'b', 'c'),
  source: fc.constantFrom('1', '2', '3'),
})

test('one item behind a thousand of another lane is served second', () => {
  const queue = fairQueue<string>()
  for (let nth = 0; nth < 1_000; nth += 1) queue.add(lane(false, 'flood'), `junk ${nth}`)
  queue.add(lane(false, 'honest'), 'honest')
  assert.deepEqual(queue.take(2), ['junk 0', 'honest'])
})

test('within an account one source does not delay another', () => {
  const queue = fairQueue<string>()
  for (let nth = 0; nth < 100; nth += 1) queue.add(lane(false, 'shop', 'thief'), `junk ${nth}`)
  queue.add(lane(false, 'shop', 'shopper'), 'honest')
  assert.ok(queue.take(2).includes('honest'))
})

test('urgent items go first, except one in eight', () => {
  const queue = fairQueue<string>()
  for (let nth = 0; nth < 100; nth += 1) {
    queue.add(lane(false, 'page'), 'page')
    queue.add(lane(true, 'server'), 'server')
  }
  const first = queue.take(80)
  assert.equal(first.filter((item) => item === 'page').length, 10)
})

test('the dropped item is the last one of the longest lane', () => {
  const queue = fairQueue<string>()
  queue.add(lane(false, 'honest'), 'honest')
  for (let nth = 0; nth < 5; nth += 1) queue.add(lane(false, 'flood'), `junk ${nth}`)
  assert.deepEqual([queue.drop(false), queue.drop(true), queue.waiting()], ['junk 4', undefined, 5])
})

test('every added item is taken or dropped once, in order within its lane', () => {
  const steps = fc.array(fc.oneof(lanes, fc.constant('take' as const), fc.boolean()), { maxLength: 200 })
  fc.assert(
    fc.property(steps, (given) => {
      const queue = fairQueue<{ lane: Lane; nth: number }>()
      const out: { lane: Lane; nth: number }[] = []
      let added = 0
      for (const [nth, step] of given.entries()) {
        if (typeof step === 'object') {
          queue.add(step, { lane: step, nth })
          added += 1
        } else if (step === 'take') out.push(...queue.take(2))
        else queue.drop(step)
      }
      const waited = queue.waiting()
      assert.equal(queue.waiting(true) + queue.waiting(false), waited)
      const rest = queue.take(1_000)
      assert.equal(rest.length, waited)
      assert.equal(queue.waiting(), 0)
      const all = [...out, ...rest]
      assert.equal(new Set(all.map(({ nth }) => nth)).size, all.length)
      assert.ok(all.length <= added)
      for (const items of Map.groupBy(all, ({ lane: of }) => JSON.stringify(of)).values()) {
        const order = items.map(({ nth }) => nth)
        assert.deepEqual(
          order,
          order.toSorted((a, b) => a - b),
        )
      }
    }),
  )
})
