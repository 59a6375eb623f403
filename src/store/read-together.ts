// Reads rows by key: all that are asked for in one turn of the event loop, with one statement.
import type { CompiledQuery } from 'kysely'
import { nextTurn } from '../core/turn.ts'
import { listOf } from './among.ts'
import type { Store } from './store.ts'

/** The most keys of one statement. */
const MOST = 100

interface Asked<R> {
  keys: Set<string>
  rows: Promise<Map<string, R>>
}

interface Reading<R> {
  /** The rows of an owner whose key is `among` the parameter `keys`. */
  query(owner: string, keys: string): CompiledQuery<R>
  keyOf(row: R): string
}

/**
 * Answers the row of a key, undefined without one. The statement is sent after all its callers have asked, so the row is as fresh as with a
 * statement of their own. Callers of one key get the same object.
 */
export function readTogether<R>(
  store: Pick<Store, 'engine' | 'rows'>,
  { query, keyOf }: Reading<R>,
): (owner: string, key: string) => Promise<R | undefined> {
  const asking = new Map<string, Asked<R>>()
  const begin = (owner: string): Asked<R> => {
    const keys = new Set<string>()
    const read = async () => {
      if (asking.get(owner) === asked) asking.delete(owner)
      const found = await store.rows(query(owner, listOf(store, [...keys])))
      return new Map(found.map((row) => [keyOf(row), row]))
    }
    const asked = { keys, rows: nextTurn().then(read) }
    asking.set(owner, asked)
    return asked
  }
  return async (owner, key) => {
    const open = asking.get(owner)
    const asked = open === undefined || open.keys.size >= MOST ? begin(owner) : open
    asked.keys.add(key)
    return (await asked.rows).get(key)
  }
}
