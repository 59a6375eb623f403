// The brand of a card, by the code of the wire.
import type { CodeWords } from '../../../src/core/language/state-words.ts'
import { brandWords } from '../../../src/vault/code-words.ts'

const brands: CodeWords = brandWords

/** Its name, which is alike in both languages. */
export function brandOf(type: string): string {
  return brands[type]?.[0] ?? type
}

/** Its name where there is little room. */
export function shortBrandOf(type: string): string {
  return type === 'AMEX' ? 'Amex' : brandOf(type)
}
