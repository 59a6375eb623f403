// Runs a task in a thread while the process may open no more files, and again when it may: prints what became of both.
import { closeSync, openSync } from 'node:fs'
import { threadPool } from '../../src/core/thread-pool.ts'

const pool = threadPool<undefined, boolean>({
  filename: new URL('../support/fixtures/require-module-thread.ts', import.meta.url).href,
  maxThreads: 2,
  concurrentTasksPerWorker: 1,
  idleTimeout: 1_000,
  workerData: undefined,
})
const held: number[] = []
try {
  while (held.length < 10_000) held.push(openSync('/dev/null', 'r'))
} catch {
  // All that it may open are open.
}
const outcome = () =>
  pool.run(undefined).then(
    () => 'answered',
    () => 'refused',
  )
const without = await Promise.all([outcome(), outcome(), outcome()])
for (const file of held) closeSync(file)
const answers = await Promise.all([outcome(), outcome(), outcome()])
process.stdout.write(JSON.stringify({ without, answers }))
await pool.destroy()
