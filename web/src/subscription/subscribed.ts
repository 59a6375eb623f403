// The words of a plan's period, and the path of a page of subscriptions.
import type { Words } from '../language.tsx'
import { PAGE } from '../parts/pages.tsx'

export const periods: Record<string, Words> = {
  day: ['al día', 'a day'],
  week: ['a la semana', 'a week'],
  month: ['al mes', 'a month'],
  year: ['al año', 'a year'],
}

/** The path of a page of them; `of` filters it. */
export function subscriptionsPath(of: Record<string, string>, offset = 0): string {
  return `/v1/console/subscriptions?${new URLSearchParams({ limit: String(PAGE), offset: String(offset), ...of })}`
}
