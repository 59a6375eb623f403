// Instants and days as Mexico City counts them, from the tz database: never a fixed offset.
import { type BankHoliday, bankHolidays } from './banks/holidays.ts'

/** A calendar day, `2026-11-20`. Any text may be given as one; an instant may not. */
export type Day = string & { readonly is?: 'day' }

/** A moment as it is stored: ISO 8601 UTC with milliseconds. Any text may be given as one; a day may not. */
export type Instant = string & { readonly is?: 'instant' }

const ZONE = 'America/Mexico_City'
const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
/** Each payment needs a few hours and days, and most need the same ones. */
const MAX_KEPT = 10_000
const offsets = new Map<number, number>()
const days = new Map<number, string>()
const starts = new Map<Day, number>()
const speiDays = new Map<number, string>()
/** From the turn of SPEI's day to midnight. */
const SPEI_DAY_LEFT_MS = 6 * HOUR_MS

/**
 * ISO 8601 with the offset of Mexico City and no milliseconds: `2026-11-20T10:11:28-06:00`. What is no instant, as in a row that somebody has
 * damaged, stays as it is.
 */
export function mexicoCityTime(instant: Instant | number): string {
  const epochMs = typeof instant === 'number' ? instant : Date.parse(instant)
  if (Number.isNaN(epochMs)) return String(instant)
  const minutes = offsetMinutes(epochMs)
  const local = epochMs + minutes * MINUTE_MS
  const ofDay = Math.floor((local - Math.floor(local / DAY_MS) * DAY_MS) / 1_000)
  const time = `${pad(Math.floor(ofDay / 3_600))}:${pad(Math.floor(ofDay / 60) % 60)}:${pad(ofDay % 60)}`
  const size = Math.abs(minutes)
  return `${dayOf(local)}T${time}${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`
}

/** The last instant whose day was asked for: a payment asks several times for the same one. */
let lately: { instant: Instant; day: Day } = { instant: '', day: '' }

/** The Mexico City day of an instant: `2026-11-20`. */
export function mexicoCityDay(instant: Instant | number): Day {
  if (instant === lately.instant && instant !== '') return lately.day
  const epochMs = typeof instant === 'number' ? instant : Date.parse(instant)
  const day = dayOf(epochMs + offsetMinutes(epochMs) * MINUTE_MS)
  if (typeof instant === 'string') lately = { instant, day }
  return day
}

/**
 * The day of an instant of a row, as `dayOf` has it. What is no instant, as in a row that somebody has damaged, stays as it is: for what is compared and
 * shown, never for what is written.
 */
export function dayInRow(instant: Instant, dayOf: (instant: Instant) => Day = mexicoCityDay): Day {
  return Number.isNaN(Date.parse(instant)) ? String(instant) : dayOf(instant)
}

/** The first instant of a Mexico City day, in epoch milliseconds. */
export function dayStartMs(day: Day): number {
  const known = starts.get(day)
  if (known !== undefined) return known
  const startMs = Temporal.PlainDate.from(day).toZonedDateTime(ZONE).epochMilliseconds
  if (starts.size >= MAX_KEPT) starts.clear()
  starts.set(day, startMs)
  return startMs
}

/** The start of a Mexico City day, as an instant. */
export function dayStartAt(day: Day): Instant {
  return instantOf(dayStartMs(day))
}

/** The last millisecond of a Mexico City day, as an instant. */
export function dayEndAt(day: Day): Instant {
  return instantOf(dayStartMs(addDays(day, 1)) - 1)
}

/** `addDays('2026-11-30', 1)` is `2026-12-01`. */
export function addDays(day: Day, days: number): Day {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}

/** Whole days from one day to another: `daysBetween('2026-11-20', '2026-11-23')` is 3. */
export function daysBetween(from: Day, to: Day): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'days' }).days
}

/** True for `YYYY-MM-DD` of a day that exists, from 1970 to 2999: 2026-02-30 does not. */
export function isDay(text: string): boolean {
  if (!/^(19[7-9]\d|2\d{3})-\d\d-\d\d$/.test(text)) return false
  const epochMs = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(epochMs) && new Date(epochMs).toISOString().startsWith(text)
}

/**
 * The day of a text, if it exists. A day outside 1970 to 2999 becomes the nearest day inside: `9999-12-31`, which some
 * clients send for "without an end", is `2999-12-31`.
 */
export function dayWithin(text: string): string | undefined {
  const [year = '', rest = ''] = [text.slice(0, 4), text.slice(4)]
  // The calendar repeats every 400 years.
  const alike = /^\d{4}$/.test(year) ? `${2000 + (Number(year) % 400)}${rest}` : ''
  if (!isDay(alike)) return undefined
  if (year < '1970') return '1970-01-01'
  return year > '2999' ? '2999-12-31' : text
}

/** Epoch milliseconds as ISO 8601 UTC with milliseconds, the form in which instants are stored. */
export function instantOf(epochMs: number): Instant {
  return new Date(epochMs).toISOString()
}

/** The first and the last instant of another system that are believed; both have four digits of the year, and are compared as text. */
const FIRST_MS = Date.parse('1970-01-01T00:00:00.000Z')
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * A text of another system as an instant: any form of ISO 8601 with an offset or `Z`. Undefined for any other text. Sample: `2026-11-23T18:00:00,5-06`
 * is an instant, `2026-11-23T18:00:00` is not. An instant outside the years 1970 to 9999 becomes the nearest one inside, because some systems send
 * `9999-12-31T23:59:59-06:00`, which is in the year 10000 of UTC, for "without an end", and `0001-01-01T00:00:00Z` for "unknown".
 */
export function readInstant(text: string): Instant | undefined {
  if (!/^\d{4}-/.test(text)) return undefined
  try {
    return instantWithin(Temporal.Instant.from(text).epochMilliseconds)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Epoch milliseconds as an instant; one outside the years 1970 to 9999 becomes the nearest one inside. */
export function instantWithin(epochMs: number): Instant {
  return instantOf(Math.min(Math.max(epochMs, FIRST_MS), LAST_MS))
}

/** The later of two instants. */
export function laterOf(one: Instant, other: Instant): Instant {
  return instantOf(Math.max(Date.parse(one), Date.parse(other)))
}

/** The first of some instants; undefined when none is given. */
export function earliest(instants: Iterable<Instant | null | undefined>): Instant | undefined {
  return [...instants].filter((at) => typeof at === 'string').sort()[0]
}

/** The instant `ms` after (or before) another. */
export function instantPlus(instant: Instant, ms: number): Instant {
  return instantOf(Date.parse(instant) + ms)
}

/**
 * The instant an ISO 8601 duration after another, in epoch milliseconds; days and longer are counted on the calendar of Mexico
 * City. Undefined for any other text. Sample: `P3D`, `PT1H`, `P1M` and `P1DT12H` are durations, `3 days` is not.
 */
export function plusDuration(epochMs: number, duration: string): number | undefined {
  if (!/^-?P[\dYMWDTHS.,]{2,40}$/i.test(duration)) return undefined
  try {
    const start = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(ZONE)
    return start.add(Temporal.Duration.from(duration)).epochMilliseconds
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Whether banks work on a day: no weekend and no holiday of the calendar that the CNBV publishes for banks. */
export function isBusinessDay(day: Day): boolean {
  const date = Temporal.PlainDate.from(day)
  if (date.dayOfWeek > 5) return false
  return !bankHolidays.some((holiday) => isHoliday(date, holiday))
}

/**
 * The banking day under which SPEI books an instant. It turns at 18:00 Mexico City; on bank holidays it is the next
 * business day. Sample: Friday 20 November 2026 from 18:00 on is Monday the 23rd.
 */
export function speiDay(instant: Instant | number): Day {
  const epochMs = typeof instant === 'number' ? instant : Date.parse(instant)
  return kept(speiDays, Math.floor(epochMs / HOUR_MS), () => {
    const shifted = mexicoCityDay(epochMs + SPEI_DAY_LEFT_MS)
    return isBusinessDay(shifted) ? shifted : businessDaysAfter(shifted, 1)
  })
}

/** The first and the last instant of a day. */
interface Span {
  from: Instant
  to: Instant
}

/** The span of a Mexico City day. */
export function daySpan(day: Day): Span {
  return { from: dayStartAt(day), to: dayEndAt(day) }
}

/**
 * The span of a banking day of SPEI, from the turn of the business day before it. Sample: Monday 23 November 2026 begins on
 * Friday the 20th at 18:00.
 */
export function speiDaySpan(day: Day): Span {
  let before = addDays(day, -1)
  while (!isBusinessDay(before)) before = addDays(before, -1)
  return { from: instantOf(speiTurnMs(before)), to: instantOf(speiTurnMs(day) - 1) }
}

/** When SPEI's day turns: 18:00 in Mexico City. */
function speiTurnMs(day: Day): number {
  return dayStartMs(addDays(day, 1)) - SPEI_DAY_LEFT_MS
}

/** Easter Sunday of a year, by the Gregorian computus that Meeus, Jones and Butcher printed. Sample: 2026 is 2026-04-05. */
export function easterOf(year: number): Day {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return `${year}-${pad(Math.floor(n / 31))}-${pad((n % 31) + 1)}`
}

/** The nth business day after a day: settlement T+1 of a Friday is the Monday. */
export function businessDaysAfter(day: Day, count: number): Day {
  let date = day
  for (let left = count; left > 0; ) {
    date = addDays(date, 1)
    if (isBusinessDay(date)) left -= 1
  }
  return date
}

/** The nth business day after a day, or before it when `count` is below zero. */
export function businessDaysFrom(day: Day, count: number): Day {
  if (count >= 0) return businessDaysAfter(day, count)
  let date = day
  for (let left = count; left < 0; ) {
    date = addDays(date, -1)
    if (isBusinessDay(date)) left += 1
  }
  return date
}

function isHoliday(date: Temporal.PlainDate, { date: on, monday, afterEaster, years }: BankHoliday): boolean {
  if (years !== undefined && (date.year < years.from || (date.year - years.from) % years.every !== 0)) return false
  if (on !== undefined) return date.month === on.month && date.day === on.day
  if (monday !== undefined)
    return date.month === monday.month && date.dayOfWeek === 1 && Math.ceil(date.day / 7) === monday.nth
  return afterEaster !== undefined && date.toString() === addDays(easterOf(date.year), afterEaster)
}

/** Offsets change on the hour, so one look-up for each hour is enough. */
function offsetMinutes(epochMs: number): number {
  const hour = Math.floor(epochMs / HOUR_MS)
  return kept(offsets, hour, () => {
    const zoned = Temporal.Instant.fromEpochMilliseconds(hour * HOUR_MS).toZonedDateTimeISO(ZONE)
    return zoned.offsetNanoseconds / 60_000_000_000
  })
}

/** The day of local milliseconds. */
function dayOf(localMs: number): Day {
  const day = Math.floor(localMs / DAY_MS)
  return kept(days, day, () => instantOf(day * DAY_MS).slice(0, 10))
}

function kept<R>(known: Map<number, R>, key: number, make: () => R): R {
  const found = known.get(key)
  if (found !== undefined) return found
  const made = make()
  if (known.size >= MAX_KEPT) known.clear()
  known.set(key, made)
  return made
}

function pad(number: number): string {
  return number < 10 ? `0${number}` : String(number)
}
