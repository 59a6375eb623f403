// Why something waits, or is not opened, in the language of the terminal.
import { becauseIn } from '../core/because.ts'
import { terminalLanguage } from './speech.ts'

/** A text without words in Spanish stays as it is. */
export function becauseText(because: string, language = terminalLanguage()): string {
  return becauseIn(because, language)
}
