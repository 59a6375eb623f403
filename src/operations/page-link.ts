// The address of an operation's page: its id and a keyed hash of it, so that nobody finds a page by guessing.
import { hash, timingSafeEqual } from 'node:crypto'

const MAC_BYTES = 15
const BLOCK_BYTES = 64

export interface PageLinks {
  /** The public address of the operation's receipt or slip. */
  urlOf(operationId: string): string
  /** The operation that a page's token names; undefined for a token that we did not make. */
  operationOf(token: string): string | undefined
}

/** `keys`: the one that signs first, then those that are still good after a rotation. */
export function pageLinks(baseUrl: () => string, keys: Buffer[]): PageLinks {
  const [signing, ...others] = keys.map(hmacSha256)
  if (signing === undefined) throw new Error('page links need a key')
  return {
    urlOf: (id) => `${baseUrl()}/p/${id}-${signing(id).toString('base64url')}`,
    operationOf: (token) => {
      const found = /^([0-9a-f-]{36})-([A-Za-z0-9_-]{20})$/.exec(token)
      const [, id = '', mac = ''] = found ?? []
      if (!found) return undefined
      const given = Buffer.from(mac, 'base64url')
      return [signing, ...others].some((macOf) => timingSafeEqual(macOf(id), given)) ? id : undefined
    },
  }
}

/**
 * The first bytes of HMAC-SHA-256 (RFC 2104) under a key of at most 64 bytes, as two hashes over blocks prepared once: every
 * answer that names an operation has a link, and an HMAC object costs four times as much.
 */
function hmacSha256(key: Buffer): (text: string) => Buffer {
  const padded = Buffer.concat([key], BLOCK_BYTES)
  const inner = padded.map((byte) => byte ^ 0x36)
  const outer = padded.map((byte) => byte ^ 0x5c)
  return (text) => {
    const digest = hash('sha256', Buffer.concat([inner, Buffer.from(text)]), 'buffer')
    return hash('sha256', Buffer.concat([outer, digest]), 'buffer').subarray(0, MAC_BYTES)
  }
}
