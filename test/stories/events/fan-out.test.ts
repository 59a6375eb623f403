// Which events still need webhook deliveries says a cursor of the log. Their rows are written once.
import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { BUCKETS } from '../../../src/core/bucket.ts'
import { columns } from '../../../src/store/columns.ts'
import { logReader } from '../../../src/store/log/read-committed.ts'
import { run } from '../../../src/store/write.ts'
import { storyReceiver } from '../../support/fixtures/receiver.ts'
import { ENGINES, newDatabaseUrl, stopPostgres } from '../../support/harness/engines.ts'
import { openWorld } from '../../support/harness/world.ts'

const receiver = storyReceiver()
after(stopPostgres)

for (const engine of ENGINES) {
  describe(`the log of events and its readers [${engine}]`, () => {
    test('an event that waited while the service was stopped is delivered, and its row never changes', async () => {
      const file = `file:${join(mkdtempSync(join(tmpdir(), 'cobro-fan-out-')), 'cobro.db')}`
      const url = engine === 'postgres' ? await newDatabaseUrl(engine) : file
      const start = () => openWorld(engine, { DATABASE_URL: url, AT_REST_KEY: '44'.repeat(32) })
      let world = await start()
      const merchant = await world.merchant()
      const made = await merchant.post('/v1/webhook', { url: `${receiver.url}/${engine}` })
      assert.equal(made.status, 200, made.text)
      assert.equal((await merchant.post('/v1/payment/spei', { total: 100 })).status, 200)
      const eventsOf = ({ service }: typeof world) =>
        service.store.db.selectFrom('events').select(columns.events).orderBy('id').execute()
      /** Of all buckets: each has a turn. */
      const waitingIn = async ({ service }: typeof world) => {
        const reader = logReader(service.store, 'webhooks')
        const ids = new Set<string>()
        for (let turn = 0; turn < BUCKETS; turn += 1)
          for (const { id } of (await reader.next(100))?.events ?? []) ids.add(id)
        return [...ids]
      }
      const written = await eventsOf(world)
      const [issued] = written.filter(({ type }) => type === 'voucher.issued')
      assert.ok(issued)
      assert.ok((await waitingIn(world)).includes(issued.id))
      await world.service.close()

      world = await start()
      await world.work()
      assert.equal(receiver.at(`/${engine}`)[0]?.event, 'voucher.issued')
      assert.equal(receiver.at(`/${engine}`).length, 1)
      assert.deepEqual(await waitingIn(world), [])
      assert.deepEqual((await eventsOf(world)).slice(0, written.length), written)
      await world.service.close()
    })

    test('whose cursors are lost deliver what waits, and nothing twice', async () => {
      const file = `file:${join(mkdtempSync(join(tmpdir(), 'cobro-fan-out-')), 'cobro.db')}`
      const url = engine === 'postgres' ? await newDatabaseUrl(engine) : file
      const start = () => openWorld(engine, { DATABASE_URL: url, AT_REST_KEY: '44'.repeat(32) })
      let world = await start()
      const merchant = await world.merchant()
      const path = `/lost-${engine}`
      await merchant.post('/v1/webhook', { url: `${receiver.url}${path}` })
      for (let n = 0; n < 3; n += 1) await merchant.post('/v1/payment/spei', { total: 100 })
      await world.work()
      assert.equal(receiver.at(path).length, 3)
      await merchant.post('/v1/payment/spei', { total: 100 })
      const { store } = world.service
      await store.commit([run(store.db.deleteFrom('cursors').compile())])
      await world.service.close()
      world = await start()
      await world.work()
      await world.work()
      const ids = receiver.at(path).map(({ headers }) => headers['webhook-id'])
      assert.equal(ids.length, 4)
      assert.equal(new Set(ids).size, 4)
      await world.service.close()
    })
  })
}
