// Whether the database accepts writes now, and has no schema with which this program cannot work. It is probed at most once a second,
// however many callers ask.
import { refuseBreaking } from './schema/migrations.ts'
import type { Store } from './store.ts'

const ONCE_IN_MS = 1_000
const ANSWER_WITHIN_MS = 950

/** Resolves when a write reached the disk within the last second; throws within a second when it did not, or a newer Cobro made a breaking change. */
export function readiness(store: Pick<Store, 'probe'>, refuse: () => void = () => {}): () => Promise<void> {
  let asked: Promise<void> | undefined
  let askedAtMs = Number.NEGATIVE_INFINITY
  let underWay = false

  const probe = (): Promise<void> => {
    if (asked !== undefined && (underWay || performance.now() < askedAtMs + ONCE_IN_MS)) return asked
    askedAtMs = performance.now()
    underWay = true
    asked = store
      .probe()
      .then(refuseBreaking)
      .finally(() => {
        underWay = false
      })
    return asked
  }

  return async () => {
    refuse()
    const { promise: tooLate, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error('the database does not answer')), ANSWER_WITHIN_MS)
    try {
      await Promise.race([probe(), tooLate])
    } finally {
      clearTimeout(timer)
    }
  }
}
