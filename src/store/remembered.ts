// Keeps data in memory that every payment needs and that rarely changes, in each process and exactly as long as it is
// current.
import type { Clock } from '../core/clock.ts'
import type { Store } from './store.ts'
import { run, type Write } from './write.ts'

const MAX = 10_000

/**
 * Reads repeatedly needed data once. The version that comes with every credential tells when to read again: after an
 * answered change, no request in any process uses the old data. Background work reads the clock's row first.
 */
export function remembered<R>(clock: Clock, read: (key: string) => Promise<R>): (key: string) => Promise<R> {
  const kept = new Map<string, R>()
  let version = clock.state().version
  return async (key) => {
    const current = clock.state().version
    if (current !== version || kept.size >= MAX) kept.clear()
    version = current
    const known = kept.get(key)
    if (known !== undefined) return known
    const found = await read(key)
    if (version === current) kept.set(key, found)
    return found
  }
}

/** The write that makes every process read its remembered data again, for the batch that changes such data. */
export function forgotten({ db }: Store): Write {
  const query = db
    .updateTable('clock')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', 1)
  return run(query.compile(), 1)
}
