// Queries an index of words for the newest operations, or customers, with a word of each term. Every query is bounded, so
// that its cost does not depend on the number of rows; the result says which part was not read.
import { type RawBuilder, sql } from 'kysely'
import type { Store } from '../store/store.ts'
import { classesOf, type Term } from './terms.ts'
import { amountWord } from './words.ts'

/** A place in the list, which is in the order of day and id. */
export interface Place {
  day: string
  id: string
}

/** A part of what a query finds. */
interface Part {
  /** Newest first. */
  places: Place[]
  /** Everything down to and including this place was read; undefined: everything was read. */
  until: Place | undefined
}

/** The range of a query: days, both included, after a place of the list. */
interface Range {
  startDay?: string | undefined
  endDay?: string | undefined
  after?: Place | undefined
}

/** The most words of one prefix. The dearest search has six terms of as many words each. */
const MOST_WORDS_OF_A_BEGINNING = 16
/** The most amounts that are searched one by one; a wider range is searched by classes. */
const MOST_AMOUNTS = 32
/** The most places that one query reads. */
const CANDIDATES = 500
/** How far a term is counted when the rarest is chosen. */
const COUNTED = 1_000
/** How often the index is read for one search, when few candidates match. */
const MOST_LOOKS = 3
const LAST_DAY = '9999-99-99'

/** The words of the index that a term stands for. `partly`: a beginning stands for more than are looked for. */
interface Words {
  words: string[]
  partly: boolean
}

/**
 * Finds what has a word of each term, newest first, in parts, until `take` has enough or the index was read a few times. `until`: where to go
 * on; undefined when everything in the range was read. `partly`: a beginning stands for more words than were looked for.
 */
type Look = (
  accountId: string,
  terms: Term[],
  range: Range,
  take: (places: Place[]) => Promise<{ isEnough: boolean }>,
) => Promise<{ until: Place | undefined; partly: boolean }>

/** The indexes, each with the column that says what is found. */
const INDEXES = { found_words: 'operation_id', customer_words: 'customer_id' } as const

export function looker(store: Store, index: keyof typeof INDEXES = 'found_words'): Look {
  const { db } = store
  const words = sql.table(index)
  const id = sql.ref(INDEXES[index])

  /** The different words from one to another, in their order: each is one step through the index. */
  const wordsBetween = async (accountId: string, from: string, to: string, most: number): Promise<string[]> => {
    const query = sql<{ word: string }>`with recursive stepping(word, steps) as (
        select (select min(word) from ${words} where account_id = ${accountId} and word >= ${from} and word < ${to}), 1
        union all
        select (select min(found.word) from ${words} as found
          where found.account_id = ${accountId} and found.word > stepping.word and found.word < ${to}), steps + 1
        from stepping where stepping.word is not null and steps <= ${most}
      ) select word from stepping where word is not null`
    return (await query.execute(db)).rows.map(({ word }) => word)
  }

  const resolveTerm = async (accountId: string, { words, beginnings, amounts }: Term): Promise<Words> => {
    if (amounts !== undefined) {
      const exact = await wordsBetween(accountId, amountWord(amounts.from), `${amountWord(amounts.to)} `, MOST_AMOUNTS)
      return { words: exact.length > MOST_AMOUNTS ? classesOf(amounts) : exact, partly: false }
    }
    const found = await Promise.all(
      beginnings.map((beginning) =>
        wordsBetween(accountId, beginning, `${beginning}\u{10ffff}`, MOST_WORDS_OF_A_BEGINNING),
      ),
    )
    const partly = found.some(({ length }) => length > MOST_WORDS_OF_A_BEGINNING)
    return { words: [...new Set([...words, ...found.flat()])], partly }
  }

  const countOf = async (accountId: string, { words: wanted }: Words): Promise<number> => {
    const counted = sql<{ count: number }>`select count(1) as count from (
        select 1 as one from ${words} where account_id = ${accountId} and word in (${sql.join(wanted)}) limit ${COUNTED}
      ) as counted`
    return Number((await counted.execute(db)).rows[0]?.count ?? 0)
  }

  /** What each term stands for in the index, the rarest first. Undefined when one of them stands for nothing. */
  const resolve = async (accountId: string, terms: Term[]): Promise<Words[] | undefined> => {
    const resolved = await Promise.all(terms.map((term) => resolveTerm(accountId, term)))
    if (resolved.some(({ words }) => words.length === 0)) return undefined
    if (resolved.length === 1) return resolved
    const counts = await Promise.all(resolved.map((one) => countOf(accountId, one)))
    if (counts.includes(0)) return undefined
    const order = resolved.map((words, at) => ({ words, count: counts[at] ?? 0 })).sort((a, b) => a.count - b.count)
    return order.map(({ words }) => words)
  }

  const next = async (accountId: string, [rarest, ...others]: Words[], range: Range): Promise<Part> => {
    const { startDay = '', endDay = LAST_DAY, after } = range
    const rare = rarest?.words ?? []
    const each = Math.max(40, Math.ceil(CANDIDATES / rare.length))
    const before = after === undefined ? sql`1 = 1` : sql`(day, ${id}) < (${after.day}, ${after.id})`
    const parts = rare.map(
      (word, at) => sql`select ${sql.lit(at)} as part, day, ${id} from (
          select day, ${id} from ${words}
          where account_id = ${accountId} and word = ${word} and day >= ${startDay} and day <= ${endDay} and ${before}
          order by day desc, ${id} desc limit ${each}
        ) as found_${sql.raw(String(at))}`,
    )
    const hits = others.map(
      ({ words: wanted }) => sql`exists (select 1 from ${words} as other where other.account_id = ${accountId}
        and other.word in (${sql.join(wanted)}) and other.day = candidates.day
        and other.${id} = candidates.${id})`,
    )
    const hit: RawBuilder<unknown> =
      hits.length === 0 ? sql`1` : sql`case when ${sql.join(hits, sql` and `)} then 1 else 0 end`
    const query = sql<Candidate>`select part, day, ${id} as id, ${hit} as hit
      from (${sql.join(parts, sql` union all `)}) as candidates`
    return merged((await query.execute(db)).rows, each)
  }

  return async (accountId, terms, range, take) => {
    const resolved = await resolve(accountId, terms)
    if (resolved === undefined) return { until: undefined, partly: false }
    let until = range.after
    for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
      const part = await next(accountId, resolved, { ...range, after: until })
      until = part.until
      const { isEnough } = await take(part.places)
      if (isEnough || until === undefined) break
    }
    return { until, partly: resolved.some((one) => one.partly) }
  }
}

interface Candidate {
  part: number
  day: string
  id: string
  hit: number
}

/** Merges the newest places of each word; the list ends where the first incomplete word ends. */
function merged(candidates: Candidate[], each: number): Part {
  const counts = new Map<number, { count: number; last: Place }>()
  for (const { part, day, id } of candidates) {
    const place = { day, id }
    const known = counts.get(part)
    const last = known === undefined || isNewer(known.last, place) ? place : known.last
    counts.set(part, { count: (known?.count ?? 0) + 1, last })
  }
  let until: Place | undefined
  for (const { count, last } of counts.values()) {
    if (count >= each && (until === undefined || isNewer(last, until))) until = last
  }
  const places = new Map<string, Place>()
  for (const { day, id, hit } of candidates) {
    if (hit === 1 && (until === undefined || !isNewer(until, { day, id }))) places.set(id, { day, id })
  }
  return { places: [...places.values()].sort((a, b) => (isNewer(a, b) ? -1 : 1)), until }
}

/** Whether one comes before the other in the list. */
export function isNewer(one: Place, other: Place): boolean {
  return one.day > other.day || (one.day === other.day && one.id > other.id)
}
