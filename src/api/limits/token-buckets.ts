// Token buckets by key: each has a capacity and refills with time.

interface TokenBuckets {
  /**
   * Takes `cost` tokens if the bucket has them, and returns 0; otherwise takes none and returns the seconds until it has
   * them.
   */
  take(key: string, cost?: number): number
  /** Takes `cost` tokens, at most as many as the bucket has; a negative cost gives tokens back. */
  charge(key: string, cost: number): void
  /** The seconds until the bucket has a token. */
  waitSeconds(key: string): number
  /** The tokens in the bucket. */
  left(key: string): number
}

interface Bucket {
  tokens: number
  atMs: number
}

/** Beyond this number of keys, the least recently used are dropped. */
const MAX_BUCKETS = 100_000
/** The rounding error of a token: a client that waits for the given time must get one. */
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
    // Moved to the end, so that the first key is the least recently used.
    if (known !== undefined) buckets.delete(key)
    else if (buckets.size >= MAX_BUCKETS) buckets.delete(buckets.keys().next().value as string)
    buckets.set(key, bucket)
    return bucket
  }
  return {
    take(key, cost = 1) {
      const bucket = bucketOf(key)
      // A cost above the capacity needs a full bucket.
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
    left: (key) => bucketOf(key).tokens + ROUNDING,
  }
}
