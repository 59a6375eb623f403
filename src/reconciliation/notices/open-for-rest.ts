// Opens the dispute of a kept report for what is left of its payment: an operator decides so when the acquirer demands more than that.
import type { Actor } from '../../accounts/trail/record.ts'
import type { DisputeNotice } from '../../connectors/notice.ts'
import type { NoticeVerdict } from '../../core/verdict.ts'
import type { StoreAndClock } from '../../store/store.ts'
import { Unmet, type Write } from '../../store/write.ts'
import { disputeNoticeIn } from './again.ts'
import { closeReportWrites } from './unread.ts'

interface OpenNeeds extends StoreAndClock {
  /** Opens it for what is left, with more writes in its batch. */
  open(notice: DisputeNotice & { network: string }, alongside: readonly Write[]): Promise<NoticeVerdict>
  /** Takes kept notices about the disputes of an operation again: the end of this one may have come before. */
  again(network: string, operationId: string): Promise<void>
}

/**
 * `opened`: the dispute is open and the report closed. `no-dispute`: the report does not open a dispute. `nothing-left`: nothing is left of the
 * payment, or the notice contradicts the record in another way.
 */
export type OpenedForRest = 'opened' | 'no-dispute' | 'nothing-left'

/** Throws `Unmet` when no report of the id is open. */
export async function openForRest(
  { store, clock, open, again }: OpenNeeds,
  id: string,
  because: string,
  by: Actor,
): Promise<OpenedForRest> {
  const read = () =>
    store.db
      .selectFrom('unread_reports')
      .select(['network', 'body'])
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .executeTakeFirst()
  const report = await read()
  if (report === undefined) throw new Unmet(`no open report ${id}`)
  const notice = disputeNoticeIn(report.body)
  if (notice?.kind !== 'dispute') return 'no-dispute'
  const verdict = await open({ ...notice, network: report.network }, closeReportWrites(clock, id, because, by))
  if (verdict !== 'recorded') {
    // Another operator, or the terminal, may have opened the dispute meanwhile.
    if ((await read()) === undefined) throw new Unmet(`the report ${id} is closed by now`)
    return 'nothing-left'
  }
  await again(report.network, notice.operationId)
  return 'opened'
}
