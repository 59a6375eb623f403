// The reason of a network, as its reader reads it.
import { toldReason } from '../../../src/core/network-reasons.ts'
import { capital } from '../capital.ts'
import type { Language } from '../language.tsx'

/** A known reason in the reader's language, free text as the network's words; it begins with a capital letter. Empty for none. */
export function told(reason: string, language: Language): string {
  return capital(toldReason(reason, language))
}
