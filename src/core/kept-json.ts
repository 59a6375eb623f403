// Reads the JSON that a row of the database keeps. Lists show the other rows when somebody has damaged one, and the audit names it.
import { isObject } from './json-object.ts'

/** The object that a text says; undefined when it says none. */
export function keptObject(text: string): Record<string, unknown> | undefined {
  const kept = keptValue(text)
  return isObject(kept) ? kept : undefined
}

/** The list that a text says; undefined when it says none. */
export function keptList(text: string): unknown[] | undefined {
  const kept = keptValue(text)
  return Array.isArray(kept) ? kept : undefined
}

function keptValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What an answer shows of an object that cannot be read. */
export const UNREADABLE_OBJECT = { unreadable: true }
