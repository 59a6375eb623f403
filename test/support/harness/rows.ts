// Every row of the database, to see that a refusal wrote nothing.
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { columns } from '../../../src/store/columns.ts'
import { columnsOfTable } from '../../../src/store/table.ts'
import { tables } from '../../../src/store/tables.ts'
import type { World } from './world.ts'

/** Tables that a refused request may change: numbers, in which a gap is no effect, and the key of its envelope. */
const NO_EFFECT = ['sequences', 'envelope_claims']

/** Each table's rows as text, sorted. */
export async function everyRow({ engine, service }: World): Promise<Map<string, string[]>> {
  const { db } = service.store
  const wanted = Object.entries(columns).filter(([name]) => !NO_EFFECT.includes(name))
  // In one statement: one for each table takes many times as long, and some stories ask before and after each of a thousand requests.
  const asJson = engine === 'postgres' ? 'json_build_array' : 'json_array'
  const shown = (table: string, column: string) =>
    engine === 'sqlite' && kindOf(table, column) === 'bytes' ? `hex(${column})` : column
  const each = wanted.map(
    ([name, names]) =>
      `select '${name}' as name, cast(${asJson}(${names.map((column) => shown(name, column)).join(', ')}) as text) as text from ${name}`,
  )
  const { rows: found } = await sql<{ name: string; text: string }>`${sql.raw(each.join(' union all '))}`.execute(db)
  const rows = new Map<string, string[]>(wanted.map(([name]) => [name, []]))
  for (const { name, text } of found) rows.get(name)?.push(text)
  for (const texts of rows.values()) texts.sort()
  assert.ok(rows.size > 20)
  return rows
}

function kindOf(table: string, column: string): string | undefined {
  const told = tables.find(({ name }) => name === table)
  return told && columnsOfTable(told).find(([name]) => name === column)?.[1].kind
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
