// A short lease that its holder renews while it works: work of any length whose process is killed goes on elsewhere within seconds. Work that asks a network
// about money has a lease as long as its calls (`lease`): a process that stood still must not ask once more beside the one that took over.
import { conditionHeld } from '../decide.ts'
import type { StoreAndClock } from '../store.ts'
import type { Write } from '../write.ts'

/** How long after its last renewal a lease lapses: three renewals, or two that the database answers late. */
export const KEPT_LEASE_MS = 15_000
const RENEW_MS = 4_000

export interface KeptLease {
  /** Commits what `writes` makes of the lease as it is now; it is not renewed meanwhile. `Unmet` when another process has taken the work over. */
  commit(writes: (leasedUntil: number) => Write[]): Promise<void>
  /** Renews it no more, and resolves when no renewal is under way. Call it whenever the work ends. */
  end(): Promise<void>
}

/**
 * Renews a lease until `end`, or until another process has the work. `renewal` is the write that replaces the instant until which it was leased by another;
 * its condition names the former one.
 */
export function keepLease(
  { store, clock }: StoreAndClock,
  leasedUntil: number,
  renewal: (from: number, to: number) => Write,
): KeptLease {
  let until = leasedUntil
  let writing: Promise<unknown> = Promise.resolve()
  let waits = false

  const renew = async (): Promise<void> => {
    waits = false
    const next = clock.wallMs() + KEPT_LEASE_MS
    const isHeld = await conditionHeld(store.commit([renewal(until, next)]))
    if (isHeld) until = next
    else clearInterval(timer)
  }
  /** One write after another: each names the instant that the one before it has set. */
  const inOrder = <R>(work: () => Promise<R>): Promise<R> => {
    const done = writing.then(work)
    writing = done.catch(() => {})
    return done
  }
  const timer = setInterval(() => {
    // While the database is away it is tried again, as long as the lease lasts.
    const leftMs = until - clock.wallMs()
    if (leftMs <= 0) clearInterval(timer)
    else if (leftMs < KEPT_LEASE_MS && !waits) {
      waits = true
      void inOrder(renew).catch(() => {})
    }
  }, RENEW_MS)
  timer.unref()

  return {
    commit: (writes) => inOrder(() => store.commit(writes(until))),
    end: async () => {
      clearInterval(timer)
      await writing
    },
  }
}

/** The same around work of one function. */
export async function whileLeased<R>(
  needs: StoreAndClock,
  leasedUntil: number,
  renewal: (from: number, to: number) => Write,
  work: (lease: KeptLease) => Promise<R>,
): Promise<R> {
  const lease = keepLease(needs, leasedUntil, renewal)
  try {
    return await work(lease)
  } finally {
    await lease.end()
  }
}
