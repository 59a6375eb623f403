// What holds of the books, and what an audit counts as it reads them.
import type { Bilingual } from '../core/language/bilingual.ts'

/** What holds of the books. It is named on the wire, so its name stays. */
export interface Invariant {
  name: string
  meaning: Bilingual
  /** It compares counts of two sides by a key, so many numbers for each; absent: every check of it is by itself. */
  compares?: number
}

/** Rows that an audit counts as it reads them. The name is the wire's. */
export interface Count {
  name: string
  words: Bilingual
}
