// Writers of one row take turns in this process: each waits for those before it instead of losing its batch to them. Bounded in number and in time.
import { AsyncLocalStorage } from 'node:async_hooks'
import { Failure } from '../failures.ts'

/** Writers that may wait for one row. */
const MAX_WAITING = 1_000
/** The longest wait for a turn. A writer that waits longer is refused, and has written nothing. */
const MAX_WAIT_MS = 20_000

/** Whether the present work already has a turn: it takes no second one, so that no two wait for each other. */
const turn = new AsyncLocalStorage<true>()
/** The writers that wait for each row; the first of a line has its turn. Names of rows contain ids, which no two databases share. */
const lines = new Map<string, Waiter[]>()

interface Waiter {
  begin(): void
}

/** Whether the present work runs within a turn. */
export function hasTurn(): boolean {
  return turn.getStore() === true
}

/**
 * Runs `work` when no other work for `row` runs in this process, in the order of arrival. Fails with `service-busy` when too many wait or the
 * turn does not come in time. Other processes are not kept out: the batch is still conditional.
 */
export async function inTurn<R>(
  row: string,
  work: () => Promise<R>,
  { maxWaiting = MAX_WAITING, maxWaitMs = MAX_WAIT_MS } = {},
): Promise<R> {
  if (hasTurn()) return work()
  const line = lines.get(row)
  if (line === undefined) lines.set(row, [])
  else await waitIn(line, { maxWaiting, maxWaitMs })
  try {
    return await turn.run(true, work)
  } finally {
    const next = lines.get(row)?.shift()
    if (next === undefined) lines.delete(row)
    else next.begin()
  }
}

/** Resolves when the turn has come. */
function waitIn(line: Waiter[], { maxWaiting, maxWaitMs }: { maxWaiting: number; maxWaitMs: number }): Promise<void> {
  if (line.length >= maxWaiting) return Promise.reject(refusal())
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => {
    line.splice(line.indexOf(waiter), 1)
    reject(refusal())
  }, maxWaitMs)
  const waiter: Waiter = {
    begin: () => {
      clearTimeout(timer)
      resolve()
    },
  }
  line.push(waiter)
  return promise
}

function refusal(): Failure {
  return new Failure('service-busy', { retryAfterSeconds: 1 })
}
