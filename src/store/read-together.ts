// Reads rows by key: all that are asked for in one turn of the event loop, with one statement.
import type { CompiledQuery } from 'kysely'
import { nextTurn } from '../core/turn.ts'
import { listOf, pairsOf } from './among.ts'
import type { Store } from './store.ts'

/** The most keys of one statement. */
const MOST = 100

interface Asked<R> {
  keys: Set<string>
  rows: Promise<Map<string, R>>
}

interface Reading<R> {
  /** The rows of an owner with these keys. */
  query(owner: string, keys: readonly string[]): CompiledQuery<R>
  keyOf(row: R): string
}

/**
 * Answers the row of a key, undefined without one. The statement is sent after all its callers have asked, so the row is as fresh as with a
 * statement of their own. Callers of one key get the same object.
 */
export function readTogether<R>(
  store: Pick<Store, 'rows'>,
  { query, keyOf }: Reading<R>,
): (owner: string, key: string) => Promise<R | undefined> {
  const asking = new Map<string, Asked<R>>()
  const begin = (owner: string): Asked<R> => {
    const keys = new Set<string>()
    const read = async () => {
      if (asking.get(owner) === asked) asking.delete(owner)
      const found = await store.rows(query(owner, [...keys]))
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

interface ReadingOfAccounts<R> {
  /** The rows of one account whose key is `among` the parameter `keys`. */
  ofOne(accountId: string, keys: string): CompiledQuery<R>
  /** The rows whose accounts and keys are the `pairsIn` of the parameter. */
  ofSeveral(pairs: string): CompiledQuery<R>
  keyOf(row: R): string
}

/**
 * The same for rows of accounts, also with one statement when several accounts ask in one turn. On a cluster each account has a statement of its own,
 * which asks its machine alone: no account waits for a machine that has only others.
 */
export function readOfAccounts<R extends { account_id: string }>(
  store: Pick<Store, 'engine' | 'rows' | 'isDistributed'>,
  { ofOne, ofSeveral, keyOf }: ReadingOfAccounts<R>,
): (accountId: string, key: string) => Promise<R | undefined> {
  const read = readTogether<R>(store, {
    query: (_, names) => {
      const pairs = names.map(pairOf)
      const [first] = pairs
      if (first === undefined || pairs.some(([accountId]) => accountId !== first[0]))
        return ofSeveral(pairsOf(store, pairs))
      return ofOne(
        first[0],
        listOf(
          store,
          pairs.map(([, key]) => key),
        ),
      )
    },
    keyOf: (row) => `${row.account_id} ${keyOf(row)}`,
  })
  return (accountId, key) => read(store.isDistributed() ? accountId : '', `${accountId} ${key}`)
}

/** No id of an account has a blank. */
function pairOf(name: string): [accountId: string, key: string] {
  const blank = name.indexOf(' ')
  return [name.slice(0, blank), name.slice(blank + 1)]
}
