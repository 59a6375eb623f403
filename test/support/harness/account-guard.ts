// The account guard in stories: a statement of the program that names no account is an error, and so is a batch that touches two. What stories themselves
// read and write is free.
import type { Store } from '../../../src/store/store.ts'
import { guardAccounts, SeveralAccounts, Unnamed } from './guard-accounts.ts'

/** What the guard has refused in this process: also the statements of background work, whose errors are only logged. */
export const refused: Error[] = []

export function withAccountGuard(store: Store): Store {
  const refuse = (error: Error) => {
    if (isOfStory()) return
    refused.push(error)
    throw error
  }
  return guardAccounts(
    store,
    (refusal) => refuse(new Unnamed(refusal)),
    (writes) => refuse(new SeveralAccounts(writes)),
  )
}

const FRAMES = 60
/** Files and folders of `src/store` through which every statement goes. */
export const beneath = ['authority.ts', 'queues/wake-on-write.ts', 'sqlite', 'postgres', 'reading.ts', 'prepared.ts']
const BENEATH = new RegExp(
  `node_modules|src/store/(${beneath.join('|').replaceAll('.', '\\.')})|harness/(account-guard|guard-accounts)`,
)

/** Whether the nearest caller above the store is a story. */
function isOfStory(): boolean {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = FRAMES
  const { stack = '' } = new Error('where')
  Error.stackTraceLimit = stackTraceLimit
  const callers = stack.split('\n').filter((line) => /\/(src|test)\//.test(line) && !BENEATH.test(line))
  return /\/test\//.test(callers[0] ?? '')
}
