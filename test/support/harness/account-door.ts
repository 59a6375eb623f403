// The door of the store in stories: a statement of the program that names no account is an error. Stories themselves ask as they like.
import { atDoor, Unnamed } from '../../../src/store/account-door.ts'
import type { Store } from '../../../src/store/store.ts'

/** What the door has refused in this process: also the statements of background work, whose errors are only logged. */
export const refused: Error[] = []

export function withDoor(store: Store): Store {
  const refuse = (error: Error) => {
    if (isOfStory()) return
    refused.push(error)
    throw error
  }
  return atDoor(store, (refusal) => refuse(new Unnamed(refusal)))
}

const FRAMES = 60
const BENEATH =
  /node_modules|src\/store\/(account-door|authority|telling|sqlite|postgres|reading|prepared)|harness\/account-door/

/** Whether the nearest caller above the store is a story. */
function isOfStory(): boolean {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = FRAMES
  const { stack = '' } = new Error('where')
  Error.stackTraceLimit = stackTraceLimit
  const callers = stack.split('\n').filter((line) => /\/(src|test)\//.test(line) && !BENEATH.test(line))
  return /\/test\//.test(callers[0] ?? '')
}
