// What caused the lines of the journal: the operation that each concerns, what its bank or network calls it, and the invoice of its fees.
import type { Kysely } from 'kysely'
import { type Day, mexicoCityDay } from '../core/time.ts'
import type { Store } from '../store/store.ts'
import type { Tables } from '../tables.ts'
import { type CauseKind, causeKindOf, causeOf, whatHappened } from './entry-name.ts'
import type { JournalLine } from './journal.ts'

/** What a line was caused by. */
export interface LineCause {
  kind: CauseKind
  id: string
  /** What happened to it. */
  what: string
  operationId: string | null
  /** Of SPEI: the tracking key. */
  trackingKey: string | null
  /** The network's own id: of a card payment the acquirer's, of cash the ticket, of a transfer or payout the bank's. */
  networkReference: string | null
  /** The earlier month that the line is about: that of the payment which is given back, for example. Null: its own. */
  concerns: string | null
  /** The folio fiscal of the invoice whose fees and IVA the line is part of. */
  cfdiUuid: string | null
}

/** What a reader finds of a cause. */
interface About extends Pick<LineCause, 'operationId' | 'trackingKey' | 'networkReference'> {
  /** The month or day, or the instant, of what the cause is about; null: it is about nothing earlier. */
  of: string | null
}

export const NOTHING: About = { operationId: null, trackingKey: null, networkReference: null, of: null }

type Db = Kysely<Tables>

/** Reads causes of one kind by their ids. */
export type CauseReader = (db: Db, ids: string[], accountId: string) => Promise<[id: string, about: About][]>

/** Reads the folio fiscal of the invoice that each of the lines is part of. */
export type InvoicesReader = (
  db: Db,
  accountId: string,
  lines: readonly JournalLine[],
) => Promise<(line: JournalLine) => string | null>

/** Each kind of cause, as its room reads it. */
export interface JournalReaders {
  causes: Readonly<Record<CauseKind, CauseReader>>
  invoicesOf: InvoicesReader
}

/** The causes of the lines, in their order. */
export async function readLineCauses(
  { store: { db }, journal: { causes, invoicesOf } }: { store: Store; journal: JournalReaders },
  accountId: string,
  lines: readonly JournalLine[],
): Promise<LineCause[]> {
  const ids = new Map<CauseKind, Set<string>>()
  for (const { entry } of lines) {
    const kind = causeKindOf(entry)
    ids.set(kind, (ids.get(kind) ?? new Set()).add(causeOf(entry)))
  }
  const kinds = [...ids].map(async ([kind, of]) => causes[kind](db, [...of], accountId))
  const [abouts, uuids] = await Promise.all([Promise.all(kinds), invoicesOf(db, accountId, lines)])
  const about = new Map<string, About>(abouts.flat())
  return lines.map((line) => {
    const kind = causeKindOf(line.entry)
    const id = causeOf(line.entry)
    const what = whatHappened(line.entry)
    const { operationId, of, ...references } = about.get(id) ?? NOTHING
    return {
      kind,
      id,
      what,
      operationId,
      // What its network calls a payment is not what it calls the transfer that gives it back.
      ...(kind === 'operation' && what !== 'paid' ? { trackingKey: null, networkReference: null } : references),
      concerns: earlierMonth(of, line.day),
      cfdiUuid: uuids(line),
    }
  })
}

/** The month of an instant, day or month, if it is earlier than that of a day; of what somebody has made unreadable: none. */
function earlierMonth(of: string | null, day: Day): string | null {
  if (of === null || Number.isNaN(Date.parse(of))) return null
  const month = (of.length > 10 ? mexicoCityDay(of) : of).slice(0, 7)
  return month < day.slice(0, 7) ? month : null
}
