// Follows the clock of the database server, so that all processes on one database share one time, whatever their machines' clocks say. SQLite has no
// server: its processes are on one machine.
import { sql } from 'kysely'
import type { Clock } from '../core/clock.ts'
import type { Task } from '../core/task.ts'
import { Failure } from '../failures.ts'
import type { Store } from './store.ts'

const EVERY_MS = 10_000
/** Readings of one measurement: the quickest counts. */
const READINGS = 3
/** A reading that took less is exact enough. */
const QUICK_MS = 5
/** A machine whose clock differs by more is worth a warning. */
export const CAUTION_MS = 1_000
/** Beyond this the process is not ready: which of the two clocks is wrong, nobody here can tell. */
const MAX_APART_MS = 60_000

export interface ServerClock {
  /** Reads the server's clock and follows it. Throws when the database does not answer. */
  measure(): Promise<void>
  /** How far this machine's clock is ahead of the server's, in milliseconds; 0 where there is no server. */
  aheadMs(): number
  /** Throws, with the reason, while this process should take no payments. */
  refuse(): void
  task: Task
}

export function serverClock({
  store,
  clock,
  log,
}: {
  store: Pick<Store, 'db' | 'engine'>
  clock: Clock
  log?: { warn(fields: object, message: string): void }
}): ServerClock {
  /** How far apart the clocks were at the last measurement. */
  let ahead = 0
  /** How far the shared time of this process was from the server's. */
  let behind = 0
  let warned = false
  let nextMs = 0

  const measure = async () => {
    if (store.engine === 'sqlite') return
    const reading = await quickest(store)
    ahead = Math.round(clock.systemMs() - reading.serverMs)
    clock.share(reading)
    behind = Math.round(reading.serverMs - clock.wallMs())
    const isApart = Math.abs(ahead) > CAUTION_MS
    if (isApart && !warned)
      log?.warn(
        { ahead_ms: ahead },
        'the clock of this machine differs from the database server’s; look at its time synchronisation',
      )
    warned = isApart
  }

  return {
    measure,
    aheadMs: () => ahead,
    refuse: () => {
      // The machine's own clock is wrong, or the server's has leapt and is followed slowly.
      const apartMs = Math.max(Math.abs(ahead), Math.abs(behind))
      if (apartMs > MAX_APART_MS)
        throw new Failure('clock-apart', { retryAfterSeconds: 10, values: { seconds: Math.round(apartMs / 1_000) } })
    },
    task: {
      name: 'follow the database’s clock',
      whileHeld: true,
      run: async () => {
        if (performance.now() < nextMs) return 0
        nextMs = performance.now() + EVERY_MS
        await measure()
        return 0
      },
    },
  }
}

/** Sample: `the clock of this machine is 31 s ahead of the database server's`. */
export function apartText(aheadMs: number): string {
  return `the clock of this machine is ${seconds(aheadMs)} ${aheadMs > 0 ? 'ahead of' : 'behind'} the database server’s: look at its time synchronisation`
}

function seconds(ms: number): string {
  return `${Math.round(Math.abs(ms) / 100) / 10} s`
}

async function quickest({ db }: Pick<Store, 'db'>) {
  let best: { serverMs: number; uncertainMs: number; readAtMs: number } | undefined
  for (let nth = 0; nth < READINGS && (best === undefined || best.uncertainMs > QUICK_MS); nth += 1) {
    const askedMs = performance.now()
    const { rows } = await sql<{
      ms: number
    }>`select cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint) as ms`.execute(db)
    const readAtMs = performance.now()
    const uncertainMs = (readAtMs - askedMs) / 2 + 1
    const serverMs = Number(rows[0]?.ms) + uncertainMs
    if (best === undefined || uncertainMs < best.uncertainMs) best = { serverMs, uncertainMs, readAtMs }
  }
  if (best === undefined) throw new Error('no reading')
  // The difference as it is by now.
  return { ...best, serverMs: Math.round(best.serverMs + performance.now() - best.readAtMs) }
}
