// Two slots for hashes of passwords: one for people who have signed in before, and one, in a thread of lower priority, for everybody else.
// So guesses of strangers neither delay a person who is known nor take the processor from requests.
import { addressBlock } from '../../core/address.ts'
import { fairQueue } from '../../core/fair-queue.ts'
import { type ThreadPool, threadPool } from '../../core/thread-pool.ts'
import { Failure } from '../../failures.ts'
import type { HashRequest, PasswordThreadData } from './password-thread.ts'

/** Where a password comes from. */
export interface Sender {
  address: string
  /** The browser that has signed this person in before, a session, or an invitation: whoever sends it is no stranger. */
  isKnown: boolean
}

/** Hashes in a thread of its own. */
export interface HashThread {
  run(request: HashRequest): Promise<Uint8Array>
  close(): Promise<void>
}

export interface HashSlots {
  /** Hashes in the sender's turn. Fails with `too-many-requests` when too many wait. */
  run(request: HashRequest, sender: Sender): Promise<Uint8Array>
  /** The password was right, or wrong: what its sender sends next comes sooner, or later. */
  judged(sender: Sender, isRight: boolean): void
  close(): Promise<void>
}

/** A hash takes some 20 ms; those of strangers more, on a busy machine. */
const MAX_WAITING = { known: 100, strangers: 400 }
const RETRY_AFTER_SECONDS = 2
/** How long a wrong password puts an address behind those without one. */
const FAILED_MS = 10 * 60_000
/** Beyond this number of addresses, the least recent ones are forgotten. */
const MAX_ADDRESSES = 10_000
/** Threads start with the first password and end when none has come for a while. */
const IDLE_MS = 60_000

interface Waiting {
  start(): void
  refuse(): void
}

export function hashSlots({
  wallMs,
  known = startThread({ lowPriority: false }),
  strangers = startThread({ lowPriority: true }),
}: {
  wallMs(): number
  known?: HashThread
  strangers?: HashThread
}): HashSlots {
  const signedIn = new Map<string, number>()
  const failed = new Map<string, number>()
  const slots = {
    known: slotOf(known, MAX_WAITING.known),
    strangers: slotOf(strangers, MAX_WAITING.strangers),
  }
  return {
    run: (request, { address, isKnown }) => {
      const block = addressBlock(address)
      if (isKnown || signedIn.has(block)) return slots.known(request, { block, urgent: true })
      const failedAtMs = failed.get(block)
      const hasFailed = failedAtMs !== undefined && failedAtMs + FAILED_MS > wallMs()
      return slots.strangers(request, { block, urgent: !hasFailed })
    },
    judged: ({ address }, isRight) => {
      const block = addressBlock(address)
      if (isRight) failed.delete(block)
      remember(isRight ? signedIn : failed, block, wallMs())
    },
    close: async () => {
      await Promise.all([known.close(), strangers.close()])
    },
  }
}

/** One hash at a time; addresses take turns, and of eight hashes one is of an address that has failed. */
function slotOf(thread: HashThread, most: number) {
  const queue = fairQueue<Waiting>()
  let isRunning = false
  const next = () => {
    if (isRunning) return
    const [item] = queue.take(1)
    if (item === undefined) return
    isRunning = true
    item.start()
  }
  return (request: HashRequest, { block, urgent }: { block: string; urgent: boolean }): Promise<Uint8Array> =>
    new Promise((resolve, reject) => {
      const done = () => {
        isRunning = false
        next()
      }
      queue.add(
        { urgent, account: block, source: '' },
        {
          start: () => void thread.run(request).then(resolve, reject).finally(done),
          refuse: () => reject(new Failure('too-many-requests', { retryAfterSeconds: RETRY_AFTER_SECONDS })),
        },
      )
      if (queue.waiting() > most) (queue.drop(false) ?? queue.drop(true))?.refuse()
      next()
    })
}

function remember(addresses: Map<string, number>, block: string, atMs: number): void {
  // Moved to the end, so that the first is the least recent.
  addresses.delete(block)
  if (addresses.size >= MAX_ADDRESSES) addresses.delete(addresses.keys().next().value as string)
  addresses.set(block, atMs)
}

function startThread(workerData: PasswordThreadData): HashThread {
  let made: ThreadPool<HashRequest, Uint8Array> | undefined
  const options = {
    filename: new URL('./password-thread.ts', import.meta.url).href,
    maxThreads: 1,
    concurrentTasksPerWorker: 1,
    idleTimeout: IDLE_MS,
    workerData,
  }
  return {
    run: (request) => {
      made ??= threadPool(options)
      // The thread ended, or could not start.
      return made.run(request).catch((cause: unknown): never => {
        throw new Failure('service-busy', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause })
      })
    },
    close: async () => made?.destroy(),
  }
}
