// Reads a moment of a query or a body: an instant with its offset, or a Mexico City day, which means its beginning or its
// end.
import { dayEndAt, dayStartAt, dayWithin, instantWithin } from '../core/time.ts'
import { invalidField } from '../failures.ts'
import { requiredText } from './fields.ts'

export const moment = (description: string) =>
  requiredText(40, {
    description: `${description}: a time with its offset, or a Mexico City day`,
    examples: ['2026-11-20', '2026-11-20T10:00:00-06:00'],
  })

/** The instant, or the beginning of the day. Refuses other texts by the field's name. */
export function beginningOf(field: string, text: string): string {
  const day = dayWithin(text)
  return day === undefined ? instant(field, text) : dayStartAt(day)
}

/** The instant, or the end of the day. */
export function endOf(field: string, text: string): string {
  const day = dayWithin(text)
  return day === undefined ? instant(field, text) : dayEndAt(day)
}

/** `2026-11-20T10:00:00-06:00`; `9999-12-31T23:59:59-06:00`, without an end, is the last instant. A plus sign that a query turned into a blank is taken for a plus. */
function instant(field: string, text: string): string {
  try {
    return instantWithin(Temporal.Instant.from(text.replace(' ', '+')).epochMilliseconds)
  } catch {
    throw invalidField(
      field,
      `${field} debe ser una hora con su zona (2026-11-20T10:00:00-06:00) o un día (2026-11-20)`,
      `${field} must be a time with its offset (2026-11-20T10:00:00-06:00) or a day (2026-11-20)`,
    )
  }
}
