// What a person has typed and not sent: kept in this tab, for this person and account, until it is sent or given up, or the person signs out.
import { isCardNumber } from '../../client/src/card-number.ts'

/** The values of each touched field, by its name: of ticked boxes there may be several. */
export type Draft = Record<string, string[]>

interface Kept {
  at: number
  draft: Draft
}

const PREFIX = 'cobro-draft '
/** No session is longer. */
const KEPT_MS = 12 * 3_600_000

const listeners = new Set<() => void>()

/** The place of the drafts of a person in an account. */
export function ownerOf({ person, account }: { person: { id: string }; account: { id: string } }): string {
  return `${PREFIX}${person.id} ${account.id} `
}

export function readDraft(place: string): Draft | undefined {
  try {
    const { at, draft } = JSON.parse(sessionStorage.getItem(place) ?? '{}') as Partial<Kept>
    return at !== undefined && at > Date.now() - KEPT_MS ? draft : undefined
  } catch {
    return undefined
  }
}

export function keepDraft(place: string, draft: Draft): void {
  try {
    if (Object.keys(draft).length === 0) sessionStorage.removeItem(place)
    else sessionStorage.setItem(place, JSON.stringify({ at: Date.now(), draft } satisfies Kept))
  } catch {
    // A browser that stores nothing loses what is typed with the page.
  }
  for (const tell of listeners) tell()
}

export function forgetDraft(place: string): void {
  keepDraft(place, {})
}

/** Forgets every draft, but those of one person. */
export function forgetDrafts(but?: { id: string }): void {
  try {
    for (const place of Object.keys(sessionStorage)) {
      const isTheirs = but !== undefined && place.startsWith(`${PREFIX}${but.id} `)
      if (place.startsWith(PREFIX) && !isTheirs) sessionStorage.removeItem(place)
    }
  } catch {
    // Nothing is stored there.
  }
  for (const tell of listeners) tell()
}

/** Whether anything that was typed in this tab is kept. */
export function hasDrafts(): boolean {
  try {
    return Object.keys(sessionStorage).some((place) => place.startsWith(PREFIX) && readDraft(place) !== undefined)
  } catch {
    return false
  }
}

/** Calls `tell` after every change; answers how to stop. */
export function watchDrafts(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

/** What is looked at of a field. */
interface Touched {
  name: string
  type: string
  autocomplete: string
  value: string
}

const SECRET = /^(one-time-code|current-password|new-password|cc-.*)$/

/** Whether what is typed into a field may be kept: no password, no code, no file, and no card number. */
export function mayBeKept(field: Touched): boolean {
  if (field.name === '' || ['password', 'file', 'hidden'].includes(field.type)) return false
  return !SECRET.test(field.autocomplete) && !holdsCardNumber(field.value)
}

/** Of a card number. */
const LENGTHS = [13, 15, 16, 19]

/** A CLABE has 18 digits, which no card has. */
function holdsCardNumber(text: string): boolean {
  // Digits of another script, as many as a card has, are no text that has to be kept.
  if ((text.match(/(?![0-9])\p{Number}/gu) ?? []).length >= 13) return true
  const runs = text.match(/\d(?:[^\p{Letter}\d]{0,3}\d){12,}/gu) ?? []
  return runs.some((run) => {
    const digits = run.replaceAll(/\D/g, '')
    if (digits.length === 18) return false
    const starts = [...digits].map((_, from) => digits.slice(from))
    return starts.some((rest) => LENGTHS.some((length) => isCardNumber(rest.slice(0, length))))
  })
}
