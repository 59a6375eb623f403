// PostgreSQL's own log has no error after refusals, races and repeats: a condition that does not hold, and a row that exists already, are
// answers. So an alert on that log means something.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openDatabase } from '../../src/store/database.ts'
import { Duplicate, insert, Unmet, update } from '../../src/store/write.ts'
import { tokenFor } from '../support/fixtures/cards.ts'
import { APPROVED, chargeOf, payByCard, sendCharge } from '../support/fixtures/charges.ts'
import { assertAudited, payAtStore, payBySpei, speiVoucher, storeVoucher } from '../support/fixtures/payers.ts'
import { describeOnPostgres, startPostgres } from '../support/harness/engines.ts'
import { makeDatabase, type PostgresServer } from '../support/harness/postgres-server.ts'
import { type Answer, type Merchant, openWorld, type World } from '../support/harness/world.ts'

const AT_ONCE = 40
const SHOP = { store: 'OXXO', payment: { reference: { description: 'Pedido', number: '1' } } }

describeOnPostgres("PostgreSQL's log", () => {
  const logged: string[] = []
  let server: PostgresServer
  let world: World

  /** What the log has that an operator would be woken for. */
  const errors = () =>
    logged
      .join('')
      .split('\n')
      .filter((line) => /\b(ERROR|FATAL|PANIC|STATEMENT|DETAIL):/.test(line))
  const atOnce = (send: (nth: number) => Promise<Answer>) =>
    Promise.all(Array.from({ length: AT_ONCE }, (_, nth) => send(nth)))
  const counted = (answers: Answer[]) => answers.filter(({ status }) => status === 200).length
  const noneFails = (answers: Answer[]) => {
    for (const { status, text } of answers) assert.ok(status < 500 || status === 503, text)
  }

  before(async () => {
    server = await startPostgres('quick', (text) => logged.push(text))
    world = await openWorld(
      'postgres',
      { DATABASE_URL: await makeDatabase(server.url, 'quiet'), DATABASE_CONNECTIONS: '8' },
      { twins: true },
    )
  })
  after(async () => {
    await world.close()
    await server.stop()
  })

  test('has no error of repeats of one call at the same moment', async () => {
    const merchant = await world.merchant()
    const body = { total: 150, store: 'OXXO', payment: { reference: { description: 'Pedido', number: '1' } } }
    const keyed = await atOnce(() => merchant.post('/v1/payment/convenience-store', body, { 'idempotency-key': 'una' }))
    noneFails(keyed)
    assert.equal(new Set(keyed.filter(({ status }) => status === 200).map(({ text }) => text)).size, 1)
    const token = await tokenFor(world, merchant, APPROVED)
    const charges = await atOnce(() =>
      sendCharge(world, merchant, chargeOf(token, { 'payment.external.transaction': 'pedido-1' })),
    )
    noneFails(charges)
    const { length } = await operations(world, merchant, 'card')
    assert.equal(length, 1)
    assert.deepEqual(errors(), [])
  })

  test('has no error of money that is taken, paid and given back by many at the same moment', async () => {
    const merchant = await world.merchant()
    const paid = await payByCard(world, merchant, APPROVED, { 'payment.total.amount': 100 })
    const id = paid.body.result.operations[0].transaction as string
    const refunds = await atOnce(() => merchant.post(`/v1/operations/${id}/refunds`, { amount: 30 }))
    noneFails(refunds)
    assert.ok(counted(refunds) <= 3)
    const other = await payByCard(world, merchant, APPROVED)
    const reversed = other.body.result.operations[0].transaction as string
    noneFails(await atOnce(() => merchant.get(`/v1/operations/apply-reversal/${reversed}`)))
    const { payment_id: reference } = await storeVoucher(merchant, SHOP)
    const { bank_account_number: clabe } = await speiVoucher(merchant, SHOP)
    const pay = [
      () => payAtStore(merchant, { reference, amount: 150 }),
      () => payBySpei(merchant, { clabe, amount: 150 }),
    ]
    await Promise.allSettled(pay.flatMap((one) => Array.from({ length: 10 }, one)))
    await world.work()
    await assertAudited(world)
    assert.deepEqual(errors(), [])
  })

  test('has no error of limits that are reached', async () => {
    const merchant = await world.merchant()
    noneFails(await atOnce(() => merchant.post('/v1/exports', { list: '/v1/events' })))
    noneFails(await atOnce((nth) => merchant.post('/v1/webhook', { url: `http://127.0.0.1:9/${nth}`, alias: 'uno' })))
    const customer = (await merchant.post('/v1/customer', { name: 'Ana', email: 'ana@example.mx' })).body.result.id
    const token = await tokenFor(world, merchant, APPROVED)
    noneFails(await atOnce(() => merchant.post(`/v1/customer/${customer}/cards`, { token })))
    await world.work()
    assert.deepEqual(errors(), [])
  })

  test('has no error of ids that are none, which are answered as ids that nobody has', async () => {
    const merchant = await world.merchant()
    const { transaction } = await storeVoucher(merchant, SHOP)
    const known = String(transaction)
    const ids = [
      'not-an-id',
      '0',
      '-',
      'ffffffff',
      `${known}0`,
      known.slice(0, -1),
      known.replaceAll('-', ''),
      `{${known}}`,
    ]
    for (const id of ids.map(encodeURIComponent)) {
      for (const path of ['', '/refunds', '/capture'].map((end) => `/v1/operations/${id}${end}`)) {
        const answer = await (path.endsWith('/capture') ? merchant.post(path, {}) : merchant.get(path))
        assert.equal(answer.status, 404, `${path}: ${answer.text}`)
      }
      assert.equal((await merchant.get(`/v1/operations/apply-reversal/${id}`)).status, 404)
      assert.equal((await merchant.post('/v1/operations/send', { id, email: 'ana@example.mx' })).status, 404)
      const { status, body } = await merchant.get(`/v1/events?operation=${id}`)
      if (id.includes('%')) assert.equal(status, 400)
      else assert.deepEqual([status, body.result.events], [200, []], id)
    }
    assert.equal((await merchant.get(`/v1/operations/${known}`)).status, 200)
    assert.deepEqual(errors(), [])
  })

  test('has no error of single batches of two processes, which are all or nothing', async () => {
    const [one, two] = await Promise.all(
      [1, 2].map(() => openDatabase(world.environment.DATABASE_URL ?? '', { connections: 4 })),
    )
    assert.ok(one && two)
    const probe = (name: string) => ({ id: name, filler: name })
    const counter = (id: string) => ({ name: id, next: 0 })
    await one.commit([insert('sequences', counter('quiet'))])
    let written = 0
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, async (_, nth) => {
        await [one, two][nth % 2]?.commit([
          insert('probes', probe(`quiet-${nth}`)),
          update('sequences', { next: 1 }, { name: 'quiet', next: 0 }),
        ])
        written += 1
      }),
    )
    assert.equal(written, 1)
    for (const outcome of outcomes) if (outcome.status === 'rejected') assert.ok(outcome.reason instanceof Unmet)
    const probes = await one.db.selectFrom('probes').select('filler').where('filler', 'like', 'quiet-%').execute()
    assert.equal(probes.length, 1)
    const taken = one.commit([insert('probes', probe('quiet-again')), insert('sequences', counter('quiet'))])
    await assert.rejects(taken, (error) => error instanceof Duplicate && error.of('sequences', 'name'))
    await Promise.all([one.close(), two.close()])
    assert.deepEqual(errors(), [])
  })
})

async function operations(world: World, { accountId }: Pick<Merchant, 'accountId'>, rail: 'card') {
  return world.service.store.db
    .selectFrom('operations')
    .select('id')
    .where('account_id', '=', accountId)
    .where('rail', '=', rail)
    .execute()
}
