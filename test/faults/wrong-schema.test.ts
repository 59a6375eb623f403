// Somebody changes the role or the schema under a running service, or starts it with a role that looks elsewhere: clients are asked to try again, no row of
// work is set aside, and no second set of tables is made.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { Failure } from '../../src/failures.ts'
import { openDatabase } from '../../src/store/database.ts'
import { openExisting } from '../../src/store/existing.ts'
import { NoDatabase } from '../../src/store/no-database.ts'
import { isOutage, isUnavailable } from '../../src/store/outage.ts'
import { describeOnPostgres } from '../support/harness/engines.ts'
import { type PostgresServer, startPostgres } from '../support/harness/postgres-server.ts'
import { type Merchant, openWorld, type World } from '../support/harness/world.ts'

describeOnPostgres('a role that does not find its schema, or may not use it', () => {
  let server: PostgresServer
  let admin: pg.Client
  let world: World
  let merchant: Merchant
  let url: string
  const orderOf = (key: string) => merchant.post('/v1/payment/spei', { total: 150 }, { 'idempotency-key': key })
  const cutAll = () =>
    admin.query(
      "select count(pg_terminate_backend(pid)) from pg_stat_activity where usename = 'servicio' and datname = 'pagos'",
    )

  before(async () => {
    server = await startPostgres('quick')
    const first = new pg.Client(`${server.url}/postgres`)
    await first.connect()
    for (const text of ["create role servicio login password 'clave'", 'create database pagos']) await first.query(text)
    await first.end()
    admin = new pg.Client(`${server.url}/pagos`)
    await admin.connect()
    for (const text of [
      'create schema cobro',
      'alter role postgres in database pagos set search_path = cobro',
      'alter role servicio set search_path = cobro',
    ])
      await admin.query(text)
    const owner = await openDatabase(`${server.url}/pagos`, { connections: 1, serviceRole: 'servicio' })
    await owner.close()
    await admin.query('grant usage on schema cobro to servicio')
    url = `${server.url.replace(/\/\/[^@]+@/, '//servicio:clave@')}/pagos`
    world = await openWorld('postgres', { DATABASE_URL: url })
    merchant = await world.merchant()
  })
  after(async () => {
    await world?.close()
    await admin?.end()
    await server.stop()
  })

  for (const [what, change, back] of [
    [
      'another search_path',
      'alter role servicio set search_path = nirgends',
      'alter role servicio set search_path = cobro',
    ],
    ['no right to the schema', 'revoke usage on schema cobro from servicio', 'grant usage on schema cobro to servicio'],
    [
      'no right to a table',
      'revoke all on cobro.operations from servicio',
      'grant all on cobro.operations to servicio',
    ],
    [
      'a table of another name',
      'alter table cobro.events rename to sucesos',
      'alter table cobro.sucesos rename to events',
    ],
    [
      'a function of another name',
      'alter function cobro.batch_refusal rename to otra',
      'alter function cobro.otra rename to batch_refusal',
    ],
  ] as const)
    test(`${what} is answered 503 as long as it lasts, and the payment is made once afterwards`, async () => {
      await admin.query(change)
      await cutAll()
      for (let tries = 0; tries < 3; tries += 1) {
        const answer = await orderOf(what)
        assert.equal(answer.status, 503, answer.text)
        assert.equal(answer.body.error.reason, 'service-busy')
        assert.equal(answer.headers['retry-after'], '1')
      }
      await world.work().catch((error: unknown) => assert.ok(isUnavailable(error), String(error)))
      await pause(1_100)
      assert.equal((await world.send({ method: 'GET', url: '/readyz' })).status, 503)
      await admin.query(back)
      await cutAll()
      let answer = await orderOf(what)
      for (let tries = 0; answer.status === 503 && tries < 20; tries += 1) answer = await orderOf(what)
      assert.equal(answer.status, 200, answer.text)
      assert.equal((await orderOf(what)).body.result.transaction, answer.body.result.transaction)
      const { rows } = await admin.query('select count(*) as troubled from cobro.troubled_rows')
      assert.deepEqual(rows, [{ troubled: '0' }])
    })

  test('a start and a command with a role that looks elsewhere name the schema, and make no second set of tables', async () => {
    await admin.query('alter role servicio set search_path = public')
    await admin.query('grant all on schema public to servicio')
    const isRight = (error: unknown) =>
      error instanceof NoDatabase &&
      /lie in the schema cobro .* role servicio .*search_path = cobro/.test(error.message)
    await assert.rejects(openDatabase(url, { connections: 1, mode: 'sandbox' }), isRight)
    await assert.rejects(openDatabase(url, { connections: 1 }), isRight)
    await assert.rejects(openExisting(url, { connections: 1, writesIn: undefined }), isRight)
    const { rows } = await admin.query("select count(*) as tables from pg_tables where schemaname = 'public'")
    assert.deepEqual(rows, [{ tables: '0' }])
    await admin.query('alter role servicio set search_path = cobro')
  })

  test('another service has a schema of its own in the same database', async () => {
    for (const text of ["create role otro login password 'clave'", 'create schema otro authorization otro'])
      await admin.query(text)
    const other = url.replace('servicio', 'otro')
    const opened = await openDatabase(other, { connections: 1, mode: 'sandbox' })
    await opened.close()
    const { rows } = await admin.query(
      "select count(*) as tables from pg_tables where schemaname = 'otro' and tablename = 'operations'",
    )
    assert.deepEqual(rows, [{ tables: '1' }])
  })

  test('a role that looks in no schema of an empty database is told so', async () => {
    await admin.query('create database vacia')
    await admin.query('alter role servicio in database vacia set search_path = nirgends')
    const opening = openDatabase(url.replace(/pagos$/, 'vacia'), { connections: 1, mode: 'sandbox' })
    await assert.rejects(
      opening,
      (error) =>
        error instanceof NoDatabase && /search_path of the role servicio leads to no schema/.test(error.message),
    )
  })
})

test('a server that has no more numbers of transactions is an outage, and so is a database that is overrun', () => {
  const refused = { code: '54000', routine: 'GetNewTransactionId' }
  assert.equal(isOutage(Object.assign(new Error('is not accepting commands'), refused)), true)
  assert.equal(isOutage(Object.assign(new Error('index row size'), { code: '54000', routine: '_bt_check' })), false)
  assert.equal(isUnavailable(new Failure('service-busy', { retryAfterSeconds: 1 })), true)
  assert.equal(isUnavailable(new Failure('internal')), false)
})
