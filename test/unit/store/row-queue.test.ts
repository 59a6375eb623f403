// Writers of one row take turns: in order, one at a time, bounded in number and in time; writers of other rows do not wait.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from '../../../src/failures.ts'
import { inTurn } from '../../../src/store/row-queue.ts'

const isBusy = (error: unknown) => error instanceof Failure && error.reason === 'service-busy'

test('work for one row runs one at a time, in the order of arrival, also after one has failed', async () => {
  const done: number[] = []
  let running = 0
  const works = Array.from({ length: 20 }, (_, nth) =>
    inTurn('a', async () => {
      running += 1
      assert.equal(running, 1)
      await pause(1)
      running -= 1
      done.push(nth)
      if (nth % 5 === 0) throw new RangeError('fails')
    }).catch((error) => assert.ok(error instanceof RangeError)),
  )
  await Promise.all(works)
  assert.deepEqual(
    done,
    Array.from({ length: 20 }, (_, nth) => nth),
  )
})

test('work for another row does not wait, and work within work for the same row does not wait for itself', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const held = inTurn('b', () => promise)
  assert.equal(await inTurn('c', () => inTurn('c', async () => 'nested')), 'nested')
  assert.equal(await inTurn('c', () => inTurn('b', async () => 'other')), 'other')
  resolve()
  await held
})

test('more than may wait, and one that waits too long, are refused, and the line goes on', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const held = inTurn('d', () => promise)
  const late = inTurn('d', async () => 'late', { maxWaitMs: 20 })
  const second = inTurn('d', async () => 'second')
  await assert.rejects(
    inTurn('d', async () => 'third', { maxWaiting: 2 }),
    isBusy,
  )
  await assert.rejects(late, isBusy)
  resolve()
  await held
  assert.equal(await second, 'second')
  assert.equal(await inTurn('d', async () => 'again'), 'again')
})
