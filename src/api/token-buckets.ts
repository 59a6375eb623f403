// Token buckets by key: each holds so many tokens and fills up again with time.

interface TokenBuckets {
  /** Takes `cost` tokens when the bucket has them, and answers 0; else takes none and answers after how many seconds it has. */
  take(key: string, cost?: number): number
  /** Takes up to `cost` tokens, whether the bucket has them or not; a negative cost gives tokens back. */
  charge(key: string, cost: number): void
  /** After how many seconds the bucket has a token. */
  waitSeconds(key: string): number
}

interface Bucket {
  tokens: number
  atMs: number
}

/** Keys beyond this number push out those that were used longest ago. */
const MAX_BUCKETS = 100_000
/** Parts of a token that adding up may lose: who waits for as long as he was told has one. */
const ROUNDING = 1e-9

export function tokenBuckets({
  capacity,
  perSecond,
  wallMs,
}: {
  capacity: number
  perSecond: number
  wallMs: () => number
}): TokenBuckets {
  const buckets = new Map<string, Bucket>()
  const bucketOf = (key: string): Bucket => {
    const now = wallMs()
    const known = buckets.get(key)
    const earned = known === undefined ? capacity : (Math.max(0, now - known.atMs) / 1_000) * perSecond
    const bucket = { tokens: Math.min(capacity, (known?.tokens ?? 0) + earned), atMs: now }
    // Put at the end, so that the first one is that which was used longest ago.
    if (known !== undefined) buckets.delete(key)
    else if (buckets.size >= MAX_BUCKETS) buckets.delete(buckets.keys().next().value as string)
    buckets.set(key, bucket)
    return bucket
  }
  return {
    take(key, cost = 1) {
      const bucket = bucketOf(key)
      // What costs more than a bucket holds may have a full one.
      const wanted = Math.min(cost, capacity)
      if (bucket.tokens < wanted - ROUNDING) return (wanted - bucket.tokens) / perSecond
      bucket.tokens = Math.max(0, bucket.tokens - wanted)
      return 0
    },
    charge(key, cost) {
      const bucket = bucketOf(key)
      bucket.tokens = Math.min(capacity, Math.max(0, bucket.tokens - cost))
    },
    waitSeconds(key) {
      const { tokens } = bucketOf(key)
      return tokens >= 1 - ROUNDING ? 0 : (1 - tokens) / perSecond
    },
  }
}
