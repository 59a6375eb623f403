// The part of an audit that reads disputes: each holds or has taken the money by its state, from a card payment of the same
// account.
import { claimsMoney, disputeStages, disputeStates } from '../core/dispute.ts'
import { formatAmount } from '../core/money.ts'
import type { DisputeAnswerRow, DisputeRow } from '../disputes/tables.ts'
import type { OperationRow } from '../operations/tables.ts'
import { columns } from '../store/columns.ts'
import { demand } from './audit-entry.ts'
import { eachPortion, readPostings } from './audit-portions.ts'
import { BATCH_SIZE, type Counts, type Scan } from './audit-scope.ts'
import { chargedByDispute, expectCharged } from './charged.ts'
import { disputeCounts } from './dispute-counts.ts'
import { entryNames, keysOf } from './entry-name.ts'
import { disputeLostLines, disputeOpenedLines, disputeRecoveredLines, disputeWonLines } from './lines/dispute.ts'
import type { Line } from './postings.ts'
import type { PostingRow } from './tables.ts'

type What = (typeof entryNames)['dispute'][number]
type Disputed = Pick<OperationRow, 'id' | 'account_id' | 'network' | 'rail' | 'card_brand' | 'operator'>

export async function scanDisputes(given: Scan, counts: Counts): Promise<void> {
  await eachPortion(given, { table: 'disputes', limit: BATCH_SIZE / 4 }, async (rows) => {
    const existing = await readAbout(given, rows)
    for (const row of rows) {
      check(given, row, {
        operation: existing.operations.get(row.operation_id),
        answer: existing.answers.get(row.id),
        entries: existing.entries,
      })
      if (disputeStates[row.state].money === 'reserved') counts.openDisputes += 1
    }
    counts.disputes += rows.length
    given.onProgress(counts)
  })
}

/** The operations, answers and entries of some disputes. */
async function readAbout(given: Scan, rows: DisputeRow[]) {
  const { db } = given.snapshot
  const ids = rows.map(({ id }) => id)
  const keys = rows.flatMap(({ id, account_id }) => keysOf('dispute', id, account_id))
  const wanted = ['id', 'account_id', 'network', 'rail', 'card_brand', 'operator'] as const
  const ofRows = rows.map(({ operation_id }) => operation_id)
  const [operations, answers, postings] = await Promise.all([
    db.selectFrom('operations').select(wanted).where('id', 'in', ofRows).execute(),
    db.selectFrom('dispute_answers').select(columns.dispute_answers).where('dispute_id', 'in', ids).execute(),
    readPostings(given, keys),
  ])
  return {
    operations: new Map<string, Disputed>(operations.map((row) => [row.id, row])),
    answers: new Map<string, DisputeAnswerRow>(answers.map((row) => [row.dispute_id, row])),
    entries: Map.groupBy(postings, (row) => row.entry),
  }
}

interface There {
  operation: Disputed | undefined
  answer: DisputeAnswerRow | undefined
  entries: Map<string, PostingRow[]>
}

function check({ found, tallies }: Scan, dispute: DisputeRow, { operation, answer, entries }: There): void {
  const { id, account_id: owner, stage, state } = dispute
  if (claimsMoney(dispute)) tallies['disputed-amounts'].expect(dispute.operation_id, dispute.amount_centavos)
  const recorded = `card of ${owner} at ${dispute.network}`
  const shown =
    operation === undefined ? 'none' : `${operation.rail} of ${operation.account_id} at ${operation.network}`
  if (recorded !== shown) found.add('disputes', { id, expected: `a payment by ${recorded}`, found: shown })

  const wanted = disputeStages[stage].takesMoney ? linesOf(dispute, entries.has(`${id}:lost`)) : {}
  for (const what of entryNames.dispute) {
    const name = `${id}:${what}`
    const lines = entries.get(name)
    const entry = lines === undefined ? undefined : { name, cause: id, lines }
    demand(found, 'disputes', name, entry, wanted[what] ?? [], owner)
    const day = lines?.[0]?.day
    if (day !== undefined && operation !== undefined)
      expectTotals(tallies['posted-totals'], dispute, operation, { what, day })
    if (day !== undefined && (what === 'lost' || what === 'recovered'))
      expectCharged(tallies['monthly-fees'], owner, day, chargedByDispute(dispute, what === 'lost' ? 1 : -1))
  }
  const { isOpen } = disputeStates[state]
  const isOver = !isOpen && state !== 'under_review'
  const fits = isOpen === (dispute.due_at !== null) && isOver === (dispute.closed_because !== '')
  const because = `${state}, due ${dispute.due_at ?? '-'}, closed because ${dispute.closed_because || '-'}`
  if (!fits) found.add('disputes', { id, expected: 'a deadline or an end', found: because })
  // A bank may give up what the merchant had accepted.
  const wasAccepted = state === 'accepted' || (state === 'won' && answer?.answer === 'accept')
  const answered = wasAccepted ? 'accept' : dispute.submitted_at === null ? 'none' : 'evidence'
  if (answered !== (answer?.answer ?? 'none'))
    found.add('disputes', { id, expected: `answer: ${answered}`, found: `answer: ${answer?.answer ?? 'none'}` })
  if (dispute.fee_centavos + dispute.iva_centavos > 0 && !disputeStages[stage].takesMoney) {
    const fee = formatAmount(dispute.fee_centavos + dispute.iva_centavos)
    found.add('disputes', { id, expected: 'no fee for a question', found: fee })
  }
}

function expectTotals(
  tally: Scan['tallies']['posted-totals'],
  dispute: DisputeRow,
  { card_brand, operator, rail }: Disputed,
  { what, day }: { what: What; day: string },
): void {
  for (const counted of disputeCounts(dispute, what)) {
    const { status, operations, total_centavos, commission_centavos } = counted
    for (const period of [day, day.slice(0, 7)]) {
      const key = [dispute.account_id, period, rail, card_brand || '-', operator, status].join(' ')
      tally.expect(key, operations, total_centavos, commission_centavos)
    }
  }
}

/** The lines that a dispute has posted. After a loss and a later win, the money has been given back. */
function linesOf(dispute: DisputeRow, wasLost: boolean): Partial<Record<What, Line[]>> {
  const opened = disputeOpenedLines(dispute)
  const lost = disputeLostLines('card', dispute)
  switch (disputeStates[dispute.state].money) {
    case 'reserved':
      return { opened }
    case 'network':
      return { opened, lost }
    case 'merchant':
      return wasLost
        ? { opened, lost, recovered: disputeRecoveredLines('card', dispute) }
        : { opened, won: disputeWonLines(dispute) }
  }
}
