// Payments that a sandbox payer has made and that the network reports later, or twice: recorded, and reported when they fall due.
import type { Clock } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import type { Task } from '../core/task.ts'
import { DAY_MS, instantOf, plusDuration } from '../core/time.ts'
import { invalidField } from '../failures.ts'
import { conditionHeld } from '../store/decide.ts'
import { dueRows } from '../store/queues/due-rows.ts'
import { update } from '../store/write.ts'
import type { Notification } from '../vouchers/received/notification.ts'
import type { SandboxNeeds } from './needs.ts'
import type { SandboxReportRow } from './tables.ts'

const BATCH_SIZE = 100
const LONGEST_MS = 366 * DAY_MS

/**
 * The row of a report after an ISO 8601 duration, of a payment that was made now unless given otherwise. Throws
 * `parameters-invalid` for an invalid duration or one of more than a year.
 */
export function laterReport(
  clock: Clock,
  accountId: string,
  notification: Notification,
  { after, times }: { after: string; times: number },
): SandboxReportRow {
  const nowMs = clock.epochMs()
  const dueMs = plusDuration(nowMs, after)
  if (dueMs === undefined || dueMs < nowMs || dueMs > nowMs + LONGEST_MS) {
    const [es, en] = [
      'report_after debe ser una duración ISO 8601 de hasta un año, como PT8H',
      'report_after must be an ISO 8601 duration of at most a year, such as PT8H',
    ]
    throw invalidField('report_after', es, en)
  }
  return {
    id: newId(clock, 'rpt'),
    account_id: accountId,
    notification: JSON.stringify({ paidAt: instantOf(nowMs), ...notification }),
    times,
    due_at: instantOf(dueMs),
  }
}

/** Makes the reports that are due. A process killed in between repeats them: a payment is matched once. */
export function reportLaterTask({ store, clock, match }: Pick<SandboxNeeds, 'store' | 'clock' | 'match'>): Task {
  const work = dueRows({ store, clock }, 'sandbox_reports')
  const report = async ({ id, account_id, notification, times, due_at }: SandboxReportRow) => {
    for (let nth = 0; nth < times; nth += 1) await match(JSON.parse(notification) as Notification)
    await conditionHeld(store.commit([update('sandbox_reports', { due_at: null }, { account_id, id, due_at })]))
  }
  return {
    name: 'sandbox reports',
    wokenBy: ['sandbox_reports'],
    nextDueAt: work.nextDueAt,
    run: async () => {
      const rows = await work.read(BATCH_SIZE)
      // In order: an earlier report of a voucher comes before a later one.
      return work.each(rows, report, { oneByOne: true })
    },
  }
}
