// What an audit checks of the log: the list of events of a type finds each of them.
import type { Invariant } from '../audit/invariant.ts'
import { eachPortion } from '../audit/portions.ts'
import type { RoomAudit } from '../audit/room-audit.ts'
import { BATCH_SIZE, type Scan } from '../audit/scan.ts'
import type { Bilingual } from '../core/language/bilingual.ts'
import { among, listOf } from '../store/among.ts'
import { listedTypes, spanOf } from './spans.ts'
import type { EventRow, EventSpanRow } from './tables.ts'

const eventSpans: Invariant = {
  name: 'event-spans',
  meaning: [
    'La lista de eventos de un tipo encuentra cada evento; lo que falte lo repone cobro migrate',
    'The list of events of a type finds each event; cobro migrate puts back what is missing',
  ],
}

export const eventsAudit: RoomAudit = { invariants: [eventSpans], scan: scanSpans }

const texts = {
  listed: ['que la lista de su tipo llegue a sus eventos', 'the list of its type reaches its events'],
  notListed: ['que no llega', 'it does not'],
} as const satisfies Record<string, Bilingual>

type Spanned = Pick<EventRow, 'account_id' | 'type' | 'id' | 'actor_kind'>

/** Every event is in a span; a span without an event costs one look. */
async function scanSpans(scan: Scan): Promise<void> {
  const only = ['id', 'account_id', 'type', 'actor_kind'] as const
  await eachPortion(scan, { table: 'events', limit: BATCH_SIZE, only }, async (rows: Spanned[]) => {
    const wanted = new Map(rows.filter(listedTypes).map((row) => [nameOf(spanOf(row)), row]))
    if (wanted.size === 0) return
    const there = new Set((await spansOf(scan, [...wanted.values()].map(spanOf))).map(nameOf))
    for (const [name, { type, id }] of wanted) {
      if (!there.has(name))
        scan.found(eventSpans, { id: `${type} ${id}`, expected: texts.listed, found: texts.notListed })
    }
  })
}

async function spansOf({ snapshot }: Scan, spans: readonly EventSpanRow[]): Promise<EventSpanRow[]> {
  const listed = (column: keyof EventSpanRow) =>
    among(snapshot, column, listOf(snapshot, [...new Set(spans.map((one) => one[column]))]))
  return snapshot.db
    .selectFrom('event_spans')
    .select(['account_id', 'type', 'span'])
    .where(listed('account_id'))
    .where(listed('type'))
    .where(listed('span'))
    .execute()
}

function nameOf({ account_id, type, span }: EventSpanRow): string {
  return JSON.stringify([account_id, type, span])
}
