// Threads that each load one module and answer with its default export.
import { Piscina } from 'piscina'

/** What a pool is made with: the module's address, how many threads at most, how many tasks each has at a time, and when an idle one ends. */
interface ThreadPoolOptions {
  filename: string
  maxThreads: number
  concurrentTasksPerWorker: number
  idleTimeout: number
  workerData: unknown
  resourceLimits?: { maxYoungGenerationSizeMb: number }
}

/** Threads start with the first task, and end when none has come for a while. */
export function threadPool<Task, Answer>(options: ThreadPoolOptions): Piscina<Task, Answer> {
  return new Piscina({
    ...options,
    minThreads: 0,
    recordTiming: false,
    // A thread that is ended in the middle of `require` of a module would end the whole process; `import` is what Piscina tries next.
    execArgv: ['--no-require-module'],
  })
}
