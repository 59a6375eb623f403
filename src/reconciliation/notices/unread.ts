// Keeps reports that could not be processed, for an operator: without card numbers, and one row for all repeats of a
// report.
import { hash } from 'node:crypto'
import { type Actor, trailWrite } from '../../accounts/trail/record.ts'
import type { Notice } from '../../connectors/notice.ts'
import { maskCardData } from '../../core/cards/mask.ts'
import type { Clock } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import type { StoreAndClock } from '../../store/store.ts'
import { run, update, type Write } from '../../store/write.ts'
import type { UnreadReportRow } from './tables.ts'

/** How much of a report is kept, in characters. */
const KEPT_CHARACTERS = 16_384

export type Unread = {
  network: string
  /** The path of the inbound call. */
  call: string
  /** The report's text. */
  text: string
} & WhyKept

/** `detail`: of what is unreadable the connector's words, of what is refused the code. */
export type WhyKept =
  | { why: 'unreadable'; detail: string }
  | { why: 'refused'; notice: Notice['kind']; detail: string }
  | { why: 'unknown' | 'contradiction'; notice: Notice['kind'] }

/** Resolves when the report is on disk. A repeat is only counted; it does not reopen a report that a person has closed. */
export async function keepReport({ store, clock }: StoreAndClock, report: Unread): Promise<void> {
  const { network, call, why, text } = report
  const masked = storable(maskCardData(text))
  const row: UnreadReportRow = {
    id: newId(clock, 'unr'),
    network,
    call,
    why,
    notice: 'notice' in report ? report.notice : '',
    detail: 'detail' in report ? storable(maskCardData(report.detail)).slice(0, 250) : '',
    body: storable(masked.slice(0, KEPT_CHARACTERS)),
    // Of the masked text, because a hash of a card number can be reversed by trying.
    digest: hash('sha256', JSON.stringify([network, call, masked])),
    times: 1,
    received_at: clock.now(),
    closed_at: null,
  }
  const kept = store.db
    .insertInto('unread_reports')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('digest').doUpdateSet((eb) => ({ times: eb('unread_reports.times', '+', 1) })),
    )
  await store.commit([run(kept.compile(), 1)])
}

/** Text that both databases accept: without NUL and lone surrogates. */
function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed()
}

/** Closes a kept report. Throws `Unmet` when none of the id is open. */
export async function closeReport(
  { store, clock }: StoreAndClock,
  id: string,
  because: string,
  by: Actor,
): Promise<void> {
  await store.commit(closeReportWrites(clock, id, because, by))
}

/** Their batch is `Unmet` when no report of the id is open. */
export function closeReportWrites(clock: Clock, id: string, because: string, by: Actor): Write[] {
  const closed_at = clock.now()
  return [
    update('unread_reports', { closed_at }, { id, closed_at: null }),
    trailWrite(clock, by, { accountId: null, action: 'report.closed', subject: id, after: { closed_at, because } }),
  ]
}
