// The batches that wait to be written to PostgreSQL. One statement writes several waiting batches of the same shape.
import { Failure } from '../../failures.ts'
import { accountsOfBatch } from '../cluster/batch-accounts.ts'
import { Unreached } from '../cluster/distributed-batch.ts'
import { isOutage } from '../outage.ts'
import type { StoreLoad } from '../store.ts'
import type { MergedWrite, Write } from '../write.ts'
import { merge, mergeShape } from './merge-batches.ts'
import { NotAsked } from './pool.ts'

const SHARDS = 8
/** How many batches may wait. When the queue is full, further ones are refused with `service-busy`. */
const QUEUE_LIMIT = 10_000
/** How many statements write at once. More would not be faster: they would wait for each other's rows and flushes. */
const WRITERS = 4
/**
 * How many write whatever waits: one, and a second when no statement has begun for so long, because the database is far away or busy. Further ones
 * write whole groups only. Each statement has costs of its own on the server, as large as those of several batches.
 */
const EAGER_WRITERS = 2
const SECOND_AFTER_MS = 8
/** The most batches in one statement. Groups are powers of two, so that few different statements are prepared. */
const GROUP_LIMIT = 32

interface Waiting {
  writes: Write[]
  shape: string | undefined
  deadlineMs: number
  timer: NodeJS.Timeout
  resolve: () => void
  reject: (error: unknown) => void
}

interface Batches {
  /** Resolves when the batch is written. Throws `NotAsked` when the batch could not be sent in time, and whatever `write` throws. */
  commit(writes: Write[]): Promise<void>
  load(): StoreLoad
  /** Resolves when no batch waits. */
  drained(): Promise<void>
}

/** `write` sends a batch as one statement and resolves when it is written. It ends by `deadlineMs`, on the scale of `performance.now()`. */
export function batchesOf(
  options: { connections: number; timeoutMs: number; isDistributed?: () => boolean },
  write: (writes: MergedWrite[], deadlineMs: number) => Promise<void>,
): Batches {
  const { isDistributed = () => false } = options
  const queue: Waiting[] = []
  let scheduled = false
  let writing = 0
  let written = 0
  let flushes = 0
  /** When the last statement began, and the timer that looks whether a second one should begin. */
  let begunAtMs = Number.NEGATIVE_INFINITY
  let second: NodeJS.Timeout | undefined
  const firstShard = Math.floor(Math.random() * SHARDS)
  /** The shards of the idle writers. Each writer adds to counters in a shard of its own. */
  const idle = Array.from({ length: Math.min(WRITERS, options.connections) }, (_, n) => (firstShard + n) % SHARDS)

  /** On a cluster a statement has the rows of one account: it asks one machine, and waits for no machine of others. */
  const shapeOf = (writes: Write[]): string | undefined => {
    const shape = mergeShape(writes)
    return shape === undefined || !isDistributed() ? shape : [...accountsOfBatch(writes), shape].join('|')
  }

  const enqueue = (writes: Write[]): Promise<void> =>
    new Promise((resolve, reject) => {
      if (queue.length >= QUEUE_LIMIT) {
        reject(new Failure('service-busy', { retryAfterSeconds: 1 }))
        return
      }
      const late = () => {
        const at = queue.indexOf(one)
        if (at >= 0) queue.splice(at, 1)
        reject(new NotAsked('the batch was not written in time: others are still being written'))
      }
      const timer = setTimeout(late, options.timeoutMs)
      const deadlineMs = performance.now() + options.timeoutMs
      const one: Waiting = { writes, shape: shapeOf(writes), deadlineMs, timer, resolve, reject }
      queue.push(one)
      if (scheduled) return
      scheduled = true
      setImmediate(dispatch)
    })

  const mayTakeAny = () =>
    writing === 0 || (writing < EAGER_WRITERS && performance.now() >= begunAtMs + SECOND_AFTER_MS)

  /** Starts statements of idle writers. Each takes waiting batches of one shape, up to the limit. */
  const dispatch = () => {
    scheduled = false
    while (queue.length >= (mayTakeAny() ? 1 : GROUP_LIMIT)) {
      const shard = idle.pop()
      if (shard === undefined) return
      begunAtMs = performance.now()
      const group = takeGroup(queue)
      for (const one of group) clearTimeout(one.timer)
      writing += 1
      void writeGroup(group, shard).finally(() => {
        writing -= 1
        idle.push(shard)
        written += group.length
        if (queue.length > 0) dispatch()
      })
    }
    if (queue.length > 0 && writing < EAGER_WRITERS && second === undefined)
      second = setTimeout(dispatchSecond, SECOND_AFTER_MS)
  }

  const dispatchSecond = () => {
    second = undefined
    dispatch()
  }

  const flush = (batches: Write[][], shard: number, deadlineMs: number) => {
    flushes += 1
    return write(merge(batches, shard), deadlineMs)
  }

  /** Writes the group as one statement. If that is refused, writes each batch by itself, so that only the faulty one is refused. */
  const writeGroup = async (group: Waiting[], shard: number) => {
    const each = (one: Waiting) => flush([one.writes], shard, one.deadlineMs).then(one.resolve, one.reject)
    const [first, ...others] = group
    if (first === undefined) return
    if (others.length === 0) return each(first)
    try {
      const all = group.map(({ writes }) => writes)
      await flush(all, shard, Math.min(...group.map(({ deadlineMs }) => deadlineMs)))
    } catch (error) {
      // The answer was lost, so the group may have been written: every caller gets the outage, and nothing is written again.
      if (isOutage(error) && !(error instanceof Unreached)) for (const one of group) one.reject(error)
      else await Promise.all(group.map(each))
      return
    }
    for (const one of group) one.resolve()
  }

  return {
    commit: async (writes) => {
      if (writes.length > 0) await enqueue(writes)
    },
    load: () => ({ waiting: queue.length, batches: written, flushes }),
    drained: async () => {
      while (queue.length > 0 || writing > 0) await new Promise((resolve) => setTimeout(resolve, 1))
    },
  }
}

/** The first batch of the queue and further ones of its shape: 1, 2, 4, 8 or 16. */
function takeGroup(queue: Waiting[]): Waiting[] {
  const shape = queue[0]?.shape
  if (shape === undefined) return queue.splice(0, 1)
  const alike: number[] = []
  for (let at = 0; at < queue.length && alike.length < GROUP_LIMIT; at += 1)
    if (queue[at]?.shape === shape) alike.push(at)
  const size = 2 ** Math.floor(Math.log2(alike.length))
  const group = alike.slice(0, size).map((at) => queue[at] as Waiting)
  const taken = new Set(alike.slice(0, size))
  const rest = queue.filter((_, at) => !taken.has(at))
  queue.splice(0, queue.length, ...rest)
  return group
}
