// Keeps in memory what every payment asks for and hardly ever changes, in each process for exactly as long as it is true.
import type { Clock } from '../core/clock.ts'
import type { Store } from './store.ts'
import { run, type Write } from './write.ts'

const MOST = 10_000

/**
 * Reads once what is asked for again and again. The version that comes with every credential tells when to read again: after
 * a change that has been answered, no request in any process goes by what was before. Work that no request began follows the
 * clock first.
 */
export function remembered<R>(clock: Clock, read: (key: string) => Promise<R>): (key: string) => Promise<R> {
  const kept = new Map<string, R>()
  let version = clock.state().version
  return async (key) => {
    const current = clock.state().version
    if (current !== version || kept.size >= MOST) kept.clear()
    version = current
    const known = kept.get(key)
    if (known !== undefined) return known
    const found = await read(key)
    if (version === current) kept.set(key, found)
    return found
  }
}

/** The write that makes every process read again what it remembers, for the batch that changes something of it. */
export function forgotten({ db }: Store): Write {
  const query = db
    .updateTable('clock')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', 1)
  return run(query.compile(), 1)
}
