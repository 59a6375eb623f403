// Seals a message as clients do, in every form that the service opens.

import { createCipheriv, generateKeyPairSync, publicEncrypt, randomBytes } from 'node:crypto'
import { type KeyPadding, keyPaddings } from '../src/vault/key-paddings.ts'

const dataSealers = {
  'ecb-pkcs7': (key, plaintext) => encrypt('aes-256-ecb', key, null, plaintext, true),
  'ecb-zero': (key, plaintext) =>
    encrypt('aes-256-ecb', key, null, filled(plaintext, 0, missing(plaintext) % 16), false),
  'ecb-spaces': (key, plaintext) =>
    encrypt('aes-256-ecb', key, null, filled(plaintext, 0x20, missing(plaintext)), false),
  gcm: (key, plaintext) => {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
  },
  cbc: (key, plaintext) => {
    const iv = randomBytes(16)
    return Buffer.concat([iv, encrypt('aes-256-cbc', key, iv, plaintext, true)])
  },
} as const satisfies Record<string, (key: Buffer, plaintext: Buffer) => Buffer>

export type SealedForm = keyof typeof dataSealers
export const sealedForms = Object.keys(dataSealers) as SealedForm[]

export interface SealOptions {
  keyPadding?: KeyPadding
  dataForm?: SealedForm
  /** Breaks the base64 into lines of this length, with a break after the last. */
  base64LineLength?: number
  /** The message key instead of a fresh one; 32 bytes. */
  messageKey?: Buffer
  /** Sent under RSA instead of the message key. */
  wrapped?: string
}

/** `{key, data}` of a message (JSON, or the exact text) for the holder of the private key. PKCS#1 v1.5 and ECB with PKCS#7 by default. */
export function sealEnvelope(
  message: unknown,
  publicKeyPem: string,
  options: SealOptions = {},
): { key: string; data: string } {
  const { keyPadding = 'pkcs1', dataForm = 'ecb-pkcs7', base64LineLength } = options
  // 32 characters, as clients make them: the characters are the key.
  const messageKey = options.messageKey ?? Buffer.from(randomBytes(16).toString('hex'), 'ascii')
  const plaintext = Buffer.from(typeof message === 'string' ? message : JSON.stringify(message), 'utf8')
  const wrap = () => publicEncrypt({ key: publicKeyPem, ...keyPaddings[keyPadding] }, messageKey)
  return {
    key: options.wrapped ?? base64(wrap(), base64LineLength),
    data: base64(dataSealers[dataForm](messageKey, plaintext), base64LineLength),
  }
}

/** An RSA-2048 pair as the service holds it: PKCS#8 and SPKI PEM. */
export function makeTransportKey(keyId: string): { keyId: string; privateKeyPem: string; publicKeyPem: string } {
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return { keyId, privateKeyPem: pair.privateKey, publicKeyPem: pair.publicKey }
}

function encrypt(cipher: string, key: Buffer, iv: Buffer | null, plaintext: Buffer, padded: boolean): Buffer {
  const encryptor = createCipheriv(cipher, key, iv).setAutoPadding(padded)
  return Buffer.concat([encryptor.update(plaintext), encryptor.final()])
}

/** 1 to 16: the padding that PKCS#7 would add. */
function missing(plaintext: Buffer): number {
  return 16 - (plaintext.length % 16)
}

function filled(plaintext: Buffer, byte: number, count: number): Buffer {
  return Buffer.concat([plaintext, Buffer.alloc(count, byte)])
}

function base64(bytes: Buffer, lineLength: number | undefined): string {
  const text = bytes.toString('base64')
  return lineLength === undefined ? text : text.replace(new RegExp(`.{1,${lineLength}}`, 'g'), '$&\n')
}
