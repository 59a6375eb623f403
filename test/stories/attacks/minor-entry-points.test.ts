// Ways in that are small, and shut: each story tries one.
import assert from 'node:assert/strict'
import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { SANDBOX_ACCOUNT } from '../../../src/accounts/open-account.ts'
import { recordSettings, settingsOnRecord } from '../../../src/accounts/trail/settings.ts'
import { readConfig } from '../../../src/config.ts'
import { createClock } from '../../../src/core/clock.ts'
import { createService } from '../../../src/service.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { run } from '../../../src/store/write.ts'
import { tokenFor } from '../../support/fixtures/cards.ts'
import { APPROVED, chargeOf, sendCharge } from '../../support/fixtures/charges.ts'
import { newDatabaseUrl } from '../../support/harness/engines.ts'
import { basic, onBothEngines, openWorld } from '../../support/harness/world.ts'

const LOGIN = '/v1/auth/login/application'
const RANDOM_KEY = '8f1c2b7ad03e94565e1f0a9c73b2d84c6e5f10a7b9c8d2e3f4516273849a0bcd'
const PRODUCTION = {
  COBRO_MODE: 'production',
  AT_REST_KEY: RANDOM_KEY,
  TRUST_PROXY: 'loopback',
  ACQUIRER: 'x',
  CASH_NETWORK: 'x',
  SPEI_BANK: 'x',
}

onBothEngines('minor entry points are closed', (world) => {
  test('the well-known sandbox credential opens nothing under another name of this machine', async () => {
    const { appKey, secret } = SANDBOX_ACCOUNT
    const ask = (host: string) =>
      world().send({ url: '/v1/operations', headers: { host, authorization: basic(appKey, secret) } })
    for (const host of ['localhost:8080', '127.0.0.1', '[::1]:8080']) assert.equal((await ask(host)).status, 200, host)
    for (const host of ['evil.example', '127.0.0.1.evil.example', '10.0.0.1', 'localhost.evil.example:8080']) {
      const { status, body } = await ask(host)
      assert.equal(status, 401, host)
      assert.match(JSON.stringify(body), /credencial propia del sandbox.*accounts open NOMBRE CORREO/, host)
    }
    // A credential of one's own does not depend on the name.
    const own = await world().merchant()
    const headers = { host: 'pagos.example', authorization: basic(own.appKey, own.secret) }
    assert.equal((await world().send({ url: '/v1/operations', headers })).status, 200)
  })

  test('a database is of the sandbox or of production', async () => {
    const start = (settings: Record<string, string>) =>
      createService(readConfig({ ...world().environment, ...settings }))
    await assert.rejects(start(PRODUCTION), /served as a sandbox.*DATABASE_URL/)
    const url = await newDatabaseUrl(world().engine, { migrated: true })
    const store = await openDatabase(url, { connections: 1, mode: 'production' })
    await recordSettings({ store, clock: createClock() }, settingsOnRecord(readConfig(PRODUCTION), ''))
    await store.close()
    await assert.rejects(start({ DATABASE_URL: url }), /served in production.*COBRO_MODE=production/)
  })

  test('the demo shop sells nothing under another name of this machine', async () => {
    const order = (host: string) =>
      world().send({
        method: 'POST',
        url: '/demo/orders',
        headers: { host },
        payload: { basket: { coffee: 1 } },
      })
    for (const host of ['localhost:8080', 'LOCALHOST', 'localhost.:8080'])
      assert.equal((await order(host)).status, 200, host)
    for (const host of ['evil.example', '127.0.0.1.evil.example']) {
      assert.equal((await order(host)).status, 404, host)
      assert.equal((await world().send({ url: '/demo', headers: { host } })).status, 404, host)
    }
  })

  test('the demo shop sells nothing through a proxy or tunnel on this machine', async () => {
    for (const name of ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']) {
      const headers = { host: 'localhost:8080', [name]: 'for=203.0.113.9' }
      const order = { method: 'POST', url: '/demo/orders', headers, payload: { basket: { coffee: 1 } } } as const
      assert.equal((await world().send(order)).status, 404, name)
      assert.equal((await world().send({ url: '/demo', headers })).status, 404, name)
    }
  })

  test('a webhook’s address contains no card number, even escaped', async () => {
    const merchant = await world().merchant()
    for (const path of ['4242424242424242', '4242-4242-4242-4242', '%34242424242424242']) {
      const { status, body } = await merchant.post('/v1/webhook', { url: `http://127.0.0.1:9/${path}` })
      assert.deepEqual([status, Object.keys(body.error.messages)], [400, ['url']], path)
    }
  })

  test('a script of a page is not asked for a password, and a person is', async () => {
    const ask = (headers: Record<string, string>) => world().send({ url: '/v1/operations', headers })
    assert.match(String((await ask({})).headers['www-authenticate']), /^Basic /)
    assert.match(String((await ask({ 'sec-fetch-mode': 'navigate' })).headers['www-authenticate']), /^Basic /)
    for (const mode of ['cors', 'no-cors', 'same-origin'])
      assert.equal((await ask({ 'sec-fetch-mode': mode })).headers['www-authenticate'], undefined)
  })

  test('of forty webhooks made at once twenty exist, and one more fits when one was deleted', async () => {
    const merchant = await world().merchant()
    const make = (at: number) => merchant.post('/v1/webhook', { url: `http://127.0.0.1:9/${at}` })
    const made = await Promise.all(Array.from({ length: 40 }, (_, at) => make(at)))
    assert.deepEqual(
      Object.entries(Object.groupBy(made, ({ status }) => status)).map(([s, all]) => [s, all?.length]),
      [
        ['200', 20],
        ['409', 20],
      ],
    )
    const { body } = await merchant.get('/v1/webhook')
    assert.equal(body.result.webhooks.length, 20)
    const path = `/v1/webhook/${body.result.webhooks[0].id}`
    assert.equal((await merchant.call('DELETE', path)).status, 200)
    assert.equal((await merchant.call('DELETE', path)).status, 404)
    assert.equal((await make(40)).status, 200)
    assert.equal((await make(41)).status, 409)
  })

  test('a credential has at most a hundred open sessions, and the oldest make room', async () => {
    const merchant = await world().merchant()
    const tokens: string[] = []
    for (let at = 0; at < 103; at += 1) tokens.push((await merchant.post(LOGIN, {})).body.connection.token)
    const { store } = world().service
    const rows = await store.db
      .selectFrom('sessions')
      .select('token_hash')
      .where('account_id', '=', merchant.accountId)
      .execute()
    assert.ok(rows.length <= 100, `${rows.length}`)
    const ask = (token = '') => world().send({ url: '/v1/operations', headers: { authorization: `Bearer ${token}` } })
    assert.equal((await ask(tokens.at(-1))).status, 200)
    assert.equal((await ask(tokens[0])).status, 401)
  })

  test('a saved card is deleted a year after it has expired', async () => {
    const merchant = await world().merchant()
    const customer = (await merchant.post('/v1/customer', { name: 'Ana', email: 'ana@ejemplo.mx' })).body.result.id
    const path = `/v1/customer/${customer}/cards`
    const saved = await merchant.post(path, { token: await tokenFor(world(), merchant, APPROVED) })
    assert.equal(saved.status, 200, saved.text)
    const { store, clock } = world().service
    const card = async () =>
      store.db
        .selectFrom('cards')
        .select(['sealed_number', 'deactivated_at'])
        .where('account_id', '=', merchant.accountId)
        .executeTakeFirstOrThrow()
    const setExpiration = (month: Temporal.PlainYearMonth) =>
      store.commit([
        {
          kind: 'update',
          table: 'cards',
          set: { expiration: month.toString().slice(2).replace('-', '') },
          where: { account_id: merchant.accountId },
        },
      ])
    const today = Temporal.Instant.from(clock.now()).toZonedDateTimeISO('America/Mexico_City').toPlainDate()
    await setExpiration(today.toPlainYearMonth().subtract({ months: 12 }))
    await world().work()
    assert.equal((await card()).deactivated_at, null)
    await setExpiration(today.toPlainYearMonth().subtract({ months: 13 }))
    await world().work()
    assert.equal((await card()).sealed_number, '')
    const listed = await merchant.get(`/v1/customer/${customer}`)
    assert.deepEqual(listed.body.result.cards, [])
  })

  test('a sealed number opens in no other row, and not for another account or customer', async () => {
    const merchant = await world().merchant()
    const thief = await world().merchant()
    const { store } = world().service
    const pay = async (token: string) => (await sendCharge(world(), thief, chargeOf(token))).status
    const own = await tokenFor(world(), thief, APPROVED)
    const stolen = await tokenFor(world(), merchant, APPROVED)
    const row = async (id: string) =>
      store.db.selectFrom('card_tokens').select('sealed_number').where('id', '=', id).executeTakeFirstOrThrow()
    const set = (id: string, to: Record<string, string>) =>
      store.commit([{ kind: 'update', table: 'card_tokens', set: to, where: { id } }])
    // The sealed text in the thief's row, and then the whole row in the thief's account.
    const mine = (await row(own)).sealed_number
    await set(own, (await row(stolen)) as never)
    assert.equal(await pay(own), 500)
    await set(stolen, { account_id: thief.accountId })
    assert.equal(await pay(stolen), 500)
    await set(own, { sealed_number: mine })
    assert.equal(await pay(own), 200)
  })

  test('a saved card moved to another customer, and a webhook moved to another account, do not open', async () => {
    const [merchant, thief] = [await world().merchant(), await world().merchant()]
    const { store } = world().service
    const customerOf = async (of: typeof merchant) =>
      (await of.post('/v1/customer', { name: 'Ana', email: 'ana@ejemplo.mx' })).body.result.id
    const [ana, eva] = [await customerOf(merchant), await customerOf(merchant)]
    const token = await tokenFor(world(), merchant, APPROVED)
    const card = (await merchant.post(`/v1/customer/${ana}/cards`, { token })).body.result.token
    const pay = async (by: typeof merchant) => (await sendCharge(world(), by, chargeOf(card))).status
    assert.equal(await pay(merchant), 200)
    await store.commit([{ kind: 'update', table: 'cards', set: { customer_id: eva }, where: { id: card } }])
    assert.equal(await pay(merchant), 500)
    await store.commit([
      {
        kind: 'update',
        table: 'cards',
        set: { customer_id: await customerOf(thief), account_id: thief.accountId },
        where: { id: card },
      },
    ])
    assert.equal(await pay(thief), 500)

    const endpoint = (await merchant.post('/v1/webhook', { url: 'http://127.0.0.1:9/' })).body.result
    await store.commit([
      { kind: 'update', table: 'webhook_endpoints', set: { account_id: thief.accountId }, where: { id: endpoint.id } },
    ])
    assert.ok(!(await thief.get(`/v1/webhook/${endpoint.id}`)).text.includes(endpoint.secret))
    // Nothing is signed for the thief with the secret of the merchant.
    await thief.post('/v1/payment/spei', { total: 10 })
    await world().work()
    const trouble = await store.db.selectFrom('troubled_rows').select(['row_id', 'error']).execute()
    assert.deepEqual(
      trouble.map(({ row_id }) => row_id),
      [endpoint.id],
    )
    assert.match(trouble[0]?.error ?? '', /does not open/)
    const { deliveries } = (await thief.get('/v1/events')).body.result.events[0]
    assert.equal(deliveries[0].tries, 0)
    await store.commit([
      {
        kind: 'update',
        table: 'webhook_endpoints',
        set: { account_id: merchant.accountId },
        where: { id: endpoint.id },
      },
    ])
  })

  test('the files of the database are readable by their owner only', async () => {
    const { DATABASE_URL = '' } = world().environment
    if (world().engine === 'postgres' || !DATABASE_URL.startsWith('file:')) return
    const path = DATABASE_URL.slice('file:'.length)
    const files = readdirSync(dirname(path)).filter((name) => name.startsWith('cobro.db'))
    for (const name of files) assert.equal(statSync(join(dirname(path), name)).mode & 0o077, 0, name)
  })
})

for (const [title, settings, host, token, status] of [
  ['without a token the figures are for this machine', {}, '127.0.0.1', undefined, 200],
  ['and for no other', {}, '203.0.113.9', undefined, 403],
  [
    'with a token for whoever has it',
    { METRICS_TOKEN: 'a-token-of-some-length' },
    '203.0.113.9',
    'a-token-of-some-length',
    200,
  ],
  ['and for nobody else', { METRICS_TOKEN: 'a-token-of-some-length' }, '127.0.0.1', 'a-token-of-some-lengtH', 401],
  ['nor without one', { METRICS_TOKEN: 'a-token-of-some-length' }, '127.0.0.1', undefined, 401],
] as const) {
  test(`metrics: ${title}`, async () => {
    const world = await openWorld('sqlite', settings)
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const answer = await world.send({ url: '/metrics', remoteAddress: host, headers })
    assert.equal(answer.status, status, answer.text)
    await world.service.close()
  })
}

test('metrics: a proxy or tunnel on this machine, or a name that resolves to it, does not get them', async () => {
  const world = await openWorld('sqlite')
  const metrics = (headers: Record<string, string>) =>
    world.send({ url: '/metrics', remoteAddress: '127.0.0.1', headers })
  for (const headers of [{ 'x-forwarded-for': '203.0.113.9' }, { via: '1.1 tunel' }, { host: 'pagos.ejemplo.mx' }])
    assert.equal((await metrics(headers)).status, 403, JSON.stringify(headers))
  assert.equal((await metrics({ host: '127.0.0.1:8080' })).status, 200)
  await world.close()
})

test('a sandbox that other machines reach sends no webhook to itself, and its error does not say what is there', async () => {
  const world = await openWorld('sqlite', { HOST: '0.0.0.0' })
  const merchant = await world.merchant()
  for (const url of [
    'http://127.0.0.1:9/',
    'http://[::1]/',
    'https://127.9.9.9/',
    'http://localhost:9/',
    'http://localhost./',
  ])
    assert.equal((await merchant.post('/v1/webhook', { url })).status, 400, url)
  assert.equal((await merchant.post('/v1/webhook', { url: 'http://tienda.example/' })).status, 200)
  // Its name resolves to this machine from now on.
  const { store } = world.service
  await store.commit([run(sql`update webhook_endpoints set url = 'http://localhost:9/'`.compile(store.db))])
  await merchant.post('/v1/payment/spei', { total: 10 })
  await world.work()
  const { body } = await merchant.get('/v1/events')
  const event = body.result.events.find(({ type }: { type: string }) => type === 'voucher.issued')
  const { deliveries } = (await merchant.get(`/v1/events/${event.id}`)).body.result
  assert.equal(deliveries[0].attempts[0].error, 'address not allowed')
  await world.service.close()
  const allowed = await openWorld('sqlite', { HOST: '0.0.0.0', WEBHOOKS_TO_LOOPBACK: 'yes' })
  assert.equal((await (await allowed.merchant()).post('/v1/webhook', { url: 'http://127.0.0.1:9/' })).status, 200)
  await allowed.service.close()
})

test('production refuses an invalid key, and warns of weak settings', async () => {
  for (const key of [
    '00'.repeat(32),
    '44'.repeat(32),
    '0123456789abcdef'.repeat(4),
    Buffer.from(Array.from({ length: 32 }, (_, at) => at)).toString('hex'),
  ])
    assert.throws(() => readConfig({ ...PRODUCTION, AT_REST_KEY: key }), /AT_REST_KEY is no random key/, key)
  const { cautionsOf, databaseCautions, optionCautions } = await import('../../../src/cli/serve/cautions.ts')
  const named = (settings: Record<string, string>) =>
    cautionsOf(readConfig({ ...PRODUCTION, ...settings })).map((text) => text.split(':')[0])
  assert.deepEqual(named({}), ['DATABASE_URL', 'SMTP_URL', 'SMS_URL'])
  const sending = { SMTP_URL: 'smtps://u:p@mail.example', SMS_URL: 'https://sms.example/' }
  assert.deepEqual(named({ ...sending, DATABASE_URL: 'postgres://u:p@db.example/cobro' }), ['DATABASE_URL'])
  assert.deepEqual(named({ ...sending, DATABASE_URL: 'postgres://u:p@db.example/cobro?sslmode=verify-full' }), [])
  assert.deepEqual(named({ ...sending, DATABASE_URL: 'postgres://u:p@127.0.0.1/cobro' }), [])
  // What Node itself is told.
  assert.throws(
    () => readConfig({ ...PRODUCTION, NODE_TLS_REJECT_UNAUTHORIZED: '0' }),
    /NODE_TLS_REJECT_UNAUTHORIZED=0 makes no connection check a certificate/,
  )
  assert.equal(readConfig({ ...PRODUCTION, NODE_TLS_REJECT_UNAUTHORIZED: '1' }).mode, 'production')
  assert.equal(readConfig({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }).mode, 'sandbox')
  const warned = (options: string) => optionCautions({ mode: 'production' }, options)
  for (const options of ['--inspect', '--inspect=0.0.0.0:9229', '--max-old-space-size=512 --inspect-brk '])
    assert.match(warned(options).join(), /^NODE_OPTIONS: --inspect opens a debugger/, options)
  for (const options of [
    '--tls-keylog=/tmp/k',
    '--heapsnapshot-signal=SIGUSR2',
    '--heap_prof',
    '--report-on-signal',
    '--report-on-fatalerror --report-dir=/tmp',
    '--report_uncaught_exception',
    '--abort-on-uncaught-exception',
  ])
    assert.match(warned(options).join(), /^NODE_OPTIONS: an option writes what the process holds/, options)
  assert.deepEqual(warned('--max-old-space-size=512 --inspect-port=1 --jitless'), [])
  assert.deepEqual(optionCautions({ mode: 'sandbox' }, '--inspect'), [])
  const weak = { fsync: 'on', synchronous_commit: 'off' }
  assert.match(databaseCautions({ mode: 'production' }, weak).join(), /^DATABASE_URL: synchronous_commit is off/)
  assert.deepEqual(databaseCautions({ mode: 'sandbox' }, weak), [])
  const open = { SMTP_URL: 'smtp://u:p@mail.example', SMS_URL: 'http://sms.example/' }
  assert.deepEqual(named({ ...open, DATABASE_URL: 'postgres://u:p@127.0.0.1/cobro' }), ['SMTP_URL', 'SMS_URL'])
})
