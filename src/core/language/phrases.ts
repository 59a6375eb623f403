// Translates sentences with values in them: `{}` stands for a value, which is translated too where it has words.
import { firstUse } from '../first-use.ts'

/** The sentence with `{}` for each value, and the same in the other language, with as many. */
export type Phrase = readonly [from: string, to: string]

/** Tells a text again by the first phrase that it fits. A text that fits none stays as it is. */
export function phraseBook(phrases: readonly Phrase[]): (text: string) => string {
  const exact = new Map(phrases.filter(([from]) => !from.includes('{}')))
  const forms = firstUse(() =>
    phrases
      .filter(([from]) => from.includes('{}'))
      .map(([from, to]) => ({ form: new RegExp(`^${from.split('{}').map(escaped).join('(.+?)')}$`, 's'), to })),
  )
  const translated = (text: string): string => {
    const known = exact.get(text)
    if (known !== undefined) return known
    for (const { form, to } of forms()) {
      const values = form.exec(text)?.slice(1)
      if (values === undefined) continue
      let at = 0
      return to.replace(/\{\}/g, () => translated(values[at++] ?? ''))
    }
    return text
  }
  return translated
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
