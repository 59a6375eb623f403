// Takes kept notices of a dispute again after another notice of it was recorded: networks send them in any order.
import { processActor } from '../../accounts/trail/record.ts'
import type { DisputeNotice, DisputeOutcomeNotice, Notice } from '../../connectors/notice.ts'
import { noticeFault } from '../../connectors/read-notice.ts'
import type { NoticeVerdict } from '../../core/verdict.ts'
import { conditionHeld } from '../../store/decide.ts'
import type { StoreAndClock } from '../../store/store.ts'
import { closeReport } from './unread.ts'

type OfDispute = DisputeNotice | DisputeOutcomeNotice

/** At most this many kept reports of one payment are read; an operator closes the others. */
const MAX_KEPT = 50
const BECAUSE = 'recorded now: it had come before another notice of its dispute'

export function isOfDispute(notice: Notice): notice is OfDispute {
  return notice.kind === 'dispute' || notice.kind === 'dispute-outcome'
}

/**
 * Takes the kept notices about the disputes of an operation once more, oldest first, until none can be recorded, and closes the report of each
 * that is. Sample: a bank said `won` before it opened the dispute. Safe to repeat.
 */
export async function retryKeptReports(
  needs: StoreAndClock & { take(notice: OfDispute & { network: string }): Promise<NoticeVerdict> },
  network: string,
  operationId: string,
): Promise<void> {
  const { store, clock, take } = needs
  const kept = await store.db
    .selectFrom('unread_reports')
    .select(['id', 'body'])
    .where('closed_at', 'is', null)
    .where('network', '=', network)
    .where('body', 'like', `%"${operationId}"%`)
    .orderBy('id')
    .limit(MAX_KEPT)
    .execute()
  const left = kept.flatMap(({ id, body }) => noticesIn(body, operationId).map((notice) => ({ id, notice })))
  for (let at = 0; at < left.length; ) {
    const { id, notice } = left[at] as (typeof left)[number]
    const verdict = await take({ ...notice, network })
    if (verdict === 'recorded' || verdict === 'known') {
      await conditionHeld(closeReport({ store, clock }, id, BECAUSE, processActor('network reports')))
      left.splice(at, 1)
      // An earlier one may follow from it.
      at = 0
    } else at += 1
  }
}

function noticesIn(body: string, operationId: string): OfDispute[] {
  const notice = disputeNoticeIn(body)
  return notice?.operationId === operationId ? [notice] : []
}

/** The notice about a dispute that a kept report holds; undefined for another text, such as a body that the connector could not read. */
export function disputeNoticeIn(body: string): OfDispute | undefined {
  let notice: Notice
  try {
    notice = JSON.parse(body)
  } catch {
    return undefined
  }
  const isNotice = noticeFault('acquirer', notice) === undefined
  return isNotice && isOfDispute(notice) ? notice : undefined
}
