import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { conditionHeld, conflictOn, decide, TRIES } from '../../../src/store/decide.ts'
import { Duplicate, Unmet } from '../../../src/store/write.ts'

const lost = () => new Unmet('a condition no longer holds')

/** Work that others are quicker at so often, and that then answers the try in which it was written. */
function quickerOthers(times: number, error: () => Error = lost) {
  const attempts: number[] = []
  const work = async (attempt: number) => {
    attempts.push(attempt)
    if (attempts.length <= times) throw error()
    return attempt
  }
  return { attempts, work }
}

test('a decision is repeated until it is written, up to the given number of tries', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 10 }), async (times, tries) => {
      const { attempts, work } = quickerOthers(times)
      const outcome = await decide(work, { tries }).catch((error: unknown) => error)
      assert.deepEqual(
        attempts,
        Array.from({ length: Math.min(times + 1, tries) }, (_, index) => index + 1),
      )
      if (times < tries) assert.equal(outcome, times + 1)
      else assert.ok(outcome instanceof Unmet)
    }),
  )
})

test('without a number it is tried five times', async () => {
  const { attempts, work } = quickerOthers(100)
  await assert.rejects(decide(work), Unmet)
  assert.equal(attempts.length, TRIES)
  assert.equal(TRIES, 5)
})

test('work within a turn whose data are outdated ends soon, and the work that has the turn reads them again', async () => {
  let current = 0
  let read = -1
  let inner = 0
  const outer = async (attempt: number) => {
    // Another process is quicker once, after the first read.
    read = current
    if (attempt === 1) current += 1
    return decide(
      async () => {
        inner += 1
        if (read !== current) throw lost()
        return attempt
      },
      { row: 'inner' },
    )
  }
  assert.equal(await decide(outer, { row: 'outer' }), 2)
  assert.equal(inner, TRIES + 1)
})

test('after the last try the caller’s error is thrown, made from the last conflict', async () => {
  const { work } = quickerOthers(100)
  const exhausted = (cause: unknown) => new Error('busy', { cause })
  await assert.rejects(decide(work, { tries: 2, exhausted }), (error: Error) => {
    return error.message === 'busy' && error.cause instanceof Unmet
  })
})

test('an error that is no conflict ends it at once, and is not replaced', async () => {
  const { attempts, work } = quickerOthers(1, () => new Error('disk full'))
  await assert.rejects(decide(work, { exhausted: () => new Error('busy') }), /disk full/)
  assert.deepEqual(attempts, [1])
})

test('the test of a conflict gets the number of the try', async () => {
  const { attempts, work } = quickerOthers(3, () => new Error('token used'))
  await assert.rejects(decide(work, { again: (_error, attempt) => attempt === 1 }), /token used/)
  assert.deepEqual(attempts, [1, 2])
})

test('pauses are random, and longer from try to try', async (t) => {
  t.mock.method(Math, 'random', () => 0.5)
  const { work } = quickerOthers(3)
  const startedMs = performance.now()
  assert.equal(await decide(work, { pauseMs: 20 }), 4)
  // Half of 20, of 40 and of 60 ms; timers may be some milliseconds early each.
  assert.ok(performance.now() - startedMs >= 45)
})

test('a conflict is a failed condition, or a duplicate of the table and column that are named', () => {
  const twice = new Duplicate('operations', ['account_id', 'external_claim'])
  assert.equal(conflictOn()(lost()), true)
  assert.equal(conflictOn()(twice), false)
  assert.equal(conflictOn('operations')(lost()), true)
  assert.equal(conflictOn('operations')(twice), true)
  assert.equal(conflictOn('operations', 'external_claim')(twice), true)
  assert.equal(conflictOn('operations', 'network_reference')(twice), false)
  assert.equal(conflictOn('reversals')(twice), false)
  assert.equal(conflictOn('operations')(new Error('disk full')), false)
})

test('a batch that may remain unwritten answers whether it was written', async () => {
  const twice = new Duplicate('payouts', ['id'])
  assert.equal(await conditionHeld(Promise.resolve()), true)
  assert.equal(await conditionHeld(Promise.reject(lost())), false)
  assert.equal(await conditionHeld(Promise.reject(twice), conflictOn('payouts')), false)
  await assert.rejects(conditionHeld(Promise.reject(twice)), Duplicate)
  await assert.rejects(conditionHeld(Promise.reject(new Error('disk full'))), /disk full/)
})

test('a decision within another does not outwait what only the outer one can read again', async () => {
  let state = 'failed'
  const read: string[] = []
  const begun = performance.now()
  const answer = await decide(
    async () => {
      const seen = state
      read.push(seen)
      // Another process moves it between the outer reading and the inner batch, once.
      state = 'pending'
      return decide(
        async () => {
          if (seen !== state) throw lost()
          return seen
        },
        { row: 'inner' },
      )
    },
    { row: 'outer' },
  )
  assert.deepEqual([answer, read], ['pending', ['failed', 'pending']])
  assert.ok(performance.now() - begun < 5_000)
})
