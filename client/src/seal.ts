// Seals a message so that only the service reads it: AES-256-GCM under a fresh key, which RSA-OAEP (SHA-256) carries.
import { fromBase64, toBase64 } from './base64.ts'

/** What travels instead of a charge or a card. */
export interface Sealed {
  /** The AES key under the service's RSA key, base64. */
  key: string
  /** Nonce (12 bytes), ciphertext and tag (16 bytes), base64. */
  data: string
}

const KEY_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const NONCE_BYTES = 12

/**
 * Seals `message` (anything JSON) for the holder of the private key of `publicKeyPem` (SPKI PEM, from `GET /v1/public-key`).
 * Needs WebCrypto: Node 20, or a page from https or localhost.
 */
export async function sealCharge(message: unknown, publicKeyPem: string): Promise<Sealed> {
  const { subtle } = webCrypto()
  const publicKey = await subtle.importKey('spki', derOf(publicKeyPem), { name: 'RSA-OAEP', hash: 'SHA-256' }, false, [
    'encrypt',
  ])
  const characters = keyCharacters()
  const messageKey = await subtle.importKey('raw', characters, 'AES-GCM', false, ['encrypt'])
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const plaintext = new TextEncoder().encode(JSON.stringify(message))
  const [key, data] = await Promise.all([
    subtle.encrypt('RSA-OAEP', publicKey, characters),
    subtle.encrypt({ name: 'AES-GCM', iv: nonce, tagLength: 128 }, messageKey, plaintext),
  ])
  return { key: toBase64(new Uint8Array(key)), data: toBase64(joined(nonce, new Uint8Array(data))) }
}

/** 32 ASCII characters, which are the 32 bytes of the AES key as the wire has it: 192 random bits. */
function keyCharacters(): Uint8Array<ArrayBuffer> {
  const random = crypto.getRandomValues(new Uint8Array(32))
  return random.map((byte) => KEY_CHARACTERS.charCodeAt(byte & 63))
}

function derOf(pem: string): Uint8Array<ArrayBuffer> {
  return fromBase64(pem.replace(/-----[^-]+-----/g, '').replace(/\s/g, ''))
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

function webCrypto(): typeof globalThis.crypto {
  const found = globalThis.crypto
  if (found?.subtle === undefined) throw new Error('WebCrypto is missing: serve the page over https, or from localhost')
  return found
}
