// A duty of a port as data: what a connector must do, and the check of it.
import { setTimeout as pause } from 'node:timers/promises'
import type { Connected, Rehearsal } from '../connector.ts'

/** The object of a check. */
export interface Ground<Port, Part = object> {
  /** A port connected to the simulated network; each call makes another connection. */
  open(): Promise<Connected<Port>>
  rehearsal: Rehearsal<Port, Part>
  /** A new id. */
  newId(): string
}

export interface Duty<Port, Part = object> {
  /** The duty, as a sentence. */
  duty: string
  /** Throws when the connector does not keep it. */
  check(ground: Ground<Port, Part>): Promise<void>
}

export interface Finding {
  duty: string
  result: 'kept' | 'missed' | 'not checked'
  /** The reason, unless it is kept. */
  why?: string
}

/** Thrown by a check when the rehearsal lacks a needed part. */
export class NotChecked extends Error {}

/** A part of the rehearsal that a check needs; throws `NotChecked` without it. */
export function needed<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new NotChecked(`the rehearsal has no ${what}`)
  return value
}

/** A signal that never aborts. */
export function patient(): AbortSignal {
  return new AbortController().signal
}

/** A duty whose check takes longer than this counts as failed. */
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
