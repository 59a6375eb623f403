// The directory of received payments: what a network calls a payment, among all accounts. It keeps a payment that comes twice one payment, whoever it
// is for.
import type { Day } from '../core/time.ts'
import type { PaymentReceivedRow } from '../vouchers/tables.ts'
import { across } from './across.ts'
import { among, listOf } from './among.ts'
import { columns } from './columns.ts'
import { directoryWrite } from './directory.ts'
import { prepared } from './prepared.ts'
import type { Store } from './store.ts'
import { insert, Unmet, type Write } from './write.ts'

/** A network, and what it calls a payment. */
type Called = Pick<PaymentReceivedRow, 'rail' | 'network' | 'network_transaction'>

interface Span {
  from: Day
  to: Day
}

const KIND = 'payment' as const

/**
 * The row of a payment and its entry, which has its `nth`. `Duplicate` of `directory` when another one of the same name and day was written since they
 * were counted, of whatever institution: whoever reads again finds it, and an institution that is not known may be any.
 */
export function receivedWrites(row: PaymentReceivedRow): Write[] {
  const place = { accountId: row.account_id, subject: row.id }
  return [
    insert('payments_received', row),
    directoryWrite(KIND, calledAs(row), place, `${row.operation_day} ${row.nth}`),
  ]
}

/** Reads the payments that a network calls the same on some days, in any order. `Unmet` while one of them is being written. */
export function paymentsReader(store: Store): (called: Called, days: Span) => Promise<PaymentReceivedRow[]> {
  const { db } = store
  const places = prepared((hole) =>
    db
      .selectFrom('directory')
      .select(['account_id', 'subject'])
      .where('value', '=', hole('value'))
      .where('kind', '=', hole('kind'))
      .where('variant', '>=', hole('from'))
      .where('variant', '<', hole('end'))
      .compile(),
  )
  const payments = prepared((hole) =>
    db
      .selectFrom('payments_received')
      .select(columns.payments_received)
      .where(among(store, 'account_id', hole('accounts')))
      .where(among(store, 'id', hole('ids')))
      .compile(),
  )
  return async (called, { from, to }) => {
    // A blank stands behind the day, and `!` is the character behind the blank.
    const found = await store.rows(places({ kind: KIND, value: calledAs(called), from, end: `${to}!` }))
    if (found.length === 0) return []
    const accounts = listOf(store, [...new Set(found.map(({ account_id }) => account_id))])
    const ids = listOf(
      store,
      found.map(({ subject }) => subject),
    )
    const rows = await store.rows(payments({ accounts, ids }))
    // On a cluster an entry may be seen a moment before its row.
    if (rows.length < found.length) throw new Unmet('a payment that is being written')
    return rows
  }
}

/** The payments that a network calls by these ids, of any account and day. */
export async function paymentsCalled(
  store: Pick<Store, 'engine' | 'db'>,
  { rail, network }: Pick<Called, 'rail' | 'network'>,
  transactions: readonly string[],
): Promise<PaymentReceivedRow[]> {
  if (transactions.length === 0) return []
  const values = [...new Set(transactions)].map((one) => calledAs({ rail, network, network_transaction: one }))
  const entries = await store.db
    .selectFrom('directory')
    .select('subject')
    .where(among(store, 'value', listOf(store, values)))
    .where('kind', '=', KIND)
    .execute()
  if (entries.length === 0) return []
  const ids = listOf(
    store,
    entries.map(({ subject }) => subject),
  )
  return store.db
    .selectFrom('payments_received')
    .select(columns.payments_received)
    .where(among(store, 'id', ids))
    .orderBy('id')
    .modifyEnd(across('networks'))
    .execute()
}

function calledAs({ rail, network, network_transaction: transaction }: Called): string {
  return `${rail} ${network} ${transaction}`
}
