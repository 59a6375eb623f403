// Reads the search index of an account: the different words between two, and the newest places of words.
import { END, keyOf, newestFirst, type Posting, postingsOf } from './pages.ts'
import type { SegmentReader, StoredPage } from './segments.ts'

/** Places that were found, newest first. */
export interface FoundPlaces {
  places: number[]
  /** Everything down to and including this place was read; undefined: all of the range. */
  cut: number | undefined
}

interface ReadPage {
  begins: string
  postings: Posting[]
}

/** The different words from one to another, the second not included, in their order: `most`, and one more when there are more. */
export async function wordsBetween(
  reader: SegmentReader,
  accountId: string,
  { from, to, most }: { from: string; to: string; most: number },
): Promise<string[]> {
  const found: string[] = []
  // Each turn reads two pages of each segment. All words are known up to the first that is the last of such pages.
  for (let low = from; ; ) {
    const words = new Set<string>()
    let end: string | undefined
    for (const pages of bySegment(await reader.pagesAt(accountId, [{ low, high: to }]))) {
      for (const { postings } of pages) for (const { word } of postings) if (word >= low && word < to) words.add(word)
      const last = pages.at(-1)
      const lastWord = last?.postings.at(-1)?.word ?? to
      if (last !== undefined && last.begins > low && lastWord < to && (end === undefined || lastWord < end))
        end = lastWord
    }
    for (const word of [...words].sort()) if (end === undefined || word <= end) found.push(word)
    if (end === undefined || found.length > most) return found.slice(0, most + 1)
    low = `${end}${END}`
  }
}

/**
 * The newest places of some words in a range of places, both included: all, or as many as two pages of each segment hold of each word, and of
 * each of these at most `most`.
 */
export async function newestPlaces(
  reader: SegmentReader,
  accountId: string,
  words: readonly string[],
  { oldest, newest, most = Number.POSITIVE_INFINITY }: { oldest: number; newest: number; most?: number },
): Promise<FoundPlaces> {
  if (oldest > newest) return { places: [], cut: undefined }
  const wanted = words.map((word) => ({ word, low: keyOf(word, newest), high: `${keyOf(word, oldest)}${END}` }))
  const found: number[] = []
  let cut: number | undefined
  for (const pages of bySegment(await reader.pagesAt(accountId, wanted)))
    for (const { word, low, high } of wanted) {
      const after = pages.findIndex(({ begins }) => begins > low)
      const next = after === -1 ? undefined : pages[after]
      const first = pages[after === -1 ? pages.length - 1 : after - 1]
      const second = next !== undefined && next.begins < high ? next : undefined
      let count = 0
      let end = newest
      for (const page of [first, second])
        for (const place of placesOf(page, word)) {
          if (place > newest) continue
          if (place < oldest || count === most) break
          count += 1
          end = place
          found.push(place)
        }
      // Behind the second page the list of the word may go on.
      const mayGoOn = count === most || second?.postings.at(-1)?.word === word
      if (mayGoOn && end > oldest && (cut === undefined || end > cut)) cut = end
    }
  const places = newestFirst(found)
  return { places: cut === undefined ? places : places.filter((place) => place >= (cut ?? 0)), cut }
}

function placesOf(page: ReadPage | undefined, word: string): readonly number[] {
  return page?.postings.find((posting) => posting.word === word)?.places ?? []
}

/** The pages of each segment, in their order. */
function bySegment(stored: readonly StoredPage[]): ReadPage[][] {
  const segments = new Map<number, ReadPage[]>()
  for (const { segment, begins, content } of stored) {
    const page = { begins, postings: postingsOf(content) }
    const pages = segments.get(segment)
    if (pages === undefined) segments.set(segment, [page])
    else pages.push(page)
  }
  return [...segments.values()]
}
