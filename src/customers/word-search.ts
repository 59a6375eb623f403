// Queries the words of customers for the newest customers with a word of each term. Every query is bounded, so that its cost does not depend on
// the number of rows; the result says which part was not read.
import { type RawBuilder, sql } from 'kysely'
import { isNewer, type Place } from '../operations/finding/places.ts'
import type { Term } from '../operations/finding/terms.ts'
import type { Store } from '../store/store.ts'

/** A part of what a query finds. */
interface Part {
  /** Newest first. */
  places: Place[]
  /** Everything down to and including this place was read; undefined: everything was read. */
  until: Place | undefined
}

/** The most words of one prefix. The dearest search has six terms of as many words each. */
const MAX_WORDS_OF_A_BEGINNING = 16
/** The fewest places that are read of a word. */
const FEWEST = 40
/** The most places that one query reads. */
const CANDIDATES = 600
/** How far a term is counted when the rarest is chosen. */
const COUNTED = 1_000
/** How often the words are read for one search, when few candidates match. */
const MAX_READS = 3

/** The words that a term stands for. `partly`: a beginning stands for more than are looked for. */
interface Words {
  words: string[]
  partly: boolean
}

/**
 * Finds what has a word of each term, newest first, in parts, until `take` has enough or the words were read a few times. `until`: where to go
 * on; undefined when everything behind `after` was read. `partly`: a beginning stands for more words than were looked for.
 */
type WordSearch = (
  accountId: string,
  terms: Term[],
  after: Place | undefined,
  take: (places: Place[]) => { isEnough: boolean },
) => Promise<{ until: Place | undefined; partly: boolean }>

export function customerWordSearch({ db, engine }: Store): WordSearch {
  /** The different words from one to another, in their order: each is one step through the index. */
  const wordsBetween = async (accountId: string, from: string, to: string, most: number): Promise<string[]> => {
    const query = sql<{ word: string }>`with recursive stepping(word, steps) as (
        select (select min(word) from customer_words where account_id = ${accountId} and word >= ${from} and word < ${to}), 1
        union all
        select (select min(found.word) from customer_words as found
          where account_id = ${accountId} and found.word > stepping.word and found.word < ${to}), steps + 1
        from stepping where stepping.word is not null and steps <= ${most}
      ) select word from stepping where word is not null`
    return (await query.execute(db)).rows.map(({ word }) => word)
  }

  const resolveTerm = async (accountId: string, { words, beginnings }: Term): Promise<Words> => {
    const found = await Promise.all(
      beginnings.map((beginning) =>
        wordsBetween(accountId, beginning, `${beginning}\u{10ffff}`, MAX_WORDS_OF_A_BEGINNING),
      ),
    )
    const partly = found.some(({ length }) => length > MAX_WORDS_OF_A_BEGINNING)
    return { words: [...new Set([...words, ...found.flat()])], partly }
  }

  const countOf = async (accountId: string, { words: wanted }: Words): Promise<number> => {
    const counted = sql<{ count: number }>`select count(1) as count from (
        select 1 as one from customer_words where account_id = ${accountId} and word in (${sql.join(wanted)}) limit ${COUNTED}
      ) as counted`
    return Number((await counted.execute(db)).rows[0]?.count ?? 0)
  }

  /** What each term stands for, the rarest first. Undefined when one of them stands for nothing. */
  const resolve = async (accountId: string, terms: Term[]): Promise<Words[] | undefined> => {
    const resolved = await Promise.all(terms.map((term) => resolveTerm(accountId, term)))
    if (resolved.some(({ words }) => words.length === 0)) return undefined
    if (resolved.length === 1) return resolved
    const counts = await Promise.all(resolved.map((one) => countOf(accountId, one)))
    if (counts.includes(0)) return undefined
    const order = resolved.map((words, at) => ({ words, count: counts[at] ?? 0 })).sort((a, b) => a.count - b.count)
    return order.map(({ words }) => words)
  }

  const next = async (accountId: string, [rarest, ...others]: Words[], after: Place | undefined): Promise<Part> => {
    const rare = rarest?.words ?? []
    const each = Math.max(FEWEST, Math.ceil(CANDIDATES / rare.length))
    const before = after === undefined ? sql`1 = 1` : sql`(day, customer_id) < (${after.day}, ${after.id})`
    // PostgreSQL makes a plan for any values. It has to know how few rows are wanted, or it would prepare for a tenth of all.
    const newest = (word: RawBuilder<unknown>) => sql`select day, customer_id as id from customer_words as found
      where account_id = ${accountId} and word = ${word} and ${before}
      order by day desc, customer_id desc limit ${sql.lit(each)}`
    const candidates =
      engine === 'postgres'
        ? sql`select part, day, id from unnest(cast(${arrayOf(rare)} as text[])) with ordinality as wanted (word, part)
            cross join lateral (${newest(sql.ref('wanted.word'))}) as newest`
        : sql.join(
            rare.map((word, at) => sql`select ${sql.lit(at)} as part, day, id from (${newest(sql`${word}`)})`),
            sql` union all `,
          )
    // The offset keeps PostgreSQL from reading all that has the other word instead of looking for each candidate.
    const hits = others.map(
      ({ words: wanted }) => sql`exists (select 1 from customer_words as other where account_id = ${accountId}
        and other.word in (${sql.join(wanted)}) and other.day = candidates.day
        and other.customer_id = candidates.id limit 1 offset 0)`,
    )
    const hit: RawBuilder<unknown> =
      hits.length === 0 ? sql`1` : sql`case when ${sql.join(hits, sql` and `)} then 1 else 0 end`
    const query = sql<Candidate>`select candidates.part, candidates.day, candidates.id, ${hit} as hit from (${candidates}) as candidates`
    return merged((await query.execute(db)).rows, each)
  }

  return async (accountId, terms, after, take) => {
    const resolved = await resolve(accountId, terms)
    if (resolved === undefined) return { until: undefined, partly: false }
    let until = after
    for (let reads = 0; reads < MAX_READS; reads += 1) {
      const part = await next(accountId, resolved, until)
      until = part.until
      if (take(part.places).isEnough || until === undefined) break
    }
    return { until, partly: resolved.some((one) => one.partly) }
  }
}

/** Words as an array of PostgreSQL: one statement serves any number of them. */
function arrayOf(words: string[]): string {
  return `{${words.map((word) => `"${word.replace(/["\\]/g, '\\$&')}"`).join()}}`
}

interface Candidate extends Place {
  part: number
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
  for (const candidate of candidates) {
    if (candidate.hit === 1 && (until === undefined || !isNewer(until, candidate))) places.set(candidate.id, candidate)
  }
  return { places: [...places.values()].sort((a, b) => (isNewer(a, b) ? -1 : 1)), until }
}
