// The totals of operations by day and month, and the events of their states, which are compared with a recount of the operations.
import { TOUCHED } from '../../accounts/trail/read.ts'
import { eachCounter, eachPortion } from '../../audit/portions.ts'
import { BATCH_SIZE, type Scan } from '../../audit/scan.ts'
import type { Tally } from '../../audit/tally.ts'
import type { OperationRow } from '../tables.ts'
import { counts, keptTotals, postedTotals, stateEvents } from './invariants.ts'

type Totalled = Pick<OperationRow, 'rail' | 'card_brand' | 'operator'>

/** A total by its key. Sample: `acc_1 2026-11 card visa ana@tienda.mx paid`. */
export function totalKey(
  accountId: string,
  period: string,
  { rail, card_brand, operator }: Totalled,
  status: string,
): string {
  return [accountId, period, rail, card_brand || '-', operator, status].join(' ')
}

/** Counts what was posted on a day, for the totals of the day and of its month: number, total, commission. */
export function countPosted(
  tally: Tally,
  operation: Totalled & Pick<OperationRow, 'account_id'>,
  { day, as }: { day: string; as: string },
  numbers: readonly number[],
): void {
  for (const period of [day, day.slice(0, 7)])
    tally.expect(totalKey(operation.account_id, period, operation, as), ...numbers)
}

export async function scanTotals(scan: Scan): Promise<void> {
  const [kept, posted] = [scan.tally(keptTotals), scan.tally(postedTotals)]
  await eachCounter(scan, 'daily_totals', (row) =>
    kept.find(totalKey(row.account_id, row.day, row, row.status), ...numbersOf(row)),
  )
  await eachCounter(scan, 'monthly_totals', (row) =>
    kept.find(totalKey(row.account_id, row.month, row, row.status), ...numbersOf(row)),
  )
  await eachCounter(scan, 'posted_totals', (row) =>
    posted.find(totalKey(row.account_id, row.period, row, row.status), ...numbersOf(row)),
  )
}

function numbersOf(row: { operations: number; total_centavos: number; commission_centavos: number }) {
  return [row.operations, row.total_centavos, row.commission_centavos] as const
}

const ofStates = [
  'operation.authorized',
  'operation.paid',
  'operation.cancelled',
  'operation.expired',
  'operation.declined',
]

export async function scanStateEvents(scan: Scan): Promise<void> {
  const tally = scan.tally(stateEvents)
  const only = ['account_id', 'id', 'type', 'operation_id', 'actor_kind'] as const
  await eachPortion(scan, { table: 'events', limit: 2 * BATCH_SIZE, only }, (rows) => {
    // The log has the records of the trail too.
    const events = rows.filter(({ type, actor_kind: actor }) => actor === null && type !== TOUCHED)
    for (const { operation_id: id, type } of events)
      if (id !== null && ofStates.includes(type)) tally.find(`${id} ${type}`, 1)
    scan.read(counts.events, events.length)
  })
}
