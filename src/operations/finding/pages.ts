// The pages of the search index: sorted words, each with the places of its operations, in a few bytes. Pure.

/** A word with the places of its operations, newest first. Words are written as the bytes of UTF-8, one a character, so that every engine sorts alike. */
export interface Posting {
  word: string
  places: number[]
}

export interface IndexPage {
  /** The key of its first place: pages are in the order of these. */
  begins: string
  content: Buffer
}

/** With its key a page stays below two thousand bytes: PostgreSQL then keeps it whole in its row. */
const PAGE_BYTES = 1_750
/** The longest word, and the longest numbers behind it. */
const SLACK_BYTES = 1_100
/** Places are below this. */
const PLACES = 2 ** 48
/** After every key of a word. */
export const END = '\u0001'

// biome-ignore lint/suspicious/noControlCharactersInRegex: a range of bytes.
const IS_ASCII = /^[\u0000-\u007f]*$/

/** A word of a text, as the index has it. */
export function indexWord(word: string): string {
  return IS_ASCII.test(word) ? word : Buffer.from(word, 'utf8').toString('latin1')
}

/** The key of a place of a word: keys are in the order of words, and of a word the newest place is first. */
export function keyOf(word: string, place: number): string {
  const bytes = Buffer.alloc(6)
  bytes.writeUIntBE(PLACES - 1 - place, 0, 6)
  return `${word}\u0000${bytes.toString('latin1')}`
}

/** The hexadecimal form in which keys and contents are handed to the engines. */
export function hexOf(key: string): string {
  return Buffer.from(key, 'latin1').toString('hex')
}

/** Writes postings, which are sorted and without doubles, into pages. */
export function pagesOf(postings: readonly Posting[]): IndexPage[] {
  let base = 0
  for (const { places } of postings) base = Math.max(base, places[0] ?? 0)
  const pages: IndexPage[] = []
  const scratch = Buffer.allocUnsafe(PAGE_BYTES + SLACK_BYTES)
  let at = 0
  let before = ''
  let begins: string | undefined
  const number = (value: number) => {
    let rest = value
    while (rest >= 128) {
      scratch[at++] = (rest % 128) + 128
      rest = Math.floor(rest / 128)
    }
    scratch[at++] = rest
  }
  const end = () => {
    if (begins !== undefined) pages.push({ begins, content: Buffer.from(scratch.subarray(0, at)) })
    begins = undefined
    at = 0
    before = ''
  }
  for (const { word, places } of postings) {
    let isOpen = false
    let last = base
    for (const place of places) {
      if (at >= PAGE_BYTES) {
        if (isOpen) number(0)
        isOpen = false
        end()
      }
      if (begins === undefined) {
        begins = keyOf(word, place)
        number(base)
      }
      if (!isOpen) {
        const shared = sharedLength(before, word)
        number(shared)
        number(word.length - shared)
        at += scratch.write(word.slice(shared), at, 'latin1')
        before = word
        last = base
        isOpen = true
      }
      number(last - place + 1)
      last = place
    }
    if (isOpen) number(0)
  }
  end()
  return pages
}

/** The postings of a page. */
export function postingsOf(content: Uint8Array): Posting[] {
  const postings: Posting[] = []
  let at = 0
  const number = () => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = content[at++] ?? 0
      value += (byte % 128) * scale
      if (byte < 128) return value
    }
  }
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const base = number()
  let word = ''
  while (at < content.length) {
    const shared = number()
    const length = number()
    word = word.slice(0, shared) + bytes.toString('latin1', at, at + length)
    at += length
    const places: number[] = []
    let place = base
    for (let step = number(); step > 0; step = number()) {
      place -= step - 1
      places.push(place)
    }
    postings.push({ word, places })
  }
  return postings
}

/** Sorts places under words into postings, without doubles. */
export function postingsOfPlaces(words: ReadonlyMap<string, readonly number[]>): Posting[] {
  const postings: Posting[] = []
  for (const [word, places] of words) postings.push({ word, places: newestFirst(places) })
  return postings.sort(byWord)
}

function byWord(one: Posting, other: Posting): number {
  return one.word < other.word ? -1 : 1
}

/** Sorts places, without doubles. */
export function newestFirst(places: readonly number[]): number[] {
  if (places.length === 1) return [...places]
  const sorted = Float64Array.from(places).sort().reverse()
  const rest: number[] = []
  let last = -1
  for (const place of sorted) {
    if (place !== last) rest.push(place)
    last = place
  }
  return rest
}

/** Puts runs of postings together into one without doubles. */
export function mergedPostings(runs: readonly (readonly Posting[])[]): Posting[] {
  const words = new Map<string, number[]>()
  for (const run of runs)
    for (const { word, places } of run) {
      const known = words.get(word)
      if (known === undefined) words.set(word, [...places])
      else for (const place of places) known.push(place)
    }
  return postingsOfPlaces(words)
}

function sharedLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  let length = 0
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length += 1
  return length
}
