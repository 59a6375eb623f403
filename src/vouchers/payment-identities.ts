// The directory of received payments: what a network calls a payment, among all accounts. It keeps a payment that comes twice one payment, whoever it
// is for.
import { isFromAccount } from '../core/rail.ts'
import type { Day } from '../core/time.ts'
import { across } from '../store/across.ts'
import { among, listOf } from '../store/among.ts'
import { columns } from '../store/columns.ts'
import { directoryWrite } from '../store/directory.ts'
import { prepared } from '../store/prepared.ts'
import type { Store } from '../store/store.ts'
import type { DirectoryRow } from '../store/tables.ts'
import { ensure, insert, Unmet, type Write } from '../store/write.ts'
import { NEAR } from './directory-kinds.ts'
import type { PaymentReceivedRow, ReceivedDetailRow } from './tables.ts'

/** A network, and what it calls a payment. */
type Called = Pick<PaymentReceivedRow, 'rail' | 'network' | 'network_transaction'>

interface Span {
  from: Day
  to: Day
}

/** A payment that a network may mean on a day. */
export interface NamedPayment {
  payment: PaymentReceivedRow
  day: Day
  nth: number
  /** The day is not its own: it is known from a statement, and its network may report it with this one. */
  isNear: boolean
}

/** How many payments stand under a name on a day. */
export interface NamedDay {
  day: Day
  nth: number
}

const KIND = 'payment' as const

/**
 * The row of a payment and its entry, which has its `nth`. `Duplicate` of `directory` when another one of the same name and day was written since they
 * were counted, of whatever institution: whoever reads again finds it, and an institution that is not known may be any. `near`: the days besides its own
 * with which its network may report it; whoever reports it so at the same moment counts the same.
 */
export function receivedWrites(row: PaymentReceivedRow, near: readonly NamedDay[] = []): Write[] {
  const { account_id: accountId, id } = row
  const value = calledAs(row)
  return [
    insert('payments_received', row),
    directoryWrite(KIND, value, { accountId, subject: id }, `${row.operation_day} ${row.nth}`),
    ...near.map(({ day, nth }) => directoryWrite(KIND, value, { accountId, subject: `${NEAR}${id}` }, `${day} ${nth}`)),
  ]
}

/**
 * Reads the payments that a network may mean on some days, in any order. `Unmet` while one of them is being written. Their numbers on a day have no
 * gap: where one is, somebody has removed an entry, and those of the payments on record are put back first.
 */
export function paymentsReader(store: Store): (called: Called, days: Span) => Promise<NamedPayment[]> {
  const { db } = store
  const places = prepared((hole) =>
    db
      .selectFrom('directory')
      .select(['account_id', 'subject', 'variant'])
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
    const look = () => store.rows(places({ kind: KIND, value: calledAs(called), from, end: `${to}!` }))
    let found = await look()
    if (found.length === 0) return []
    if (hasGap(found)) {
      await putBack(store, called, { from, to })
      found = await look()
    }
    const ids = [...new Set(found.map(paymentOf))]
    const accounts = listOf(store, [...new Set(found.map(({ account_id }) => account_id))])
    const rows = await store.rows(payments({ accounts, ids: listOf(store, ids) }))
    // On a cluster an entry may be seen a moment before its row.
    if (rows.length < ids.length) throw new Unmet('a payment that is being written')
    const byId = new Map((await withDetails(store, rows)).map((row) => [row.id, row]))
    return found.flatMap((entry) => {
      const payment = byId.get(paymentOf(entry))
      const { day, nth } = numberOf(entry)
      return payment === undefined ? [] : [{ payment, day, nth, isNear: entry.subject.startsWith(NEAR) }]
    })
  }
}

type Entry = Pick<DirectoryRow, 'account_id' | 'subject' | 'variant'>

function numberOf({ variant }: Pick<Entry, 'variant'>): NamedDay {
  const [day = '', nth = ''] = variant.split(' ')
  return { day, nth: Number(nth) }
}

/** Whether a number below the last one of a day is free: each writer takes the next one. */
function hasGap(entries: readonly Entry[]): boolean {
  const numbers = Map.groupBy(entries.map(numberOf), ({ day }) => day)
  return [...numbers.values()].some((some) => Math.max(...some.map(({ nth }) => nth)) >= some.length)
}

/** Writes the entries of the payments of a name that have none. No index leads to them: it reads all payments. */
async function putBack(store: Store, called: Called, { from, to }: Span): Promise<void> {
  const rows = await store.db
    .selectFrom('payments_received')
    .select(['id', 'account_id', 'operation_day', 'nth'])
    .where('network_transaction', '=', called.network_transaction)
    .where('network', '=', called.network)
    .where('rail', '=', called.rail)
    .where('operation_day', '>=', from)
    .where('operation_day', '<=', to)
    .modifyEnd(across('networks'))
    .execute()
  const value = calledAs(called)
  await store.commit(
    rows.map(({ id: subject, account_id, operation_day, nth }) =>
      ensure('directory', { kind: KIND, value, variant: `${operation_day} ${nth}`, account_id, subject }),
    ),
  )
}

function paymentOf({ subject }: { subject: string }): string {
  return subject.startsWith(NEAR) ? subject.slice(NEAR.length) : subject
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
  const ids = listOf(store, [...new Set(entries.map(paymentOf))])
  const rows = await store.db
    .selectFrom('payments_received')
    .select(columns.payments_received)
    .where(among(store, 'id', ids))
    .orderBy('id')
    .modifyEnd(across('networks'))
    .execute()
  return withDetails(store, rows)
}

/** Payments with what later reports have said of them. */
export async function withDetails(
  store: Pick<Store, 'engine' | 'db'>,
  rows: readonly PaymentReceivedRow[],
): Promise<PaymentReceivedRow[]> {
  const lacking = rows.filter((row) => row.institution === '' || (isFromAccount(row) && row.payer_clabe === null))
  if (lacking.length === 0) return [...rows]
  const accounts = listOf(store, [...new Set(lacking.map((row) => row.account_id))])
  const ids = listOf(
    store,
    lacking.map(({ id }) => id),
  )
  const details = await store.db
    .selectFrom('received_details')
    .select(columns.received_details)
    .where(among(store, 'account_id', accounts))
    .where(among(store, 'payment_id', ids))
    .execute()
  const said = (id: string, what: ReceivedDetailRow['detail']) =>
    details.find(({ payment_id, detail }) => payment_id === id && detail === what)?.value
  return rows.map((row) => ({
    ...row,
    institution: row.institution || said(row.id, 'institution') || '',
    payer_clabe: row.payer_clabe ?? said(row.id, 'payer') ?? null,
  }))
}

function calledAs({ rail, network, network_transaction: transaction }: Called): string {
  return `${rail} ${network} ${transaction}`
}
