// What a process worked on when it was killed is gone on with elsewhere within seconds, however long the work may take.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { processActor } from '../../../src/accounts/trail/record.ts'
import { closeMonthsOfBooksTask } from '../../../src/closings/make.ts'
import { newId } from '../../../src/core/ids.ts'
import { closeBooksTask } from '../../../src/ledger/close-books.ts'
import { journalReaders } from '../../../src/service/journal-causes.ts'
import { insert, run } from '../../../src/store/write.ts'
import { moveClock, payBySpei, speiVoucher } from '../../support/fixtures/payers.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { into, mortalWorld } from '../../support/harness/mortal-world.ts'
import { done } from '../../support/harness/world.ts'

/** After so long another process has the work. */
const WITHIN_MS = 20_000

for (const engine of ENGINES)
  describe(`the work of a process that is killed [${engine}]`, () => {
    after(stopPostgres)

    test('the books that it was closing are closed by another', async (t) => {
      const { world, killedAt, followed } = await mortalWorld(engine)
      t.after(() => world.close())
      const merchant = await world.merchant()
      const { transaction } = await speiVoucher(merchant)
      await payBySpei(merchant, { transaction })
      const { store, clock } = world.service
      // The hour of the payment is closed anew.
      await moveClock(merchant, { advance: 'P1D' })
      const { db } = store
      const first = { until_at: '1970-01-01T00:00:00.000Z', goal_at: null, leased_until: 0 }
      await store.commit([
        run(db.deleteFrom('book_days').compile()),
        run(db.updateTable('book_progress').set(first).compile()),
      ])
      const tell = () => [run(db.deleteFrom('probes').compile())]
      const task = () => closeBooksTask({ store, clock, log: { info: () => {} }, tell })
      await killedAt(into('book_days'), () => task().run())
      followed(WITHIN_MS)
      const other = task()
      assert.ok((await other.run()) > 0, 'nobody takes the books over')
      while ((await other.run()) > 0);
      const { until_at } = await db.selectFrom('book_progress').select('until_at').executeTakeFirstOrThrow()
      assert.ok(Date.parse(until_at) > clock.epochMs() - 2 * 3_600_000)
    })

    test('the package of a month that it was making is made by another', async (t) => {
      const { world, killedAt, followed } = await mortalWorld(engine)
      t.after(() => world.close())
      const merchant = await world.merchant()
      const { store, clock } = world.service
      const id = newId(clock, 'mcl')
      const row = { id, account_id: merchant.accountId, month: '2026-01', language: 'es' as const, attempt: 0 }
      const now = clock.now()
      await store.commit([
        insert('month_packages', {
          ...row,
          actor: JSON.stringify(processActor('accounts')),
          open_items: '[]',
          state: 'making',
          created_at: now,
          due_at: now,
          leased_until: 0,
        }),
      ])
      const task = closeMonthsOfBooksTask({ store, clock, journal: journalReaders })
      // What it throws is noted at the row: the note is lost with the process.
      await killedAt(into('month_closings'), async () => {
        await task.run()
        throw new Error('the process is gone')
      })
      followed(WITHIN_MS)
      assert.equal(await task.run(), 1, 'nobody takes the package over')
      const closings = await store.db.selectFrom('month_closings').select('id').execute()
      assert.deepEqual(closings, [{ id }])
    })

    test('the file of an export that it was writing is written by another', async (t) => {
      const { world, killedAt, followed } = await mortalWorld(engine)
      t.after(() => world.close())
      const merchant = await world.merchant()
      await speiVoucher(merchant)
      const { id } = await done(merchant.post('/v1/exports', { list: '/v1/operations', format: 'csv' }))
      await killedAt(into('export_parts'), () => world.work())
      followed(WITHIN_MS)
      await world.work()
      assert.equal((await done(merchant.get(`/v1/exports/${id}`))).status, 'finished')
    })
  })
