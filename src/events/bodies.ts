// What events say: the text that was written with each when it happened. It never changes.
import type { EventRow } from '../store/tables.ts'

/** The texts of events about operations that versions up to 0.2.0 wrote, which kept none, by event id. */
export type EarlierBodies = (events: readonly EventRow[]) => Promise<Map<string, string>>

/** The body of each event as JSON text, by its id: what `GET /v1/events` shows and a webhook carries. */
export async function bodiesOf(
  events: readonly EventRow[],
  earlierBodies: EarlierBodies,
): Promise<Map<string, string>> {
  const without = events.filter(({ data }) => data === null)
  const earlier = without.length === 0 ? undefined : await earlierBodies(without)
  return new Map(events.map(({ id, data }) => [id, data ?? earlier?.get(id) ?? '{}']))
}
