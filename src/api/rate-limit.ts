// A token bucket for each credential: so many requests a second sustained, ten times that in a burst.
import { Failure } from '../core/failure.ts'

const BURST_SECONDS = 10
const MAX_BUCKETS = 100_000

/** Throws `too-many-requests` when a credential's bucket is empty. Without a rate nothing is limited. */
export function rateLimiter(perSecond: number | undefined, wallMs: () => number): (credentialId: string) => void {
  if (perSecond === undefined) return () => {}
  const capacity = perSecond * BURST_SECONDS
  const buckets = new Map<string, { tokens: number; atMs: number }>()
  return (credentialId) => {
    const now = wallMs()
    const bucket = buckets.get(credentialId) ?? { tokens: capacity, atMs: now }
    bucket.tokens = Math.min(capacity, bucket.tokens + ((now - bucket.atMs) / 1000) * perSecond)
    bucket.atMs = now
    if (buckets.size >= MAX_BUCKETS) buckets.clear()
    buckets.set(credentialId, bucket)
    if (bucket.tokens < 1) {
      throw new Failure('too-many-requests', { retryAfterSeconds: Math.ceil((1 - bucket.tokens) / perSecond) })
    }
    bucket.tokens -= 1
  }
}
