// Examples of each call, recorded from the running service: `npm run describe` writes the file that is read here.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const EXAMPLES_FILE = fileURLToPath(new URL('./examples.json', import.meta.url))

/** Examples by name: `card`, `store`. */
type Examples = Record<string, { summary: string; value: unknown }>

export interface CallExamples {
  request?: Examples
  answer?: Examples
}

let read: Record<string, CallExamples> | undefined

/** Read at the first use, so that it does not slow down a start. */
export function examplesOf(operationId: string): CallExamples {
  read ??= existsSync(EXAMPLES_FILE)
    ? (JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')) as Record<string, CallExamples>)
    : {}
  return read[operationId] ?? {}
}
