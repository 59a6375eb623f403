// One bad row never stops a task: a row whose work fails each time waits longer after each try and is set aside at last, the rows behind it are worked,
// and the operator sees it. A new task must say here how that is shown.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { sealedFor } from '../../../src/messages/letters.ts'
import { queuedLetter } from '../../../src/messages/queued-letter.ts'
import { setAsideRows, tryAgain } from '../../../src/store/queues/set-aside.ts'
import type { Store } from '../../../src/store/store.ts'
import { insert, run, type Write } from '../../../src/store/write.ts'
import { createAtRest } from '../../../src/vault/at-rest.ts'
import { speiVoucher } from '../../support/fixtures/payers.ts'
import { type Merchant, onBothEngines, type World } from '../../support/harness/world.ts'

/** Tasks without rows of their own, or whose rows are no text that could be unreadable, and why. */
const NO_ROWS: Record<string, string> = {
  'follow the clock': 'reads one row of numbers',
  'follow the database’s clock': 'has no rows',
  'tell that the process runs': 'has no rows',
  'fan-out': 'one statement of SQL copies ids: it opens and parses nothing',
  'late answers of acquirers': 'is in memory; one that fails goes to the end of the line',
  'notice another database server': 'counts in one row of numbers',
  'forget risk counters': 'one statement of SQL deletes by instant',
  'forget idempotency keys': 'one statement of SQL deletes by instant',
  'forget recipients': 'one statement of SQL deletes by instant',
  'expire secrets': 'one statement of SQL deletes by instant',
  'last use of credentials': 'is in memory',
  'requests for developers': 'is in memory',
  'forget what connectors kept for a while': 'deletes by instant: it opens and parses nothing',
  claims: 'one that fails is named when the others have been told',
  'close the books': 'hashes each record as it is: it opens and parses nothing',
}
/** Tasks whose rows are worked one by one through `each`, which the stories below show at the tables of others. */
const EACH = [
  'recover card payments',
  'captures',
  'authorisations that are over',
  'expire checkouts',
  'months of the books',
  'reversal advices',
  'send transfers',
  'dispute answers',
  'refunds by transfer',
  'cancel abandoned references',
  'pay planned vouchers',
  'sandbox bank',
  'sandbox disputes',
  'reversals',
  'plan charges',
  'payouts',
  'affiliate payouts',
  'payout results',
  'finding',
  'fees of months',
  'stamps',
  'payout accounts',
]

/** Writes of this process that contain the text fail, as if the program could not do the work of that row. */
function failing(store: Store, text: string): () => void {
  const { commit } = store
  store.commit = async (writes: Write[]) => {
    const json = JSON.stringify(writes)
    // The last use of keys is noted of many accounts together, and is no work of a row.
    const isWork = !json.includes('troubled_rows') && !json.includes('last_used_at')
    if (json.includes(text) && isWork && !/"set":\{"leased_until":0\}/.test(json))
      throw new RangeError('the row cannot be worked')
    return commit.call(store, writes)
  }
  return () => {
    store.commit = commit
  }
}

const PAST = '2020-01-01T00:00:00.000Z'

const PLANTED: Record<string, (world: World) => Promise<{ bad: string; isDone(): Promise<boolean> }>> = {
  email: (world) => messages(world, 'email'),
  sms: (world) => messages(world, 'sms'),
  'expire vouchers': async (world) => {
    const merchant = await world.merchant()
    const [bad, good] = [await speiVoucher(merchant), await speiVoucher(merchant)]
    await due(world, 'operations', 'id', bad.transaction, good.transaction)
    return {
      bad: bad.transaction,
      isDone: async () => (await merchant.get(`/v1/operations/${good.transaction}`)).body.result.status === 'E',
    }
  },
  refunds: async (world) => {
    const merchant = await world.merchant()
    const ids: string[] = []
    for (const _ of [1, 2]) {
      const paid = await merchant.post('/v1/payment/convenience-store', { total: 100 })
      const id = paid.body.result.transaction
      await merchant.post('/v1/sandbox/pay/store', { transaction: id })
      const refund = await merchant.post(`/v1/operations/${id}/refunds`, {
        amount: 5,
        destination: { email: 'ana@example.mx' },
      })
      assert.equal(refund.status, 200, refund.text)
      ids.push(refund.body.result.id)
    }
    const [bad = '', good = ''] = ids
    await due(world, 'refunds', 'id', bad, good)
    return { bad, isDone: async () => (await merchant.get(`/v1/refunds/${good}`)).body.result.status === 'failed' }
  },
  exports: async (world) => {
    const [one, other] = [await world.merchant(), await world.merchant()]
    const bad = (await one.post('/v1/exports', { list: '/v1/events' })).body.result.id
    const good = (await other.post('/v1/exports', { list: '/v1/events' })).body.result.id
    return { bad, isDone: async () => (await other.get(`/v1/exports/${good}`)).body.result.status === 'finished' }
  },
  'daily closings': async (world) => {
    const merchants = [await world.merchant(), await world.merchant()]
    const [bad, good] = merchants as [Merchant, Merchant]
    for (const one of merchants) {
      const set = await one.call('PUT', '/v1/profile', { email: 'caja@tienda.mx', closing: 'es' })
      assert.equal(set.status, 200, set.text)
    }
    const { store } = world.service
    const set = sql`update profiles set closing_due_at = ${PAST} where account_id in (${bad.accountId}, ${good.accountId})`
    await store.commit([run(set.compile(store.db))])
    const isDone = async () => {
      const { rows } =
        await sql`select id from messages where account_id = ${good.accountId} and letter is not null`.execute(store.db)
      return rows.length > 0
    }
    return { bad: bad.accountId, isDone }
  },
}

async function messages(world: World, channel: 'email' | 'sms') {
  const merchant = await world.merchant()
  const { store } = world.service
  const voucher = await speiVoucher(merchant)
  const to = channel === 'email' ? ['mal@example.mx', 'bien@example.mx'] : ['5500000011', '5500000012']
  for (const one of to)
    await merchant.post('/v1/operations/send', {
      id: voucher.transaction,
      ...(channel === 'email' ? { email: one } : { phone: one }),
    })
  const { rows } = await sql<{ id: string; recipient: string; state: string }>`select id, recipient, state from messages
    where operation_id = ${voucher.transaction} and channel = ${channel} order by id`.execute(store.db)
  const [bad, good] = to.map((recipient) => rows.find((row) => row.recipient === recipient)?.id ?? '')
  assert.ok(bad && good, JSON.stringify(rows))
  return {
    bad,
    isDone: async () => {
      const { rows: now } = await sql<{ state: string }>`select state from messages where id = ${good}`.execute(
        store.db,
      )
      return now[0]?.state === 'sent'
    },
  }
}

async function due({ service: { store } }: World, table: string, key: string, ...ids: string[]): Promise<void> {
  const set = sql`update ${sql.table(table)} set due_at = ${PAST} where ${sql.ref(key)} in (${sql.join(ids)})`
  await store.commit([run(set.compile(store.db))])
}

onBothEngines('a bad row', (world) => {
  test('every task of the service is planted, or has a reason why not', async () => {
    const names = world().service.worker.taskNames()
    const others = ['webhooks', 'disputes', 'sandbox reports']
    for (const name of names)
      assert.ok(
        name in NO_ROWS || name in PLANTED || EACH.includes(name) || others.includes(name),
        `how is it shown that a bad row does not stop the task ${name}?`,
      )
  })

  for (const [task, plant] of Object.entries(PLANTED)) {
    test(`of ${task} does not stop the next one`, async () => {
      const { service } = world()
      const { bad, isDone } = await plant(world())
      const restore = failing(service.store, bad)
      try {
        await service.worker.alone(() => service.worker.runDue())
        assert.ok(await isDone(), 'the good row is not done')
      } finally {
        restore()
      }
    })
  }

  test('a letter sealed under a removed key waits, is set aside after eight tries and shown; a new try sends it when the key is back', async () => {
    const { store, clock, worker, app } = world().service
    const merchant = await world().merchant()
    const { accountId } = merchant
    const other = createAtRest({ current: Buffer.alloc(32, 9) })
    const letter = queuedLetter(clock, {
      accountId,
      to: 'jefa@example.mx',
      language: 'es',
      letter: { invitation: true, account: 'Tienda', role: 'reader', url: 'http://a.example' },
      now: clock.now(),
    })
    const sealed = { ...letter, sealed_code: other.seal('12345678', sealedFor(letter)) }
    await store.commit([insert('messages', sealed)])
    for (let tries = 1; tries <= 8; tries += 1) {
      await worker.alone(() => worker.runDue())
      const [row] = (
        await sql<{ tries: number; set_aside: number; error: string }>`select tries, set_aside, error
        from troubled_rows where row_id = ${letter.id}`.execute(store.db)
      ).rows
      assert.deepEqual([row?.tries, row?.set_aside], [tries, tries === 8 ? 1 : 0])
      if (tries === 8) break
      // Its pause passes.
      await store.commit([
        run(sql`update troubled_rows set until_ms = 0 where row_id = ${letter.id}`.compile(store.db)),
        run(sql`update messages set leased_until = 0 where id = ${letter.id}`.compile(store.db)),
      ])
    }
    await worker.alone(() => worker.runDue())
    await worker.collect()
    const metrics = await app.inject({ url: '/metrics' })
    assert.match(metrics.body, /^cobro_rows_set_aside 1$/m)
    const [aside] = await setAsideRows(store).execute()
    assert.deepEqual([aside?.source, aside?.row_id, aside?.account_id], ['messages', letter.id, accountId])
    await tryAgain({ store }, aside?.id ?? '', () => [])
    await worker.alone(() => worker.runDue())
    assert.equal((await setAsideRows(store).execute()).length, 0)
  })

  test('a webhook whose secret cannot be opened delays no other webhook, and is shown', async () => {
    const { store, worker } = world().service
    const merchant = await world().merchant()
    const made = await merchant.post('/v1/webhook', { url: 'http://127.0.0.1:9/a' })
    const good = await merchant.post('/v1/webhook', { url: 'http://127.0.0.1:9/b' })
    assert.equal(good.status, 200, good.text)
    const id = made.body.result.id
    await store.commit([
      run(sql`update webhook_endpoints set sealed_secret = 'garbage' where id = ${id}`.compile(store.db)),
    ])
    await speiVoucher(merchant)
    await worker.alone(() => worker.runDue())
    const { rows } = await sql<{ endpoint_id: string }>`select endpoint_id from delivery_attempts`.execute(store.db)
    assert.deepEqual(
      rows.map((row) => row.endpoint_id),
      [good.body.result.id],
    )
    const trouble = await sql<{
      row_id: string
    }>`select row_id from troubled_rows where source = 'webhook_endpoints'`.execute(store.db)
    assert.deepEqual(
      trouble.rows.map((row) => row.row_id),
      [id],
    )
  })
})
