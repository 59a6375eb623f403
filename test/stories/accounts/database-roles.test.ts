// The promise: with the two roles of the guide, letter for letter, the service does all its work and can rewrite nothing in the books.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { columnsOfTable } from '../../../src/core/table.ts'
import { operations } from '../../../src/operations/tables.ts'
import { audit } from '../../../src/service/audit.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { logReader } from '../../../src/store/log/read-committed.ts'
import { NoDatabase } from '../../../src/store/no-database.ts'
import { tokenFor } from '../../support/fixtures/cards.ts'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import { moveClock, payAtStore, payBySpei, speiVoucher, storeVoucher } from '../../support/fixtures/payers.ts'
import { describeOnPostgres } from '../../support/harness/engines.ts'
import { type PostgresServer, startPostgres } from '../../support/harness/postgres-server.ts'
import { openWorld, type World } from '../../support/harness/world.ts'

/** The statements that the guide has under a mark. */
function sqlOf(mark: string): string[] {
  const guide = readFileSync(new URL('../../../docs/guides/set-up.md', import.meta.url), 'utf8')
  const text = guide.split(`<!-- sql: ${mark} -->\n\`\`\`sql\n`)[1]?.split('```')[0]
  assert.ok(text, mark)
  return text.split(';').filter((statement) => statement.trim() !== '')
}

const passwordOf = (role: string) =>
  new RegExp(`create role ${role} login password '([^']+)'`).exec(sqlOf('superuser').join(';'))?.[1] ?? ''

describeOnPostgres('the service’s database role adds to the books and changes nothing in them', () => {
  let server: PostgresServer
  let world: World
  const urlOf = (role: string) => server.url.replace(/\/\/[^@]+@/, `//${role}:${passwordOf(role)}@`).concat('/cobro')
  const runAs = async (url: string, statements: string[]) => {
    const client = new pg.Client(url)
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
    }
  }

  before(async () => {
    server = await startPostgres('quick')
    await runAs(`${server.url}/postgres`, sqlOf('superuser'))
    await runAs(urlOf('cobro_owner'), sqlOf('owner'))
  })
  after(async () => {
    await world?.close()
    await server.stop()
  })

  test('the role does not create the tables, and names who has to', async () => {
    const opening = openDatabase(urlOf('cobro_service'), { connections: 1 })
    await assert.rejects(
      opening,
      (error) => error instanceof NoDatabase && /run cobro migrate with the role/.test(error.message),
    )
  })

  test('the owner creates them, and the service takes, refunds and pays out money, sends events, and audits', async () => {
    const owner = await openDatabase(urlOf('cobro_owner'), { connections: 1, serviceRole: 'cobro_service' })
    await owner.close()
    world = await openWorld('postgres', { DATABASE_URL: urlOf('cobro_service') })
    const merchant = await world.merchant()
    await merchant.call('PUT', '/v1/settlement/account', { clabe: '002010077777777771' })
    await merchant.call('PUT', '/v1/sandbox/fees', { payment_method: 'OXX', percentage: 2.5 })
    await merchant.post('/v1/webhooks', { url: 'http://127.0.0.1:9/hook' })
    const paid = await payByCard(world, merchant, APPROVED)
    assert.equal(paid.status, 200, paid.text)
    const voucher = await storeVoucher(merchant)
    await payAtStore(merchant, { transaction: voucher.transaction })
    const bought = await speiVoucher(merchant)
    await payBySpei(merchant, { transaction: bought.transaction, payer_clabe: '012180001554321090' })
    const reversed = await merchant.get(`/v1/operations/apply-reversal/${bought.transaction}`)
    assert.equal(reversed.status, 200, reversed.text)
    const odd = await speiVoucher(merchant)
    await payBySpei(merchant, { transaction: odd.transaction, amount: 7, payer_clabe: '012180001554321090' })
    const customer = (await merchant.post('/v1/customer', { name: 'Ana', email: 'ana@ejemplo.mx' })).body.result
    const token = await tokenFor(world, merchant, APPROVED)
    const card = (await merchant.post(`/v1/customer/${customer.id}/cards`, { token })).body.result
    const plan = (await merchant.post('/v1/plan', { name: 'Club', amount: '10.00', period: 'month' })).body.result
    const charged = await merchant.post(`/v1/plan/${plan.id}/customers`, { customer: customer.id, card: card.token })
    assert.equal(charged.status, 200, charged.text)
    await moveClock(merchant, { freeze: true, advance: 'P5D' })
    await world.work()
    const { payouts } = (await merchant.get('/v1/payouts')).body.result
    assert.equal(payouts[0]?.status, 'paid')
    const { events } = (await merchant.get('/v1/events?limit=100')).body.result
    assert.ok(events.some((one: { type: string }) => one.type === 'books.head'))
    assert.equal(await logReader(world.service.store, 'webhooks').next(1), undefined)
    const report = await audit(world.service.store)
    assert.equal(report.clean, true, JSON.stringify(report.invariants.filter((one) => one.first)))
    assert.equal((await world.send({ method: 'GET', url: '/readyz' })).status, 200)
  })

  for (const statement of [
    "update entries set lines = '[]'",
    'delete from entries',
    'truncate entries',
    "update events set data = '{}'",
    'delete from events',
    "update operations set description = 'otra'",
    'delete from operations',
    "update payments_received set payer_clabe = '1'",
    'delete from plan_charges',
    'update payout_lines set amount_centavos = 0',
    'update fee_changes set percentage_millis = 0',
    'delete from book_days',
    'delete from migrations',
    'alter table entries disable trigger all',
    'grant update on entries to cobro_service; update entries set day = day',
    'create table more (id text)',
  ]) {
    test(`it may not ${statement}`, async () => {
      const refused = await runAs(urlOf('cobro_service'), [statement]).then(
        () => undefined,
        (error) => error,
      )
      const isRefused = refused?.code === '42501'
      assert.ok(isRefused, String(refused ?? 'it was done'))
    })
  }

  test('of an operation it may change everything but facts', async () => {
    const client = new pg.Client(urlOf('cobro_owner'))
    await client.connect()
    const { rows } = await client.query(`select column_name from information_schema.column_privileges
      where grantee = 'cobro_service' and table_name = 'operations' and privilege_type = 'UPDATE'`)
    await client.end()
    const changing = columnsOfTable(operations)
      .map(([column]) => column)
      .filter((column) => !(column in operations.classes.fact))
    assert.deepEqual(rows.map((row) => row.column_name).sort(), changing.sort())
  })
})
