// The charges whose answer never came are found without reading the open vouchers, on both engines.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { answeredRails } from '../../src/core/rail.ts'
import { isOfRails } from '../../src/operations/due.ts'
import { onBothEngines } from '../world.ts'

onBothEngines('the search for unanswered charges', (world) => {
  test('reads their own index, however many vouchers are open', async () => {
    const { db, engine } = world().service.store
    const query = sql`select due_at from operations
      where due_at is not null and ${isOfRails(answeredRails)} and status = 'pending' order by due_at limit 1`
    const explain = sql.raw(engine === 'sqlite' ? 'explain query plan ' : 'explain ')
    const plan = await sql`${explain}${query}`.execute(db)
    assert.match(JSON.stringify(plan.rows), /operations_unanswered/)
  })
})
