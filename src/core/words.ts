// How a text is taken apart into the words by which things are found. Pure: what is indexed and what is asked for agree.

/** Characters of one word: what is longer is found by its beginning. */
const LONGEST_WORD = 40

/** What stands before an e-mail address, which is one word. Words of texts have letters and digits only. */
export const EMAIL_MARK = '@'

/**
 * The words of a text, without accents and in small letters; an e-mail address is one word besides. Sample: `Pedido Núm. 1003-B` is `pedido`, `num`,
 * `1003`, `b`.
 */
export function wordsOf(text: string): string[] {
  const words = folded(text).match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.map((word) => word.slice(0, LONGEST_WORD)))]
}

/** The e-mail addresses of a text, as words. */
export function emailWordsOf(text: string): string[] {
  return (text.match(/[^\s@,;<>]{1,64}@[^\s@,;<>]{1,190}/g) ?? []).map(
    (address) => `${EMAIL_MARK}${address.toLowerCase()}`,
  )
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
