// The forms in which clients encrypt the message itself under its 32-byte key, most common first.
import { createDecipheriv } from 'node:crypto'

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
 * The table. Data of one form read as another gives random bytes, which are not a JSON object in valid UTF-8, so trying in turn is safe.
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

export type DataFormName = keyof typeof dataForms

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
