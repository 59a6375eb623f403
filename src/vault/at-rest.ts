// Seals secret data for the database (card numbers, private keys), and makes keyed fingerprints for look-ups.
import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { keyedHash } from '../core/keyed-hash.ts'

export interface AtRestKeys {
  /** 32 bytes; seals new data. */
  current: Buffer
  /** Earlier keys of 32 bytes, newest first; they only open and find. */
  previous?: readonly Buffer[]
}

export interface AtRest {
  /** The prefix of texts sealed under the current key: after a rotation, other rows must be sealed again. */
  currentPrefix: string
  /**
   * Seals `plaintext` for one use. `context` names the use, the row and its owner (`card:crd_1 of acc_1/cus_1`): the text
   * opens only with the same context, so that it cannot be moved to another row, or with its row to another account.
   * AES-256-GCM with a random nonce: one key is safe for 2^32 seals.
   */
  seal(plaintext: Buffer | string, context: string): string
  /**
   * Opens a text that `seal` made with the same context. Throws an Error, never a refusal, when the text was altered or
   * moved, or its key is unknown. `formerContext` is the context of texts of version 1, which `keys reseal` seals again.
   */
  open(sealed: string, context: string, formerContext?: string): Buffer
  /**
   * HMAC-SHA-256 of `text` in hex under a separate key: equal texts have equal fingerprints, which reveal nothing without
   * the key.
   */
  fingerprint(text: string): string
  /**
   * The fingerprint under the current key, then under each previous key: search for all of them until everything is sealed
   * again.
   */
  fingerprints(text: string): string[]
  /** 32 bytes derived from the current key for another purpose (HKDF-SHA-256, RFC 5869). */
  subkey(purpose: string): Buffer
}

/** The context of a text, and the context of texts of version 1 in the same place. */
export type SealContext = [context: string, formerContext: string]

/** Loads the at-rest keys. Throws when a key is not 32 bytes. */
export function createAtRest(keys: AtRestKeys): AtRest {
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
    fingerprint: current.fingerprint,
    fingerprints: (text) => rings.map((ring) => ring.fingerprint(text)),
    subkey: (purpose) => derive(keys.current, `purpose:${purpose}`),
  }
}

const VERSION = 'v2'
/** The version of texts that are bound to their row, but not to its owner. */
const FORMER_VERSION = 'v1'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

interface Ring {
  /** 8 hex digits that identify the key and reveal nothing about it. */
  id: string
  sealing: KeyObject
  fingerprint(text: string): string
}

function ringOf(key: Buffer): Ring {
  if (key.length !== KEY_BYTES) throw new Error(`An at-rest key has ${KEY_BYTES} bytes; this one has ${key.length}`)
  return {
    id: derive(key, 'id').toString('hex').slice(0, 8),
    sealing: createSecretKey(derive(key, 'sealing')),
    fingerprint: keyedHash(derive(key, 'fingerprinting'), 'hex'),
  }
}

function derive(key: Buffer, label: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `cobro at-rest ${label}`, KEY_BYTES))
}

function boundTo(ring: Ring, context: string, version = VERSION): Buffer {
  return Buffer.from(`${version}.${ring.id}.${context}`)
}

/** The identifier of the key that it seals under. */
export function keyIdOf({ currentPrefix }: Pick<AtRest, 'currentPrefix'>): string {
  return currentPrefix.split('.')[1] ?? ''
}
