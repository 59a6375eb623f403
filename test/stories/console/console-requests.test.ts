import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_OF_ACCOUNT } from '../../../src/console/requests/recorder.ts'
import { columns } from '../../../src/store/columns.ts'
import { insert } from '../../../src/store/write.ts'
import { sealedCard } from '../../support/fixtures/cards.ts'
import { person, send } from '../../support/fixtures/console.ts'
import { payBySpei, speiVoucher } from '../../support/fixtures/payers.ts'
import { onBothEngines, openWorld } from '../../support/harness/world.ts'

const PAN = '4242424242424242'

onBothEngines(
  'the calls of an account are kept for its developers, without secrets',
  (world) => {
    test('a call is recorded with its request, its answer and the operation that it made', async () => {
      const merchant = await world().merchant()
      const dev = await person(world(), merchant, 'developer')
      const headers = { 'idempotency-key': 'pedido-9', 'user-agent': 'tienda/1' }
      const wish = { total: 12.5, payment: { reference: { description: 'Café' } } }
      const made = await merchant.post('/v1/payment/spei', wish, headers)
      await merchant.post('/v1/payment/spei', wish, headers)
      await merchant.post('/v1/payment/spei', { total: -1 })
      await world().work()
      const { requests } = (await dev.call('GET', '/v1/console/requests')).body.result
      assert.equal(requests.length, 3)
      const first = requests.at(-1)
      assert.equal(first.operation, made.body.result.transaction)
      assert.equal(first.idempotency_key, 'pedido-9')
      assert.equal(first.operator, merchant.operator)
      assert.deepEqual(
        requests.map((one: { status: number; code: string; replayed: boolean }) => [
          one.status,
          one.code,
          one.replayed,
        ]),
        [
          [400, 'InvalidParamException', false],
          [200, '', true],
          [200, '', false],
        ],
      )
      const opened = (await dev.call('GET', `/v1/console/requests/${first.id}`)).body.result
      assert.deepEqual(JSON.parse(opened.body), wish)
      assert.equal(JSON.parse(opened.answer).result.transaction, made.body.result.transaction)
      assert.equal(JSON.parse(opened.headers)['user-agent'], 'tienda/1')
      assert.equal(opened.caused[0].what, 'voucher.issued')
      const refused = (await dev.call('GET', '/v1/console/requests?only=refused')).body.result.requests
      assert.equal(refused.length, 1)
      const countOf = async (query: string) => {
        const { status, body, text } = await dev.call('GET', `/v1/console/requests?${query}`)
        assert.equal(status, 200, text)
        return body.result.requests.length
      }
      assert.equal(await countOf('path=payment/SPEI'), 3)
      assert.equal(await countOf('path=%25'), 0)
      assert.equal(await countOf('path=_v1'), 0)
      assert.equal(await countOf('path=payment&status=2'), 2)
      assert.equal(await countOf('status=400'), 1)
      assert.equal(await countOf('status=404'), 0)
      for (const bad of ['status=9', 'status=20', 'path=%00', 'path=%C3%B1'])
        assert.equal((await dev.call('GET', `/v1/console/requests?${bad}`)).status, 400, bad)
      const of = `/v1/console/requests?operation=${made.body.result.transaction}`
      assert.equal((await dev.call('GET', of)).body.result.requests.length, 2)
    })

    test('what a call caused has the steps of refunds and of their transfers beside the events', async () => {
      const merchant = await world().merchant()
      const dev = await person(world(), merchant, 'developer')
      const { transaction } = await speiVoucher(merchant, { total: 500 })
      await payBySpei(merchant, { transaction, payer_clabe: '002010077777777771' })
      assert.equal((await merchant.post(`/v1/operations/${transaction}/refunds`, { amount: '20.00' })).status, 200)
      await world().work()
      const { requests } = (await dev.call('GET', `/v1/console/requests?operation=${transaction}`)).body.result
      const { caused } = (await dev.call('GET', `/v1/console/requests/${requests.at(-1).id}`)).body.result
      assert.deepEqual(
        caused.map(({ kind, what }: { kind: string; what: string }) => `${kind} ${what}`),
        ['event voucher.issued', 'event operation.paid', 'refund asked', 'transfer refund.settled', 'refund settled'],
      )
    })

    test('a call with an escape of NUL beside an escaped card number is recorded, and so are the calls of others', async () => {
      const [merchant, other] = [await world().merchant(), await world().merchant()]
      const wide = [...PAN].map((digit) => String.fromCharCode(0xff10 + Number(digit))).join('')
      const asked = ['a=%00&b=%34242424242424242', `a=${'x'.repeat(1_100)}%00`, `a=${encodeURIComponent(wide)}`]
      for (const query of asked) assert.equal((await merchant.get(`/v1/customer?${query}`)).status, 200)
      assert.equal((await other.get('/v1/plan')).status, 200)
      await world().work()
      const pathsOf = async ({ accountId }: { accountId: string }) => {
        const { db } = world().service.store
        return db.selectFrom('requests').select('path').where('account_id', '=', accountId).orderBy('id').execute()
      }
      assert.deepEqual(await pathsOf(other), [{ path: '/v1/plan' }])
      const paths = (await pathsOf(merchant)).map(({ path }) => path)
      assert.equal(paths.length, asked.length)
      for (const path of paths) assert.ok(!path.includes('\0') && !/2424|%EF%BC%94/i.test(path), path)
    })

    test('no row has a secret, a sealed message or a card number', async () => {
      const merchant = await world().merchant()
      const sealed = await sealedCard(world(), { number: PAN })
      await merchant.post('/v1/token', sealed)
      await merchant.post('/v1/payment/spei', { total: 5, payment: { reference: { description: `paga con ${PAN}` } } })
      await merchant.post('/v1/payment/spei', { total: 5, [PAN]: PAN, cvv: '987' })
      await merchant.get(`/v1/operations/reference/${PAN}`)
      const key = (await merchant.post('/v1/credentials', { name: 'x', scopes: ['read'] })).body.result
      const login = (await merchant.post('/v1/auth/login/application', {})).body
      const hook = (await merchant.post('/v1/webhook', { url: 'http://127.0.0.1:9/x' })).body.result
      await merchant.post('/v1/settlement/account/confirm', { code: '12345678' })
      await world().work()
      const rows = await world()
        .service.store.db.selectFrom('requests')
        .select(['path', 'headers', 'body', 'answer', 'idempotency_key'])
        .where('account_id', '=', merchant.accountId)
        .execute()
      assert.ok(rows.length >= 8)
      const text = JSON.stringify(rows)
      const { key: wrapped, data } = sealed as { key: string; data: string }
      const secrets = [
        merchant.secret,
        key.app_secret,
        login.connection.token,
        hook.secret,
        '12345678',
        '"987"',
        wrapped,
        data,
      ]
      const basicText = Buffer.from(`${merchant.appKey}:${merchant.secret}`).toString('base64')
      for (const one of [...secrets, basicText, PAN, PAN.slice(0, 10)]) {
        assert.ok(!text.includes(one.replaceAll('"', '\\"')), `${one.slice(0, 12)} is in a row`)
      }
      assert.match(text, /sealed, \d+ characters/)
    })

    test('another account sees no call, and an account keeps a limited number', async () => {
      const [merchant, other] = [await world().merchant(), await world().merchant()]
      const dev = await person(world(), other, 'developer')
      await merchant.get('/v1/plan')
      await world().work()
      const { db } = world().service.store
      const row = await db
        .selectFrom('requests')
        .select('id')
        .where('account_id', '=', merchant.accountId)
        .executeTakeFirstOrThrow()
      assert.equal((await dev.call('GET', `/v1/console/requests/${row.id}`)).status, 404)
      assert.equal((await dev.call('GET', '/v1/console/requests')).body.result.requests.length, 0)
      // What people read at the console is nobody's call.
      await dev.call('GET', '/v1/operations')
      await world().work()
      assert.equal((await dev.call('GET', '/v1/console/requests')).body.result.requests.length, 0)
      const many = await db
        .selectFrom('requests')
        .select(columns.requests)
        .where('id', '=', row.id)
        .executeTakeFirstOrThrow()
      const copies = Array.from({ length: MAX_OF_ACCOUNT + 200 }, (_, at) => ({ ...many, id: `${row.id}${at}` }))
      for (let from = 0; from < copies.length; from += 200)
        await world().service.store.commit([insert('requests', ...copies.slice(from, from + 200))])
      // Old ones go now and then, not at every write.
      for (let round = 0; round < (world().engine === 'postgres' ? 41 : 21); round += 1) {
        await merchant.get('/v1/plan')
        await world().work()
      }
      const { count } = await db
        .selectFrom('requests')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('account_id', '=', merchant.accountId)
        .executeTakeFirstOrThrow()
      assert.ok(Number(count) <= MAX_OF_ACCOUNT + 50, `${count} rows`)
    })
  },
  { REQUESTS_KEPT: 'bodies' },
)

test('a log of lines has no bodies', async (t) => {
  const world = await openWorld('sqlite', { REQUESTS_KEPT: 'lines' })
  t.after(() => world.close())
  const merchant = await world.merchant()
  await merchant.post('/v1/payment/spei', { total: 7 })
  await world.work()
  const rows = await world.service.store.db.selectFrom('requests').select(['headers', 'body', 'answer']).execute()
  assert.deepEqual(rows, [{ headers: null, body: null, answer: null }])
  assert.equal((await send(world, 'GET', '/v1/console/requests')).status, 401)
})
