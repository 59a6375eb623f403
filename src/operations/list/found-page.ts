// Answers a page of the operations that a search finds. Its cost does not depend on their number: the index is read in
// bounded parts, and there are totals only of what was read whole.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type RecordKey, stateColumn } from '../../store/changeable.ts'
import type { Store } from '../../store/store.ts'
import { unindexed } from '../../store/unindexed.ts'
import { operationFinder, type Read } from '../finding/find-operations.ts'
import { isNewer, type Place } from '../finding/places.ts'
import { emailTerm, type Term } from '../finding/terms.ts'
import { waitingWith } from '../finding/waiting.ts'
import type { OperationRow } from '../tables.ts'
import type { Totals } from '../totals/read.ts'
import { placeOf } from './begins-after.ts'
import type { Filter } from './filter.ts'
import type { Found, Page } from './search.ts'
import type { Wanted } from './wanted.ts'

/** A search with more results than this has no totals. */
export const MAX_FOUND = 500
/** The most customers of one e-mail address: the newest. */
const MAX_CUSTOMERS = 20

interface Asked {
  filter: Filter
  wanted: Wanted
  terms: Term[]
}

export interface FoundBySearch extends Omit<Found, 'totals' | 'transferencesCentavos'> {
  /** Null when there are more than were read: the sums of a part are no totals. */
  totals: Totals | null
  /** A payout is of days and not of words, so none is of a search. */
  transferencesCentavos: null
  /** How many of the newest results were read, which offsets reach. */
  counted: number
  /** True when older operations, which were not read, may match: there are no totals then. */
  more: boolean
  /** What was looked for. */
  terms: readonly Term[]
}

export function finderOfMany(
  store: Store,
): (accountId: string, filter: Filter, wanted: Wanted, page: Page) => Promise<FoundBySearch> {
  const { db } = store
  const find = operationFinder(store)

  /** `partly`: more customers have the e-mail address than are looked for. */
  const termsOf = async (accountId: string, { terms, email }: Wanted): Promise<{ terms: Term[]; partly: boolean }> => {
    if (email === undefined) return { terms, partly: false }
    const customers = await db
      .selectFrom('customers')
      .select('id')
      .where('account_id', '=', accountId)
      .where(sql`lower(email)`, '=', email.toLowerCase())
      .orderBy(unindexed('id'), 'desc')
      .limit(MAX_CUSTOMERS + 1)
      .execute()
    const ids = customers.map(({ id }) => id)
    return {
      terms: [...terms, emailTerm(email, ids.slice(0, MAX_CUSTOMERS))],
      partly: ids.length > MAX_CUSTOMERS,
    }
  }

  /** The operations of these places that fit also what no word covers, or only approximately; newest first. */
  const rowsOf = async (accountId: string, asked: Asked, places: readonly Place[]): Promise<Row[]> => {
    if (places.length === 0) return []
    const rows = await db
      .selectFrom('operations')
      .select(['id', 'day', ...columnsRead])
      .where(
        'id',
        'in',
        places.map(({ id }) => id),
      )
      .where('account_id', '=', accountId)
      .where((eb) => eb.and(conditionsOf(asked)))
      .execute()
    return rows.sort((a, b) => (isNewer(a, b) ? -1 : 1))
  }

  /**
   * The newest matches after a place of the list: at least `limit`, unless there are no more or the bound on candidates is
   * reached.
   */
  const walk = async (
    accountId: string,
    asked: Asked,
    { after, limit }: { after: Place | undefined; limit: number },
  ): Promise<{ rows: Row[]; until: Place | undefined; partly: boolean }> => {
    const { filter, wanted, terms } = asked
    if (wanted.transaction !== undefined) {
      const rows = await rowsOf(accountId, asked, [{ day: '', id: wanted.transaction }])
      return { rows: rows.filter((row) => after === undefined || isNewer(after, row)), until: undefined, partly: false }
    }
    const isAfter = (place: Place) => after === undefined || isNewer(after, place)
    // The waiting operations are read first: one that is indexed meanwhile is then found in the index.
    const waiting = await waitingWith(store, accountId, terms)
    const rows = await rowsOf(accountId, asked, waiting.places.filter(isAfter))
    const range = { startDay: filter.byPosting ? undefined : filter.startDay, endDay: filter.endDay, after }
    const take = (found: Row[]) => {
      rows.push(...found)
      return { isEnough: rows.length > limit }
    }
    const { until, partly: isCut } = await find<Row>(accountId, terms, range, take, readOf(asked))
    const unique = [...new Map(rows.map((row) => [row.id, row])).values()].sort((a, b) => (isNewer(a, b) ? -1 : 1))
    // Waiting operations older than the part that was read belong to a later part of the list.
    const seen = until === undefined ? unique : unique.filter((row) => !isNewer(until, row))
    return { rows: seen, until, partly: isCut || waiting.partly }
  }

  return async (accountId, filter, wanted, page) => {
    const { terms, partly } = await termsOf(accountId, wanted)
    const asked: Asked = { filter, wanted, terms }
    const newest = await walk(accountId, asked, { after: undefined, limit: MAX_FOUND })
    const counted = newest.rows.slice(0, MAX_FOUND)
    const more = newest.until !== undefined || newest.rows.length > MAX_FOUND || newest.partly || partly
    const found = {
      totals: more ? null : totalsOf(counted),
      transferencesCentavos: null,
      counted: counted.length,
      more,
      terms,
    }
    if (page.startingAfter === undefined) {
      const operations = counted.slice(page.offset, page.offset + page.limit)
      // Offsets end with what is counted: the next page begins there, also after an offset that is beyond.
      const end = Math.min(page.offset + page.limit, MAX_FOUND)
      const next = newest.rows.length > end ? newest.rows[end - 1]?.id : newest.until?.id
      return { ...found, operations: operations.map(keyOf), next: next ?? null }
    }
    const after = await placeOf(store, accountId, page.startingAfter)
    const { rows, until } = await walk(accountId, asked, { after, limit: page.limit })
    const operations = rows.slice(0, page.limit)
    const next = rows.length > page.limit ? operations.at(-1)?.id : until?.id
    return { ...found, operations: operations.map(keyOf), next: next ?? null }
  }
}

const isPaid = sql`operations.status = 'paid'`
/** What the answer needs of each operation; `sales` and `commission` are what it adds to the totals. */
const columnsRead = [
  stateColumn,
  sql<number>`case when ${isPaid} then total_centavos else 0 end`.as('sales'),
  sql<number>`case when ${isPaid} then fee_centavos + iva_centavos + affiliate_centavos else 0 end`.as('commission'),
] as const

interface Row extends RecordKey {
  day: string
  sales: number
  commission: number
}

/** The operations that the index points to are compared in the statement that reads them. */
function readOf(asked: Asked): Read {
  return { columns: sql.join(columnsRead), fits: sql.join([sql`1 = 1`, ...conditionsOf(asked)], sql` and `) }
}

/** The conditions that no word covers, or that words cover only approximately. */
function conditionsOf({ filter, wanted, terms }: Asked): RawBuilder<SqlBool>[] {
  const { byPosting, startDay, endDay, status, declinedToo, rail, brand, operator } = filter
  const column = (name: keyof OperationRow) => sql.ref(`operations.${name}`)
  const day = column(byPosting ? 'posted_day' : 'day')
  const is = (name: keyof OperationRow, value: string | undefined) =>
    value === undefined ? [] : [sql<SqlBool>`${column(name)} = ${value}`]
  const amounts = terms.flatMap((term) => term.amounts ?? [])
  return [
    ...is('status', status),
    ...(status !== undefined || declinedToo ? [] : [sql<SqlBool>`${column('status')} <> 'declined'`]),
    ...(byPosting ? [sql<SqlBool>`${column('posted_day')} is not null`] : []),
    ...(startDay === undefined ? [] : [sql<SqlBool>`${day} >= ${startDay}`]),
    ...(endDay === undefined ? [] : [sql<SqlBool>`${day} <= ${endDay}`]),
    ...is('rail', rail),
    ...is('card_brand', brand),
    ...is('operator', operator),
    ...is('reference_number', wanted.reference),
    ...amounts.map(({ from, to }) => sql<SqlBool>`${column('total_centavos')} between ${from} and ${to}`),
  ]
}

const keyOf = ({ id, state }: Row): RecordKey => ({ id, state })

function totalsOf(rows: Row[]): Totals {
  const sum = (of: (row: Row) => number) => rows.reduce((before, row) => before + of(row), 0)
  return {
    operations: rows.length,
    salesCentavos: sum(({ sales }) => sales),
    commissionCentavos: sum(({ commission }) => commission),
    heldCentavos: 0,
  }
}
