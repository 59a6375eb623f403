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

export interface ThreadPool<Task, Answer> {
  /** Fails when the threads cannot be started, as when the process may open no more files or has no memory left; a later task tries again. */
  run(task: Task): Promise<Answer>
  destroy(): Promise<void>
}

/** Threads start with the first task, and end when none has come for a while. */
export function threadPool<Task, Answer>(options: ThreadPoolOptions): ThreadPool<Task, Answer> {
  const ending = new Set<Promise<void>>()
  let pool: Piscina<Task, Answer> | undefined
  const end = (one: Piscina<Task, Answer>) => {
    const ended = one.destroy().finally(() => ending.delete(ended))
    ending.add(ended)
  }
  const made = () => {
    const one: Piscina<Task, Answer> = new Piscina({
      ...options,
      minThreads: 0,
      recordTiming: false,
      // A thread that is ended in the middle of `require` of a module would end the whole process; `import` is what Piscina tries next.
      execArgv: ['--no-require-module'],
    })
    // A thread could not start. The tasks that wait for it would wait for ever: they fail, and the next one gets new threads.
    one.on('error', () => {
      if (pool === one) pool = undefined
      end(one)
    })
    return one
  }
  return {
    run: (task) => {
      pool ??= made()
      return pool.run(task)
    },
    destroy: async () => {
      if (pool !== undefined) end(pool)
      await Promise.all(ending)
    },
  }
}
