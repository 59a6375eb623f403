// What a payment writes to the log of PostgreSQL before it is acknowledged stays small, whatever is stored beside it: bytes are counted by table and index.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import { describeOnPostgres, stopPostgres } from '../../support/harness/engines.ts'
import { type Merchant, openWorld, type World } from '../../support/harness/world.ts'

/** Vouchers at once: one statement writes many of them. */
const AT_ONCE = 128
const ALONE = 20

describeOnPostgres('the log of PostgreSQL', () => {
  let world: World
  let merchant: Merchant
  before(async () => {
    world = await openWorld('postgres')
    merchant = await world.merchant()
    await sql`create extension pg_walinspect`.execute(world.service.store.db)
  })
  after(async () => {
    await world.close()
    await stopPostgres()
  })

  /** Where the log ends, once all of it can be read: a server that does not flush for each commit flushes a moment later. */
  const place = async (): Promise<string> => {
    const { db } = world.service.store
    const { rows } = await sql<{ at: string }>`select cast(pg_current_wal_insert_lsn() as text) as at`.execute(db)
    const at = rows[0]?.at ?? assert.fail()
    for (let tries = 0; tries < 600; tries += 1) {
      const flushed = await sql<{
        is: number
      }>`select pg_current_wal_flush_lsn() >= cast(${at} as pg_lsn) as is`.execute(db)
      if (flushed.rows[0]?.is === 1) return at
      await sleep(100)
    }
    return assert.fail('the log is not flushed')
  }

  /**
   * Bytes that each piece of work has written to this database, without images of whole pages, the ends of transactions, and the splits of an
   * index's pages, of which a hundred rows have some or none.
   */
  const written = async (
    count: number,
    work: () => Promise<void>,
  ): Promise<{ bytes: number; by: Record<string, number> }> => {
    const from = await place()
    await work()
    const until = await place()
    const { rows } = await sql<{
      name: string
      bytes: number
    }>`select relname as name, sum(record_length - fpi) as bytes
      from (select start_lsn, record_length, fpi_length as fpi
        from pg_get_wal_records_info(cast(${from} as pg_lsn), cast(${until} as pg_lsn))
        where record_type not like 'SPLIT%') as records
      join (select start_lsn, relfilenode, reldatabase
        from pg_get_wal_block_info(cast(${from} as pg_lsn), cast(${until} as pg_lsn), false) where block_id = 0) as blocks using (start_lsn)
      join pg_class on pg_class.relfilenode = blocks.relfilenode
      where reldatabase = (select oid from pg_database where datname = current_database())
      group by relname order by bytes desc`.execute(world.service.store.db)
    const by = Object.fromEntries(rows.map(({ name, bytes }) => [name, Math.round(Number(bytes) / count)]))
    return { bytes: rows.reduce((sum, { bytes }) => sum + Number(bytes), 0) / count, by }
  }

  test('has at most 1,650 bytes of a voucher', async () => {
    const issue = async () => {
      const body = { total: 150, store: 'OXXO', payment: { reference: { description: 'Pedido 1' } } }
      const all = await Promise.all(
        Array.from({ length: AT_ONCE }, () => merchant.post('/v1/payment/convenience-store', body)),
      )
      for (const { status, text } of all) assert.equal(status, 200, text)
    }
    await issue()
    const { bytes, by } = await written(AT_ONCE, issue)
    assert.ok(bytes > 800 && bytes <= 1_650, `${bytes.toFixed(0)} bytes: ${JSON.stringify(by)}`)
  })

  test('has at most 7,000 bytes of a card payment alone, with its token', async () => {
    const pay = async () => {
      for (let n = 0; n < ALONE; n += 1) assert.equal((await payByCard(world, merchant, APPROVED)).status, 200)
    }
    await pay()
    const { bytes, by } = await written(ALONE, pay)
    assert.ok(bytes > 2_000 && bytes <= 7_000, `${bytes.toFixed(0)} bytes: ${JSON.stringify(by)}`)
  })
})
