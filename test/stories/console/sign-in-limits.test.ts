// Whoever guesses passwords has so many tries, however many processes answer.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { pino } from 'pino'
import { readConfig } from '../../../src/config.ts'
import { knownBrowsers } from '../../../src/console/sign-in/known-browser.ts'
import { createClock } from '../../../src/core/clock.ts'
import { createService, type Service } from '../../../src/service.ts'
import { joined, PASSWORD } from '../../support/fixtures/console.ts'
import { describeOnPostgres, ENGINES, newDatabaseUrl, stopPostgres } from '../../support/harness/engines.ts'
import { openWorld, type World } from '../../support/harness/world.ts'

const tryOn = async (service: Service, remoteAddress: string, password: string, email: string) => {
  const { statusCode, headers } = await service.app.inject({
    method: 'POST',
    url: '/v1/console/session',
    remoteAddress,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ email, password }),
  })
  return { status: statusCode, wait: Number(headers['retry-after'] ?? 0) }
}

for (const engine of ENGINES) {
  describe(`limits of signing in hold in any five minutes [${engine}]`, () => {
    let world: World
    let services: Service[]
    let nowMs = Date.parse('2026-11-23T10:04:58.000Z')
    before(async () => {
      const clock = { ...createClock(), wallMs: () => nowMs }
      world = await openWorld(engine, { DATABASE_URL: await newDatabaseUrl(engine, { migrated: true }) }, { clock })
      const log = pino({ level: 'silent' })
      const other = engine === 'postgres' && (await createService(readConfig(world.environment), { clock, log }))
      services = other ? [world.service, other] : [world.service]
    })
    after(async () => {
      await Promise.all(services.slice(1).map((service) => service.close()))
      await world.close()
      await stopPostgres()
    })

    test('five at the end of five minutes of the clock, and none at the beginning of the next', async () => {
      const email = await joined(world, await world.merchant(), 'owner')
      const burst = async (from = '203.0.113.66') => {
        const tries = Array.from({ length: 8 }, (_, nth) => {
          const service = services[nth % services.length] ?? world.service
          return tryOn(service, from, `contraseña ${nth}`, email)
        })
        return Promise.all(tries)
      }
      const count = (answers: { status: number }[], wanted: number) =>
        answers.filter(({ status }) => status === wanted).length
      assert.equal(count(await burst(), 401), 5)
      nowMs += 4_000
      const next = await burst()
      assert.equal(count(next, 429), 8)
      assert.deepEqual([...new Set(next.map(({ wait }) => wait))], [296])
      // The person signs in from elsewhere, at the same moment.
      assert.equal((await tryOn(world.service, '198.51.100.7', PASSWORD, email)).status, 200)
      nowMs += 295_999
      assert.equal(count(await burst(), 429), 8)
      nowMs += 1
      assert.equal(count(await burst(), 401), 5)
    })
  })
}

describeOnPostgres('limits of signing in apply across processes', () => {
  let world: World
  let other: Service
  let email: string
  before(async () => {
    world = await openWorld('postgres', { DATABASE_URL: await newDatabaseUrl('postgres', { migrated: true }) })
    other = await createService(readConfig(world.environment), { log: pino({ level: 'silent' }) })
    email = await joined(world, await world.merchant(), 'owner')
  })
  after(async () => {
    await other.close()
    await world.close()
    await stopPostgres()
  })
  test('wrong passwords at once, sent to both processes, count together; another address is not blocked', async () => {
    const tries = Array.from({ length: 16 }, (_, nth) =>
      tryOn(nth % 2 === 0 ? world.service : other, '203.0.113.66', `contraseña ${nth}`, email),
    )
    const statuses = await Promise.all(tries)
    assert.equal(statuses.filter(({ status }) => status === 401).length, 5)
    assert.equal(statuses.filter(({ status }) => status === 429).length, 11)
    assert.equal((await tryOn(other, '198.51.100.7', PASSWORD, email)).status, 200)
    const rows = await world.service.store.db.selectFrom('sign_in_tries').select(['kind', 'subject']).execute()
    assert.ok(rows.some(({ kind }) => kind === 'pair'))
    assert.ok(rows.every(({ subject }) => !subject.includes(email)))
  })

  test('right passwords do not count, in either process', async () => {
    for (let nth = 0; nth < 12; nth += 1)
      assert.equal((await tryOn(nth % 2 === 0 ? world.service : other, '198.51.100.9', PASSWORD, email)).status, 200)
  })
})

for (const engine of ENGINES) {
  describe(`guesses of strangers delay nobody who is known [${engine}]`, () => {
    let world: World
    before(async () => {
      // A hash takes what it takes in production: thirty of the least cost are done before the database has answered once.
      world = await openWorld(engine, {}, { passwordCost: { memory: 19_456, passes: 2 } })
    })
    after(async () => {
      await world.close()
      await stopPostgres()
    })

    test('thirty wrong passwords from thirty addresses at once: a browser that signed in before signs in first, and a new one gets in too', async () => {
      const email = await joined(world, await world.merchant(), 'owner')
      const signIn = (remoteAddress: string, password: string, cookie = '', of = email) =>
        world.service.app.inject({
          method: 'POST',
          url: '/v1/console/session',
          remoteAddress,
          headers: { 'content-type': 'application/json', ...(cookie !== '' && { cookie }) },
          payload: JSON.stringify({ email: of, password }),
        })
      const first = await signIn('198.51.100.7', PASSWORD)
      const browser = first.cookies.find(({ name }) => name === 'cobro-browser')
      assert.ok(browser?.httpOnly && browser.sameSite === 'Strict', JSON.stringify(first.cookies))
      let guessed = 0
      const guesses = Array.from({ length: 30 }, async (_, nth) => {
        const { statusCode } = await signIn(`203.0.113.${nth}`, `contraseña ${nth}`, '', `eva${nth}@ejemplo.mx`)
        guessed += 1
        return statusCode
      })
      const known = await signIn('192.0.2.1', PASSWORD, `cobro-browser=${browser.value}`)
      assert.equal(known.statusCode, 200, known.body)
      // How many come before depends on the database; the order of the hashes is a test of its own.
      assert.ok(guessed < 30, `${guessed} guesses were answered before`)
      const stranger = await signIn('192.0.2.2', PASSWORD)
      assert.equal(stranger.statusCode, 200, stranger.body)
      assert.deepEqual([...new Set(await Promise.all(guesses))], [401])
    })

    test('the cookie of one person does not make the browser known for another, and a forged one for nobody', async () => {
      const { clock } = world.service
      const browsers = (key: string) =>
        knownBrowsers({ key: Buffer.from(key), place: () => ({ secure: false, prefix: '' }), wallMs: clock.wallMs })
      const set: string[] = []
      const reply = { header: (_: string, value: string) => set.push(value) }
      browsers('one').remember(reply as never, 'Ana@example.mx')
      const cookie = `theme=dark; ${set[0]?.split(';')[0]}`
      const knows = (key: string, email: string, text = cookie) =>
        browsers(key).knows({ headers: { cookie: text } } as never, email)
      assert.equal(knows('one', 'ana@example.mx'), true)
      assert.equal(knows('one', 'eva@example.mx'), false)
      assert.equal(knows('two', 'ana@example.mx'), false)
      assert.equal(knows('one', 'ana@example.mx', cookie.replace(/=\d+\./, '=1.')), false)
      assert.equal(knows('one', 'ana@example.mx', 'cobro-browser='), false)
    })
  })
}
