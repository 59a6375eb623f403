// A store that tells of its writes: background work begins when a batch has written a row of its table.
import { ensuredRows } from './ensured.ts'
import type { Store } from './store.ts'
import { writtenTable } from './written-table.ts'

/**
 * Calls `tell` with the name of each table that a batch wrote to, after the batch is on disk. What a statement written by hand (`sql`) brings work
 * to, its writer wakes itself. A row that only has to be there is left out of the batches behind the first that wrote it.
 */
export function telling(store: Store, tell: (table: string) => void): Store {
  const ensured = ensuredRows()
  return {
    ...store,
    commit: async (all) => {
      const writes = ensured.without(all)
      try {
        await store.commit(writes)
      } catch (error) {
        ensured.forget()
        throw error
      }
      ensured.note(writes)
      for (const write of writes) {
        const table = write.kind === 'query' ? writtenTable(write.query.query) : write.table
        if (table !== undefined) tell(table)
      }
    },
  }
}
