// A service whose request stops where it has read and not written yet, while another process does something: what the batch does not hold is then shown,
// however quick the machine is.
import type { Write } from '../../../src/store/write.ts'
import type { Engine } from './engines.ts'
import { openWorld, type World } from './world.ts'

/** `stopAt`: `meanwhile` runs right before the first batch that adds or changes a row of `table`. */
export async function stoppedWorld(
  engine: Engine,
  settings: Record<string, string> = {},
): Promise<{
  world: World
  stopAt(table: string, meanwhile: () => Promise<unknown>): void
}> {
  let stop: { table: string; meanwhile(): Promise<unknown> } | undefined
  const world = await openWorld(engine, settings, {
    storeAround: (store) => ({
      ...store,
      commit: async (writes: Write[]) => {
        const at = stop
        if (at !== undefined && writes.some((write) => isOf(write, at.table))) {
          stop = undefined
          await at.meanwhile()
        }
        return store.commit(writes)
      },
    }),
  })
  return {
    world,
    stopAt: (table: string, meanwhile: () => Promise<unknown>) => {
      stop = { table, meanwhile }
    },
  }
}

/** Whether it adds rows to the table, or changes one. */
function isOf(write: Write, table: string): boolean {
  return write.table === table && (write.kind !== 'query' || write.query.sql.startsWith('insert'))
}
