// The promise: a network may be `none`. What needs it is refused in so many words, and everything else goes on.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openAccount } from '../../../src/accounts/open-account.ts'
import { cautionsOf } from '../../../src/cli/serve/cautions.ts'
import { readConfig } from '../../../src/config.ts'
import { sandboxAcquirer } from '../../../src/connectors/sandbox/acquirer.ts'
import { sandboxCashNetwork } from '../../../src/connectors/sandbox/cash-network.ts'
import { sandboxSpeiBank } from '../../../src/connectors/sandbox/spei-bank.ts'
import { createClock } from '../../../src/core/clock.ts'
import { createService } from '../../../src/service.ts'
import { openDatabase } from '../../../src/store/database.ts'
import type { Store } from '../../../src/store/store.ts'
import { publicKeyOf, sealedCard, tokenFor } from '../../support/fixtures/cards.ts'
import { APPROVED, chargeOf, payByCard } from '../../support/fixtures/charges.ts'
import { sealEnvelope } from '../../support/fixtures/envelope-seal.ts'
import { ENGINES, newDatabaseUrl, stopPostgres } from '../../support/harness/engines.ts'
import { type Answer, basic, type Merchant, openWorld, type World, worldOf } from '../../support/harness/world.ts'

const SETTINGS = { card: 'ACQUIRER', store: 'CASH_NETWORK', spei: 'SPEI_BANK' } as const
type Rail = keyof typeof SETTINGS
const rails = Object.keys(SETTINGS) as Rail[]
const combinations = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => rails.filter((_, at) => (bits >> at) % 2 === 1))

const CARD = { cardholder_name: 'ANA LOPEZ', expiration: '3912', cvv: '123', number: APPROVED }
const CLABE = '012180001554321090'

/** Each with the network that it needs, and the words of its refusal without it. */
const calls: [what: string, needs: Rail, es: RegExp, call: (merchant: Merchant, world: World) => Promise<Answer>][] = [
  [
    'a token',
    'card',
    /no recibe pagos con tarjeta/,
    async (one, world) => one.post('/v1/token', await sealedCard(world, CARD)),
  ],
  [
    'a typed card',
    'card',
    /no recibe pagos con tarjeta/,
    async (one, world) => {
      const card = { ...CARD, holder_name: CARD.cardholder_name }
      const message = chargeOf('', { recurrent: undefined, card })
      return one.post('/v1/payment/card', sealEnvelope(message, await publicKeyOf(world)))
    },
  ],
  [
    'a plan',
    'card',
    /no recibe pagos con tarjeta/,
    (one) => one.post('/v1/plan', { name: 'Oro', amount: 10, period: 'month' }),
  ],
  [
    'a store voucher',
    'store',
    /no recibe pagos en efectivo/,
    (one) => one.post('/v1/payment/convenience-store', { total: 150, store: 'OXXO' }),
  ],
  ['a SPEI voucher', 'spei', /no recibe transferencias SPEI/, (one) => one.post('/v1/payment/spei', { total: 150 })],
  [
    'a settlement account',
    'spei',
    /no envía transferencias/,
    (one) => one.call('PUT', '/v1/settlement/account', { clabe: CLABE }),
  ],
  [
    'an affiliate',
    'spei',
    /no envía transferencias/,
    (one) => one.post('/v1/affiliates', { user: 'beto', name: 'Beto Ruiz', email: 'beto@ejemplo.mx', clabe: CLABE }),
  ],
]

after(stopPostgres)

for (const engine of ENGINES) {
  describe(`production starts with any of its networks [${engine}]`, () => {
    let ofNetworks: Store
    before(async () => {
      ofNetworks = await openDatabase(await newDatabaseUrl(engine, { migrated: true }), { connections: 2 })
    })
    after(() => ofNetworks.close())
    for (const offered of combinations) {
      test(`with ${offered.join(', ') || 'none of them'}`, async () => {
        const folder = mkdtempSync(join(tmpdir(), 'cobro-'))
        const url = await newDatabaseUrl(engine)
        // The schema of a production database is brought up to date beforehand.
        await (await openDatabase(url, { connections: 1, mode: 'production', migrate: true } as never)).close()
        const environment = {
          COBRO_MODE: 'production',
          DATABASE_URL: url,
          DATA_DIR: folder,
          AT_REST_KEY: randomBytes(32).toString('hex'),
          TRUST_PROXY: 'loopback',
          BASE_URL: 'https://pagos.example.mx',
          RSA_THREADS: '1',
          DATABASE_CONNECTIONS: '3',
          LOG_LEVEL: 'silent',
          ...Object.fromEntries(rails.map((rail) => [SETTINGS[rail], offered.includes(rail) ? './real.mjs' : 'none'])),
        }
        const real = { simulated: false }
        const connectors = {
          ...(offered.includes('card') && { acquirer: { ...sandboxAcquirer(), ...real, name: 'story-card' } }),
          ...(offered.includes('store') && {
            cashNetwork: { ...sandboxCashNetwork(ofNetworks), ...real, name: 'story-cash' },
          }),
          ...(offered.includes('spei') && {
            speiBank: { ...sandboxSpeiBank(ofNetworks, createClock()), ...real, name: 'story-spei' },
          }),
        }
        const config = readConfig(environment)
        const service = await createService(config, { connectors })
        const bare = worldOf(engine, environment, service)
        await service.app.ready()
        const world: World = {
          ...bare,
          send: (options) => bare.send({ ...options, headers: { ...options.headers, 'x-forwarded-proto': 'https' } }),
        }
        try {
          const opened = await openAccount(service, { name: 'Tienda', email: 'a@tienda.mx', mode: 'production' })
          const call: Merchant['call'] = (method, path, body, headers = {}) =>
            world.send({
              method: method as 'GET',
              url: path,
              headers: { authorization: basic(opened.appKey, opened.secret), ...headers },
              ...(body === undefined ? {} : { payload: body as object }),
            })
          const merchant = {
            ...opened,
            call,
            get: (path: string, headers?: Record<string, string>) => call('GET', path, undefined, headers),
            post: (path: string, body: unknown, headers?: Record<string, string>) => call('POST', path, body, headers),
          } as Merchant
          for (const [what, needs, es, make] of calls) {
            const { status, body, text } = await make(merchant, world)
            if (offered.includes(needs)) assert.equal(status, 200, `${what}: ${text}`)
            else assert.deepEqual([status, es.test(body.error.message)], [409, true], `${what}: ${text}`)
          }
          const first = await world.send({ method: 'GET', url: '/' })
          assert.deepEqual([first.status, first.headers.location], [302, '/console'])
          const methods = (await merchant.get('/v1/payment/method')).body.result
          assert.deepEqual(
            [methods.stores.length > 0, methods.spei.offered && methods.spei.maximum.amount !== '0.00'],
            [offered.includes('store'), offered.includes('spei')],
          )
          const customer = await merchant.post('/v1/customer', { name: 'Ana', email: 'ana@ejemplo.mx' })
          assert.equal(customer.status, 200, customer.text)
          const id = customer.body.result.id
          const sources = (await merchant.get(`/v1/customer/${id}/sources`)).body.result
          assert.equal(sources.length, offered.includes('spei') ? 1 : 0)
          const source = await merchant.post(`/v1/customer/${id}/sources`, { type: 'SPEI' })
          assert.equal(source.status, offered.includes('spei') ? 200 : 409, source.text)
          await world.work()
          assert.equal((await merchant.get('/v1/operations')).status, 200)
          const cautions = cautionsOf(config).filter((text) => /none/.test(text))
          assert.equal(cautions.length > 0, offered.length === 0 || (!offered.includes('spei') && offered.length > 0))
        } finally {
          await world.close()
          rmSync(folder, { recursive: true, force: true })
        }
      })
    }
  })

  describe(`a sandbox goes without a network that it had [${engine}]`, () => {
    test('what was begun stays, and nothing is promised that nobody would do', async () => {
      const first = await openWorld(engine)
      const merchant = await first.merchant()
      const paid = (await payByCard(first, merchant, APPROVED)).body.result.transaction
      const refused = (answer: Answer, en: RegExp) => {
        assert.equal(answer.status, 409, answer.text)
        assert.match(answer.body.error.message, en)
      }
      const spei = (await merchant.post('/v1/payment/spei', { total: 150 })).body.result.transaction
      await merchant.post('/v1/sandbox/pay/spei', { transaction: spei })
      const waiting = (await merchant.post('/v1/payment/spei', { total: 150 })).body.result.transaction
      const cash = (await merchant.post('/v1/payment/convenience-store', { total: 150 })).body.result.transaction
      await merchant.post('/v1/sandbox/pay/store', { transaction: cash })
      const token = await tokenFor(first, merchant, APPROVED)
      const customer = (await merchant.post('/v1/customer', { name: 'Ana', email: 'ana@ejemplo.mx' })).body.result.id
      assert.equal((await merchant.call('PUT', '/v1/settlement/account', { clabe: CLABE })).status, 200)

      const without = { ...first.environment, ACQUIRER: 'none', CASH_NETWORK: 'none', SPEI_BANK: 'none' }
      const service = await createService(readConfig(without))
      const world = worldOf(engine, without, service)
      await service.app.ready()
      const call = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
        world.send({
          method,
          url,
          headers: { authorization: basic(merchant.appKey, merchant.secret), 'accept-language': 'en' },
          ...(payload && { payload }),
        })
      try {
        refused(await call('POST', `/v1/operations/${spei}/refunds`, {}), /sends no transfers/)
        refused(
          await call('POST', `/v1/operations/${paid}/refunds`, { amount: 10 }),
          /acquirer .* is no longer in this service/,
        )
        const to = { destination: { clabe: CLABE, name: 'Ana Núñez' } }
        refused(await call('POST', `/v1/operations/${cash}/refunds`, to), /sends no transfers/)
        refused(await call('GET', `/v1/operations/apply-reversal/${paid}`), /takes no card payments/)
        refused(await call('GET', `/v1/operations/apply-reversal/${spei}`), /sends no transfers/)
        refused(await call('GET', `/v1/operations/apply-reversal/${waiting}`), /takes no SPEI transfers/)
        refused(await call('POST', `/v1/customer/${customer}/cards`, { token }), /takes no card payments/)
        refused(await call('POST', '/v1/sandbox/pay/spei', { transaction: waiting }), /takes no SPEI transfers/)
        refused(await call('POST', '/v1/sandbox/pay/store', { transaction: cash }), /takes no cash payments/)
        const shop = await world.send({ url: '/demo', headers: { host: '127.0.0.1:8080' } })
        assert.equal(shop.status, 200)
        const order = { method: 'POST', url: '/demo/orders', payload: { basket: { coffee: 1 } } } as const
        refused(
          await world.send({ ...order, headers: { host: '127.0.0.1:8080', 'accept-language': 'en' } }),
          /takes no/,
        )
        const start = await world.send({ url: '/', headers: { host: '127.0.0.1:8080' } })
        assert.doesNotMatch(start.text, /payment\/|href="\/demo\?|4242/)
        // A month goes by: nothing is paid out, sent or lost.
        for (let week = 0; week < 4; week += 1)
          assert.equal((await call('PUT', '/v1/sandbox/clock', { advance: 'P7D' })).status, 200)
        assert.equal((await call('GET', '/v1/payouts')).body.result.total, 0)
        assert.equal((await call('GET', '/v1/sandbox/audit')).body.result.clean, true)
      } finally {
        await world.close()
      }
      // The networks are back: what waited goes on.
      await merchant.call('PUT', '/v1/sandbox/clock', { advance: 'P1D' })
      assert.ok((await merchant.get('/v1/payouts')).body.result.total > 0)
      await first.work()
      assert.equal((await merchant.get('/v1/sandbox/audit')).body.result.clean, true)
      await first.close()
    })
  })
}
