// The reason of a network, as its reader reads it.
import { reasonText } from '../../../src/reasons.ts'
import { capital } from '../capital.ts'
import type { Language } from '../language.tsx'

/** A known reason in the reader's language, free text as the network's words; it begins with a capital letter. Empty for none. */
export function shownReason(reason: string, language: Language): string {
  return capital(reasonText(reason, language))
}
