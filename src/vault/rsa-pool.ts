// Decryption in threads: a private operation of RSA costs 0.25 ms of CPU and a message under HPKE 0.5 ms, which the event loop must not pay.
import { createPrivateKey } from 'node:crypto'
import { fairQueue, type Lane } from '../core/fair-queue.ts'
import { type ThreadPool, threadPool } from '../core/thread-pool.ts'
import { Failure } from '../failures.ts'
import type { HpkeCiphertext } from './hpke.ts'
import type { KeyPadding } from './key-paddings.ts'
import type { Decryption, ThreadData, TransportKey } from './rsa-thread.ts'

export type { TransportKey }

/** The lane of an envelope. */
export interface EnvelopeLane extends Lane {
  /** Whether the sender's envelopes failed to open lately, or an address sends several at once. */
  suspect: boolean
}

interface RsaPoolOptions {
  /** How many threads. The measurements below were made with one per core. */
  threads: number
  /**
   * How many decryptions may wait for a thread, at most half of them for publishable keys and suspect senders; beyond it those of suspect
   * senders, and then the newest of the account with the most waiting, are refused with `service-busy`.
   */
  maxQueue: number
  /** The private keys that open envelopes, the current one first. */
  keys: readonly TransportKey[]
}

export interface RsaPool {
  /** The ids of the keys in use, the current one first. */
  keyIds(): string[]
  /** Undefined when the ciphertext does not decrypt under that key, or the key is no longer in use. Fails with `service-busy` when too many wait. */
  decrypt(keyId: string, ciphertext: Uint8Array, padding: KeyPadding, lane?: EnvelopeLane): Promise<Buffer | undefined>
  /** The message under HPKE; fails in the same ways. */
  openHpke(keyId: string, sealed: HpkeCiphertext, lane?: EnvelopeLane): Promise<Buffer | undefined>
  /** Replaces the keys (a rotation): new threads start with the new keys, the old threads end when they are done. */
  useKeys(keys: readonly TransportKey[]): Promise<void>
  /** How many decryptions wait for a thread now. */
  queueDepth(): number
  /** Finishes the waiting decryptions and ends the threads; afterwards every decryption is refused with `service-busy`. */
  close(): Promise<void>
}

/**
 * Starts the threads without waiting for them: the first decryptions wait until a thread is up (some 50 ms). Throws for an
 * invalid key.
 */
export function createRsaPool({ threads, maxQueue, keys }: RsaPoolOptions): RsaPool {
  const waiting = fairQueue<Waiting>()
  const suspects = fairQueue<Waiting>()
  const running = new Set<Promise<void>>()
  /** Batches of suspects under way, and whether the last batch was one. */
  let suspectsRunning = 0
  let wereSuspects = false
  let keyIds = keys.map((key) => key.keyId)
  let groups = startThreads(threads, keys)
  let closed = false
  let willDispatch = false

  function dispatch(): void {
    // The last place is for secret credentials, so that their envelopes need not wait until a batch of others is done.
    while (running.size < threads * BATCHES_PER_THREAD - (waiting.waiting(true) > 0 ? 0 : 1)) {
      const slow = groups.at(-1)
      const isTheirTurn = suspectsRunning === 0 && (waiting.waiting() === 0 || !wereSuspects) && suspects.waiting() > 0
      const areSuspects = isTheirTurn && slow !== undefined && placesIn(slow) > 0
      const group = areSuspects ? slow : emptiest(groups)
      if (group === undefined) return
      const batch = areSuspects
        ? suspects.take(SUSPECT_BATCH)
        : waiting.take(Math.min(MAX_BATCH, Math.ceil(waiting.waiting() / threads)))
      if (batch.length === 0) return
      wereSuspects = areSuspects
      suspectsRunning += areSuspects ? 1 : 0
      group.running += 1
      const run = runBatch(group.pool, batch).finally(() => {
        running.delete(run)
        group.running -= 1
        suspectsRunning -= areSuspects ? 1 : 0
        dispatch()
      })
      running.add(run)
    }
  }

  /** At the end of the turn, so that its envelopes are few batches: what follows of them is read and written together, too. */
  function dispatchSoon(): void {
    if (willDispatch) return
    willDispatch = true
    setImmediate(() => {
      willDispatch = false
      dispatch()
    })
  }

  /**
   * Beyond the limit a suspect sender loses an envelope, or else the account with the most waiting ones does, so that an account with a
   * single envelope is not refused.
   */
  function dropBeyond(limit: number, urgent: boolean): void {
    if ((urgent ? waiting.waiting() : waiting.waiting(false)) + suspects.waiting() <= limit) return
    const dropped = suspects.drop(false) ?? suspects.drop(true) ?? waiting.drop(urgent)
    dropped?.reject(busy())
  }

  async function drain(): Promise<void> {
    while (running.size > 0) await Promise.all(running)
  }

  async function queued(ask: Decryption, lane: EnvelopeLane): Promise<Buffer | undefined> {
    if (closed) throw busy()
    return new Promise((resolve, reject) => {
      keepStarted(groups)
      const queue = lane.suspect ? suspects : waiting
      queue.add(lane, { ask, resolve, reject })
      if (waiting.waiting() + suspects.waiting() > maxQueue / 2) dispatch()
      else dispatchSoon()
      dropBeyond(maxQueue / 2, false)
      dropBeyond(maxQueue, true)
    })
  }

  // A short one as text: a buffer of its own costs a message more. Copies, because a message would copy the whole block that a Buffer is a view of.
  return {
    keyIds: () => [...keyIds],
    decrypt: (keyId, ciphertext, padding, lane = OWN_LANE) =>
      queued({ keyId, padding, ciphertext: latin1(ciphertext) }, lane),
    openHpke: (keyId, { encapsulated, ciphertext, info }, lane = OWN_LANE) => {
      const sealed = {
        encapsulated: new Uint8Array(encapsulated),
        ciphertext: new Uint8Array(ciphertext),
        info: new Uint8Array(info),
      }
      return queued({ keyId, sealed }, lane)
    },
    async useKeys(newKeys) {
      dispatch()
      const old = groups
      const oldRuns = [...running]
      groups = startThreads(threads, newKeys)
      keyIds = newKeys.map((key) => key.keyId)
      await Promise.all(oldRuns)
      await ended(old)
    },
    queueDepth: () => waiting.waiting() + suspects.waiting(),
    async close() {
      closed = true
      dispatch()
      await drain()
      await ended(groups)
    },
  }
}

// Measured on two cores shared with the event loop, 64 envelopes at once, RSA-2048: one decryption a message opens 4,600 envelopes/s,
// eight a message with the next message already at the thread 6,700/s (one core doing nothing but RSA: 3,950/s). Sixteen gain no more.
// A batch takes only its share of what waits, so a lone decryption never waits for others.
const MAX_BATCH = 8
/** Of suspect senders one batch of this size is under way at a time, so that others wait half a millisecond for them. */
const SUSPECT_BATCH = 2
/** The young generation of a thread; it would grow to three times sixteen MiB. */
const YOUNG_MIB = 4
const IDLE_MS = 60_000
const BATCHES_PER_THREAD = 2

/** The lane for decryptions without a caller. */
const OWN_LANE: EnvelopeLane = { urgent: true, account: '', source: '', suspect: false }

function busy(cause?: unknown): Failure {
  return new Failure('service-busy', { retryAfterSeconds: 1, cause })
}

interface Waiting {
  ask: Decryption
  resolve(plaintext: Buffer | undefined): void
  reject(error: unknown): void
}

type Pool = ThreadPool<Decryption[], (Uint8Array | string | undefined)[]>

/** Threads of one priority. */
interface Group {
  pool: Pool
  threads: number
  /** Its batches under way. */
  running: number
  /** Whether its threads are being started, and how long they run at least once they are, on the scale of `performance.now()`. */
  isStarting: boolean
  runsUntilMs: number
}

/**
 * The first thread has the priority of the process: beside a busy event loop, a thread of a lower one gets a processor some 30 ms late. The
 * others, which suspect senders use, and a single thread have a lower one, so that many envelopes do not hold the event loop up.
 */
function startThreads(threads: number, keys: readonly TransportKey[]): Group[] {
  return threads === 1 ? [startGroup(1, keys, true)] : [startGroup(1, keys, false), startGroup(threads - 1, keys, true)]
}

function placesIn({ threads, running }: Group): number {
  return threads * BATCHES_PER_THREAD - running
}

/**
 * Starts all threads with the first envelope, and keeps them while envelopes come, so that no later one waits for a start: beside other work
 * it takes up to 0.4 s.
 */
function keepStarted(groups: readonly Group[]): void {
  const nowMs = performance.now()
  for (const group of groups) {
    if (group.isStarting || group.runsUntilMs > nowMs + IDLE_MS / 2) continue
    group.isStarting = true
    const starts = Array.from({ length: group.threads * BATCHES_PER_THREAD }, () => group.pool.run([]))
    void Promise.all(starts)
      .then(
        () => {
          group.runsUntilMs = nowMs + IDLE_MS
        },
        () => {},
      )
      .finally(() => {
        group.isStarting = false
      })
  }
}

/** The group with the fewest batches for each of its threads, the first of equal ones; undefined when all are full. The first, while the threads of the others do not run. */
function emptiest(groups: readonly Group[]): Group | undefined {
  const [emptiest] = groups
    .filter((group, at) => placesIn(group) > 0 && (at === 0 || group.runsUntilMs > performance.now()))
    .sort((one, other) => one.running / one.threads - other.running / other.threads)
  return emptiest
}

async function ended(groups: readonly Group[]): Promise<void> {
  await Promise.all(groups.map(({ pool }) => pool.destroy()))
}

function startGroup(threads: number, keys: readonly TransportKey[], lowPriority: boolean): Group {
  if (keys.length === 0) throw new Error('The RSA pool needs at least one private key')
  // Checked here, because a thread that cannot read its key would die without a report.
  for (const { privateKeyPem } of keys) createPrivateKey(privateKeyPem)
  const pool: Pool = threadPool({
    filename: new URL('./rsa-thread.ts', import.meta.url).href,
    idleTimeout: IDLE_MS,
    maxThreads: threads,
    concurrentTasksPerWorker: BATCHES_PER_THREAD,
    workerData: { keys, lowPriority } satisfies ThreadData,
    // What an envelope needs is garbage as soon as it is open.
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB },
  })
  return { pool, threads, running: 0, isStarting: false, runsUntilMs: 0 }
}

async function runBatch(pool: Pool, batch: Waiting[]): Promise<void> {
  try {
    const answers = await pool.run(batch.map((each) => each.ask))
    batch.forEach((each, index) => {
      each.resolve(bufferOf(answers[index]))
    })
  } catch (error) {
    // The thread ended, or could not start: nothing was opened, and the envelope may be sent again.
    for (const each of batch) each.reject(busy(error))
  }
}

function bufferOf(answer: Uint8Array | string | undefined): Buffer | undefined {
  if (answer === undefined) return undefined
  return typeof answer === 'string'
    ? Buffer.from(answer, 'latin1')
    : Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}
