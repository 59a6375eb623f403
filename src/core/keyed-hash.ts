// HMAC-SHA-256 (RFC 2104) of short texts under one key, by two hashes of one call each: a third of the time of an `Hmac` object, which a
// payment would make for each of its addresses.
import { hash } from 'node:crypto'

const BLOCK_BYTES = 64
const HASH_BYTES = 32

/** The hash of a text, 32 bytes. */
export function keyedHash(key: Uint8Array): (text: string) => Buffer {
  const short = key.length > BLOCK_BYTES ? hash('sha256', key, 'buffer') : key
  const padded = (pad: number) => Buffer.from(Array.from({ length: BLOCK_BYTES }, (_, at) => (short[at] ?? 0) ^ pad))
  const [inner, outer] = [padded(0x36), padded(0x5c)]
  return (text) => {
    const first = Buffer.allocUnsafe(BLOCK_BYTES + Buffer.byteLength(text))
    inner.copy(first)
    first.write(text, BLOCK_BYTES)
    const second = Buffer.allocUnsafe(BLOCK_BYTES + HASH_BYTES)
    outer.copy(second)
    hash('sha256', first, 'buffer').copy(second, BLOCK_BYTES)
    return hash('sha256', second, 'buffer')
  }
}
