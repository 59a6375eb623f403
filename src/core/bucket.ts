// Shares out accounts among a fixed number of buckets, so that background work goes forward in each on its own.

export const BUCKETS = 16

/** The bucket of an account: always the same, from 0 to 15. It is written beside rows, so it must never change. */
export function bucketOf(accountId: string): number {
  // FNV-1a, 32 bits.
  let hash = 0x811c9dc5
  for (let at = 0; at < accountId.length; at += 1) hash = Math.imul(hash ^ accountId.charCodeAt(at), 0x01000193)
  return (hash >>> 0) % BUCKETS
}
