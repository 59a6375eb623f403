// HPKE (RFC 9180) as the service uses it: one suite, pairs of keys, and opening a single message.
import type { webcrypto } from 'node:crypto'
import { AEAD_AES_256_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_P256_HKDF_SHA256 } from 'hpke'
import { firstUse } from '../core/first-use.ts'

const suite = firstUse(() => new CipherSuite(KEM_DHKEM_P256_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_256_GCM))

/** The suite as RFC 9180 writes it. Every browser with WebCrypto has its parts. */
export const HPKE_SUITE = 'DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM'

/** Bytes of an encapsulated key: a point of P-256, uncompressed. */
export const ENCAPSULATED_BYTES = 65

/** A pair as the database has it: `SerializePublicKey` and `SerializePrivateKey` of RFC 9180. */
export interface HpkePair {
  /** 65 bytes. */
  publicKey: Uint8Array
  /** 32 bytes. */
  privateKey: Uint8Array
}

/** A received message, and the binding that its sender must have used. */
export interface HpkeCiphertext {
  encapsulated: Uint8Array
  ciphertext: Uint8Array
  info: Uint8Array
}

/** The message, or undefined: sealed for another key, bound to something else, or altered. */
export type OpenHpke = (sealed: HpkeCiphertext) => Promise<Uint8Array | undefined>

export async function makeHpkePair(): Promise<HpkePair> {
  const pair = await suite().GenerateKeyPair(true)
  const [publicKey, privateKey] = await Promise.all([
    suite().SerializePublicKey(pair.publicKey),
    suite().SerializePrivateKey(pair.privateKey),
  ])
  return { publicKey, privateKey }
}

/** Opens messages in Base mode. Throws for an invalid pair. */
export async function hpkeOpener(pair: HpkePair): Promise<OpenHpke> {
  const [publicKey, privateKey] = await Promise.all([
    suite().DeserializePublicKey(pair.publicKey),
    // Not with the library's reader, which uses an experimental call of WebCrypto, about which Node logs a warning.
    crypto.subtle.importKey('jwk', jwkOf(pair), { name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits']),
  ])
  return async ({ encapsulated, ciphertext, info }) => {
    try {
      return await suite().Open({ publicKey, privateKey }, encapsulated, ciphertext, { info })
    } catch {
      return undefined
    }
  }
}

function jwkOf({ publicKey, privateKey }: HpkePair): webcrypto.JsonWebKey {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
  return { kty: 'EC', crv: 'P-256', x: text(publicKey.slice(1, 33)), y: text(publicKey.slice(33)), d: text(privateKey) }
}
