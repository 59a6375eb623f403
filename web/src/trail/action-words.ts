// The actions of the audit trail in words for people, as the rooms of the service define them.
import { trailActions } from '../../../src/trail-actions.ts'
import type { Words } from '../language.tsx'

/** By their names in the trail. */
export const actions: Readonly<Record<string, Words>> = trailActions
