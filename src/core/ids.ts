// Makes ids: time-ordered, so that indexes grow at one end, and with enough random bits that they cannot be guessed.
import { hash, randomFillSync } from 'node:crypto'
import type { Clock } from './clock.ts'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const LETTERS = Buffer.from(ALPHABET)
const ID_BYTES = 16
/** The id that is being made, as bytes and as letters. */
const made = Buffer.alloc(ID_BYTES)
const letters = Buffer.alloc(26)
const pool = Buffer.alloc(8192)
let poolUsed = pool.length
let lastMs = 0
let lastFrozen = false
let sequence = 0

/** An operation's id: a UUID version 7 (RFC 9562) whose time is the service's clock; 62 random bits. */
export function newUuid(clock: Clock): string {
  const hex = timeOrderedBytes(clock).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Any other id: `crd_` + 26 characters of Crockford's base 32, also time-ordered; `atMs` replaces the present time. */
export function newId(clock: Clock, prefix: string, atMs?: number): string {
  return `${prefix}_${base32(timeOrderedBytes(clock, atMs))}`
}

/** 26 letters that a text always has, of Crockford's base 32: 128 bits of its SHA-256. */
export function lettersOf(text: string): string {
  return base32(hash('sha256', text, 'buffer').subarray(0, ID_BYTES))
}

/** The smallest possible operation id of an instant: the bound of a range of ids by day. */
export function firstUuidAt(epochMs: number): string {
  const hex = Math.max(0, epochMs).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** The smallest possible id of an instant with a prefix. */
export function firstIdAt(prefix: string, epochMs: number): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(Math.max(0, epochMs), 0, 6)
  return `${prefix}_${base32(bytes)}`
}

/** The instant in one of our ids, of either kind, in epoch milliseconds; NaN for another text. */
export function msOfId(id: string): number {
  const uuid = /^([0-9a-f]{8})-([0-9a-f]{4})-/.exec(id)
  if (uuid) return Number.parseInt(`${uuid[1]}${uuid[2]}`, 16)
  const text = /^[a-z]+_([0-9a-hjkmnp-tv-z]{26})$/.exec(id)?.[1]
  if (text === undefined) return Number.NaN
  // Ten characters are 50 bits: the 48 of the time and two more.
  return Math.floor([...text.slice(0, 10)].reduce((sum, character) => sum * 32 + ALPHABET.indexOf(character), 0) / 4)
}

/** The code at the end of a short page address: 12 characters of Crockford's base 32, 60 random bits. */
export function newShortCode(): string {
  return Array.from(randomBytes(12), (byte) => ALPHABET[byte % 32]).join('')
}

/** `size` random bytes from the system's generator, fetched in blocks. */
export function randomBytes(size: number): Buffer {
  const bytes = Buffer.alloc(size)
  fillRandomly(bytes, 0)
  return bytes
}

/** Sets the bytes from a place on. */
function fillRandomly(bytes: Buffer, from: number): void {
  if (poolUsed + bytes.length - from > pool.length) {
    randomFillSync(pool)
    poolUsed = 0
  }
  for (let at = from; at < bytes.length; at += 1) {
    bytes[at] = pool[poolUsed] ?? 0
    pool[poolUsed] = 0
    poolUsed += 1
  }
}

/** Valid until the next id is made. */
function timeOrderedBytes(clock: Clock, ms = clock.epochMs()): Buffer {
  const frozen = clock.state().frozenMs !== null
  // While the clock stands still, real time orders the ids of all processes: 1,024 ids fit in a millisecond of real time.
  const first = frozen ? (clock.wallMs() % 2 ** 32) * 1024 : 0
  sequence = ms === lastMs && frozen === lastFrozen ? Math.max(sequence + 1, first) : first
  lastMs = ms
  lastFrozen = frozen
  const bytes = made
  fillRandomly(bytes, ID_BYTES / 2)
  if (frozen) {
    bytes.writeUIntBE(ms, 0, 6)
    bytes.writeUInt16BE(0x7000 | (Math.floor(sequence / 2 ** 30) % 4096), 6)
    bytes.writeUInt32BE(0x80000000 + (sequence % 2 ** 30), 8)
    return bytes
  }
  // 4,096 ids fit in a millisecond; further ids use the following milliseconds.
  bytes.writeUIntBE(ms + Math.floor(sequence / 4096), 0, 6)
  bytes.writeUInt16BE(0x7000 | (sequence % 4096), 6)
  bytes.writeUInt8(0x80 | ((bytes[8] ?? 0) & 0x3f), 8)
  return bytes
}

/** The 26 letters of sixteen bytes. */
function base32(bytes: Buffer): string {
  let length = 0
  let bits = 0
  let value = 0
  for (let at = 0; at < ID_BYTES; at += 1) {
    value = (value << 8) | (bytes[at] ?? 0)
    bits += 8
    while (bits >= 5) {
      letters[length] = LETTERS[(value >>> (bits - 5)) & 31] ?? 0
      length += 1
      bits -= 5
    }
    value &= (1 << bits) - 1
  }
  letters[length] = LETTERS[(value << (5 - bits)) & 31] ?? 0
  return letters.toString('latin1')
}
