// What the manual says of one command.
import type { OptionName } from './options.ts'

export interface Page {
  /** The most words that may follow its name. */
  words: number
  options?: readonly OptionName[]
  /** The words, as help writes them. */
  synopsis?: string
  summary: string
  examples: readonly string[]
}
