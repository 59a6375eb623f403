// Finds the statement of a month, closed or open, with the data of its invoice.
import { readMonth } from '../../core/month.ts'
import { rowOf, rowsOf } from '../../store/rows.ts'
import type { Store } from '../../store/store.ts'
import { openMonth } from './close-month.ts'
import { type Concept, inOrder } from './concepts.ts'
import { openSummary, summaryOf } from './present.ts'
import type { FeeStampRow, FeeStatementRow, TaxReceptorRow } from './tables.ts'

export interface Found {
  summary: ReturnType<typeof summaryOf>
  /** Undefined while the month is open. */
  statement: FeeStatementRow | undefined
  concepts: Concept[]
  receptor: TaxReceptorRow | undefined
  stamp: FeeStampRow | undefined
}

/** Undefined for an invalid month, a month that has not begun, and one that was closed without fees. */
export async function findMonth(
  store: Store,
  { accountId, period, at }: { accountId: string; period: string; at: number },
): Promise<Found | undefined> {
  const month = readMonth(period)
  if (month === undefined) return undefined
  const { db } = store
  const [statement, receptor, account] = await Promise.all([
    rowOf(db, 'fee_statements', { account_id: accountId, month }),
    receptorOf(store, accountId),
    db.selectFrom('accounts').select('fees_month').where('id', '=', accountId).executeTakeFirstOrThrow(),
  ])
  if (statement === undefined) {
    const open = month > account.fees_month ? await openMonth(store, { accountId, month, at }) : undefined
    if (open === undefined) return undefined
    return { summary: openSummary(month, open.sums), statement, concepts: open.concepts, receptor, stamp: undefined }
  }
  const [concepts, stamp] = await Promise.all([
    rowsOf(db, 'fee_statement_lines', { account_id: accountId, statement_id: statement.id }, [
      'concept',
      'operations',
      'fee_centavos',
    ]),
    rowOf(db, 'fee_stamps', { account_id: accountId, statement_id: statement.id }),
  ])
  return { summary: summaryOf(statement), statement, concepts: inOrder(concepts), receptor, stamp }
}

export function receptorOf({ db }: Store, accountId: string): Promise<TaxReceptorRow | undefined> {
  return rowOf(db, 'tax_receptors', { account_id: accountId })
}
