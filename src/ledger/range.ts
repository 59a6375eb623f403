// Reads the range of days of a query about the books.
import { readDay } from '../api/days.ts'
import { queryDay } from '../api/paging.ts'
import type { Clock } from '../core/clock.ts'
import type { FieldProblems } from '../core/failure-table.ts'
import { addDays, daysBetween, mexicoCityDay } from '../core/time.ts'
import { Failure, refuseInvalid } from '../failures.ts'

/** The longest range. */
export const MAX_DAYS = 366

export const RangeQuery = {
  start_date: queryDay('First day, YYYY-MM-DD'),
  end_date: queryDay('Last day, included'),
}

/** Both days included; without them the last 30. Throws `parameters-invalid`, also with the faults of other parameters. */
export function readRange(
  query: { start_date?: string; end_date?: string },
  clock: Clock,
  fields: FieldProblems = {},
): { startDay: string; endDay: string } {
  const endDay = readDay(query, 'end_date', fields) ?? mexicoCityDay(clock.now())
  if (fields.end_date) throw new Failure('parameters-invalid', { fields })
  const startDay = readDay(query, 'start_date', fields) ?? addDays(endDay, -29)
  if (!fields.start_date && startDay > endDay)
    fields.start_date = [['start_date no puede ser después de end_date', 'start_date must not be after end_date']]
  else if (!fields.start_date && daysBetween(startDay, endDay) >= MAX_DAYS)
    fields.start_date = [
      [
        `start_date y end_date abarcan a lo más ${MAX_DAYS} días, ambos incluidos`,
        `start_date and end_date span at most ${MAX_DAYS} days, both included`,
      ],
    ]
  refuseInvalid(fields)
  return { startDay, endDay }
}
