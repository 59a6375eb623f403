// Refusals in the words of the page: the service names a field as the API calls it, a person reads the label that the field has here.
import { own } from '../../../src/core/own.ts'
import type { Refused } from '../call.ts'
import { labelled, labels } from '../labels.ts'
import { useLanguage, type Words } from '../language.tsx'

/** Evidence has a label for each kind, in another file. */
type More = Readonly<Record<string, Words>>

/** The sentences of a refusal for a person; of one that has no answer, that there is no connection. */
export function useFault(more: More = {}): (error: Refused | null | undefined) => string {
  const { say } = useLanguage()
  return (error) => {
    if (!error) return ''
    const sentences = Object.entries(error.messages).flatMap(([field, texts]) =>
      texts.map((text) => labelled(field, text, (name) => labelOf(name, more, say))),
    )
    return (
      [...new Set(sentences)].join(' · ') ||
      error.message ||
      say(['No hay conexión con el servicio.', 'The service cannot be reached.'])
    )
  }
}

function labelOf(name: string, more: More, say: (words: Words) => string): string | undefined {
  const last = name.split('.').at(-1) ?? name
  const words = own(more, last) ?? own(labels, last)
  return words && say(words)
}
