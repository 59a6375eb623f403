// Reads an account's customers: one, or a page of them, newest first.
import { cutPage, type ListPage } from '../api/paging.ts'
import { Failure, type invalidField, type unknownField } from '../failures.ts'
import { columns } from '../store/columns.ts'
import { knownRow } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import type { CustomerRow } from './tables.ts'

/** A customer of the account, deleted or not. `resource-unknown` for an unknown customer, or another account's. */
export async function knownCustomer(store: Store, accountId: string, id: string): Promise<CustomerRow> {
  return knownRow(store.db, 'customers', { id, account_id: accountId })
}

/** A customer of the account; `customer-inactive` for a deleted one. */
export async function activeCustomer(store: Store, accountId: string, id: string): Promise<CustomerRow> {
  const row = await knownCustomer(store, accountId, id)
  if (row.active === 0) throw new Failure('customer-inactive')
  return row
}

/** The same of the member `customer` of a body, which `refuse` names when the customer is unknown. */
export async function customerOfBody(
  store: Store,
  accountId: string,
  id: string,
  refuse: typeof invalidField | typeof unknownField,
): Promise<CustomerRow> {
  try {
    return await activeCustomer(store, accountId, id)
  } catch (error) {
    if (!(error instanceof Failure) || error.reason !== 'resource-unknown') throw error
    throw refuse('customer', 'customer no es un cliente de la cuenta', 'customer is not a customer of the account')
  }
}

/** A page of customers, including deleted ones, and their total number. */
export async function listCustomers(
  store: Store,
  accountId: string,
  { limit, offset, after }: ListPage,
): Promise<{ total: number; customers: CustomerRow[]; next: string | null }> {
  const ofAccount = store.db.selectFrom('customers').where('account_id', '=', accountId)
  const those = after === undefined ? ofAccount : ofAccount.where('id', '<', after)
  const [counted, rows] = await Promise.all([
    ofAccount.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    those
      .select(columns.customers)
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .offset(offset)
      .execute(),
  ])
  const { page, next } = cutPage(rows, limit)
  return { total: Number(counted.total), customers: page, next }
}
