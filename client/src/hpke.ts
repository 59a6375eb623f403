// HPKE (RFC 9180, Base mode, one message) with what WebCrypto has: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM.

/** A message that only the holder of the private key opens, and the encapsulated key that opens it. */
export interface HpkeSealed {
  /** A point of P-256, 65 bytes. */
  encapsulated: Uint8Array<ArrayBuffer>
  ciphertext: Uint8Array<ArrayBuffer>
}

type Bytes = Uint8Array<ArrayBuffer>

const CURVE = { name: 'ECDH', namedCurve: 'P-256' }
const KEY_BYTES = 32
const NONCE_BYTES = 12
const HASH_BYTES = 32
/** The ids of the KEM, the KDF and the AEAD (RFC 9180, 7). */
const KEM = joined(bytesOf('KEM'), twoBytes(0x0010))
const SUITE = joined(bytesOf('HPKE'), twoBytes(0x0010), twoBytes(0x0001), twoBytes(0x0002))
const BASE_MODE = Uint8Array.of(0)
const NOTHING = new Uint8Array(0)

/**
 * Seals `plaintext` for a public key (65 bytes), bound to `info`: with another `info` it does not open.
 */
export async function sealHpke(publicKey: Bytes, info: Bytes, plaintext: Bytes): Promise<HpkeSealed> {
  const { subtle } = crypto
  const [recipient, own] = await Promise.all([
    subtle.importKey('raw', publicKey, CURVE, false, []),
    subtle.generateKey(CURVE, false, ['deriveBits']),
  ])
  const [encapsulated, shared] = await Promise.all([
    subtle.exportKey('raw', own.publicKey).then((raw) => new Uint8Array(raw)),
    subtle.deriveBits({ name: 'ECDH', public: recipient }, own.privateKey, 256).then((raw) => new Uint8Array(raw)),
  ])
  // RFC 9180, 4.1: ExtractAndExpand.
  const eaePrk = await labeledExtract(KEM, NOTHING, 'eae_prk', shared)
  const secret = await labeledExpand(KEM, eaePrk, 'shared_secret', joined(encapsulated, publicKey), HASH_BYTES)
  // RFC 9180, 5.1: KeySchedule without a pre-shared key.
  const [pskIdHash, infoHash, schedule] = await Promise.all([
    labeledExtract(SUITE, NOTHING, 'psk_id_hash', NOTHING),
    labeledExtract(SUITE, NOTHING, 'info_hash', info),
    labeledExtract(SUITE, secret, 'secret', NOTHING),
  ])
  const context = joined(BASE_MODE, pskIdHash, infoHash)
  const [key, nonce] = await Promise.all([
    labeledExpand(SUITE, schedule, 'key', context, KEY_BYTES),
    labeledExpand(SUITE, schedule, 'base_nonce', context, NONCE_BYTES),
  ])
  const messageKey = await subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt'])
  const ciphertext = await subtle.encrypt({ name: 'AES-GCM', iv: nonce, tagLength: 128 }, messageKey, plaintext)
  return { encapsulated, ciphertext: new Uint8Array(ciphertext) }
}

/** RFC 9180, 4: LabeledExtract. */
function labeledExtract(suite: Bytes, salt: Bytes, label: string, input: Bytes): Promise<Bytes> {
  // HKDF takes no salt for a hash's length of zeros; not every WebCrypto takes an empty key.
  const key = salt.length === 0 ? new Uint8Array(HASH_BYTES) : salt
  return hmac(key, joined(bytesOf('HPKE-v1'), suite, bytesOf(label), input))
}

/** RFC 9180, 4: LabeledExpand, for at most one block of the hash. */
async function labeledExpand(suite: Bytes, key: Bytes, label: string, info: Bytes, length: number): Promise<Bytes> {
  const labeled = joined(twoBytes(length), bytesOf('HPKE-v1'), suite, bytesOf(label), info)
  return (await hmac(key, joined(labeled, Uint8Array.of(1)))).slice(0, length)
}

async function hmac(key: Bytes, message: Bytes): Promise<Bytes> {
  const { subtle } = crypto
  const imported = await subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return new Uint8Array(await subtle.sign('HMAC', imported, message))
}

function bytesOf(text: string): Bytes {
  return new TextEncoder().encode(text)
}

function twoBytes(value: number): Bytes {
  return Uint8Array.of(value >> 8, value & 255)
}

function joined(...parts: Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
