// Seals a message so that only the service reads it: under HPKE, bound to its use, or under a fresh AES key that RSA carries.
import { fromBase64, toBase64 } from './base64.ts'
import { sealHpke } from './hpke.ts'

/** The sealed form of a charge or a card. */
export interface Sealed {
  /** The AES key under the service's RSA key, base64; or `hpke1.`, the key's id, the time and the encapsulated key. */
  key: string
  /** Nonce (12 bytes; HPKE has none), ciphertext and tag (16 bytes), base64. */
  data: string
}

const KEY_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const NONCE_BYTES = 12

/** The use of a message: it opens for no other, and not for long. */
export interface SealedFor {
  /** `POST /v1/token` or `POST /v1/payment/card` */
  call: string
  /** The app_key of the call; with a Bearer token `presentedToken(token)`. */
  presentedAs: string
  /** Unix time in ms by the service's clock; see `time_ms` of `GET /v1/public-key`. */
  sealedAtMs: number
}

/**
 * Seals `message` (anything JSON) with the HPKE key of `GET /v1/public-key`: `keyId` is its `key_id`, `publicKey` its `hpke.public_key`.
 * Needs WebCrypto, as `sealCharge` does.
 */
export async function sealFor(
  message: unknown,
  { keyId, publicKey }: { keyId: string; publicKey: string },
  { call, presentedAs, sealedAtMs }: SealedFor,
): Promise<Sealed> {
  webCrypto()
  const info = bytesOf(JSON.stringify(['cobro envelope 1', call, presentedAs, sealedAtMs]))
  const sealed = await sealHpke(fromBase64(publicKey), info, bytesOf(JSON.stringify(message)))
  return {
    key: `hpke1.${keyId}.${sealedAtMs}.${toBase64Url(sealed.encapsulated)}`,
    data: toBase64(sealed.ciphertext),
  }
}

/** Represents a Bearer token in `SealedFor`: its SHA-256 in base64url. */
export async function presentedToken(token: string): Promise<string> {
  return toBase64Url(new Uint8Array(await webCrypto().subtle.digest('SHA-256', bytesOf(token))))
}

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
  const plaintext = bytesOf(JSON.stringify(message))
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

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
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
