// The part of an audit that reads reversal advices: each belongs to a card payment that is not posted.

import type { AdviceRow } from '../cards/tables.ts'
import { formatAmount } from '../core/money.ts'
import type { OperationRow } from '../operations/tables.ts'
import { eachPortion } from './audit-portions.ts'
import { BATCH_SIZE, type Counts, type Scan } from './audit-scope.ts'
import { isOneOf } from './entry-name.ts'

type Advised = Pick<OperationRow, 'id' | 'account_id' | 'network' | 'status' | 'total_centavos'> & { wasPaid: boolean }

export async function scanAdvices(given: Scan, counts: Counts): Promise<void> {
  await eachPortion(given, { table: 'advices', limit: BATCH_SIZE }, async (rows) => {
    const existing = await readOperations(given, rows)
    for (const row of rows) {
      checkAdvice(given, row, existing.get(row.operation_id))
      if (row.state !== 'acknowledged' && row.state !== 'closed') counts.unacknowledged += 1
    }
    counts.advices += rows.length
    given.onProgress(counts)
  })
}

/** The operations of some advices, and whether a payment of them was ever posted. */
async function readOperations({ snapshot }: Scan, rows: AdviceRow[]): Promise<Map<string, Advised>> {
  const { db } = snapshot
  const ids = rows.map((row) => row.operation_id)
  const keys = rows.map(({ operation_id: id, account_id: accountId }) => ({ accountId, entry: `${id}:paid` as const }))
  const wanted = ['id', 'account_id', 'network', 'status', 'total_centavos'] as const
  const [operations, entries] = await Promise.all([
    db.selectFrom('operations').select(wanted).where('id', 'in', ids).execute(),
    db.selectFrom('entries').select('entry').where(isOneOf(keys)).execute(),
  ])
  const posted = new Set(entries.map(({ entry }) => entry))
  return new Map(operations.map((row) => [row.id, { ...row, wasPaid: posted.has(`${row.id}:paid`) }]))
}

function checkAdvice({ found, tallies }: Scan, advice: AdviceRow, operation: Advised | undefined): void {
  // The operation shows whether it must have an advice, except after a decline for another reason or a second approval.
  if (advice.reason !== 'late-approval' && advice.reason !== 'another-approval')
    tallies.advices.find(advice.operation_id, 1, advice.amount_centavos)
  if (operation === undefined) {
    found.add('advices', { id: advice.id, expected: 'an operation that was given up', found: 'none' })
    return
  }
  const recorded = saysOf(advice.account_id, advice.network, advice.amount_centavos)
  const expected = saysOf(operation.account_id, operation.network, operation.total_centavos)
  if (recorded !== expected) found.add('advices', { id: advice.id, expected, found: recorded })
  const { status, wasPaid } = operation
  if (wasPaid || (status !== 'declined' && status !== 'cancelled')) {
    const shown = wasPaid ? `one that was paid (${status})` : `one that is ${status}`
    found.add('advices', { id: advice.id, expected: 'an operation that was given up', found: shown })
  }
}

function saysOf(accountId: string, network: string, amountCentavos: number): string {
  return `${formatAmount(amountCentavos)} of ${accountId} at ${network}`
}
