// The database refuses a value that no row type allows: each closed set and each sign of a table is a constraint.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { type Bound, columnsOfTable, flag, oneOf, positive, signed, table, text } from '../../../src/core/table.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { openPostgres } from '../../../src/store/postgres/engine.ts'
import { statementsOf } from '../../../src/store/schema/create-tables.ts'
import { openSqlite } from '../../../src/store/sqlite/engine.ts'
import type { Store } from '../../../src/store/store.ts'
import { tables } from '../../../src/tables.ts'
import { ENGINES, type Engine, newDatabaseUrl, stopPostgres } from '../../support/harness/engines.ts'

const conditionOf = (column: string, bound: Bound) =>
  typeof bound === 'string'
    ? `${column} ${bound}`
    : bound.map((value) => `${column} = ${typeof value === 'number' ? value : `'${value}'`}`).join(' or ')

/** A condition as both engines and the tables say it: without parentheses, types and line breaks. */
function plain(condition: string): string {
  return condition
    .replace(/[()"]|::\w+/g, '')
    .replace(/'(\d+)'/g, '$1')
    .replace(/ (OR|AND|IS NULL|IS NOT NULL)\b/g, (words) => words.toLowerCase())
    .replace(/\s+/g, ' ')
}

/** By table and name, every constraint that the tables tell. */
const DEFINED = Object.fromEntries(
  tables.flatMap((one) => [
    ...columnsOfTable(one).flatMap(([column, { bound }]) =>
      bound === undefined ? [] : [[`${one.name} ${one.name}_${column}_check`, conditionOf(column, bound)]],
    ),
    ...Object.entries(one.keys.checks ?? {}).map(([name, condition]) => [`${one.name} ${name}`, plain(condition)]),
  ]),
)

/** The constraints that the database has. */
async function kept(store: Store, engine: Engine): Promise<Record<string, string>> {
  if (engine === 'sqlite') {
    const found = await sql<{ name: string; sql: string }>`select name, sql from sqlite_schema where type = 'table'`
      .execute(store.db)
      .then(({ rows }) => rows)
    return Object.fromEntries(
      found.flatMap(({ name, sql: text }) =>
        [...text.matchAll(/constraint (\w+) check \(([\s\S]*?)\)(?=,\n|\n\))/g)].map(([, check, condition]) => [
          `${name} ${check}`,
          plain(condition ?? ''),
        ]),
      ),
    )
  }
  const rows = await sql<{ table: string; name: string; text: string; validated: boolean }>`
    select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as text, convalidated as validated
    from pg_constraint where contype = 'c' and connamespace = current_schema()::regnamespace`.execute(store.db)
  return Object.fromEntries(
    rows.rows.map(({ table, name, text, validated }) => {
      assert.ok(validated, name)
      return [`${table} ${name}`, plain(text.replace(/^CHECK /, ''))]
    }),
  )
}

for (const engine of ENGINES) {
  describe(`the database refuses values that the row types do not allow [${engine}]`, () => {
    after(stopPostgres)

    test('each closed set and each sign is a constraint with exactly its values', async (t) => {
      const store = await openDatabase(await newDatabaseUrl(engine, { migrated: true }), { connections: 1 })
      t.after(() => store.close())
      assert.deepEqual(await kept(store, engine), DEFINED)
    })

    test('a column takes its set, its sign and, where it may, null, and nothing else', async () => {
      const lamps = table(
        'lamps',
        {
          work: {
            id: positive(),
            colour: oneOf(['red', 'green']),
            lit: flag().orNull(),
            watts: positive().orNull(),
            shift: signed(),
            note: text(),
          },
        },
        {
          owner: 'shared',
          key: 'id',
          isClustered: true,
          unique: { lamps_by_watts: 'watts where lit is not null' },
          checks: { lamps_note_is_short: 'length(note) < 5' },
          first: [{ id: 1, colour: 'red', lit: 1, watts: 40, shift: -1, note: `it's` }],
        },
      )
      const url = await newDatabaseUrl(engine)
      const store = engine === 'sqlite' ? openSqlite(url) : openPostgres(url, { connections: 1 })
      const say = (...texts: string[]) =>
        store.locked(async (run) => {
          for (const text of texts) await run(text)
        })
      await say(...statementsOf(lamps, engine))
      await say(`insert into lamps (id, colour, lit, watts, shift, note) values (2, 'green', null, null, 0, '')`)
      for (const bad of [`colour = 'blue'`, `colour = ''`, 'lit = 2', 'watts = 0', 'watts = -1']) {
        await assert.rejects(
          say(`update lamps set ${bad} where id = 1`),
          new RegExp(`lamps_${bad.split(' ')[0]}_check`),
        )
      }
      await assert.rejects(say(`update lamps set note = 'a long one' where id = 1`), /lamps_note_is_short/)
      await assert.rejects(say('update lamps set shift = null where id = 1'))
      await assert.rejects(
        say(`insert into lamps (id, colour, lit, watts, shift, note) values (3, 'red', 1, 40, 0, '')`),
      )
      await store.close()
    })
  })
}

test('an amount that has a sign is above zero', () => {
  for (const { name, classes } of tables) {
    for (const [column, { bound }] of columnsOfTable({ name, classes, keys: { owner: 'shared', key: '' } })) {
      // Refused tries are counted without an amount.
      if (name === 'risk_counters' || !/(^|_)(total|amount)_centavos$/.test(column) || bound === undefined) continue
      assert.equal(bound, '> 0', `${name}.${column}`)
    }
  }
})
