// The account guard in stories: a statement of the program that names no account is an error. Statements of stories themselves are free.
import { atDoor, type Refusal, Unnamed } from '../../../src/store/account-guard.ts'
import type { Store } from '../../../src/store/store.ts'

/** Tables of accounts some of whose statements name no account. */
export const NOT_YET: readonly string[] = ['payments_received', 'releases']

/** What the guard has refused in this process: also the statements of background work, whose errors are only logged. */
export const refused: Error[] = []

export function withDoor(store: Store): Store {
  const refuse = (error: Error) => {
    if (isOfStory()) return
    refused.push(error)
    throw error
  }
  return atDoor(store, ({ tables, text }: Refusal) => {
    const held = tables.filter((table) => !NOT_YET.includes(table))
    if (held.length > 0) refuse(new Unnamed({ tables: held, text }))
  })
}

const FRAMES = 60
const BENEATH =
  /node_modules|src\/store\/(account-guard|authority|telling|sqlite|postgres|reading|prepared)|harness\/account-guard/

/** Whether the nearest caller above the store is a story. */
function isOfStory(): boolean {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = FRAMES
  const { stack = '' } = new Error('where')
  Error.stackTraceLimit = stackTraceLimit
  const callers = stack.split('\n').filter((line) => /\/(src|test)\//.test(line) && !BENEATH.test(line))
  return /\/test\//.test(callers[0] ?? '')
}
