// A duty of a port as data: what a connector must do, and how to see whether it does.
import { setTimeout as pause } from 'node:timers/promises'
import type { Connected, Rehearsal } from '../connector.ts'

/** What a duty is checked on. */
export interface Ground<Port, Part = object> {
  /** A port connected to the played network; each call another connection. */
  open(): Promise<Connected<Port>>
  rehearsal: Rehearsal<Port, Part>
  /** An id that nobody has used. */
  newId(): string
}

export interface Duty<Port, Part = object> {
  /** What the connector does when it keeps it, as a sentence. */
  duty: string
  /** Throws when the connector misses it. */
  check(ground: Ground<Port, Part>): Promise<void>
}

export interface Finding {
  duty: string
  result: 'kept' | 'missed' | 'not checked'
  /** Why, unless it is kept. */
  why?: string
}

/** Thrown by a check that has not got what it needs. */
export class NotChecked extends Error {}

/** What the rehearsal must name for a check. */
export function needed<T>(given: T | undefined, what: string): T {
  if (given === undefined) throw new NotChecked(`the rehearsal has no ${what}`)
  return given
}

/** A signal that never aborts. */
export function patient(): AbortSignal {
  return new AbortController().signal
}

/** A duty that takes longer than this is missed. */
const CHECK_MS = 20_000

/** Checks every duty, one after the other. */
export async function findings<Port, Part>(
  duties: readonly Duty<Port, Part>[],
  ground: Ground<Port, Part>,
): Promise<Finding[]> {
  const found: Finding[] = []
  for (const { duty, check } of duties) found.push({ duty, ...(await resultOf(() => check(ground))) })
  return found
}

async function resultOf(check: () => Promise<void>): Promise<Omit<Finding, 'duty'>> {
  const over = new AbortController()
  const late = pause(CHECK_MS, 'late', { signal: over.signal, ref: true })
  late.catch(() => {})
  try {
    if ((await Promise.race([Promise.try(check), late])) === 'late')
      return { result: 'missed', why: `no answer within ${CHECK_MS / 1_000} seconds` }
    return { result: 'kept' }
  } catch (error) {
    if (error instanceof NotChecked) return { result: 'not checked', why: error.message }
    const why = error instanceof Error ? error.message : String(error)
    return { result: 'missed', why: why.replaceAll(/\s+/g, ' ').slice(0, 300) }
  } finally {
    over.abort()
  }
}
