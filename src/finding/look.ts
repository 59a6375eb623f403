// Queries an index of words for the newest operations, or customers, with a word of each term. Every query is bounded, so
// that its cost does not depend on the number of rows; the result says which part was not read.
import { type RawBuilder, sql } from 'kysely'
import { accountNumber } from '../core/account-number.ts'
import type { Store } from '../store/store.ts'
import { classesOf, type Term } from './terms.ts'
import { amountWord } from './words.ts'

/** A place in the list, which is in the order of day and id. */
export interface Place {
  day: string
  id: string
}

/** A part of what a query finds. */
interface Part<P extends Place> {
  /** Newest first. */
  places: P[]
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
const MAX_WORDS_OF_A_BEGINNING = 16
/** The most amounts that are searched one by one; a wider range is searched by classes. */
const MAX_AMOUNTS = 32
/** More than there are classes of amounts. */
const MAX_CLASSES = 300
/** The fewest places that are read of a word, and of a class of amounts, of which there may be many. */
const FEWEST = 40
const FEWEST_OF_A_CLASS = 16
/** The most places that one query reads. */
const CANDIDATES = 600
/** How far a term is counted when the rarest is chosen. */
const COUNTED = 1_000
/** How often the index is read for one search, when few candidates match. */
const MAX_LOOKS = 3
const LAST_DAY = '9999-99-99'

/** The words of the index that a term stands for. `partly`: a beginning stands for more than are looked for. */
interface Words {
  words: string[]
  partly: boolean
  amounts: Term['amounts']
}

/** What the same statement reads of each place. Only places with a row are found. */
export interface Joined {
  columns: RawBuilder<unknown>
  /** A left join with `candidates`, on `candidates.id` and any condition. It compares the amounts, as the index does not always. */
  join: RawBuilder<unknown>
  /** A column that is null where there is no row. */
  isThere: RawBuilder<unknown>
}

/**
 * Finds what has a word of each term, newest first, in parts, until `take` has enough or the index was read a few times. `until`: where to go
 * on; undefined when everything in the range was read. `partly`: a beginning stands for more words than were looked for.
 */
type Look = <P extends Place>(
  accountId: string,
  terms: Term[],
  range: Range,
  take: (places: P[]) => { isEnough: boolean },
  joined?: Joined,
) => Promise<{ until: Place | undefined; partly: boolean }>

/** The indexes, each with its columns of the account and of what is found. */
const INDEXES = {
  found_words: {
    id: 'operation_id',
    type: 'uuid',
    isOf: (accountId: string) => sql`account = ${accountNumber(accountId)}`,
  },
  customer_words: { id: 'customer_id', type: 'text', isOf: (accountId: string) => sql`account_id = ${accountId}` },
} as const

export function looker(store: Store, index: keyof typeof INDEXES = 'found_words'): Look {
  const { db, engine } = store
  const words = sql.table(index)
  const { isOf, type } = INDEXES[index]
  const id = sql.ref(INDEXES[index].id)
  /** Ids are text elsewhere. */
  const asText = engine === 'postgres' && type === 'uuid' ? sql`cast(${id} as text)` : id
  const asId = (text: RawBuilder<unknown>) =>
    engine === 'postgres' && type === 'uuid' ? sql`cast(${text} as uuid)` : text

  /** The different words from one to another, in their order: each is one step through the index. */
  const wordsBetween = async (accountId: string, from: string, to: string, most: number): Promise<string[]> => {
    const query = sql<{ word: string }>`with recursive stepping(word, steps) as (
        select (select min(word) from ${words} where ${isOf(accountId)} and word >= ${from} and word < ${to}), 1
        union all
        select (select min(found.word) from ${words} as found
          where ${isOf(accountId)} and found.word > stepping.word and found.word < ${to}), steps + 1
        from stepping where stepping.word is not null and steps <= ${most}
      ) select word from stepping where word is not null`
    return (await query.execute(db)).rows.map(({ word }) => word)
  }

  const amountWordsOf = async (accountId: string, amounts: { from: number; to: number }): Promise<string[]> => {
    const exact = await wordsBetween(accountId, amountWord(amounts.from), `${amountWord(amounts.to)} `, MAX_AMOUNTS)
    if (exact.length <= MAX_AMOUNTS) return exact
    const classes = classesOf(amounts).map(([first, last]) => wordsBetween(accountId, first, `${last} `, MAX_CLASSES))
    return (await Promise.all(classes)).flat()
  }

  const resolveTerm = async (accountId: string, { words, beginnings, amounts }: Term): Promise<Words> => {
    if (amounts !== undefined) return { words: await amountWordsOf(accountId, amounts), partly: false, amounts }
    const found = await Promise.all(
      beginnings.map((beginning) =>
        wordsBetween(accountId, beginning, `${beginning}\u{10ffff}`, MAX_WORDS_OF_A_BEGINNING),
      ),
    )
    const partly = found.some(({ length }) => length > MAX_WORDS_OF_A_BEGINNING)
    return { words: [...new Set([...words, ...found.flat()])], partly, amounts }
  }

  const countOf = async (accountId: string, { words: wanted }: Words): Promise<number> => {
    const counted = sql<{ count: number }>`select count(1) as count from (
        select 1 as one from ${words} where ${isOf(accountId)} and word in (${sql.join(wanted)}) limit ${COUNTED}
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

  const next = async <P extends Place>(
    accountId: string,
    [rarest, ...others]: Words[],
    range: Range,
    joined: Joined | undefined,
  ): Promise<Part<P>> => {
    const { startDay = '', endDay = LAST_DAY, after } = range
    const rare = rarest?.words ?? []
    const fewest = rarest?.amounts === undefined ? FEWEST : FEWEST_OF_A_CLASS
    const each = Math.max(fewest, Math.ceil(CANDIDATES / rare.length))
    const before = after === undefined ? sql`1 = 1` : sql`(day, ${id}) < (${after.day}, ${asId(sql`${after.id}`)})`
    // PostgreSQL makes a plan for any values. It has to know how few rows are wanted, or it would prepare for a tenth of all.
    const newest = (word: RawBuilder<unknown>) => sql`select day, ${asText} as id from ${words} as found
      where ${isOf(accountId)} and word = ${word} and day >= ${startDay} and day <= ${endDay} and ${before}
      order by day desc, ${id} desc limit ${sql.lit(each)}`
    const candidates =
      engine === 'postgres'
        ? sql`select part, day, id from unnest(cast(${arrayOf(rare)} as text[])) with ordinality as wanted (word, part)
            cross join lateral (${newest(sql.ref('wanted.word'))}) as newest`
        : sql.join(
            rare.map((word, at) => sql`select ${sql.lit(at)} as part, day, id from (${newest(sql`${word}`)})`),
            sql` union all `,
          )
    // The join compares amounts by itself.
    // The offset keeps PostgreSQL from reading all that has the other word instead of looking for each candidate.
    const looked = joined === undefined ? others : others.filter(({ amounts }) => amounts === undefined)
    const hits = looked.map(
      ({ words: wanted }) => sql`exists (select 1 from ${words} as other where ${isOf(accountId)}
        and other.word in (${sql.join(wanted)}) and other.day = candidates.day
        and other.${id} = ${asId(sql`candidates.id`)} limit 1 offset 0)`,
    )
    if (joined !== undefined) hits.unshift(sql`${joined.isThere} is not null`)
    const hit: RawBuilder<unknown> =
      hits.length === 0 ? sql`1` : sql`case when ${sql.join(hits, sql` and `)} then 1 else 0 end`
    const query = sql<
      Candidate & P
    >`select candidates.part, candidates.day, candidates.id, ${hit} as hit${joined === undefined ? sql`` : sql`, ${joined.columns}`}
      from (${candidates}) as candidates ${joined?.join ?? sql``}`
    return merged((await query.execute(db)).rows, each)
  }

  return async (accountId, terms, range, take, joined) => {
    const resolved = await resolve(accountId, terms)
    if (resolved === undefined) return { until: undefined, partly: false }
    let until = range.after
    for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
      const part = await next<Parameters<typeof take>[0][number]>(
        accountId,
        resolved,
        { ...range, after: until },
        joined,
      )
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

interface Candidate {
  part: number
  day: string
  id: string
  hit: number
}

/** Merges the newest places of each word; the list ends where the first incomplete word ends. */
function merged<P extends Place>(candidates: (Candidate & P)[], each: number): Part<P> {
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
  const places = new Map<string, P>()
  for (const candidate of candidates) {
    if (candidate.hit === 1 && (until === undefined || !isNewer(until, candidate))) places.set(candidate.id, candidate)
  }
  return { places: [...places.values()].sort((a, b) => (isNewer(a, b) ? -1 : 1)), until }
}

/** Whether one comes before the other in the list. */
export function isNewer(one: Place, other: Place): boolean {
  return one.day > other.day || (one.day === other.day && one.id > other.id)
}
