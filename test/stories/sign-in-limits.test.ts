// Whoever guesses passwords has so many tries, however many processes answer.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { readConfig } from '../../src/config.ts'
import { createService, type Service } from '../../src/service.ts'
import { joined, PASSWORD } from '../console.ts'
import { describeOnPostgres, newDatabaseUrl, stopPostgres } from '../engines.ts'
import { openWorld, type World } from '../world.ts'

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
  const tryOn = async (service: Service, remoteAddress: string, password: string, as = email) => {
    const { statusCode } = await service.app.inject({
      method: 'POST',
      url: '/v1/console/session',
      remoteAddress,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ email: as, password }),
    })
    return statusCode
  }

  test('wrong passwords at once, sent to both processes, count together; another address is not blocked', async () => {
    const window = 300_000
    const left = window - (Date.now() % window)
    if (left < 15_000) await new Promise((resolve) => setTimeout(resolve, left + 20))
    const tries = Array.from({ length: 16 }, (_, nth) =>
      tryOn(nth % 2 === 0 ? world.service : other, '203.0.113.66', `contraseña ${nth}`),
    )
    const statuses = await Promise.all(tries)
    assert.equal(statuses.filter((one) => one === 401).length, 5)
    assert.equal(statuses.filter((one) => one === 429).length, 11)
    assert.equal(await tryOn(other, '198.51.100.7', PASSWORD), 200)
    const rows = await world.service.store.db
      .selectFrom('rate_budgets')
      .select(['account_id', 'credential_id'])
      .execute()
    assert.ok(rows.some(({ account_id }) => account_id === 'sign-in:pair'))
    assert.ok(rows.every(({ credential_id }) => !credential_id.includes(email)))
  })

  test('right passwords do not count, in either process', async () => {
    for (let nth = 0; nth < 12; nth += 1)
      assert.equal(await tryOn(nth % 2 === 0 ? world.service : other, '198.51.100.9', PASSWORD), 200)
  })
})
