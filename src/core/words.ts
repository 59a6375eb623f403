// Splits a text into search words. The index and the query use the same functions, so they agree.
import { firstCharacters } from './text.ts'

/** The most characters of a word: a longer word is found by its beginning. */
const LONGEST_WORD = 40

/** The prefix of an e-mail address, which is one word. Words of texts have letters and digits only. */
export const EMAIL_MARK = '@'

/**
 * The words of a text, without accents and in lower case; an e-mail address is also one word. Sample: `Pedido Núm. 1003-B`
 * is `pedido`, `num`, `1003`, `b`.
 */
export function wordsOf(text: string): string[] {
  const words = folded(text).match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.map(cutWord))]
}

/** Words that stand in most texts: nobody is found by them. */
const COMMON = new Set(
  'a al con de del e el en la las lo los o para por su sus un una y and for in of on the to with'.split(' '),
)

/** The words by which a text is found: all but those that stand in most texts. */
export function searchWordsOf(text: string): string[] {
  return wordsOf(text).filter((word) => !COMMON.has(word))
}

/** A word as the index has it. */
export function cutWord(word: string): string {
  return firstCharacters(word, LONGEST_WORD)
}

/** The e-mail addresses of a text, as words. */
export function emailWordsOf(text: string): string[] {
  return (text.match(/[^\s@,;<>]{1,64}@[^\s@,;<>]{1,190}/gu) ?? []).map(
    (address) => `${EMAIL_MARK}${address.toLowerCase()}`,
  )
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
