// Reads the bodies of events: the text that was written with each event, which never changes.
import type { EventRow } from '../store/tables.ts'

/** The bodies of events about operations that versions up to 0.2.0 wrote without a text, by event id. */
export type EarlierBodies = (events: readonly EventRow[]) => Promise<Map<string, string>>

/** The body of each event as JSON text, by its id: as `GET /v1/events` and webhooks have it. */
export async function bodiesOf(
  events: readonly EventRow[],
  earlierBodies: EarlierBodies,
): Promise<Map<string, string>> {
  const without = events.filter(({ data }) => data === null)
  const earlier = without.length === 0 ? undefined : await earlierBodies(without)
  return new Map(events.map(({ id, data }) => [id, data ?? earlier?.get(id) ?? '{}']))
}
