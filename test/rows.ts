// Every row of the database, to see that a refusal wrote nothing.
import assert from 'node:assert/strict'
import type { World } from './world.ts'

/** What a refused request may have used up: numbers, in which a gap is no effect, and the key of its envelope. */
const NO_EFFECT = ['sequences', 'envelope_claims']

/** Each table's rows as text, sorted. */
export async function everyRow({ service }: World): Promise<Map<string, string[]>> {
  const { db } = service.store
  const tables = await db.introspection.getTables()
  const rows = new Map<string, string[]>()
  for (const { name } of tables) {
    if (NO_EFFECT.includes(name)) continue
    const found = await db
      .selectFrom(name as 'operations')
      .selectAll()
      .execute()
    rows.set(name, found.map((row) => JSON.stringify(row)).sort())
  }
  assert.ok(rows.size > 20)
  return rows
}

/** Runs `work` and asserts that it left the database as it was. */
export async function assertWritesNothing(world: World, what: string, work: () => Promise<void>): Promise<void> {
  const before = await everyRow(world)
  await work()
  const after = await everyRow(world)
  for (const [table, rows] of after) {
    if (rows.join('\n') === before.get(table)?.join('\n')) continue
    assert.deepEqual(rows, before.get(table), `${what} changed ${table}`)
  }
}
