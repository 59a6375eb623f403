// Codes of an authenticator app (TOTP, RFC 6238: SHA-1, 30 seconds, 6 digits), as every such app makes them.
import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
const DIGITS = 6
/** A phone's clock may be a step off. */
const DRIFT = [0, -1, 1]
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const TOTP_KEY_BYTES = 20

/** The code of a time step. */
export function totpCode(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', key).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}

export function totpStep(wallMs: number): number {
  return Math.floor(wallMs / STEP_MS)
}

/** The step of the code, if it is later than `lastStep`; undefined for a wrong or used code. */
export function stepOfCode(key: Buffer, code: string, { wallMs, lastStep }: { wallMs: number; lastStep: number }) {
  if (!/^\d{6}$/.test(code)) return undefined
  const now = totpStep(wallMs)
  return DRIFT.map((drift) => now + drift).find(
    (step) => step > lastStep && timingSafeEqual(Buffer.from(totpCode(key, step)), Buffer.from(code)),
  )
}

/** The key for an app that has no camera. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** The address that opens an app: `otpauth://totp/…`. */
export function totpAddress(key: Buffer, email: string): string {
  return `otpauth://totp/Cobro:${encodeURIComponent(email)}?secret=${base32(key)}&issuer=Cobro`
}
