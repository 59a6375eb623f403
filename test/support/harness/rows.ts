// Every row of the database, to see that a refusal wrote nothing.
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { columnsOfTable } from '../../../src/core/table.ts'
import { columns } from '../../../src/store/columns.ts'
import { tables } from '../../../src/tables.ts'
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
  const definition = tables.find(({ name }) => name === table)
  return definition && columnsOfTable(definition).find(([name]) => name === column)?.[1].kind
}

interface HeldRows {
  /**
   * Asserts that nothing was written, after one of many pieces of work. The rows are read only when the store has taken a batch meanwhile: to
   * read the whole database for each of hundreds of calls takes longer than their requests.
   */
  stillSo(what: string): Promise<void>
  /** The same of all pieces, by the rows alone. */
  stillSoAfterAll(what: string): Promise<void>
}

/** Reads every row, for a world of one process. */
export async function holdRows(world: World): Promise<HeldRows> {
  const { store } = world.service
  let taken = 0
  const counted =
    <A extends unknown[], R>(write: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      const answer = await write(...given)
      taken += 1
      return answer
    }
  store.commit = counted(store.commit)
  store.returning = counted(store.returning) as typeof store.returning
  const before = await everyRow(world)
  let seen = 0
  const stillSoAfterAll = async (what: string) => {
    seen = taken
    assertSame(before, await everyRow(world), what)
  }
  return {
    stillSo: async (what) => {
      if (taken > seen) await stillSoAfterAll(what)
    },
    stillSoAfterAll,
  }
}

/** Runs `work` and asserts that it left the database as it was. */
export async function assertWritesNothing(world: World, what: string, work: () => Promise<void>): Promise<void> {
  const before = await everyRow(world)
  await work()
  assertSame(before, await everyRow(world), what)
}

function assertSame(before: Map<string, string[]>, after: Map<string, string[]>, what: string): void {
  for (const [table, rows] of after) {
    if (rows.join('\n') === before.get(table)?.join('\n')) continue
    assert.deepEqual(rows, before.get(table), `${what} changed ${table}`)
  }
}
