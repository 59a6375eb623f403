// A process that may start no more threads, as under a limit of its user's processes.
import { syncBuiltinESMExports } from 'node:module'
import threads from 'node:worker_threads'

/** Runs `work` while each start of a thread fails. */
export async function withoutThreads<T>(work: () => Promise<T>): Promise<T> {
  const { Worker } = threads
  threads.Worker = class {
    constructor() {
      throw Object.assign(new Error('EAGAIN'), { code: 'ERR_WORKER_INIT_FAILED' })
    }
  } as never
  syncBuiltinESMExports()
  try {
    return await work()
  } finally {
    threads.Worker = Worker
    syncBuiltinESMExports()
  }
}
