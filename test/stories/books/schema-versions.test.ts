// A database is served by the program that has its schema, brought up to date by a newer one, and left as it is by every other.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { NoDatabase } from '../../../src/store/no-database.ts'
import { openPostgres } from '../../../src/store/postgres/engine.ts'
import { migrate } from '../../../src/store/schema/migrate.ts'
import { BASELINE, type Migration } from '../../../src/store/schema/migrations.ts'
import { openSqlite } from '../../../src/store/sqlite/engine.ts'
import { ENGINES, newDatabaseUrl, stopPostgres } from '../../support/harness/engines.ts'

const COLOURS: Migration = { name: '0001-colours', statements: [`alter table plans add column colour text`] }
const PERIODS: Migration = {
  name: '0002-periods-breaking',
  statements: [`alter table plans add constraint plans_colour_check check (colour <> 'moon')`],
}

for (const engine of ENGINES) {
  describe(`the versions of a schema [${engine}]`, () => {
    after(stopPostgres)

    const open = async (migrated: boolean) => {
      const url = await newDatabaseUrl(engine, { migrated })
      const path = url.replace(/^file:/, '')
      const store = engine === 'sqlite' ? openSqlite(path) : openPostgres(url, { connections: 1 })
      const run = (...texts: string[]) =>
        store.locked(async (one) => {
          let rows: unknown[] = []
          for (const text of texts) rows = await one(text)
          return rows
        })
      const migrating = (...changes: Migration[]) =>
        store.locked((one) => migrate(one, { engine, mode: undefined, changes }))
      const applied = async () =>
        ((await run('select name from migrations order by position')) as { name: string }[]).map(({ name }) => name)
      return { store, run, migrating, applied }
    }

    test('a new database is made with all changes at once', async () => {
      const { store, migrating, applied } = await open(false)
      await migrating(COLOURS, PERIODS)
      assert.deepEqual(await applied(), [BASELINE, COLOURS.name, PERIODS.name])
      await migrating(COLOURS, PERIODS)
      await store.close()
    })

    test('an older one gets the changes that it lacks, in their order, once', async () => {
      const { store, run, migrating, applied } = await open(true)
      await migrating(COLOURS)
      await migrating(COLOURS, PERIODS)
      await migrating(COLOURS, PERIODS)
      assert.deepEqual(await applied(), [BASELINE, COLOURS.name, PERIODS.name])
      assert.deepEqual(await run('select colour from plans'), [])
      await store.close()
    })

    test('a row that does not fit stops the change, is named, and everything stays as it was', async () => {
      const { store, run, migrating, applied } = await open(true)
      await migrating(COLOURS)
      await run(
        `insert into plans (id, account_id, name, amount_centavos, currency, period, created_at, colour)
          values ('plan_1', 'acc_1', 'Oro', 100, 'MXN', 'month', '2026-11-20T00:00:00.000Z', 'moon')`,
      )
      for (let time = 0; time < 2; time += 1)
        await assert.rejects(migrating(COLOURS, PERIODS), /0002-periods-breaking.*plans_colour_check.*Repair the row/)
      assert.deepEqual(await applied(), [BASELINE, COLOURS.name])
      await store.close()
    })

    for (const [title, change, says] of [
      ['one of 0.x', `update migrations set name = '0001-payments'`, /made by Cobro 0\.x.*new database/],
      ['one of another build', `update migrations set name = '1.0-000000000000'`, /another build before 1\.0/],
      ['a newer one', `insert into migrations (name, position) values ('9999-of-tomorrow', 9999)`, /newer Cobro/],
      ['one without a record of its schema', 'delete from migrations', /no record of its schema.*restore it whole/],
      ['one that lacks a table', 'drop table saved_views', /not whole, it lacks saved_views.*backup/],
      ['one whose record is lost', 'drop table migrations', /tables of the same names.*empty database/],
      [
        'one of another program',
        ['drop table migrations', 'create table migrations (id integer)'],
        /another program.*DATABASE_URL/,
      ],
    ] as const) {
      test(`${title} is refused with the remedy, and left as it is`, async () => {
        const { store, run, migrating } = await open(true)
        await run(...[change].flat())
        const tablesOf = () =>
          run(
            engine === 'sqlite'
              ? `select name from sqlite_schema where type = 'table' order by name`
              : 'select tablename as name from pg_tables where schemaname = current_schema() order by tablename',
          )
        const before = await tablesOf()
        await assert.rejects(migrating(), (error) => error instanceof NoDatabase && says.test(error.message))
        assert.deepEqual(await tablesOf(), before)
        await store.close()
      })
    }
  })
}
