// The place of an operation in the list as one number, which the index keeps instead of its day and id.
import { addDays, dayStartMs, mexicoCityDay } from '../../core/time.ts'

/** A place in the list, which is in the order of day and id. */
export interface Place {
  day: string
  id: string
}

/** Whether one comes before the other in the list. */
export function isNewer(one: Place, other: Place): boolean {
  return one.day > other.day || (one.day === other.day && one.id > other.id)
}

/**
 * The millisecond in the id, or, when that is of another day than the operation, the nearest of its day. Numbers are in the order of the list;
 * operations of one millisecond have one number.
 */
export function placeNumber({ day, id }: Place): number {
  const { first, last } = boundsOf(day)
  const ms = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  return Number.isNaN(ms) ? first : Math.min(last, Math.max(first, ms))
}

/** The numbers of a day. */
export function boundsOf(day: string): { first: number; last: number } {
  let bounds = days.get(day)
  if (bounds === undefined) {
    bounds = { first: Math.max(0, dayStartMs(day)), last: Math.max(0, dayStartMs(addDays(day, 1)) - 1) }
    if (days.size >= MAX_DAYS) days.clear()
    days.set(day, bounds)
  }
  return bounds
}

const days = new Map<string, { first: number; last: number }>()
const MAX_DAYS = 5_000

/** The day of the operations with a number, and the bounds of their ids, the second not included. */
export function idsAt(place: number): { day: string; from: string; to: string } {
  const day = mexicoCityDay(place)
  const { first, last } = boundsOf(day)
  const hex = place.toString(16).padStart(12, '0')
  const beginning = `${hex.slice(0, 8)}-${hex.slice(8)}-`
  // Behind it there are digits up to f.
  return { day, from: place === first ? '' : beginning, to: place === last ? 'g' : `${beginning}g` }
}
