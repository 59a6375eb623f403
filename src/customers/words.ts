// Writes the search words of customers, and finds the newest customers with given words.
import { type ListPage, notAPage } from '../api/paging.ts'
import { wordsOfCustomer } from '../core/customer-words.ts'
import { isPrintable } from '../core/text.ts'
import { mexicoCityDay } from '../core/time.ts'
import { Failure } from '../failures.ts'
import type { Place } from '../operations/finding/places.ts'
import { type Term, termsOf } from '../operations/finding/terms.ts'
import { columns } from '../store/columns.ts'
import { rowsOf } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { run, type Write } from '../store/write.ts'
import type { CustomerRow } from './tables.ts'
import { customerWordSearch } from './word-search.ts'

/** This many of the newest results are counted; `offset` reaches no further, `starting_after` does. */
const MAX_FOUND = 500

interface FoundCustomers {
  /** Null when there are more than were read. */
  total: number | null
  /** How many of the newest were read, which offsets reach. */
  counted: number
  customers: CustomerRow[]
  /** True when older customers, which were not read, may match. */
  more: boolean
  next: string | null
}

/** The words of a new customer and its account. */
export function newWords(store: Store, row: CustomerRow, clabe: string | undefined): Write {
  return insertOf(store, row, [...wordsOfCustomer(row), ...(clabe === undefined ? [] : [clabe])])
}

/** The word of a customer's further account; it stays when the account is closed. */
export function clabeWord(store: Store, row: Owner, clabe: string): Write {
  return insertOf(store, row, [clabe])
}

/** The writes of a customer's changed words: the difference. The word of an account stays, also when the metadata had it too. */
export async function changedWords(store: Store, before: CustomerRow, row: CustomerRow): Promise<Write[]> {
  const { db } = store
  const clabes = await rowsOf(db, 'sources', { account_id: row.account_id, customer_id: row.id }, ['clabe'])
  const are = [...wordsOfCustomer(row), ...clabes.map(({ clabe }) => clabe)]
  const were = wordsOfCustomer(before)
  const removedOnes = were.filter((word) => !are.includes(word))
  const fresh = are.filter((word) => !were.includes(word))
  const removed = db
    .deleteFrom('customer_words')
    .where('account_id', '=', row.account_id)
    .where('day', '=', mexicoCityDay(row.created_at))
    .where('customer_id', '=', row.id)
    .where('word', 'in', removedOnes)
  return [
    ...(removedOnes.length > 0 ? [run(removed.compile())] : []),
    ...(fresh.length > 0 ? [insertOf(store, row, fresh)] : []),
  ]
}

type Owner = Pick<CustomerRow, 'id' | 'account_id' | 'created_at'>

/** A word that the customer has already stays as it is. */
function insertOf({ db }: Store, { id, account_id, created_at }: Owner, words: string[]): Write {
  const day = mexicoCityDay(created_at)
  const rows = words.map((word) => ({ account_id, word, day, customer_id: id }))
  return run(
    db
      .insertInto('customer_words')
      .values(rows)
      .onConflict((known) => known.doNothing())
      .compile(),
  )
}

/** Reads typed text: an id, or words. Undefined for a text without letters and digits, or with unprintable characters. */
export function readTyped(text: string): { id: string } | { terms: Term[] } | undefined {
  if (!isPrintable(text, 300)) return undefined
  const id = /^\s*(cus_[a-z0-9]{1,90})\s*$/.exec(text)?.[1]
  if (id !== undefined) return { id }
  const terms = termsOf(text)
  return terms.length === 0 ? undefined : { terms }
}

export function customerFinder(store: Store) {
  const search = customerWordSearch(store)

  const rowsOf = async (accountId: string, ids: string[]): Promise<CustomerRow[]> => {
    if (ids.length === 0) return []
    const rows = await store.db
      .selectFrom('customers')
      .select(columns.customers)
      .where('id', 'in', ids)
      .where('account_id', '=', accountId)
      .execute()
    return rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
  }

  /** The newest places after one, and whether and where the list goes on behind what was read. */
  const placesAfter = async (accountId: string, terms: Term[], after: Place | undefined, most: number) => {
    const places: Place[] = []
    const { until, partly } = await search(accountId, terms, after, (part) => {
      places.push(...part)
      return { isEnough: places.length > most }
    })
    return { places, until, partly }
  }

  /** Where a customer stands. `parameters-invalid` when the account has no such customer. */
  const placeOf = async (accountId: string, id: string): Promise<Place> => {
    const [row] = await rowsOf(accountId, [id])
    if (row === undefined) throw new Failure('parameters-invalid', { fields: { starting_after: [notAPage] } })
    return { day: mexicoCityDay(row.created_at), id }
  }

  return async (
    accountId: string,
    typed: { id: string } | { terms: Term[] },
    { limit, offset, after }: ListPage,
  ): Promise<FoundCustomers> => {
    if ('id' in typed) {
      const rows = after === undefined ? await rowsOf(accountId, [typed.id]) : []
      return {
        total: rows.length,
        counted: rows.length,
        customers: rows.slice(offset, offset + limit),
        more: false,
        next: null,
      }
    }
    const place = after === undefined ? undefined : await placeOf(accountId, after)
    const [newest, later] = await Promise.all([
      placesAfter(accountId, typed.terms, undefined, MAX_FOUND),
      place && placesAfter(accountId, typed.terms, place, limit),
    ])
    const counted = newest.places.slice(0, MAX_FOUND)
    const { places, until } = later ?? { places: counted.slice(offset), until: newest.until }
    const ids = places.slice(0, limit).map(({ id }) => id)
    const isMore = newest.partly || newest.until !== undefined || newest.places.length > MAX_FOUND
    // Behind a page that ends before what was read, its last customer; otherwise the place to which the index was read.
    const isCut = places.length > limit || (later === undefined && newest.places.length > offset + ids.length)
    const next = isCut ? (ids.at(-1) ?? null) : (until?.id ?? null)
    const total = isMore ? null : counted.length
    return { total, counted: counted.length, customers: await rowsOf(accountId, ids), more: isMore, next }
  }
}
