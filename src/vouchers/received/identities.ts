// The directory of received payments: what a network calls a payment, among all accounts. It keeps a payment that comes twice one payment, whoever it
// is for.
import { isFromAccount } from '../../core/rail.ts'
import type { Day } from '../../core/time.ts'
import { across } from '../../store/across.ts'
import { among, listOf } from '../../store/among.ts'
import { columns } from '../../store/columns.ts'
import { directoryWrite } from '../../store/directory.ts'
import { prepared } from '../../store/prepared.ts'
import type { Store } from '../../store/store.ts'
import type { DirectoryRow } from '../../store/tables.ts'
import { ensure, insert, Unmet, type Write } from '../../store/write.ts'
import { daysWith, NEAR } from '../directory-kinds.ts'
import type { PaymentReceivedRow, ReceivedDetailRow } from '../tables.ts'

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

/** How often removed entries are put back for one reading; each time another writer may be first. */
const TRIES = 5

/**
 * Reads the payments that a network may mean on some days, in any order. `Unmet` while one of them is being written. Where somebody has removed an entry,
 * it is put back first: that of a payment whose other entries lead to it, and where the numbers of a day have a gap, those of all payments on record.
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
  return async (called, days) => {
    // Entries of the days near these may lead to a payment that has lost one of these.
    const [from = days.from, end = days.to] = [daysWith(days.from)[0], daysWith(days.to).at(-1)]
    for (let tries = 0; ; tries += 1) {
      // A blank stands behind the day, and `!` is the character behind the blank.
      const found = await store.rows(places({ kind: KIND, value: calledAs(called), from, end: `${end}!` }))
      if (found.length === 0) return []
      const ids = [...new Set(found.map(paymentOf))]
      const accounts = listOf(store, [...new Set(found.map(({ account_id }) => account_id))])
      const rows = await store.rows(payments({ accounts, ids: listOf(store, ids) }))
      // On a cluster an entry may be seen a moment before its row.
      if (rows.length < ids.length) throw new Unmet('a payment that is being written')
      const entries = found.map((entry) => ({ ...entry, ...numberOf(entry) })).filter((one) => isIn(one, days))
      const ofAll = tries === 0 && hasGap(entries) ? await unled(store, called, days) : []
      const gone = [...ofAll, ...lacking(called, rows, entries, days)]
      if (gone.length > 0 && tries < TRIES) {
        await store.commit(gone)
        continue
      }
      const byId = new Map((await withDetails(store, rows)).map((row) => [row.id, row]))
      return entries.flatMap((entry) => {
        const payment = byId.get(paymentOf(entry))
        const { day, nth, subject } = entry
        return payment === undefined ? [] : [{ payment, day, nth, isNear: subject.startsWith(NEAR) }]
      })
    }
  }
}

type Entry = Pick<DirectoryRow, 'account_id' | 'subject' | 'variant'>

function numberOf({ variant }: Pick<Entry, 'variant'>): NamedDay {
  const [day = '', nth = ''] = variant.split(' ')
  return { day, nth: Number(nth) }
}

function isIn({ day }: Pick<NamedDay, 'day'>, { from, to }: Span): boolean {
  return day >= from && day <= to
}

/** Whether a number below the last one of a day is free: each writer takes the next one. */
function hasGap(entries: readonly NamedDay[]): boolean {
  const numbers = Map.groupBy(entries, ({ day }) => day)
  return [...numbers.values()].some((some) => Math.max(...some.map(({ nth }) => nth)) >= some.length)
}

type Known = Pick<PaymentReceivedRow, 'id' | 'account_id' | 'operation_day' | 'nth' | 'from_statement'>

/** The entries on some days that payments should have, and have not. */
function lacking(
  called: Called,
  payments: readonly Known[],
  entries: readonly (Entry & NamedDay)[],
  days: Span,
): Write[] {
  const free = new Map<string, number>()
  /** The first number of a day that no entry has. */
  const nextFree = (day: Day): number => {
    const own = payments.filter((one) => one.operation_day === day)
    const taken = new Set([...entries.filter((one) => one.day === day), ...own].map(({ nth }) => nth))
    let nth = free.get(day) ?? 0
    while (taken.has(nth)) nth += 1
    free.set(day, nth + 1)
    return nth
  }
  return payments.flatMap((row) => {
    const ownDay = row.operation_day
    const has = (subject: string, day: Day) => entries.some((one) => one.subject === subject && one.day === day)
    const isGone = isIn({ day: ownDay }, days) && !has(row.id, ownDay)
    const own = isGone ? [backWrite(called, row, { day: ownDay, nth: row.nth })] : []
    if (row.from_statement === 0) return own
    const near = daysWith(ownDay).filter(
      (day) => day !== ownDay && isIn({ day }, days) && !has(`${NEAR}${row.id}`, day),
    )
    return [...own, ...near.map((day) => backWrite(called, row, { day, nth: nextFree(day) }, NEAR))]
  })
}

/** The entries of all payments of a name on record. No index leads to them: it reads all payments. */
async function unled(store: Store, called: Called, { from, to }: Span): Promise<Write[]> {
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
  return rows.map((row) => backWrite(called, row, { day: row.operation_day, nth: row.nth }))
}

/** Puts an entry back. Repeating it changes nothing. */
function backWrite(
  called: Called,
  { id, account_id }: Pick<Known, 'id' | 'account_id'>,
  { day, nth }: NamedDay,
  before = '',
): Write {
  const [value, variant, subject] = [calledAs(called), `${day} ${nth}`, `${before}${id}`]
  return ensure('directory', { kind: KIND, value, variant, account_id, subject })
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

/** Payments with the details of later reports. */
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
  const detailOf = (id: string, what: ReceivedDetailRow['detail']) =>
    details.find(({ payment_id, detail }) => payment_id === id && detail === what)?.value
  return rows.map((row) => ({
    ...row,
    institution: row.institution || detailOf(row.id, 'institution') || '',
    payer_clabe: row.payer_clabe ?? detailOf(row.id, 'payer') ?? null,
  }))
}

function calledAs({ rail, network, network_transaction: transaction }: Called): string {
  return `${rail} ${network} ${transaction}`
}
