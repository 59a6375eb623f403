// The bodies of events, as `GET /v1/events` and webhooks have them. A body never changes.
import type { EventRow } from './tables.ts'

/** The record of its operation at each event, as JSON text, by event id. */
export type RecordsAtEvents = (events: readonly EventRow[]) => Promise<Map<string, string>>

/** The body of each event as JSON text, by its id: the record of its operation as it was when it moved, or what was written with the event. */
export async function bodiesOf(
  events: readonly EventRow[],
  recordsAtEvents: RecordsAtEvents,
): Promise<Map<string, string>> {
  const records = await recordsAtEvents(events.filter(({ operation_status }) => operation_status !== null))
  return new Map(events.map(({ id, data }) => [id, records.get(id) ?? data ?? '{}']))
}
