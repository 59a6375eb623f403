// The settings that limit requests and tries, with defaults in production and none in the sandbox.
import { type CardLimits, parseCardLimits } from '../core/card-limits.ts'
import type { Reading } from './reading.ts'
import { settings } from './settings.ts'

export interface Limits {
  /** Requests per second and credential; undefined means no limit. */
  rateLimit: number | undefined
  /** Requests per second and address; undefined means no limit. */
  addressRateLimit: number | undefined
  /** Undefined: neither tries of cards nor envelopes that do not open are limited. */
  cardLimits: CardLimits | undefined
}

export function readLimits({ text, whole, fault }: Reading, mode: 'sandbox' | 'production'): Limits {
  const rate = text('RATE_LIMIT')
  if (rate !== '') whole('RATE_LIMIT', 1, 1_000_000)
  const rateLimit = rate === '' ? (mode === 'production' ? 100 : undefined) : Number(rate)
  const addressRate = text('ADDRESS_RATE_LIMIT')
  if (addressRate !== '') whole('ADDRESS_RATE_LIMIT', 1, 1_000_000)
  const againstAttacks = text('ATTACK_LIMITS') || (mode === 'production' ? 'on' : 'off')
  if (!['on', 'off'].includes(againstAttacks)) fault('ATTACK_LIMITS', '`on` or `off`')
  if (mode === 'production' && againstAttacks === 'off') fault('ATTACK_LIMITS', 'production needs them: `on`')
  const cardLimits = parseCardLimits(text('CARD_LIMITS'))
  if (cardLimits === undefined)
    fault(
      'CARD_LIMITS',
      `numbers by name, from 1 to 1,000 for codes and declines and to 1,000,000 for the others, such as \`${settings.CARD_LIMITS.fallback}\``,
    )
  return {
    rateLimit,
    addressRateLimit:
      addressRate === '' ? (mode === 'production' ? 2 * (rateLimit ?? 0) : undefined) : Number(addressRate),
    cardLimits: againstAttacks === 'on' ? cardLimits : undefined,
  }
}
