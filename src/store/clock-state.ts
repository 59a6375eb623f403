// The sandbox's clock as the database keeps it, so that it outlives a restart and processes agree.
import type { Clock, ClockSetting, ClockState } from '../core/clock.ts'
import type { Task } from '../core/task.ts'
import type { Store } from './store.ts'
import { Unmet } from './write.ts'

export async function readClockState(store: Store): Promise<ClockState> {
  const row = await store.db.selectFrom('clock').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
  return { offsetMs: row.offset_ms, frozenMs: row.frozen_ms, version: row.version }
}

/** Answers what the clock is now. With `before`: throws `Unmet` when it is no longer that, because somebody else moved it. */
export async function writeClockState(
  store: Store,
  { offsetMs, frozenMs }: ClockSetting,
  before?: ClockSetting,
): Promise<ClockState> {
  let query = store.db
    .updateTable('clock')
    .set((eb) => ({ offset_ms: offsetMs, frozen_ms: frozenMs, version: eb('version', '+', 1) }))
    .where('id', '=', 1)
  if (before)
    query = query
      .where('offset_ms', '=', before.offsetMs)
      .where('frozen_ms', before.frozenMs === null ? 'is' : '=', before.frozenMs)
  const [row] = await store.returning(query.returning('version').compile())
  if (row === undefined) throw new Unmet('the clock was moved')
  return { offsetMs, frozenMs, version: row.version }
}

/** Keeps a process without requests on what others have moved and changed. */
export function followClockTask({ store, clock }: { store: Store; clock: Clock }): Task {
  return {
    name: 'follow the clock',
    nextDueAt: async () => undefined,
    run: async () => {
      clock.follow(await readClockState(store))
      return 0
    },
  }
}
