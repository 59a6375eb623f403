// The kept reports that open a dispute: they are of more than is left of its payment, which an operator may open for what is left.
import { disputeNoticeIn } from '../reconciliation/notices/again.ts'
import { across } from '../store/across.ts'
import type { Store } from '../store/store.ts'

export interface DisputeReport {
  what: 'dispute-report'
  /** Of its payment. */
  accountId: string
  /** What the acquirer demands. */
  amountCentavos: number
  to: null
}

/** By the report's id, of those among some that are open. */
export async function disputeReportsOf({ db }: Store, reports: readonly string[]): Promise<Map<string, DisputeReport>> {
  if (reports.length === 0) return new Map()
  const rows = await db
    .selectFrom('unread_reports')
    .select(['id', 'body'])
    .where('id', 'in', reports)
    .where('closed_at', 'is', null)
    .where('body', 'like', '%"dispute"%')
    .execute()
  const notices = rows.flatMap(({ id, body }) => {
    const notice = disputeNoticeIn(body)
    return notice?.kind === 'dispute' ? [{ id, notice }] : []
  })
  if (notices.length === 0) return new Map()
  const operations = await db
    .selectFrom('operations')
    .select(['id', 'account_id'])
    .where(
      'id',
      'in',
      notices.map(({ notice }) => notice.operationId),
    )
    .where('rail', '=', 'card')
    .modifyEnd(across('operator'))
    .execute()
  const accounts = new Map(operations.map(({ id, account_id }) => [id, account_id]))
  return new Map(
    notices.flatMap(({ id, notice: { operationId, amountCentavos } }) => {
      const accountId = accounts.get(operationId)
      return accountId === undefined ? [] : [[id, { what: 'dispute-report', accountId, amountCentavos, to: null }]]
    }),
  )
}
