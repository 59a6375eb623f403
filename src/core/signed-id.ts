// An id with a keyed hash of it, for addresses that nobody finds by guessing.
import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from './keyed-hash.ts'

interface IdSigner {
  /** `<id>-<hash>` */
  sign(id: string): string
  /** The id of a token; undefined for a token that we did not make. */
  idOf(token: string): string | undefined
}

interface SignedForm {
  /** What the ids look like. */
  ids: RegExp
  /** Bytes of the hash: a multiple of three, so that every bit of its base64url counts. */
  macBytes: number
  /** Stands before the id in what is hashed. */
  purpose?: string
}

/** `keys`: first the key that signs, then the earlier keys that are still valid after a rotation. */
export function idSigner(keys: Buffer[], { ids, macBytes, purpose = '' }: SignedForm): IdSigner {
  const hashes = keys.map((key) => keyedHash(key, 'base64url'))
  const [signing] = hashes
  if (signing === undefined) throw new Error('signed ids need a key')
  const macLetters = (macBytes / 3) * 4
  const macOf = (hash: (text: string) => string, id: string) => hash(purpose + id).slice(0, macLetters)
  const token = new RegExp(`^(${ids.source})-([A-Za-z0-9_-]{${macLetters}})$`)
  return {
    sign: (id) => `${id}-${macOf(signing, id)}`,
    idOf: (text) => {
      const [, id, mac] = token.exec(text) ?? []
      if (id === undefined || mac === undefined) return undefined
      const presented = Buffer.from(mac)
      return hashes.some((hash) => timingSafeEqual(Buffer.from(macOf(hash, id)), presented)) ? id : undefined
    },
  }
}
