// The actions of the audit trail, the parts of the service that act, and what they act upon, in words for people.
import { partWords } from '../../../src/accounts/trail/part-words.ts'
import { trailActions } from '../../../src/trail-actions.ts'
import type { Words } from '../language.tsx'

/** By their names in the trail. */
export const actions: Readonly<Record<string, Words>> = trailActions

/** Parts of the service, by their names there. */
export const parts: Readonly<Record<string, Words>> = partWords

/** What there is once, and so has no id. */
export const singles: Readonly<Record<string, Words>> = {
  clock: ['el reloj', 'the clock'],
  routing: ['las rutas de las tarjetas', 'the routes of cards'],
  settings: ['los ajustes', 'the settings'],
}
