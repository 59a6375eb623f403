// Numbers that never repeat, taken from the database in blocks, so that most need no query.
import { conditionHeld, conflictOn } from './decide.ts'
import type { Store } from './store.ts'
import { insert } from './write.ts'

const BLOCK = 1_000

/** A function that returns the next number of a sequence, from 1 on. A restart skips the rest of the block: `block` is 1 where numbers are few. */
export function sequence(store: Store, name: string, block = BLOCK): () => Promise<number> {
  let next = 0
  let end = 0
  let taking: Promise<void> | undefined
  let servers = store.servers()

  const take = async () => {
    const { db } = store
    const query = db
      .updateTable('sequences')
      .set((eb) => ({ next: eb('next', '+', block) }))
      .where('name', '=', name)
      .returning('next')
      .compile()
    servers = store.servers()
    let rows = await store.returning<{ next: number }>(query)
    if (rows.length === 0) {
      await conditionHeld(store.commit([insert('sequences', { name, next: 1 })]), conflictOn('sequences'))
      rows = await store.returning<{ next: number }>(query)
    }
    end = rows[0]?.next ?? 0
    next = end - block
  }

  return async () => {
    // On another server the block may not be taken any more.
    while (next >= end || servers !== store.servers()) {
      taking ??= take().finally(() => {
        taking = undefined
      })
      await taking
    }
    next += 1
    return next - 1
  }
}
