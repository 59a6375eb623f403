// The sandbox's clock as the database keeps it, so that it outlives a restart and processes agree.
import type { ClockState } from '../core/clock.ts'
import type { Store } from './store.ts'
import { update } from './write.ts'

export async function readClockState(store: Store): Promise<ClockState> {
  const row = await store.db.selectFrom('clock').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
  return { offsetMs: row.offset_ms, frozenMs: row.frozen_ms }
}

export async function writeClockState(store: Store, state: ClockState): Promise<void> {
  await store.commit([update('clock', { offset_ms: state.offsetMs, frozen_ms: state.frozenMs }, { id: 1 })])
}
