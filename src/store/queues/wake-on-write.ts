// A store that tells of its writes: background work begins when a batch has written a row of its table.
import { ensuredRows } from '../ensured.ts'
import type { Store } from '../store.ts'

/**
 * Calls `tell` with the name of each table that a batch wrote to, after the batch is on disk. A row that only has to be there is left out of the
 * batches behind the first that wrote it.
 */
export function telling(store: Store, tell: (table: string) => void): Store {
  const ensured = ensuredRows()
  let servers = store.servers()
  /** Forgets the rows when the connections have led to another server, which may lack them. */
  const forgetElsewhere = (): boolean => {
    const isElsewhere = store.servers() !== servers
    if (isElsewhere) ensured.forget()
    servers = store.servers()
    return isElsewhere
  }
  return {
    ...store,
    commit: async (all) => {
      forgetElsewhere()
      const writes = ensured.without(all)
      try {
        await store.commit(writes)
      } catch (error) {
        ensured.forget()
        throw error
      }
      const isElsewhere = forgetElsewhere()
      ensured.note(writes)
      // The rows that were left out may not be there.
      if (isElsewhere && writes.length < all.length) await store.commit(all.filter(({ kind }) => kind === 'ensure'))
      for (const { table } of writes) if (table !== undefined) tell(table)
    },
  }
}
