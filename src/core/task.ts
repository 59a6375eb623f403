// Background work of the worker: one task for each kind of work that falls due.
import type { RawBuilder } from 'kysely'

export interface Task {
  name: string
  /**
   * The tables whose rows bring it work that is due at once: after a write to one of them the worker checks at once. Otherwise it checks now
   * and then, and when its work falls due.
   */
  wokenBy?: readonly string[]
  /** True for work that continues while the clock is being moved. */
  whileHeld?: boolean
  /** When its next work falls due, the work of this process in memory included. Absent for work without a due instant: it looks now and then. */
  nextDueAt?: NextDueAt
  /**
   * For a task without `nextDueAt`: in SQL, an instant at which it has work. Only the loops read it: a move of the clock does not wait for such
   * work. The task also looks by itself, as often as `looksEveryMs` says.
   */
  looksWhen?: DueExpression
  /** How often a task without `nextDueAt` looks when nothing wakes it. Absent: twice a second. */
  looksEveryMs?: number
  /** True when `nextDueAt` does not ask the database. */
  isDueInMemory?: boolean
  /** True when `nextDueAt` leaves work out: the task looks at each step of the clock, as one without `nextDueAt` does. */
  leavesOut?: boolean
  /**
   * How long the loop waits after a run that found work, so that more gathers for the next run: for work that comes in a stream and is cheaper
   * in larger portions. Absent or zero: the next run follows at once.
   */
  gathersMs?: () => number
  /**
   * Does a part of the work that is due now; returns the number of pieces done or under way. Zero: no work was available to
   * this worker, and none is under way.
   */
  run(): Promise<number>
  /** Takes a function that makes the worker check again at once. Only tasks that get work from another task have it. */
  listen?(look: () => void): void
  /** Finishes the work under way and begins no other until the next `run`. Only tasks whose work outlives `run` have it. */
  rest?(): Promise<void>
}

/**
 * The service's instant at which the next work of a task falls due; undefined when no work waits. A task may leave out work that
 * falls due later than `until`, when it is costly to find.
 */
export interface NextDueAt {
  (until?: string): Promise<string | undefined>
  /** The same in SQL, when the database alone can tell: the worker reads the expressions of all tasks in one statement. */
  expression?: DueExpression
}

/**
 * `(select due_at from refunds ...)`, null when no work waits. `hole('now')` stands for the service's instant, `hole('wallNow')` for the
 * real time in milliseconds.
 */
export type DueExpression = (hole: (name: 'now' | 'wallNow') => never) => RawBuilder<string | null>

/** The earliest instant at which work falls due, and the tasks that may have some then. */
export interface Due {
  at: string
  tasks: readonly Task[]
}

/** What the worker counts now and then, so that `/metrics` need not query the database. */
export interface Collector {
  name: string
  collect(): Promise<void>
}

/** The background work, as the sandbox's clock moves it. */
export interface WorkerControl {
  /** Runs `work` while all loops are paused. */
  alone<R>(work: () => Promise<R>): Promise<R>
  /**
   * Does everything that is due by the service’s clock, until nothing is left or real time has come to `untilMs`. First the tasks of `first` look
   * for work, by default all that may have some; then, again and again, those that had some or were brought some. Call it within `alone`.
   */
  runDue(limits?: { untilMs?: number; first?: readonly Task[] | undefined }): Promise<void>
  /** What falls due next; work that is due later than `until` may be left out. Undefined when no work waits. */
  nextDue(until?: string): Promise<Due | undefined>
  /** Runs all collectors. */
  collect(): Promise<void>
}
