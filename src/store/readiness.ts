// Whether the database accepts writes now, and has no schema that this program does not know. It is probed at most once a second,
// however many callers ask.
import { newerSchema } from './existing.ts'
import { migrations } from './migrations/index.ts'
import type { Store } from './store.ts'

const ONCE_IN_MS = 1_000
const ANSWER_WITHIN_MS = 950

/** Resolves when a write reached the disk within the last second; throws within a second when it did not, or a newer Cobro has migrated. */
export function readiness(store: Pick<Store, 'probe'>): () => Promise<void> {
  let asked: Promise<void> | undefined
  let askedAtMs = Number.NEGATIVE_INFINITY
  let underWay = false

  const probe = (): Promise<void> => {
    if (asked !== undefined && (underWay || performance.now() < askedAtMs + ONCE_IN_MS)) return asked
    askedAtMs = performance.now()
    underWay = true
    asked = store
      .probe()
      .then(refuseUnknown)
      .finally(() => {
        underWay = false
      })
    return asked
  }

  return async () => {
    const { promise: tooLate, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error('the database does not answer')), ANSWER_WITHIN_MS)
    try {
      await Promise.race([probe(), tooLate])
    } finally {
      clearTimeout(timer)
    }
  }
}

function refuseUnknown(applied: string[]): void {
  const unknown = applied.find((name) => !migrations.some((migration) => migration.name === name))
  if (unknown !== undefined) throw newerSchema(unknown)
}
