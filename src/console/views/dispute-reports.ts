// The kept reports that open a dispute: they are of more than is left of its payment, which an operator may open for what is left.
import { restOf } from '../../disputes/report.ts'
import { disputeNoticeIn } from '../../reconciliation/notices/again.ts'
import { waitingRefunds } from '../../refunds/withdraw.ts'
import { across } from '../../store/across.ts'
import type { Store } from '../../store/store.ts'

export interface DisputeReport {
  what: 'dispute-report'
  /** Of its payment. */
  accountId: string
  /** What the acquirer demands. */
  amountCentavos: number
  /** What is left of the payment for it. */
  leftCentavos: number
  operation: string
  to: null
}

/** By the report's id, of those among some that are open. */
export async function disputeReportsOf(store: Store, reports: readonly string[]): Promise<Map<string, DisputeReport>> {
  if (reports.length === 0) return new Map()
  const { db } = store
  const rows = await db
    .selectFrom('unread_reports')
    .select(['id', 'network', 'body'])
    .where('id', 'in', reports)
    .where('closed_at', 'is', null)
    .where('body', 'like', '%"dispute"%')
    .execute()
  const notices = rows.flatMap(({ id, network, body }) => {
    const notice = disputeNoticeIn(body)
    return notice?.kind === 'dispute' ? [{ id, network, notice }] : []
  })
  if (notices.length === 0) return new Map()
  const operations = await db
    .selectFrom('operations')
    .select(['id', 'account_id', 'network', 'status', 'total_centavos', 'refunded_centavos', 'disputed_centavos'])
    .where(
      'id',
      'in',
      notices.map(({ notice }) => notice.operationId),
    )
    .where('rail', '=', 'card')
    .modifyEnd(across('operator'))
    .execute()
  const byId = new Map(operations.map((operation) => [operation.id, operation]))
  const found = await Promise.all(
    notices.map(async ({ id, network, notice: { operationId, amountCentavos } }) => {
      const operation = byId.get(operationId)
      if (operation === undefined) return []
      const waiting = await waitingRefunds(store, operation)
      const waitingCentavos = waiting.reduce((sum, { amount_centavos: amount }) => sum + amount, 0)
      // Nothing is opened for an acquirer that was not asked for the payment.
      const leftCentavos = operation.network === network ? restOf(operation, waitingCentavos, amountCentavos) : 0
      const { account_id: accountId } = operation
      const report: DisputeReport = {
        ...({ what: 'dispute-report', accountId, amountCentavos, leftCentavos, to: null } as const),
        operation: operationId,
      }
      return [[id, report] as const]
    }),
  )
  return new Map(found.flat())
}
