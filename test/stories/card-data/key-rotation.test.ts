import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { readConfig } from '../../../src/config.ts'
import { issuerOf } from '../../../src/core/cards/number.ts'
import { type Clock, createClock } from '../../../src/core/clock.ts'
import { createService } from '../../../src/service.ts'
import { readClockState } from '../../../src/store/clock-state.ts'
import { openDatabase } from '../../../src/store/database.ts'
import type { Store } from '../../../src/store/store.ts'
import { insert } from '../../../src/store/write.ts'
import { createAtRest } from '../../../src/vault/at-rest.ts'
import { createCardVault } from '../../../src/vault/cards.ts'
import { reseal, vaultColumns } from '../../../src/vault/reseal.ts'
import { rotateTransportKeys } from '../../../src/vault/transport-key-rows.ts'
import { createTransportKeys, type TransportKeys } from '../../../src/vault/transport-keys.ts'
import { customerOf, publicKeyOf, tokenFor } from '../../support/fixtures/cards.ts'
import { sealEnvelope } from '../../support/fixtures/envelope-seal.ts'
import { moveClock } from '../../support/fixtures/payers.ts'
import { ENGINES, type Engine, newDatabaseUrl, stopPostgres } from '../../support/harness/engines.ts'
import { runCobro } from '../../support/harness/programs.ts'
import { type Answer, basic, type Merchant, onBothEngines, openWorld, type World } from '../../support/harness/world.ts'

const CARD = { cardholder_name: 'ANA LOPEZ', number: '4242424242424242', expiration: '3912', cvv: '123' }

/** A database that several services may open, one after another or together. */
async function lastingUrl(engine: Engine): Promise<string> {
  return engine === 'postgres'
    ? newDatabaseUrl(engine)
    : `file:${join(mkdtempSync(join(tmpdir(), 'cobro-keys-')), 'cobro.db')}`
}

onBothEngines(
  'the key that clients seal with can be replaced while the service runs',
  (world) => {
    test('the public key is public, as JSON and as a PEM file', async () => {
      const json = await world().send({ method: 'GET', url: '/v1/public-key' })
      assert.equal(json.status, 200)
      assert.match(json.body.result.key_id, /^rsa_/)
      assert.equal(json.body.result.algorithm, 'RSA-2048')
      const pem = await world().send({ method: 'GET', url: '/v1/public-key.pem' })
      assert.equal(pem.text, json.body.result.public_key)
      assert.match(pem.text, /^-----BEGIN PUBLIC KEY-----\n/)
      assert.equal(pem.headers['content-type'], 'application/x-pem-file')
    })

    test('when another process rotates, the new key opens at once and the old one until its end', async () => {
      const merchant = await world().merchant()
      const { store } = world().service
      const ask = async (publicKey: string) => (await merchant.post('/v1/token', sealEnvelope(CARD, publicKey))).status
      const before = await publicKeyOf(world())
      const elsewhere = await otherProcess(world())
      const rotated = await elsewhere.rotate()
      assert.notEqual(rotated.publicPem, before)
      assert.equal(await ask(rotated.publicPem), 200)
      assert.equal(await publicKeyOf(world()), rotated.publicPem)
      assert.equal(await ask(before), 200)
      const next = await elsewhere.rotate()
      assert.equal(await ask(next.publicPem), 200)
      assert.equal(await ask(rotated.publicPem), 200)
      await elsewhere.close()

      await moveClock(merchant, { advance: 'PT5H1S' })
      assert.equal(await ask(before), 400)
      assert.equal(await ask(rotated.publicPem), 400)
      assert.equal(await ask(next.publicPem), 200)
      await moveClock(merchant, { advance: 'PT10M' })
      await world().work()
      const left = await store.db.selectFrom('transport_keys').select('id').execute()
      assert.deepEqual(
        left.map((row) => row.id),
        [next.keyId],
      )
    })
    test('a wrapped key counts as used while any key opens messages of its time; then it is deleted, in portions', async () => {
      const merchant = await world().merchant()
      const { store, clock } = world().service
      const elsewhere = await otherProcess(world())
      const claims = async () =>
        (await store.db.selectFrom('envelope_claims').select('generation').execute()).map((row) => row.generation)
      const ask = async (envelope: object) => (await merchant.post('/v1/token', envelope)).status
      const oldest = await elsewhere.rotate()
      const envelope = sealEnvelope(CARD, oldest.publicPem)
      assert.equal(await ask(envelope), 200)
      const [generation = 0] = (await claims()).sort((a, b) => b - a)
      await elsewhere.rotate()
      await elsewhere.close()
      // As many as come in a second, of the time before the rotation.
      const row = { request: '', generation, claimed_at: clock.wallMs(), outcome: null }
      const many = Array.from({ length: 1_200 }, (_, index) => ({ wrapped_key: `other ${index}`, ...row }))
      for (let from = 0; from < many.length; from += 400) {
        await store.commit([insert('envelope_claims', ...many.slice(from, from + 400))])
      }

      await moveClock(merchant, { advance: 'PT4H59M' })
      await world().work()
      assert.equal((await claims()).filter((one) => one === generation).length, 1_201)
      assert.equal(await ask({ ...envelope, data: sealEnvelope(CARD, oldest.publicPem).data }), 400)
      await moveClock(merchant, { advance: 'PT2M' })
      assert.equal(await ask(envelope), 400, 'nothing opens it, and it does not open again')
      await world().work()
      assert.equal((await claims()).filter((one) => one === generation).length, 1_201, 'other clocks may be behind')
      await moveClock(merchant, { advance: 'PT10M' })
      await world().work()
      assert.deepEqual(
        (await claims()).filter((one) => one <= generation),
        [],
      )
      const later = sealEnvelope(CARD, await publicKeyOf(world()))
      assert.deepEqual([await ask(later), await ask(later)], [200, 200])
      assert.equal((await claims()).length, 1)
    })
  },
  { RSA_ROTATION_HOURS: '5', AT_REST_KEY: '11'.repeat(32) },
)

/** The keys as another process on the same database sees them. */
async function otherProcess(world: World): Promise<TransportKeys> {
  const { store, clock } = world.service
  const atRest = createAtRest({ current: Buffer.from(world.environment.AT_REST_KEY ?? '', 'hex') })
  return createTransportKeys({
    store,
    clock,
    atRest,
    bits: 2048,
    threads: 1,
    rotationHours: 5,
    slowDown: false,
    maxAgeMs: 600_000,
  })
}

for (const engine of ENGINES) {
  describe(`processes that act at the same time agree on one key [${engine}]`, () => {
    test('three first starts publish one pair, and three rotations leave one published', async () => {
      const url = await lastingUrl(engine)
      const atRest = createAtRest({ current: randomBytes(32) })
      const processes: { store: Store; clock: Clock }[] = []
      for (let process = 1; process <= 3; process += 1) {
        processes.push({ store: await openDatabase(url, { connections: 2 }), clock: createClock() })
      }
      const opened = await Promise.all(
        processes.map((needs) =>
          createTransportKeys({
            ...needs,
            atRest,
            bits: 2048,
            threads: 1,
            rotationHours: 1,
            slowDown: false,
            maxAgeMs: 600_000,
          }),
        ),
      )
      const first = await Promise.all(opened.map((keys) => keys.current()))
      assert.equal(new Set(first.map((key) => key.keyId)).size, 1)

      await Promise.all(opened.map((keys) => keys.rotate()))
      const rows = await processes[0]?.store.db.selectFrom('transport_keys').selectAll().orderBy('generation').execute()
      const published = rows?.filter((row) => row.readable_until === null) ?? []
      assert.equal(published.length, 1)
      assert.deepEqual(
        rows?.map((row) => row.generation),
        rows?.map((_, index) => index + 1),
      )
      assert.ok((rows?.length ?? 0) >= 2)

      const sealed = sealEnvelope({ hello: 1 }, published[0]?.public_pem ?? '')
      // An envelope comes with a credential, and that with the version of what processes remember.
      for (const { store, clock } of processes) clock.follow(await readClockState(store))
      const by = { accountId: 'acc_1', credentialId: 'key_1', publishable: false, address: '', presentedAs: 'sk_1' }
      const use = { accountId: 'acc_1', call: 'POST /v1/token', by }
      for (const keys of opened)
        assert.deepEqual(await keys.open(sealed, use, async ({ message }) => message), { hello: 1 })
      for (const keys of opened) await keys.close()
      for (const { store } of processes) await store.close()
    })
  })

  describe(`sealed data moves to a new at-rest key while the service runs [${engine}]`, () => {
    const first = '22'.repeat(32)
    const second = '33'.repeat(32)
    const start = (url: string, keys: Record<string, string>) => openWorld(engine, { DATABASE_URL: url, ...keys })

    test('cards, tokens and RSA keys open under the new key alone, once all are sealed again', async () => {
      const url = await lastingUrl(engine)
      let world = await start(url, { AT_REST_KEY: first })
      const merchant = await world.merchant()
      const customer = await customerOf(world, merchant)
      const typed = await tokenFor(world, merchant, CARD.number)
      const saved: string = (await save(world, merchant, customer, typed)).body.result.token
      const waiting = await tokenFor(world, merchant, '5555555555554444')
      const publicKey = await publicKeyOf(world)
      await world.service.close()

      // The new key seals, the old one still opens and finds.
      world = await start(url, { AT_REST_KEY: second, AT_REST_KEY_PREVIOUS: first })
      assert.equal(await twice(world, merchant, customer), 'InvalidCardException')
      const atRest = createAtRest({ current: Buffer.from(second, 'hex'), previous: [Buffer.from(first, 'hex')] })
      const needs = { store: world.service.store, atRest }
      const counts = []
      for (const column of vaultColumns) counts.push(await reseal(needs, column))
      // The token of `twice` was sealed by the new key already, the one used up is empty; the sandbox's acquirer has no tokens of its own.
      assert.deepEqual(counts, [1, 1, 1, 1, 0, 0])
      for (const column of vaultColumns) assert.equal(await reseal(needs, column), 0)
      await world.service.close()

      world = await start(url, { AT_REST_KEY: second })
      assert.equal(await publicKeyOf(world), publicKey)
      assert.equal(await twice(world, merchant, customer), 'InvalidCardException')
      const { store, clock } = world.service
      const vault = createCardVault({
        store,
        clock,
        atRest: createAtRest({ current: Buffer.from(second, 'hex') }),
        issuerOf,
      })
      assert.equal((await vault.resolve(merchant.accountId, saved)).card.number, CARD.number)
      assert.equal((await vault.resolve(merchant.accountId, waiting)).card.number, '5555555555554444')
      await world.service.close()
    })

    test('a start with another key explains the remedy instead of serving', async () => {
      const url = await lastingUrl(engine)
      const world = await start(url, { AT_REST_KEY: first })
      await publicKeyOf(world)
      const config = readConfig({ ...world.environment, AT_REST_KEY: second })
      await world.service.close()
      await assert.rejects(createService(config), /set AT_REST_KEY to that key/)
    })

    test('a rotation under another key is refused, and the published key still opens', async (context) => {
      const url = await lastingUrl(engine)
      const world = await start(url, { AT_REST_KEY: first })
      context.after(() => world.service.close())
      const merchant = await world.merchant()
      const published = await publicKeyOf(world)
      const { store, clock } = world.service
      const atRest = createAtRest({ current: Buffer.from(second, 'hex') })
      const rotation = rotateTransportKeys({ store, clock, atRest, bits: 2048, rotationHours: 5 })
      await assert.rejects(rotation, /set AT_REST_KEY to that key/)
      assert.equal(await publicKeyOf(world), published)
      assert.equal((await merchant.post('/v1/token', sealEnvelope(CARD, published))).status, 200)
    })

    test('sealing again refuses while a process seals under the former key, and ends well when it has stopped', async (context) => {
      const url = await lastingUrl(engine)
      const world = await start(url, { AT_REST_KEY: first })
      let running = true
      context.after(() => running && world.service.close())
      await world.service.worker.runDue()
      const reseal = () =>
        runCobro(['keys', 'reseal'], { DATABASE_URL: url, AT_REST_KEY: second, AT_REST_KEY_PREVIOUS: first })
      const refused = await reseal()
      assert.equal(refused.code, 1, refused.error)
      assert.match(refused.error, /Still sealing under another key: prc_\w+ on /)
      // The process may not know the second key, so nothing is sealed under it.
      assert.equal(refused.out, '')
      await world.service.close()
      running = false
      const done = await reseal()
      assert.equal(done.code, 0, done.error)
    })

    test('the command line lists, rotates and seals again', async () => {
      const DATABASE_URL = await lastingUrl(engine)
      const cobro = async (...words: string[]) => {
        const { code, out, error } = await runCobro(words, { DATABASE_URL, AT_REST_KEY: first })
        assert.equal(code, 0, error)
        return out
      }
      await cobro('migrate')
      assert.match(await cobro('keys', 'rotate'), /^published rsa_\w+\n-----BEGIN PUBLIC KEY-----/)
      await cobro('keys', 'rotate')
      const lines = (await cobro('keys')).trim().split('\n')
      assert.equal(lines.length, 2)
      assert.match(lines[0] ?? '', /^rsa_\w+\tRSA-2048\t\S+\tpublished$/)
      assert.match(lines[1] ?? '', /\treadable until \S+Z$/)

      // Everything that is sealed in any table is sealed again.
      const store = await openDatabase(DATABASE_URL, { connections: 1 })
      const tables = await store.db.introspection.getTables()
      await store.close()
      const sealed = tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))
      const resealed = (await cobro('keys', 'reseal')).trim().split('\n')
      assert.deepEqual(
        resealed.map((line) => line.split('\t')[0]).sort(),
        sealed.filter((name) => /\.sealed_/.test(name)).sort(),
      )
    })
  })
}

after(stopPostgres)

async function save(world: World, merchant: Merchant, customer: string, token: string): Promise<Answer> {
  return post(world, merchant, `/v1/customer/${customer}/cards`, { token })
}

/** As the merchant, to the service of this world: the one it was made in may be gone. */
async function post(world: World, merchant: Merchant, url: string, payload: object): Promise<Answer> {
  return world.send({
    method: 'POST',
    url,
    headers: { authorization: basic(merchant.appKey, merchant.secret) },
    payload,
  })
}

/** The refusal of a card that the customer has. */
async function twice(world: World, merchant: Merchant, customer: string): Promise<string> {
  const { body } = await post(world, merchant, '/v1/token', sealEnvelope(CARD, await publicKeyOf(world)))
  return (await save(world, merchant, customer, body.result.token)).body.error.code
}
