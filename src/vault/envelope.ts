// Opens the encrypted envelope `{key, data}`: the message key under RSA, the message under AES (spec 4.1).
import { createDecipheriv } from 'node:crypto'
import { randomBytes } from '../core/ids.ts'
import { Failure } from '../failures.ts'
import type { EnvelopeBytes, EnvelopeClaim } from './envelope-claims.ts'
import { type KeyPadding, keyPaddings } from './key-paddings.ts'
import { type Message, opened, parseMessage } from './message.ts'

export interface SealedEnvelope {
  /** The 32-byte message key under the service's public key, in base64. */
  keyBase64: string
  /** The message under that key, in base64. */
  dataBase64: string
}

/** The part of the RSA pool that opening needs. */
export interface Unwrap {
  /** The ids of all usable keys, the current one first. */
  keyIds(): readonly string[]
  /** The size of their largest modulus. */
  maxWrappedKeyBytes(): number
  decrypt(keyId: string, ciphertext: Buffer, padding: KeyPadding): Promise<Buffer | undefined>
}

/** A message, and the claim under which it was opened. The claim is on disk before anything is answered. */
export interface OpenedEnvelope {
  message: Message
  claim: EnvelopeClaim
}

/**
 * The message inside, a JSON object with nested names. Base64 may be of either alphabet, with or without its `=`, and hold line breaks.
 * Fails with `envelope-unreadable`, and no other reason, for any envelope that does not open; `parameters-invalid` when a
 * field has two values; `service-busy` when no thread is free.
 *
 * Only opening the data shows which padding and key a client used, so they are tried in turn, the common one first: one RSA
 * operation (0.25 ms) for almost all clients, more for the others. To compute the modular power once and read the three
 * paddings in our own code would save 0.25 or 0.5 ms for the others. But attacks on RSA aim at such code (Bleichenbacher,
 * Manger); OpenSSL's code runs in constant time, so OpenSSL does all of it.
 *
 * No oracle: an RSA operation that fails goes on with a random key through the same forms, so an envelope that does not
 * open always costs every operation, for any fault inside. Only faults that the sender can see (bad base64, a length, a
 * wrapped key longer than any public key) end at once, without a claim.
 *
 * One wrapped key opens one message. `claim` runs at the same time as the first RSA operation, and no key is used before it is known whether
 * the wrapped key was used. Without a claim (undefined) the message key is random too, so that a reused wrapped key costs as
 * much as one that does not open, and reveals as little.
 */
export async function openEnvelope(
  envelope: SealedEnvelope,
  unwrap: Unwrap,
  claim: (envelope: EnvelopeBytes) => Promise<EnvelopeClaim | undefined>,
): Promise<OpenedEnvelope> {
  const wrappedKey = withoutLeadingZeros(fromBase64(envelope.keyBase64, MAX_KEY_CHARACTERS))
  const data = fromBase64(envelope.dataBase64, MAX_DATA_CHARACTERS)
  const forms = Object.values(dataForms).filter((form) => form.fits(data.length))
  if (forms.length === 0 || wrappedKey.length > unwrap.maxWrappedKeyBytes()) throw new Failure('envelope-unreadable')

  const claiming = claim({ wrappedKey, data })
  const keyIds = unwrap.keyIds()
  for (const padding of Object.keys(keyPaddings) as KeyPadding[]) {
    for (const keyId of keyIds) {
      const [claimed, unwrapped] = await Promise.all([claiming, unwrap.decrypt(keyId, wrappedKey, padding)])
      const key = orRandom(claimed && unwrapped)
      for (const form of forms) {
        const plaintext = form.open(key, data)
        const message = plaintext && parseMessage(plaintext)
        if (message && claimed) return { message: opened(message, plaintext), claim: claimed }
      }
    }
  }
  await claiming
  throw new Failure('envelope-unreadable')
}

const KEY_BYTES = 32
/** Enough for RSA-4096 (684 characters) and line breaks. */
const MAX_KEY_CHARACTERS = 1024
export const MAX_DATA_CHARACTERS = 200 * 1024

function orRandom(key: Buffer | undefined): Buffer {
  const random = randomBytes(KEY_BYTES)
  return key?.length === KEY_BYTES ? key : random
}

/** The number that RSA reads has no leading zeros, so two ciphertexts that differ in them are one. OpenSSL fills up what is missing. */
function withoutLeadingZeros(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0)
  return bytes.subarray(first < 0 ? bytes.length : first)
}

/** The bytes of either alphabet, with or without `=` and line breaks. `envelope-unreadable` for anything else. */
export function fromBase64(text: string, maxCharacters: number): Buffer {
  // Line breaks every 60 characters add a thirtieth; no client sends as much white space as data.
  if (text.length > 2 * maxCharacters) throw new Failure('envelope-unreadable')
  const bare = text.replace(/\s+/g, '')
  if (bare.length > maxCharacters || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(bare)) throw new Failure('envelope-unreadable')
  return Buffer.from(bare, 'base64')
}

/** A form: whether data of this length can have it, and how it is opened. */
interface DataForm {
  /** Lengths are public, so skipping a form by its length reveals nothing. */
  fits(bytes: number): boolean
  /** The plaintext, or undefined when the padding or the tag is wrong. */
  open(key: Buffer, data: Buffer): Buffer | undefined
}

const BLOCK_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * The forms in which clients encrypt the message under its 32-byte key, most common first. Data of one form read as another gives random bytes, which are not a JSON object in valid UTF-8, so trying in turn is safe.
 * ECB and CBC carry no tag: a message altered on the way may open as another message. Only GCM detects this; TLS protects
 * the others. One message key works in every form, because the wire does not name the form. Since each key opens a single
 * message, one form cannot be used to read another.
 *
 * Sample, key `0123456789abcdef0123456789abcdef` (the 32 characters), `{"total":{"amount":10.5}}` in ECB with PKCS#7:
 * `mdBfiL+2e7gstQ3YxxqpbidHjyDQ4TsoLHMras1OOI0=`.
 */
export const dataForms = {
  'aes-256-ecb': {
    fits: (bytes) => bytes > 0 && bytes % BLOCK_BYTES === 0,
    open: (key, data) => withoutAnyPadding(decryptBlocks('aes-256-ecb', key, null, data)),
  },
  'aes-256-gcm': {
    fits: (bytes) => bytes > NONCE_BYTES + TAG_BYTES,
    open: openGcm,
  },
  'aes-256-cbc': {
    fits: (bytes) => bytes > BLOCK_BYTES && bytes % BLOCK_BYTES === 0,
    open: (key, data) => {
      const plaintext = decryptBlocks('aes-256-cbc', key, data.subarray(0, BLOCK_BYTES), data.subarray(BLOCK_BYTES))
      const length = pkcs7Length(plaintext)
      return length === 0 ? undefined : plaintext.subarray(0, -length)
    },
  },
} as const satisfies Record<string, DataForm>

function decryptBlocks(cipher: 'aes-256-ecb' | 'aes-256-cbc', key: Buffer, iv: Buffer | null, data: Buffer): Buffer {
  const decipher = createDecipheriv(cipher, key, iv).setAutoPadding(false)
  return Buffer.concat([decipher.update(data), decipher.final()])
}

function openGcm(key: Buffer, data: Buffer): Buffer | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, data.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(data.subarray(-TAG_BYTES))
  const plaintext = decipher.update(data.subarray(NONCE_BYTES, -TAG_BYTES))
  try {
    decipher.final()
    return plaintext
  } catch {
    return undefined
  }
}

// The last byte identifies the padding: 1 to 16 is PKCS#7, 0 is zero padding, a space is white space, which JSON allows,
// and any other byte belongs to the message. A message that ends in tabs or line ends may lose some of them to PKCS#7,
// which changes nothing.
function withoutAnyPadding(plaintext: Buffer): Buffer {
  let end = plaintext.length - pkcs7Length(plaintext)
  const earliest = plaintext.length - BLOCK_BYTES
  while (end > earliest && plaintext[end - 1] === 0) end--
  return plaintext.subarray(0, end)
}

/**
 * How many bytes of PKCS#7 padding the plaintext ends in; 0 when it is not PKCS#7. Reads the same 16 bytes in every case.
 */
function pkcs7Length(plaintext: Buffer): number {
  const length = plaintext[plaintext.length - 1] ?? 0
  let wrong = 0
  for (let back = 1; back <= BLOCK_BYTES; back++) {
    wrong |= Number(back <= length) & Number(plaintext[plaintext.length - back] !== length)
  }
  return length >= 1 && length <= BLOCK_BYTES && wrong === 0 ? length : 0
}
