// What SQLite stores of a payment is what the payment says: no row takes a page of its own.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import { openWorld, type World } from '../../support/harness/world.ts'

/** SQLite keeps a table without rowid as an index. A row of it that is longer, in bytes of a page of 4096, takes a page more. */
const LONGEST = 1_002

describe('rows of payments stay short', () => {
  let world: World
  before(async () => {
    world = await openWorld('sqlite')
  })
  after(() => world.close())

  test('no table without rowid holds a long row after payments of each kind, kept answers and their events', async () => {
    const merchant = await world.merchant()
    const key = (n: number) => ({ 'idempotency-key': `short-rows-${n}` })
    const reference = {
      reference: { description: 'A description that is as long as a client writes them. '.repeat(4) },
    }
    await merchant.post('/v1/payment/convenience-store', { total: 150, store: 'OXXO', payment: reference }, key(1))
    await merchant.post('/v1/payment/spei', { total: 150, payment: reference }, key(2))
    assert.equal((await payByCard(world, merchant, APPROVED)).status, 200)
    await world.work()

    const { db } = world.service.store
    const tables = await sql<{ name: string }>`select name from sqlite_schema
      where type = 'table' and sql like '%without rowid%' order by name`.execute(db)
    const long: string[] = []
    for (const { name } of tables.rows) {
      const columns = await sql<{ name: string }>`select name from pragma_table_info(${name})`.execute(db)
      const bytes = sql.join(
        columns.rows.map((column) => sql`octet_length(coalesce(${sql.ref(column.name)}, ''))`),
        sql` + `,
      )
      const [row] = (
        await sql<{ most: number | null }>`select max(${bytes}) as most from ${sql.table(name)}`.execute(db)
      ).rows
      if ((row?.most ?? 0) > LONGEST) long.push(`${name}: ${row?.most}`)
    }
    assert.ok(tables.rows.length > 5)
    assert.deepEqual(long, [])
  })
})
