// Hashes of passwords have two slots: who has signed in before waits for no stranger, a stranger who has not failed waits for none who has, and
// what waits is bounded.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type HashThread, hashSlots } from '../../../../src/console/sign-in/hash-slots.ts'
import type { HashRequest } from '../../../../src/console/sign-in/password-thread.ts'
import { Failure } from '../../../../src/failures.ts'

/** A thread that hashes when a test says so. */
function heldThread() {
  const begun: { message: string; end(): void }[] = []
  const order: string[] = []
  const thread: HashThread = {
    run: ({ message }) =>
      new Promise((resolve) => {
        order.push(message)
        begun.push({ message, end: () => resolve(new Uint8Array()) })
      }),
    close: async () => {},
  }
  /** Ends hashes one after another, until none is begun. */
  const finish = async () => {
    for (let one = begun.shift(); one !== undefined; one = begun.shift()) {
      one.end()
      await new Promise(setImmediate)
    }
  }
  return { thread, begun, order, finish }
}

const wish = (message: string): HashRequest => ({
  message,
  nonce: new Uint8Array(),
  tagLength: 32,
  memory: 8,
  passes: 1,
  parallelism: 1,
})

function opened() {
  const [known, strangers] = [heldThread(), heldThread()]
  const slots = hashSlots({ wallMs: () => 0, known: known.thread, strangers: strangers.thread })
  return { slots, known, strangers }
}

const from = (nth: number) => ({ address: `203.0.113.${nth}`, isKnown: false })

test('two hundred strangers at once: one hash at a time, and who is known is begun at once', async () => {
  const { slots, known, strangers } = opened()
  const all = Array.from({ length: 200 }, (_, nth) => slots.run(wish(`junk ${nth}`), from(nth)))
  assert.equal(strangers.begun.length, 1)
  const honest = slots.run(wish('honest'), { address: '198.51.100.7', isKnown: true })
  assert.deepEqual(known.order, ['honest'])
  await Promise.all([known.finish(), strangers.finish()])
  await Promise.all([honest, ...all])
  assert.equal(strangers.order.length, 200)
})

test('an address whose password was right is known from then on', async () => {
  const { slots, known, strangers } = opened()
  slots.judged(from(1), true)
  void slots.run(wish('again'), from(1))
  void slots.run(wish('other'), from(2))
  assert.deepEqual([known.order, strangers.order], [['again'], ['other']])
})

test('an address without a wrong password comes before two hundred that have one', async () => {
  const { slots, strangers } = opened()
  for (let nth = 0; nth < 200; nth += 1) slots.judged(from(nth), false)
  const junk = Array.from({ length: 200 }, (_, nth) => slots.run(wish(`junk ${nth}`), from(nth)))
  const honest = slots.run(wish('honest'), { address: '198.51.100.7', isKnown: false })
  await strangers.finish()
  await Promise.all([honest, ...junk])
  assert.equal(strangers.order.indexOf('honest'), 1)
})

test('the tries of one address do not delay another, and beyond what may wait those that failed are refused', async () => {
  const { slots, strangers } = opened()
  slots.judged(from(1), false)
  const junk = Array.from({ length: 1_000 }, (_, nth) => slots.run(wish(`junk ${nth}`), from(1)))
  const honest = Array.from({ length: 20 }, (_, nth) => slots.run(wish(`honest ${nth}`), from(2 + nth)))
  const settled = Promise.allSettled(junk)
  await strangers.finish()
  await Promise.all(honest)
  const refused = (await settled).filter(({ status }) => status === 'rejected')
  assert.equal(refused.length, 1_000 - 400 - 1 + 20)
  for (const one of refused) assert.ok('reason' in one && one.reason instanceof Failure && one.reason.status === 429)
  // One of eight is of an address that has failed.
  const last = strangers.order.findLastIndex((message) => message.startsWith('honest'))
  assert.ok(last <= 24, `at ${last}`)
})

test('a hash that fails frees its slot', async () => {
  let asked = 0
  const failing: HashThread = {
    run: async () => {
      asked += 1
      if (asked === 1) throw new Error('no memory')
      return new Uint8Array()
    },
    close: async () => {},
  }
  const slots = hashSlots({ wallMs: () => 0, known: failing, strangers: failing })
  await assert.rejects(slots.run(wish('one'), from(1)), /no memory/)
  await slots.run(wish('two'), from(1))
})
