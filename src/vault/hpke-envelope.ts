// Opens envelopes of our own client: HPKE, bound to the sender's credential, the call, and the time.
import { Failure } from '../failures.ts'
import { fromBase64, MAX_DATA_CHARACTERS, type OpenedEnvelope, type SealedEnvelope } from './envelope.ts'
import type { EnvelopeBytes, EnvelopeClaim } from './envelope-claims.ts'
import { ENCAPSULATED_BYTES, type HpkeCiphertext } from './hpke.ts'
import { opened, parseMessage } from './message.ts'

/** The binding of a message. If one of these values differs, the envelope does not open. */
interface HpkeBinding {
  /** `POST /v1/token` */
  call: string
  /** The sender's app_key, or the SHA-256 of a session's token in base64url. */
  presentedAs: string
  /** Unix time in ms at which it was sealed, by the clock of `GET /v1/public-key`. */
  sealedAtMs: number
}

/** The part of the pool of threads that opening needs. */
interface OpenWithKey {
  /** The key with the id, if it is readable; otherwise the current one, so that the cost is the same. */
  keyIdFor(keyId: string): string
  open(keyId: string, sealed: HpkeCiphertext): Promise<Uint8Array | undefined>
}

interface HpkeTimes {
  nowMs: number
  maxAgeMs: number
}

/** Clocks of two processes may differ by this much. */
const AHEAD_MS = 60_000
/** Of the tag of AES-GCM. */
const TAG_BYTES = 16
const KEY = /^hpke1\.([\w-]{1,64})\.(\d{10,15})\.([\w-]{87})$/

/** Whether an envelope has this form. Base64 has no dot, so the form is unambiguous. */
export function isHpke({ keyBase64 }: SealedEnvelope): boolean {
  return keyBase64.startsWith('hpke1.')
}

/** The `info` of RFC 9180: JSON of a list, so that different bindings have different texts. */
export function hpkeInfo({ call, presentedAs, sealedAtMs }: HpkeBinding): Uint8Array {
  return Buffer.from(JSON.stringify(['cobro envelope 1', call, presentedAs, sealedAtMs]))
}

/**
 * The message inside. `key` is `hpke1.<key_id>.<sealed at, ms>.<encapsulated key, base64url>`, `data` the ciphertext in base64. Fails as
 * `openEnvelope` does. What is too old, sealed under a key that is gone, or moved costs the same one decryption as what opens.
 *
 * Only what opens is claimed: nobody but its sealer can make a second message for an encapsulated key, so there is nothing to try out, and
 * junk leaves no row.
 */
export async function openHpkeEnvelope(
  envelope: SealedEnvelope,
  use: Omit<HpkeBinding, 'sealedAtMs'>,
  keys: OpenWithKey,
  times: HpkeTimes,
  claim: (envelope: EnvelopeBytes) => Promise<EnvelopeClaim | undefined>,
): Promise<OpenedEnvelope> {
  const [, keyId = '', sealedAt = '', point = ''] = KEY.exec(envelope.keyBase64.trim()) ?? []
  const encapsulated = Buffer.from(point, 'base64url')
  const data = fromBase64(envelope.dataBase64, MAX_DATA_CHARACTERS)
  if (encapsulated.length !== ENCAPSULATED_BYTES || data.length <= TAG_BYTES) throw new Failure('envelope-unreadable')

  const sealedAtMs = Number(sealedAt)
  const opener = keys.keyIdFor(keyId)
  const info = hpkeInfo({ ...use, sealedAtMs })
  const plaintext = await keys.open(opener, { encapsulated, ciphertext: data, info })
  const ageMs = times.nowMs - sealedAtMs
  const isTimely = ageMs <= times.maxAgeMs && ageMs >= -AHEAD_MS
  const message = plaintext && parseMessage(Buffer.from(plaintext))
  if (!message || !isTimely || opener !== keyId) throw new Failure('envelope-unreadable')
  const claimed = await claim({ wrappedKey: encapsulated, data })
  if (claimed === undefined) throw new Failure('envelope-unreadable')
  return { message: opened(message, Buffer.from(plaintext)), claim: claimed }
}
