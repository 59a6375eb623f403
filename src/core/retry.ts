// When a failed delivery is tried again, and when it is given up.

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The wait before each try of a webhook, from the end of the previous try (Standard Webhooks 1.0.0). Three days in all. */
export const WEBHOOK_WAITS_MS = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const

/** The same for e-mails and SMS: a receipt is of no use days later. */
export const MESSAGE_WAITS_MS = [0, 30 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR] as const

/** An endpoint is paused after this time without a success. */
export const PAUSE_AFTER_MS = 72 * HOUR

const JITTER = 0.1
const LONGEST_RETRY_AFTER_MS = 24 * HOUR

/**
 * Milliseconds until the next try after `tries` have failed, up to a tenth longer, so that many retries do not coincide;
 * undefined after the last try. A receiver's Retry-After can only make it longer.
 */
export function waitAfter(
  waits: readonly number[],
  tries: number,
  { retryAfterMs = 0, random = Math.random }: { retryAfterMs?: number; random?: () => number } = {},
): number | undefined {
  const wait = waits[tries]
  if (wait === undefined) return undefined
  return Math.max(Math.round(wait * (1 + JITTER * random())), retryAfterMs)
}

/**
 * A Retry-After header (RFC 9110, 10.2.3) in milliseconds from `nowMs` on, at most a day; 0 for a missing or unreadable
 * header.
 */
export function retryAfterMs(header: string | undefined, nowMs: number): number {
  if (header === undefined) return 0
  const text = header.trim()
  const ms = /^\d+$/.test(text) ? Number(text) * SECOND : Date.parse(text) - nowMs
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), LONGEST_RETRY_AFTER_MS)
}
