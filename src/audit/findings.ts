// The findings of an audit: the number of faults against each invariant, and the first fault.
import { type Bilingual, inLanguage, type Language } from '../core/language/bilingual.ts'
import type { Invariant } from './invariant.ts'

export interface Fault {
  /** The operation, entry, payout, or the key of a count. */
  id: string
  expected: Bilingual
  found: Bilingual
}

/** A fault in the language of its reader. */
export interface PresentedFault {
  id: string
  expected: string
  found: string
}

export interface Verdict {
  clean: boolean
  invariants: { name: string; meaning: string; faults: number; first: PresentedFault | null }[]
}

interface Findings {
  /** Throws for an invariant that is not listed: what is not listed is not reported. */
  add(invariant: Invariant, fault: Fault): void
  verdict(language: Language): Verdict
}

export function findings(invariants: readonly Invariant[]): Findings {
  const faults = new Map<Invariant, { count: number; first: Fault }>()
  return {
    add: (invariant, fault) => {
      if (!invariants.includes(invariant)) throw new Error(`service/audit.ts does not list ${invariant.name}`)
      const known = faults.get(invariant)
      if (known) known.count += 1
      else faults.set(invariant, { count: 1, first: fault })
    },
    verdict: (language) => ({
      clean: faults.size === 0,
      invariants: invariants.map((invariant) => {
        const { count = 0, first } = faults.get(invariant) ?? {}
        const { name, meaning } = invariant
        return {
          name,
          meaning: inLanguage(meaning, language),
          faults: count,
          first: first === undefined ? null : presentFault(first, language),
        }
      }),
    }),
  }
}

export function presentFault({ id, expected, found }: Fault, language: Language): PresentedFault {
  return { id, expected: inLanguage(expected, language), found: inLanguage(found, language) }
}
