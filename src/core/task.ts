// What the worker does in the background, one task for each kind of work that falls due.

export interface Task {
  name: string
  /** True for what no request leaves behind to be done at once: it is looked for now and then only. */
  unhurried?: boolean
  /** True for what goes on while somebody moves the clock. */
  whileHeld?: boolean
  /** The service's instant at which the next piece falls due; undefined when nothing waits. */
  nextDueAt(): Promise<string | undefined>
  /**
   * Does some of what is due now; answers how many pieces it did, or still has under way. Zero: nothing was there for this
   * worker, and nothing is under way.
   */
  run(): Promise<number>
  /** Takes what has the worker look again at once. Only tasks that learn of work from another task have it. */
  listen?(look: () => void): void
  /** Finishes what is under way and begins nothing more until the next `run`. Only tasks whose work outlives `run` have it. */
  rest?(): Promise<void>
}
