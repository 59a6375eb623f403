// Puts segments of the search index together in the background, so that a search reads few of them. Each batch moves the places between two keys:
// it removes pages and adds others with the same places. So a process may stop after any batch, and no batch is large.
import { anyConflict } from '../../store/decide.ts'
import { isUnavailable } from '../../store/outage.ts'
import type { StoreAndClock } from '../../store/store.ts'
import { keyOf, mergedPostings, type Posting, pagesOf, postingsOf } from './pages.ts'
import {
  LAST_LEVEL,
  levelOf,
  newSegment,
  pagesWrite,
  removedWrite,
  type StoredPage,
  segmentReader,
} from './segments.ts'

/** So many segments of a level become one of the next. */
const SEGMENTS_OF_A_MERGE = 16
/** The most that are put together when many have come meanwhile. */
const MAX_SEGMENTS_OF_A_MERGE = 32
/** How many pages of each segment are read at once. */
const PAGES_AT_ONCE = 4
/** Another process puts the same segments together: this one leaves them alone for so long. */
const REST_MS = 20_000
/** Accounts whose new segments are counted; beyond them counting begins anew. */
const MAX_ACCOUNTS = 20_000

interface Merge {
  accountId: string
  level: number
  inputs: number[]
  target: number
  /** The last key that was moved: pages that begin before it may have places that are in the target already. */
  moved: string
}

interface Merger {
  /** Tells of new segments of accounts. */
  note(accounts: Iterable<string>): void
  /** Does one batch. False when there is nothing to do. */
  step(): Promise<boolean>
}

export function mergerOf(
  { store, clock }: StoreAndClock,
  { fewest = SEGMENTS_OF_A_MERGE, most = MAX_SEGMENTS_OF_A_MERGE, pagesAtOnce = PAGES_AT_ONCE } = {},
): Merger {
  const reader = segmentReader(store)
  /** New segments of each account since it was looked at. An account that is not here may have any number. */
  const fresh = new Map<string, number>()
  const waiting = new Set<string>()
  const merges = new Set<Merge>()
  let restUntilMs = 0

  /** Begins the merges of an account that are due. */
  const look = async (accountId: string): Promise<void> => {
    const busy = new Set([...merges].flatMap(({ inputs, target }) => [...inputs, target]))
    const free = (await reader.segments(accountId)).filter((segment) => !busy.has(segment))
    for (const [level, segments] of Map.groupBy(free, levelOf)) {
      if (segments.length < fewest || level >= LAST_LEVEL) continue
      const target = newSegment(level + 1, clock.wallMs())
      merges.add({ accountId, level, inputs: segments.slice(0, most), target, moved: '' })
    }
  }

  /** Moves places up to the first key behind which some segment was not read. True when all were moved. */
  const move = async (merge: Merge): Promise<boolean> => {
    const { accountId, inputs, target, moved } = merge
    const read = await Promise.all(inputs.map((segment) => reader.firstPages(accountId, segment, pagesAtOnce)))
    const runs = read.map((pages) => pages.map(readPage))
    const ends = runs.flatMap((run) => (run.length < pagesAtOnce ? [] : (run.at(-1)?.last ?? [])))
    const end = ends.reduce<string | undefined>(
      (least, key) => (least === undefined || key < least ? key : least),
      undefined,
    )
    const isBefore = (key: string) => end === undefined || key <= end
    const isIn = (key: string) => key > moved && isBefore(key)
    const postings = mergedPostings(
      runs.flat().map(({ page, last, postings }) => {
        const isWhole = page.begins > moved && isBefore(last)
        return isWhole ? postings : postings.flatMap((posting) => within(posting, isIn))
      }),
    )
    const removedOnes = runs.map((run): StoredPage[] => {
      const kept = run.findIndex(({ last }) => !isBefore(last))
      return run.slice(0, kept === -1 ? run.length : kept).map(({ page }) => page)
    })
    const removed = removedOnes
      .filter((pages) => pages.length > 0)
      .map((pages) => removedWrite(store, accountId, pages))
    if (removed.length === 0) return true
    const pages = pagesOf(postings).map((page) => ({ accountId, segment: target, page }))
    await store.commit([...removed, ...(pages.length > 0 ? [pagesWrite(store, pages)] : [])])
    if (end === undefined) return true
    merge.moved = end
    return false
  }

  return {
    note: (accounts) => {
      if (fresh.size > MAX_ACCOUNTS) fresh.clear()
      for (const account of accounts) {
        const count = (fresh.get(account) ?? fewest) + 1
        fresh.set(account, count)
        if (count >= fewest) waiting.add(account)
      }
    },
    step: async () => {
      if (clock.wallMs() < restUntilMs) return false
      const [account] = waiting
      if (account !== undefined) {
        await look(account)
        waiting.delete(account)
        fresh.set(account, 0)
      }
      // Those of low levels are short, and keep the number of segments low.
      const [merge] = [...merges].sort((one, other) => one.level - other.level)
      if (merge === undefined) return waiting.size > 0
      const isDone = await move(merge).catch((error: unknown) => {
        if (isUnavailable(error)) throw error
        merges.delete(merge)
        restUntilMs = clock.wallMs() + REST_MS
        if (!anyConflict(error)) throw error
        return false
      })
      if (isDone) {
        merges.delete(merge)
        waiting.add(merge.accountId)
      }
      return true
    },
  }
}

interface ReadPage {
  page: StoredPage
  postings: Posting[]
  /** The key of its last place. */
  last: string
}

function readPage(page: StoredPage): ReadPage {
  const postings = postingsOf(page.content)
  const last = postings.at(-1)
  return { page, postings, last: last === undefined ? page.begins : keyOf(last.word, last.places.at(-1) ?? 0) }
}

/** The places of a posting whose keys are in. */
function within({ word, places }: Posting, isIn: (key: string) => boolean): Posting[] {
  const kept = places.filter((place) => isIn(keyOf(word, place)))
  return kept.length === 0 ? [] : [{ word, places: kept }]
}
