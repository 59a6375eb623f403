// The manual of one command.
import type { OptionName } from './options.ts'

export interface Page {
  /** The most words that may follow its name. */
  words: number
  options?: readonly OptionName[]
  /** The words, as help writes them. */
  synopsis?: string
  /** Its description in `cobro help`. */
  summary: string
  /** The same in Spanish, for a Spanish terminal and docs/command-line.es.md. */
  es: string
  examples: readonly string[]
}
