// Compares what a caller presents with a secret.
import { hash, timingSafeEqual } from 'node:crypto'

/** Hashed first, so that the comparison takes as long for any length. */
export function isSecret(presented: string, secret: string): boolean {
  return timingSafeEqual(hash('sha256', presented, 'buffer'), hash('sha256', secret, 'buffer'))
}

/** The `user:password` of a Basic Authorization header; empty for anything else. */
export function basicPair(authorization: string | readonly string[] | undefined): string {
  const encoded = /^Basic ([\w+/=-]{1,1000})$/i.exec(String(authorization ?? ''))?.[1] ?? ''
  return Buffer.from(encoded, 'base64').toString('utf8')
}
