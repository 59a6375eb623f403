// Somebody may have put a value into a row that the program cannot read: a number that is too large, bytes for a text, a day that is none. An audit
// names the checks that it could not make for that, and makes the others.
import { type Bilingual, same } from '../core/language/bilingual.ts'
import type { Fault } from './findings.ts'

const wanted: Bilingual = ['valores como el programa los escribe', 'values as the program writes them']

/** What is wrong with a value that was read in this part. Throws every other error again: of the connection, for example. */
export function unreadableIn(part: string, error: unknown): Fault {
  const isOfValue = error instanceof RangeError || error instanceof TypeError || error instanceof SyntaxError
  if (!isOfValue) throw error
  return { id: part, expected: wanted, found: same(error.message) }
}

/** Does the work; answers which value it could not read, if there is one. */
export async function unreadIn(part: string, work: () => Promise<void>): Promise<Fault | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    return unreadableIn(part, error)
  }
}
