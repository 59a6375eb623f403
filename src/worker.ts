// The background work: a loop for each task, so that none waits for another, with a pause after an error. One look finds the tasks that have work.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from './core/clock.ts'
import type { Collector, Due, Task, WorkerControl } from './core/task.ts'
import { earliest } from './core/time.ts'
import type { Store } from './store/store.ts'
import { duesNow, duesOf } from './worker/dues.ts'
import { createGate, createLoop } from './worker/loop.ts'
import { workFailures } from './worker/tell-failures.ts'

const POLL_MS = 500
/** The look for due work of a process that has written nothing for a while. */
const IDLE_POLL_MS = 1_000
const IDLE_AFTER_MS = 5_000
/** Monitoring reads the metrics every few seconds: they are counted again this soon after a write, and otherwise for the writes of other processes. */
const COUNT_MS = 2_000
const COUNT_IDLE_MS = 30_000
/** Long enough that a stream of writes does not make a loop look continuously. */
const WAKE_MS = 20

export interface Worker extends WorkerControl {
  start(): void
  /** A row was written to this table: the tasks that it brings work look soon. */
  wake(table: string): void
  /** The names of all tasks. */
  taskNames(): string[]
  /** The delay of the oldest due work, as last measured: with each look for work while the worker is started. */
  lagSeconds(): number
  /** Finishes the work under way and begins no more. */
  stop(): Promise<void>
}

export function createWorker(needs: {
  store: Store
  clock: Clock
  log: FastifyBaseLogger
  tasks: readonly Task[]
  collectors?: readonly Collector[]
}): Worker {
  const { clock, log, tasks, collectors = [] } = needs
  const failures = workFailures(log, () => performance.now())
  const gate = createGate()
  const loopOf = (task: Task, pollMs = () => task.looksEveryMs ?? POLL_MS) =>
    createLoop(task, gate, { clock, failures, pollMs })
  const loops = new Map(tasks.map((task) => [task, loopOf(task)]))
  // It follows the clock, also while that is moved.
  const finder = loopOf({ name: 'find due work', whileHeld: true, run: () => findDueWork() }, () =>
    performance.now() < wroteAtMs + IDLE_AFTER_MS ? POLL_MS : IDLE_POLL_MS,
  )
  /** Writes of this process, and when the last was made. */
  let writes = 0
  let wroteAtMs = Number.NEGATIVE_INFINITY
  const allLoops = [
    ...loops.values(),
    finder,
    ...collectors.map((one) =>
      loopOf(
        collectingTask(one, () => writes),
        () => COUNT_MS,
      ),
    ),
  ]
  const readDues = duesOf(needs, tasks)
  const now = duesNow(needs, tasks)
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
    const dues = await now.read().catch((error: unknown) => {
      // One table that cannot be read must not keep the work of the others waiting: each task looks for itself.
      for (const loop of loops.values()) loop.look(0)
      throw error
    })
    // The search catches up when the service is less busy: it is not late.
    seenDue = earliest([...dues].flatMap(([task, due]) => (task.nextDueAt === undefined ? [] : [due])))
    const at = clock.now()
    for (const [task, due] of dues) if (isBy(at, due)) loops.get(task)?.look(0)
    return 0
  }

  return {
    start: () => {
      for (const loop of allLoops) loop.start()
    },
    wake: (table) => {
      // Each process writes now and then that it runs.
      if (table !== 'processes') {
        writes += 1
        wroteAtMs = performance.now()
      }
      const woken = wokenBy.get(table)
      if (woken === undefined) return
      asNobody(() => {
        for (const task of woken) {
          brought.add(task)
          now.brought(task)
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
    collect: async () => {
      for (const { collect } of collectors) await collect()
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

function tasksByTable(tasks: readonly Task[]): Map<string, Task[]> {
  const woken = new Map<string, Task[]>()
  for (const task of tasks)
    for (const table of task.wokenBy ?? []) woken.set(table, [...(woken.get(table) ?? []), task])
  return woken
}

function collectingTask({ name, collect }: Collector, writes: () => number): Task {
  let seen = -1
  let nextMs = 0
  const run = async () => {
    if (seen === writes() && performance.now() < nextMs) return 0
    seen = writes()
    nextMs = performance.now() + COUNT_IDLE_MS
    await collect()
    return 0
  }
  return { name, run }
}
