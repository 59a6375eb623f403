// A standby that took over, or a restored database, may lack the last changes of remembered data. Then the number of changes has gone back, and would reach a
// number that processes know, with other data.
import { sql } from 'kysely'
import type { Task } from '../core/task.ts'
import { clockColumns, clockStateOf } from './clock-state.ts'
import type { StoreAndClock } from './store.ts'

const LOOKS_EVERY_MS = 1_000

/** Counts on from the higher number once the connections lead to another server, so that every process reads its remembered data again. */
export function anotherServerTask({
  store,
  clock,
  log,
}: StoreAndClock & { log: { warn(fields: object, message: string): void } }): Task {
  let seen = store.servers()
  return {
    name: 'notice another database server',
    whileHeld: true,
    looksEveryMs: LOOKS_EVERY_MS,
    run: async () => {
      const servers = store.servers()
      if (servers === seen) return 0
      const { version } = clock.state()
      const counting = store.db
        .updateTable('clock')
        .set({ version: sql<number>`(case when version > ${version} then version else ${version} end) + 1` })
        .where('id', '=', 1)
        .returning(clockColumns)
      for (const row of await store.returning(counting.compile())) clock.follow(clockStateOf(row))
      seen = servers
      log.warn({}, 'the database server was started again or is another one; remembered data is read anew')
      return 0
    },
  }
}
