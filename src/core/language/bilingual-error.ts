// An error that a person reads at a terminal: its sentence stands in both languages where it is thrown.
import { type Bilingual, inLanguage, type Language } from './bilingual.ts'

/** Its message is the English sentence, for the log. */
export class BilingualError extends Error {
  readonly words: Bilingual

  constructor(words: Bilingual, options?: ErrorOptions) {
    super(words[1], options)
    this.words = words
  }
}

/** The sentence of an error in the reader's language; that of any other error as it is. */
export function errorText(error: unknown, language: Language): string {
  if (error instanceof BilingualError) return inLanguage(error.words, language)
  return error instanceof Error ? error.message : String(error)
}
