// A webhook that is deleted while its deliveries are made keeps none that waits: nobody would ever send it.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { bucketOf } from '../../../src/core/bucket.ts'
import { run } from '../../../src/store/write.ts'
import { storyReceiver } from '../../support/fixtures/receiver.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { stoppedWorld } from '../../support/harness/stopped-world.ts'
import { done, type Merchant, openWorld, type World } from '../../support/harness/world.ts'

const receiver = storyReceiver()
after(stopPostgres)

const webhookOf = async (merchant: Merchant): Promise<string> =>
  (await done(merchant.post('/v1/webhook', { url: receiver.url }))).id

const voucherOf = (merchant: Merchant) => done(merchant.post('/v1/payment/spei', { total: 100 }))

const deliveriesOf = ({ service }: World, { accountId }: Merchant) =>
  service.store.db
    .selectFrom('webhook_deliveries')
    .select(['event_id', 'endpoint_id', 'state'])
    .where('account_id', '=', accountId)
    .execute()

/** The delivery of a voucher's event, which has arrived. */
async function delivered(world: World, merchant: Merchant): Promise<string> {
  await voucherOf(merchant)
  await world.work()
  const [delivery] = await deliveriesOf(world, merchant)
  assert.equal(delivery?.state, 'delivered')
  return delivery.event_id
}

for (const engine of ENGINES)
  describe(`a webhook that is deleted [${engine}]`, () => {
    for (const path of ['', '/test'])
      test(`while ${path === '' ? 'an event is sent to it again' : 'it is tested'} gets nothing`, async (t) => {
        const { world, stopAt } = await stoppedWorld(engine)
        t.after(() => world.close())
        const merchant = await world.merchant()
        const id = await webhookOf(merchant)
        const other = await webhookOf(merchant)
        const event = await delivered(world, merchant)
        const deleted = () => done(merchant.call('DELETE', `/v1/webhook/${id}`))
        const made = await deliveriesOf(world, merchant)
        stopAt('idempotency', deleted)
        const key = { 'idempotency-key': 'once' }
        const answer =
          path === ''
            ? await merchant.post(`/v1/events/${event}/replay`, { webhook: id }, key)
            : await merchant.post(`/v1/webhook/${id}/test`, undefined, key)
        assert.equal(answer.status, 404, answer.text)
        assert.deepEqual(await deliveriesOf(world, merchant), made)
        // The key is free for another request, and what is there still is sent again.
        stopAt('idempotency', () => done(merchant.call('DELETE', `/v1/webhook/${other}`)))
        const all = await merchant.post(`/v1/events/${event}/replay`, {}, key)
        assert.equal(all.status, 200, all.text)
        assert.equal(all.body.result.replayed, 0)
        assert.deepEqual(await deliveriesOf(world, merchant), made)
      })

    test('while all that failed is sent again gets nothing', async (t) => {
      const { world, stopAt } = await stoppedWorld(engine)
      t.after(() => world.close())
      const merchant = await world.merchant()
      const id = await webhookOf(merchant)
      await delivered(world, merchant)
      const { db } = world.service.store
      await world.service.store.commit([
        run(db.updateTable('webhook_deliveries').set({ state: 'failed' }).where('endpoint_id', '=', id).compile()),
      ])
      stopAt('idempotency', () => done(merchant.call('DELETE', `/v1/webhook/${id}`)))
      const since = { since: '2020-01-01T00:00:00Z' }
      const answer = await merchant.post(`/v1/webhook/${id}/replay`, since, { 'idempotency-key': 'once' })
      assert.equal(answer.status, 404, answer.text)
      assert.deepEqual(
        (await deliveriesOf(world, merchant)).map(({ state }) => state),
        ['failed'],
      )
    })
  })

/** Until that number of sessions waits for what `client` has locked, or `over` has ended. */
async function waitingFor(client: pg.Client, many: number, over?: Promise<unknown>): Promise<void> {
  let isOver = false
  const ended = () => {
    isOver = true
  }
  void over?.then(ended, ended)
  for (;;) {
    // Otherwise a transaction sees the connections that were there at its first look.
    await client.query('select pg_stat_clear_snapshot()')
    const { rows } = await client.query(
      `select count(*) as waiting from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
    )
    if (isOver || Number(rows[0].waiting) >= many) return
    await pause(10)
  }
}

test('a webhook that is deleted while another process makes deliveries for it keeps none', async (t) => {
  const world = await openWorld('postgres')
  const client = new pg.Client(world.environment.DATABASE_URL)
  t.after(async () => {
    await client.end()
    await world.close()
  })
  await client.connect()
  const merchant = await world.merchant()
  const id = await webhookOf(merchant)
  await voucherOf(merchant)
  // The fan-out has begun, with what the database held then, and waits for the cursor.
  await client.query('begin')
  await client.query(`select 1 from cursors where reader = 'webhooks' and bucket = $1 for update`, [
    bucketOf(merchant.accountId),
  ])
  const fannedOut = world.work()
  await waitingFor(client, 1)
  const deleted = done(merchant.call('DELETE', `/v1/webhook/${id}`))
  await waitingFor(client, 2, deleted)
  await client.query('rollback')
  await Promise.all([fannedOut, deleted])
  await world.work()
  const waiting = (await deliveriesOf(world, merchant)).filter(({ state }) => state === 'pending')
  assert.deepEqual(waiting, [])
})
