// The columns of every table, as the files of rows/ list them. Queries always name them, never `*`: when a later version adds a column, the
// answers and prepared statements of an older program that still runs do not change.
import { accountColumns } from './rows/accounts.ts'
import { bookColumns } from './rows/books.ts'
import { cardColumns } from './rows/cards.ts'
import { customerColumns } from './rows/customers.ts'
import { disputeColumns } from './rows/disputes.ts'
import { feeColumns } from './rows/fees.ts'
import { findingColumns } from './rows/finding.ts'
import { messageColumns } from './rows/messages.ts'
import { operationColumns } from './rows/operations.ts'
import { payoutColumns } from './rows/payouts.ts'
import { peopleColumns } from './rows/people.ts'
import { receivedColumns } from './rows/received.ts'
import { refundColumns } from './rows/refunds.ts'
import { riskColumns } from './rows/risk.ts'
import { sandboxColumns } from './rows/sandbox.ts'
import { serviceColumns } from './rows/service.ts'
import { statementColumns } from './rows/statements.ts'
import { transferColumns } from './rows/transfers.ts'
import { webhookColumns } from './rows/webhooks.ts'
import type { Tables } from './tables.ts'

type Table = keyof Tables & string
type Column<T extends Table> = keyof Tables[T] & string

/** `selectFrom('plans').select(columns.plans)` */
export const columns = {
  ...accountColumns,
  ...bookColumns,
  ...cardColumns,
  ...customerColumns,
  ...disputeColumns,
  ...feeColumns,
  ...findingColumns,
  ...messageColumns,
  ...operationColumns,
  ...payoutColumns,
  ...peopleColumns,
  ...receivedColumns,
  ...refundColumns,
  ...riskColumns,
  ...sandboxColumns,
  ...serviceColumns,
  ...statementColumns,
  ...transferColumns,
  ...webhookColumns,
} satisfies { readonly [T in Table]: readonly Column<T>[] }

/** The same for joins: `columnsOf('operations')` is `operations.id` and so on; with an alias, `alias.id` and so on. */
export function columnsOf<T extends Table, A extends string = T>(
  table: T,
  alias: A = table as unknown as A,
): readonly `${A}.${Column<T>}`[] {
  return (columns[table] as readonly Column<T>[]).map((name) => `${alias}.${name}` as const)
}
