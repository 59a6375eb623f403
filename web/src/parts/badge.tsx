// The state of an item, or the status of an answer, as a word in the colour that it has everywhere.
import type { StateWords } from '../../../src/core/language/state-words.ts'
import { capital } from '../capital.ts'
import { useLanguage } from '../language.tsx'

/** A state without words is shown as it is. */
export function State({ of, words }: { of: string; words: StateWords }) {
  const { say } = useLanguage()
  const [es, en, look] = words[of] ?? [of, of, '']
  return <span className={`badge ${look}`}>{capital(say([es, en]))}</span>
}

/** An HTTP status. */
export function Status({ of }: { of: number }) {
  return <span className={`badge ${of < 400 ? 'good' : of < 500 ? 'waiting' : 'bad'}`}>{of}</span>
}
