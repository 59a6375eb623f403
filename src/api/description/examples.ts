// Examples of each call, as the running service was sent and answered them: `npm run describe` writes the file that is read here.
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

/** Read when first asked for: a start does not pay for it. */
export function examplesOf(operationId: string): CallExamples {
  read ??= existsSync(EXAMPLES_FILE)
    ? (JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')) as Record<string, CallExamples>)
    : {}
  return read[operationId] ?? {}
}
