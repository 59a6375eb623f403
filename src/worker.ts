// The background work: a loop for each task, so that none waits for another, with a pause after an error. One look finds the tasks that have work.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from './core/clock.ts'
import type { Due, DueExpression, Figures, Task } from './core/task.ts'
import { earliest } from './core/time.ts'
import { dueReader } from './store/due.ts'
import type { Store } from './store/store.ts'

const POLL_MS = 500
/** Monitoring reads the figures every few seconds. */
const COUNT_MS = 2_000
/** Long enough that a stream of writes does not make a loop look continuously. */
const WAKE_MS = 20
const ERROR_PAUSE_MS = 2_000

export interface Worker {
  start(): void
  /** A row was written to this table: the tasks that it brings work look soon. */
  wake(table: string): void
  /**
   * Does everything that is due by the service’s clock, until nothing is left or real time has come to `untilMs`. Only tasks of `first`
   * look for work, by default all that may have some, and then those that had some or were brought some. Not beside the loops: inside `alone`.
   */
  runDue(limits?: { untilMs?: number; first?: readonly Task[] | undefined }): Promise<void>
  /** What falls due next; work that is due later than `until` may be left out. Undefined when no work waits. */
  nextDue(until?: string): Promise<Due | undefined>
  /** The names of all tasks. */
  taskNames(): string[]
  /** Reads all figures anew. */
  readFigures(): Promise<void>
  /** The delay of the oldest due work, as last measured: with each look for work while the worker is started. */
  lagSeconds(): number
  /** Runs `work` while all loops are paused. */
  alone<R>(work: () => Promise<R>): Promise<R>
  /** Finishes the work under way and begins no more. */
  stop(): Promise<void>
}

export function createWorker(needs: {
  store: Store
  clock: Clock
  log: FastifyBaseLogger
  tasks: Task[]
  figures?: Figures[]
}): Worker {
  const { clock, tasks, figures = [] } = needs
  const gate = createGate()
  const loopOf = (task: Task, pollMs = POLL_MS) => createLoop(task, gate, { ...needs, pollMs })
  const loops = new Map(tasks.map((task) => [task, loopOf(task)]))
  const finder = loopOf({ name: 'find due work', run: () => findDueWork() })
  const allLoops = [...loops.values(), finder, ...figures.map((one) => loopOf(readingTask(one), COUNT_MS))]
  const readDues = duesOf(needs, tasks)
  const wokenBy = tasksByTable(tasks)
  /** The tasks that were brought work since they last looked for some. */
  const brought = new Set<Task>()
  let turn: Promise<unknown> = Promise.resolve()
  /** The loops run outside the context of the request that wakes them. */
  const asNobody = AsyncLocalStorage.snapshot()

  const rest = async () => {
    await Promise.all(allLoops.map((loop) => loop.rest()))
  }

  const nextDue = async (until?: string): Promise<Due | undefined> => {
    const dues = await readDues(until)
    const at = earliest(dues.values())
    if (at === undefined) return undefined
    const mayHaveWork = (task: Task) => {
      if (task.nextDueAt === undefined || task.leavesOut) return !task.whileHeld
      return isBy(at, dues.get(task))
    }
    return { at, tasks: tasks.filter(mayHaveWork) }
  }

  /** The tasks that have work by now, and those that cannot tell. */
  const mayHaveWorkNow = async (): Promise<readonly Task[]> => {
    brought.clear()
    const dues = await readDues(clock.now())
    // Read afterwards: what fell due meanwhile is due.
    const now = clock.now()
    return tasks.filter((task) => task.nextDueAt === undefined || isBy(now, dues.get(task)))
  }

  /** The due work at the last look: its delay grows even while the database is away. */
  let seenDue: string | undefined
  const findDueWork = async () => {
    const dues = await readDues(clock.now()).catch((error: unknown) => {
      // One table that cannot be read must not keep the work of the others waiting: each task looks for itself.
      for (const [task, loop] of loops) if (task.nextDueAt !== undefined) loop.look(0)
      throw error
    })
    seenDue = earliest(dues.values())
    const now = clock.now()
    for (const [task, due] of dues) if (isBy(now, due)) loops.get(task)?.look(0)
    return 0
  }

  return {
    start: () => {
      for (const loop of allLoops) loop.start()
    },
    wake: (table) => {
      const woken = wokenBy.get(table)
      if (woken === undefined) return
      asNobody(() => {
        for (const task of woken) {
          brought.add(task)
          loops.get(task)?.look(WAKE_MS)
        }
      })
    },
    runDue: async ({ untilMs = Number.POSITIVE_INFINITY, first } = {}) => {
      for (let looking = first ?? (await mayHaveWorkNow()); looking.length > 0 && clock.wallMs() <= untilMs; ) {
        const hadWork = new Set<Task>()
        for (const task of looking) {
          brought.delete(task)
          if ((await task.run()) > 0) hadWork.add(task)
        }
        looking = tasks.filter((task) => hadWork.has(task) || brought.has(task))
      }
    },
    nextDue,
    taskNames: () => tasks.map(({ name }) => name),
    readFigures: async () => {
      for (const { read } of figures) await read()
    },
    lagSeconds: () => (seenDue === undefined ? 0 : Math.max(0, (clock.epochMs() - Date.parse(seenDue)) / 1_000)),
    alone: <R>(work: () => Promise<R>): Promise<R> => {
      const result = turn.then(() =>
        gate.closedFor(async () => {
          await rest()
          return work()
        }),
      )
      turn = result.catch(() => {})
      return result
    },
    stop: async () => {
      for (const loop of allLoops) loop.stop()
      await turn
      await rest()
    },
  }
}

function isBy(instant: string, due: string | undefined): boolean {
  return due !== undefined && due <= instant
}

/** Reads when the next work of each task falls due. One statement reads all expressions; the other tasks are asked one by one. Tasks without work are left out. */
function duesOf(needs: { store: Store; clock: Clock }, tasks: Task[]) {
  const asked = new Map<Task, DueExpression>()
  for (const task of tasks) if (task.nextDueAt?.expression) asked.set(task, task.nextDueAt.expression)
  const others = tasks.filter((task) => !asked.has(task))
  const readTogether = dueReader(needs, [...asked.values()])
  return async (until?: string): Promise<Map<Task, string>> => {
    const [together, ...alone] = await Promise.all([readTogether(), ...others.map((task) => task.nextDueAt?.(until))])
    const dues = new Map<Task, string>()
    const note = (some: Iterable<Task>, found: readonly (string | undefined)[]) => {
      for (const [index, task] of [...some].entries()) {
        const due = found[index]
        if (due !== undefined) dues.set(task, due)
      }
    }
    note(asked.keys(), together)
    note(others, alone)
    return dues
  }
}

function tasksByTable(tasks: Task[]): Map<string, Task[]> {
  const woken = new Map<string, Task[]>()
  for (const task of tasks)
    for (const table of task.wokenBy ?? []) woken.set(table, [...(woken.get(table) ?? []), task])
  return woken
}

function readingTask({ name, read }: Figures): Task {
  const run = async () => {
    await read()
    return 0
  }
  return { name, run }
}

interface Loop {
  start(): void
  /** Looks for work within `delayMs`. */
  look(delayMs: number): void
  /** Resolves when no work of the task is under way. It stays so while the gate is closed or the loop is stopped. */
  rest(): Promise<void>
  stop(): void
}

interface LoopNeeds {
  clock: Clock
  log: FastifyBaseLogger
  /** How often to look when nobody can tell whether the task has work. */
  pollMs: number
}

/**
 * Runs one task until no work of it is due, and again when woken, or after a while when nobody can tell whether it has work. After an error
 * it pauses, whoever wakes it.
 */
function createLoop(task: Task, gate: Gate, { clock, log, pollMs }: LoopNeeds): Loop {
  let stopped = true
  let timer: NodeJS.Timeout | undefined
  let timerAtMs = Number.POSITIVE_INFINITY
  let busy = false
  let lookAgain = false
  /** By `performance.now()`, which does not jump. */
  let pausedUntilMs = 0
  let running: Promise<unknown> | undefined

  const runOnce = async (): Promise<number> => {
    while (gate.closed) await gate.closed
    // A move of the clock, in this process or another, does the work that falls due itself.
    if (stopped || (clock.state().heldUntilMs > clock.wallMs() && !task.whileHeld)) return 0
    const run = task.run()
    running = run
    return run.finally(() => {
      running = undefined
    })
  }

  const tick = async () => {
    timerAtMs = Number.POSITIVE_INFINITY
    busy = true
    let failed = false
    try {
      do lookAgain = false
      while ((await runOnce()) > 0 || lookAgain)
    } catch (err) {
      log.error({ err, task: task.name }, 'background work failed; it will be tried again')
      failed = true
    }
    busy = false
    if (failed) pausedUntilMs = performance.now() + ERROR_PAUSE_MS
    if (failed || task.nextDueAt === undefined) look(pollMs)
  }

  const look = (delayMs: number) => {
    if (busy) lookAgain = true
    const waitMs = Math.max(delayMs, pausedUntilMs - performance.now())
    const atMs = clock.wallMs() + waitMs
    if (stopped || busy || atMs >= timerAtMs) return
    clearTimeout(timer)
    timerAtMs = atMs
    timer = setTimeout(tick, waitMs)
  }

  task.listen?.(() => look(0))
  return {
    start: () => {
      stopped = false
      look(0)
    },
    look,
    rest: async () => {
      await running?.catch(() => {})
      await task.rest?.()
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

interface Gate {
  /** Resolves when the gate opens; undefined while it is open. */
  readonly closed: Promise<void> | undefined
  closedFor<R>(work: () => Promise<R>): Promise<R>
}

function createGate(): Gate {
  let closed: Promise<void> | undefined
  return {
    get closed() {
      return closed
    },
    closedFor: async (work) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      closed = promise
      try {
        return await work()
      } finally {
        closed = undefined
        resolve()
      }
    },
  }
}
