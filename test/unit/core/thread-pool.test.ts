// A pool whose threads end while they load their module: at a stop, and where keys are replaced.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { threadPool } from '../../../src/core/thread-pool.ts'

const options = {
  filename: new URL('../../support/fixtures/require-module-thread.ts', import.meta.url).href,
  maxThreads: 1,
  concurrentTasksPerWorker: 1,
  idleTimeout: 1_000,
  workerData: undefined,
}

test('a thread loads its module by import: ended in the middle of require, it would end the process', async () => {
  const pool = threadPool<undefined, boolean>(options)
  assert.equal(await pool.run(undefined), false)
  await pool.destroy()
})

test('a pool ends at any moment of the start of its threads', async () => {
  for (let waitMs = 0; waitMs < 100; waitMs += 5) {
    const pool = threadPool<undefined, boolean>(options)
    const answer = pool.run(undefined).catch(() => undefined)
    await sleep(waitMs)
    await pool.destroy()
    assert.notEqual(await answer, true)
  }
})
