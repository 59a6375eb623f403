// A pool whose threads end while they load their module: at a stop, and where keys are replaced.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { threadPool } from '../../../src/core/thread-pool.ts'
import { joined } from '../../support/harness/programs.ts'

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

test('threads that cannot start refuse their tasks and end no process, and start when they can again', async () => {
  // Enough for a process, and few enough to be used up at once.
  const command = 'ulimit -n 64; exec "$0" "$1"'
  const child = joined('test/faults/threads-child.ts')
  const { stdout } = await promisify(execFile)('sh', ['-c', command, process.execPath, child], { timeout: 120_000 })
  assert.deepEqual(JSON.parse(stdout), {
    without: ['refused', 'refused', 'refused'],
    answers: ['answered', 'answered', 'answered'],
  })
})
