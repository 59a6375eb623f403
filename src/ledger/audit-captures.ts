// The part of an audit that reads captures: each done one is the payment of an operation that was authorised first.
import { type Amounts, amountColumns } from '../store/changeable.ts'
import { eachPortion } from './audit-portions.ts'
import { BATCH_SIZE, type Scan } from './audit-scope.ts'

export async function scanCaptures(given: Scan): Promise<void> {
  await eachPortion(given, { table: 'captures', limit: BATCH_SIZE }, (rows) => {
    for (const row of rows) if (row.state === 'done') given.tallies.captures.find(captureKey(row.operation_id, row), 1)
  })
}

/** `<operation> 6000 0 216 35 0 3600 0`: a payment by its amounts. */
export function captureKey(operationId: string, amounts: Amounts): string {
  return [operationId, ...amountColumns.map((column) => amounts[column])].join(' ')
}
