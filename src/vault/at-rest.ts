// Seals what must be kept secret in the database (card numbers, private keys) and makes keyed fingerprints of it for look-ups.

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

export interface AtRestKeys {
  /** 32 bytes; everything new is sealed under it. */
  current: Buffer
  /** Keys of 32 bytes used before, newest first; they only open and find. */
  previous?: readonly Buffer[]
}

export interface AtRest {
  /** What everything sealed under the current key starts with: rows that do not are due for sealing again after a rotation. */
  currentPrefix: string
  /**
   * Seals `plaintext` for one use. `context` names that use, its row and whose it is (`card:crd_1 of acc_1/cus_1`): the sealed text opens
   * under no other, so that it cannot be moved to another row, nor with its row to another account. AES-256-GCM with a random nonce: one
   * key is good for 2^32 seals.
   */
  seal(plaintext: Buffer | string, context: string): string
  /**
   * Opens what `seal` made with the same context. An Error, never a refusal, when it was altered, moved, or its key is not known.
   * `formerContext` is that of texts of version 1, which `keys reseal` seals anew.
   */
  open(sealed: string, context: string, formerContext?: string): Buffer
  /** HMAC-SHA-256 of `text` in hex under a key of its own: the same text always has the same one, and without the key it says nothing. */
  fingerprint(text: string): string
  /** The fingerprint under the current key, then those under each previous one: look for any of them until all is sealed again. */
  fingerprints(text: string): string[]
  /** 32 bytes derived from the current key for another purpose (HKDF-SHA-256, RFC 5869). */
  subkey(purpose: string): Buffer
}

/** What a text is sealed for, and what texts of version 1 were sealed for in the same place. */
export type SealContext = [context: string, formerContext: string]

/** Opens the at-rest keys. An Error when one is not 32 bytes. */
export function openAtRest(keys: AtRestKeys): AtRest {
  const rings = [keys.current, ...(keys.previous ?? [])].map(ringOf)
  const [current] = rings as [Ring, ...Ring[]]

  return {
    currentPrefix: `${VERSION}.${current.id}.`,
    seal(plaintext, context) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current.sealing, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(boundTo(current, context))
      const body = Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
      return `${VERSION}.${current.id}.${body.toString('base64url')}`
    },
    open(sealed, context, formerContext = context) {
      const [version, id, text, ...rest] = sealed.split('.')
      if ((version !== VERSION && version !== FORMER_VERSION) || text === undefined || rest.length > 0) {
        throw new Error('This is not a sealed text: it must read v2.<key id>.<base64url>')
      }
      const ring = rings.find((each) => each.id === id)
      if (!ring) {
        throw new Error(
          `What lies in the database was sealed under another at-rest key (its id is ${id}): set AT_REST_KEY to that key, or name it in AT_REST_KEY_PREVIOUS`,
        )
      }
      const body = Buffer.from(text, 'base64url')
      if (body.length < NONCE_BYTES + TAG_BYTES) throw new Error('The sealed text is cut short')
      const decipher = createDecipheriv('aes-256-gcm', ring.sealing, body.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(boundTo(ring, version === VERSION ? context : formerContext, version))
      decipher.setAuthTag(body.subarray(-TAG_BYTES))
      const plaintext = decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES))
      try {
        return Buffer.concat([plaintext, decipher.final()])
      } catch (cause) {
        throw new Error('The sealed text does not open: it was altered, or sealed for another context', { cause })
      }
    },
    fingerprint: (text) => fingerprintUnder(current, text),
    fingerprints: (text) => rings.map((ring) => fingerprintUnder(ring, text)),
    subkey: (purpose) => derive(keys.current, `purpose:${purpose}`),
  }
}

const VERSION = 'v2'
/** Texts that were bound to their row, and not to whose it is. */
const FORMER_VERSION = 'v1'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

interface Ring {
  /** 8 hex digits that name the key and say nothing of it. */
  id: string
  sealing: KeyObject
  fingerprinting: KeyObject
}

function ringOf(key: Buffer): Ring {
  if (key.length !== KEY_BYTES) throw new Error(`An at-rest key has ${KEY_BYTES} bytes; this one has ${key.length}`)
  return {
    id: derive(key, 'id').toString('hex').slice(0, 8),
    sealing: createSecretKey(derive(key, 'sealing')),
    fingerprinting: createSecretKey(derive(key, 'fingerprinting')),
  }
}

function derive(key: Buffer, label: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `cobro at-rest ${label}`, KEY_BYTES))
}

function boundTo(ring: Ring, context: string, version = VERSION): Buffer {
  return Buffer.from(`${version}.${ring.id}.${context}`)
}

function fingerprintUnder(ring: Ring, text: string): string {
  return createHmac('sha256', ring.fingerprinting).update(text).digest('hex')
}
