// Which parts of a text a search has found: the words that begin with one of its words, as the service compares them.

interface Piece {
  text: string
  isFound: boolean
  /** Where it begins. */
  at: number
}

/** A word, or an e-mail address, which a search finds by its beginning too. */
const WORD = /[^\s@,;<>]+@[^\s@,;<>]*|[\p{L}\p{M}\p{N}]+/gu

/** Without accents and capitals. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** The text in pieces, which together are the text. */
export function piecesOf(text: string, searched: string): Piece[] {
  const wanted = [...searched.matchAll(WORD)].map(([word]) => folded(word))
  const isFound = (word: string) => wanted.some((one) => folded(word).startsWith(one))
  const pieces: Piece[] = []
  const add = (part: string, found: boolean, at: number) => {
    if (part !== '') pieces.push({ text: part, isFound: found, at })
  }
  let end = 0
  const mark = (word: string, at: number) => {
    if (!isFound(word)) return
    add(text.slice(end, at), false, end)
    add(word, true, at)
    end = at + word.length
  }
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (isFound(word) || !word.includes('@')) mark(word, index)
    else for (const part of word.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) mark(part[0], index + part.index)
  }
  add(text.slice(end), false, end)
  return pieces
}
