// Queries the search index for the newest operations with a word of each term. The index only points to operations: what it says is compared with
// their rows wherever it may be wrong. Every query is bounded, so that its cost does not depend on the number of rows.
import { type RawBuilder, sql } from 'kysely'
import type { Store } from '../../store/store.ts'
import { unindexed } from '../../store/unindexed.ts'
import { asUuid } from '../../store/uuid.ts'
import { fittingOperations } from './fitting.ts'
import { END, indexWord } from './pages.ts'
import { boundsOf, idsAt, isNewer, type Place, placeNumber } from './places.ts'
import { type FoundPlaces, newestPlaces, wordsBetween } from './read-index.ts'
import { segmentReader } from './segments.ts'
import { classesOf, type Term } from './terms.ts'
import { amountWord } from './words.ts'

/** The range of a query: days, both included, after a place of the list. */
interface Range {
  startDay?: string | undefined
  endDay?: string | undefined
  after?: Place | undefined
}

/** What is read of each operation. */
export interface Read {
  /** Columns of `operations`. */
  columns: RawBuilder<unknown>
  /** What an operation fulfils besides its words. It compares the amounts, as the index does not always. */
  fits: RawBuilder<unknown>
}

/**
 * Finds what has a word of each term, newest first, in parts, until `take` has enough or the index was read a few times. `until`: where to go
 * on; undefined when everything in the range was read. `partly`: a beginning stands for more words than were looked for.
 */
type Find = <P extends Place>(
  accountId: string,
  terms: Term[],
  range: Range,
  take: (operations: P[]) => { isEnough: boolean },
  read: Read,
) => Promise<{ until: Place | undefined; partly: boolean }>

/** The most words of one prefix. The dearest search has six terms of as many words each. */
const MAX_WORDS_OF_A_BEGINNING = 16
/** The most amounts that are searched one by one; a wider range is searched by classes. */
const MAX_AMOUNTS = 32
/** A range of more classes has so many of an account's operations that the newest of all are compared. */
const MAX_CLASSES = 24
/** The most operations that one query compares. */
const CANDIDATES = 600
/** More rows than operations with as many places mostly have. */
const MOST = 2 * CANDIDATES
/** How often the index is read for one search, when few candidates match. */
const MAX_LOOKS = 3
const LAST_DAY = '9999-12-31'

/** What a term stands for in the index. `words`: undefined for what the index cannot find: a trait, or a range of amounts that is too wide. */
interface Resolved {
  words: string[] | undefined
  partly: boolean
}

type Candidate = Place & { fits: number }

interface AtPlaces<P> {
  operations: { row: Candidate & P; place: number }[]
  /** Whether a place stands for one operation, which is then the one that the index means. */
  isAlone: (place: number) => boolean
  /** There are too many at one place: the last ones of it, and of older places, were not read. */
  isCrowded: boolean
}

/** A part of what is found, newest first; `until` as in the answer. */
interface Part<P> {
  operations: P[]
  until: Place | undefined
}

export function operationFinder(store: Store): Find {
  const { db, engine } = store
  const reader = segmentReader(store)
  const fitting = fittingOperations(store)

  const resolve = async (accountId: string, { words, beginnings, amounts, trait }: Term): Promise<Resolved> => {
    if (trait !== undefined) return { words: undefined, partly: false }
    if (amounts !== undefined) {
      const between = (first: string, last: string, most: number) =>
        wordsBetween(reader, accountId, { from: first, to: `${last}${END}`, most })
      const exact = await between(amountWord(amounts.from), amountWord(amounts.to), MAX_AMOUNTS)
      if (exact.length <= MAX_AMOUNTS) return { words: exact, partly: false }
      const [first, last] = classesOf(amounts)
      const classes = await between(first, last, MAX_CLASSES)
      return { words: classes.length > MAX_CLASSES ? undefined : classes, partly: false }
    }
    const found = await Promise.all(
      beginnings.map((beginning) => {
        const from = indexWord(beginning)
        return wordsBetween(reader, accountId, { from, to: `${from}\u00ff`, most: MAX_WORDS_OF_A_BEGINNING })
      }),
    )
    const partly = found.some(({ length }) => length > MAX_WORDS_OF_A_BEGINNING)
    return { words: [...new Set([...words.map(indexWord), ...found.flat()])], partly }
  }

  const idIn = (text: string) => (engine === 'sqlite' ? text : asUuid(text))

  /** The operations at these places, newest first, whether they fit or not. */
  const operationsAt = async <P extends Place>(
    accountId: string,
    places: readonly number[],
    { after, read }: { after: Place | undefined; read: Read },
  ): Promise<AtPlaces<P>> => {
    const list = JSON.stringify(
      places.map((place) => {
        const { day, from, to } = idsAt(place)
        return [day, ...[from, after?.day === day && after.id < to ? after.id : to].map(idIn)]
      }),
    )
    const [day, from, to] = [0, 1, 2].map((at) => sql`wanted.value ->> ${sql.lit(at)}`)
    const [first, last] = engine === 'sqlite' ? [from, to] : [sql`cast(${from} as uuid)`, sql`cast(${to} as uuid)`]
    const isAt = sql`operations.account_id = ${accountId} and operations.day = ${day} and operations.id >= ${first} and operations.id < ${last}`
    const columns = sql`operations.id, operations.day, case when ${read.fits} then 1 else 0 end as fits, ${read.columns}`
    const newest = (columns: RawBuilder<unknown>) =>
      sql`select ${columns} from operations where ${isAt} order by operations.id desc limit ${sql.lit(CANDIDATES)}`
    /** SQLite takes long for a limit of each place, and without one there may be very many operations at one. */
    const sqliteRows = async () => {
      const all = sql<
        Candidate & P
      >`select ${columns} from json_each(${list}) as wanted cross join operations on ${isAt} limit ${sql.lit(MOST)}`
      const { rows } = await all.execute(db)
      if (rows.length < MOST) return rows
      const few = sql<Candidate & P>`select ${columns} from json_each(${list}) as wanted
        cross join operations where operations.rowid in (${newest(sql`operations.rowid`)})
          and ${unindexed('operations.account_id')} = ${accountId}`
      return (await few.execute(db)).rows
    }
    const rows =
      engine === 'sqlite'
        ? await sqliteRows()
        : (
            await sql<
              Candidate & P
            >`select operations.* from jsonb_array_elements(cast(${list} as text)::jsonb) as wanted(value)
              cross join lateral (${newest(columns)}) as operations`.execute(db)
          ).rows
    const operations = rows.sort((a, b) => (isNewer(a, b) ? -1 : 1)).map((row) => ({ row, place: placeNumber(row) }))
    const at = Map.groupBy(operations, ({ place }) => place)
    const crowded = places.find((place) => (at.get(place)?.length ?? 0) >= CANDIDATES)
    return {
      operations: crowded === undefined ? operations : operations.filter(({ place }) => place >= crowded),
      isAlone: (place) => at.get(place)?.length === 1 && (after === undefined || place !== placeNumber(after)),
      isCrowded: crowded !== undefined,
    }
  }

  /** The newest operations of all. */
  const newestOperations = async <P extends Place>(
    accountId: string,
    terms: readonly Term[],
    { startDay = '', endDay = LAST_DAY, after }: Range,
    read: Read,
  ): Promise<Part<P>> => {
    const before = after === undefined ? sql`1 = 1` : sql`(day, id) < (${after.day}, ${after.id})`
    const { rows } = await sql<
      Candidate & P
    >`select id, day, case when ${read.fits} then 1 else 0 end as fits, ${read.columns}
      from operations where account_id = ${accountId} and day >= ${startDay} and day <= ${endDay} and ${before}
      order by day desc, id desc limit ${sql.lit(CANDIDATES)}`.execute(db)
    const last = rows.length < CANDIDATES ? undefined : rows.at(-1)
    const hits = rows.filter(({ fits }) => fits === 1)
    return { operations: await traited(accountId, hits, terms), until: last && { day: last.day, id: last.id } }
  }

  /** Those with a word or the trait of each term, when a term has one. The statement has compared the amounts. */
  const traited = async <P extends Place>(accountId: string, hits: P[], terms: readonly Term[]): Promise<P[]> => {
    if (!hasTrait(terms)) return hits
    const ids = hits.map(({ id }) => id)
    const fit = new Set((await fitting(accountId, ids, terms)).map(({ id }) => id))
    return hits.filter(({ id }) => fit.has(id))
  }

  const part = async <P extends Place>(
    accountId: string,
    { terms, words }: { terms: Term[]; words: string[][] },
    range: Range,
    read: Read,
  ): Promise<Part<P>> => {
    if (words.length === 0) return newestOperations(accountId, terms, range, read)
    const { startDay, endDay = LAST_DAY, after } = range
    const newest = Math.min(boundsOf(endDay).last, after === undefined ? Number.POSITIVE_INFINITY : placeNumber(after))
    const oldest = startDay === undefined ? 0 : boundsOf(startDay).first
    // One more than are compared, so that the list has an end when there are more.
    const bounds = { oldest, newest, ...(words.length === 1 && { most: CANDIDATES + 1 }) }
    const { places, cut, isSure } = inAll(
      await Promise.all(words.map((of) => newestPlaces(reader, accountId, of, bounds))),
      newest,
    )
    const candidates = new Set(places.slice(0, CANDIDATES))
    const end = places.length > CANDIDATES ? places[CANDIDATES - 1] : cut
    // The operation at the end is read also when it is no candidate, because the search goes on behind it.
    const asked = new Set(end === undefined ? candidates : [...candidates, end])
    if (asked.size === 0) return { operations: [], until: undefined }
    const { operations, isAlone, isCrowded } = await operationsAt<P>(accountId, [...asked], { after, read })
    const hits = operations.filter(({ row, place }) => row.fits === 1 && candidates.has(place))
    // The statement has compared the amounts.
    const isCompared = terms.every(({ amounts }) => amounts !== undefined)
    const isUnsure = ({ place }: { place: number }) => hasTrait(terms) || !isSure(place) || !isAlone(place)
    const unsure = isCompared ? [] : hits.filter(isUnsure)
    const compared = unsure.map(({ row }) => row.id)
    const fit = new Set((await fitting(accountId, compared, terms)).map(({ id }) => id))
    const not = new Set(compared.filter((id) => !fit.has(id)))
    const last = isCrowded || end !== undefined ? operations.at(-1)?.row : undefined
    return {
      operations: hits.flatMap(({ row }) => (not.has(row.id) ? [] : [row])),
      until: last && { day: last.day, id: last.id },
    }
  }

  return async (accountId, terms, range, take, read) => {
    const resolved = await Promise.all(terms.map((term) => resolve(accountId, term)))
    if (resolved.some(({ words }) => words?.length === 0)) return { until: undefined, partly: false }
    const asked = { terms, words: resolved.flatMap(({ words }) => (words === undefined ? [] : [words])) }
    let until = range.after
    for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
      const found = await part<Parameters<typeof take>[0][number]>(accountId, asked, { ...range, after: until }, read)
      until = found.until
      if (take(found.operations).isEnough || until === undefined) break
    }
    return { until, partly: resolved.some((one) => one.partly) }
  }
}

function hasTrait(terms: readonly Term[]): boolean {
  return terms.some(({ trait }) => trait !== undefined)
}

/**
 * The places that are in all lists, as far as the list with the fewest was read. `isSure`: whether a place is known to be in all of them: another
 * list may have been read less far.
 */
function inAll(lists: readonly FoundPlaces[], newest: number): FoundPlaces & { isSure: (place: number) => boolean } {
  /** A list that was read whole is shorter than one that was not; of those the one that reached furthest for its length is the rarest. */
  const lengthOf = ({ places, cut }: FoundPlaces) =>
    cut === undefined ? places.length : Number.MAX_SAFE_INTEGER * (places.length / (places.length + newest - cut))
  const [rarest, ...others] = [...lists].sort((one, other) => lengthOf(one) - lengthOf(other))
  if (rarest === undefined) throw new Error('a search has terms')
  const known = others.map(({ places, cut = 0 }) => ({ cut, places: new Set(places) }))
  return {
    places: rarest.places.filter((place) => known.every(({ cut, places }) => place < cut || places.has(place))),
    cut: rarest.cut,
    isSure: (place) => known.every(({ cut }) => place >= cut),
  }
}
