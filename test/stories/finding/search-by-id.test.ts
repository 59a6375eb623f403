// A search reads the operations that its index names, and not every operation of the account, on SQLite, which keeps no statistics.
import assert from 'node:assert/strict'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { openWorld, type World } from '../../support/harness/world.ts'

describe('a search reads operations by id', () => {
  let world: World
  before(async () => {
    world = await openWorld('sqlite')
  })
  after(() => world.close())

  test('by each parameter that names something, before and after the index is written', async (t) => {
    const merchant = await world.merchant()
    for (let at = 0; at < 60; at += 1) {
      const reference = { number: `orden-${at % 20}`, description: 'Pedido de café' }
      await merchant.post('/v1/payment/convenience-store', { total: 150, store: 'OXXO', payment: { reference } })
    }
    const read = new Set<string>()
    const { all } = StatementSync.prototype
    t.after(() => {
      StatementSync.prototype.all = all
    })
    StatementSync.prototype.all = function (...values) {
      if (/from "operations" where "id" in \(/.test(this.sourceSQL)) read.add(this.sourceSQL)
      return all.apply(this, values as never)
    }
    const ask = async () => {
      for (const query of [
        'q=pedido',
        'q=cafe+pedido',
        'amount=150',
        'min_amount=100&max_amount=200',
        'reference=orden-1',
      ])
        assert.ok((await merchant.get(`/v1/operations?${query}`)).body.result.operations.length > 0, query)
    }
    await ask()
    await world.work()
    await ask()
    StatementSync.prototype.all = all
    const named = [...read].filter((text) => (text.match(/\?/g) ?? []).length > 50)
    assert.ok(named.length > 0, [...read].join('\n'))
    // The plan depends on the tables and indexes only.
    const empty = new DatabaseSync(':memory:')
    const made = await sql<{
      sql: string
    }>`select sql from sqlite_schema where tbl_name = 'operations' and type in ('table', 'index')
      and sql is not null order by type desc`.execute(world.service.store.db)
    for (const one of made.rows) empty.exec(one.sql)
    for (const text of read) {
      const plan = empty.prepare(`explain query plan ${text}`).all() as unknown as { detail: string }[]
      const details = plan.map(({ detail }) => detail)
      assert.ok(
        details.some((detail) =>
          /^SEARCH operations USING INDEX \S+ \(account_id=\? AND (reference_number=\? AND )?id=\?\)$/.test(detail),
        ),
        details.join('; '),
      )
    }
  })
})
