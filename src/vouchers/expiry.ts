// Until when a voucher can be paid: always the end of a Mexico City day.

import type { Clock } from '../core/clock.ts'
import type { Bilingual } from '../core/language/bilingual.ts'
import { rails, type VoucherRail } from '../core/rail.ts'
import { addDays, dayEndAt, daysBetween, instantPlus, isDay, mexicoCityDay } from '../core/time.ts'

const MAX_DAYS = 365

/** The last computed end of a day, by rail: almost every voucher asks for the same one. */
const lately = new Map<string, { today: string; expiresAt: string }>()

/** The instant at which a voucher of today expires if the request names no day. */
export function defaultExpiry(clock: Clock, rail: VoucherRail): string {
  const today = mexicoCityDay(clock.epochMs())
  const known = lately.get(rail)
  if (known?.today === today) return known.expiresAt
  const expiresAt = dayEndAt(addDays(today, rails[rail].voucherDays))
  lately.set(rail, { today, expiresAt })
  return expiresAt
}

/** The last computed end of a wait, by rail. */
const ended = new Map<string, { expiresAt: string; graceMinutes: number; dueAt: string }>()

/** Until when a voucher still waits for the report of a payment made in time. */
export function endOfGrace(rail: VoucherRail, expiresAt: string, graceMinutes: number): string {
  const known = ended.get(rail)
  if (known?.expiresAt === expiresAt && known.graceMinutes === graceMinutes) return known.dueAt
  const dueAt = instantPlus(expiresAt, graceMinutes * 60_000)
  ended.set(rail, { expiresAt, graceMinutes, dueAt })
  return dueAt
}

/** The end of the requested day, `YYYY-MM-DD`, or its fault. */
export function expiryOf(clock: Clock, day: string): { expiresAt: string } | { problem: Bilingual } {
  if (!isDay(day)) {
    return { problem: ['debe ser una fecha que exista, como 2026-12-31', 'must be a date that exists, as 2026-12-31'] }
  }
  const days = daysBetween(mexicoCityDay(clock.epochMs()), day)
  if (days < 0) return { problem: ['no debe haber pasado', 'must not have passed'] }
  if (days > MAX_DAYS) {
    return { problem: [`debe estar a lo más a ${MAX_DAYS} días`, `must be at most ${MAX_DAYS} days away`] }
  }
  return { expiresAt: dayEndAt(day) }
}
