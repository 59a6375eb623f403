// A service whose process can be killed at a write, after which another one has its place, some time later.
import assert from 'node:assert/strict'
import { createClock } from '../../../src/core/clock.ts'
import type { Store } from '../../../src/store/store.ts'
import type { Write } from '../../../src/store/write.ts'
import type { Engine } from './engines.ts'
import { openWorld } from './world.ts'

export async function mortalWorld(engine: Engine) {
  let isLast: ((write: Write) => boolean) | undefined
  let isDead = false
  let laterMs = 0
  const dying = (store: Store): Store => ({
    ...store,
    commit: async (writes) => {
      isDead ||= isLast !== undefined && writes.some(isLast)
      if (isDead) throw new Error('the process is gone')
      return store.commit(writes)
    },
  })
  const clock = { ...createClock(), wallMs: () => Date.now() + laterMs }
  const world = await openWorld(engine, {}, { clock, storeAround: dying })
  return {
    world,
    /** The process is killed when `work` writes such a row. */
    killedAt: async (write: (write: Write) => boolean, work: () => Promise<unknown>) => {
      isLast = write
      await assert.rejects(work())
      assert.ok(isDead)
      isLast = undefined
    },
    /** Another process goes on, so much later. */
    followed: (afterMs: number) => {
      isDead = false
      laterMs += afterMs
    },
  }
}

/** A row that is added to the table. */
export const into = (table: string) => (write: Write) =>
  write.table === table && (write.kind !== 'query' || write.query.sql.startsWith('insert'))
