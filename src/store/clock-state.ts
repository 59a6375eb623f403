// The sandbox's clock as the database keeps it, so that it outlives a restart and processes agree.
import type { ClockState } from '../core/clock.ts'
import type { Store } from './store.ts'
import { update } from './write.ts'

export async function readClockState(store: Store): Promise<ClockState> {
  const row = await store.db.selectFrom('clock').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
  return { offsetMs: row.offset_ms, frozenMs: row.frozen_ms }
}

/** With `before`: throws `Unmet` when the clock is no longer that, because somebody else moved it. */
export async function writeClockState(store: Store, state: ClockState, before?: ClockState): Promise<void> {
  const still = before ? { offset_ms: before.offsetMs, frozen_ms: before.frozenMs } : {}
  const set = { offset_ms: state.offsetMs, frozen_ms: state.frozenMs }
  await store.commit([update('clock', set, { id: 1, ...still })])
}
