// What a credential may ask for in a while is one number, however many processes answer it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { portionsIn } from '../../../src/api/limits/shared-rate.ts'
import { readConfig } from '../../../src/config.ts'
import { createService, type Service } from '../../../src/service.ts'
import { eachOf } from '../../support/fixtures/card-thieves.ts'
import { describeOnPostgres, newDatabaseUrl, stopPostgres } from '../../support/harness/engines.ts'
import { heldClock } from '../../support/harness/held-clock.ts'
import { basic, type Merchant, openWorld, type World } from '../../support/harness/world.ts'

const PER_SECOND = 20

describeOnPostgres('a rate holds across processes', () => {
  let world: World
  let other: Service
  before(async () => {
    const settings = {
      DATABASE_URL: await newDatabaseUrl('postgres', { migrated: true }),
      RATE_LIMIT: String(PER_SECOND),
      TRUST_PROXY: '127.0.0.1',
    }
    // One time for both, so that no period ends meanwhile.
    const clock = heldClock()
    world = await openWorld('postgres', settings, { clock })
    other = await createService(readConfig(world.environment), { clock, log: pino({ level: 'silent' }) })
  })
  after(async () => {
    await other.close()
    await world.close()
    await stopPostgres()
  })

  const passedOf = async (service: Service, authorization: string, url: string, requests: number) => {
    const answers = await eachOf(requests, 8, async (nth) => {
      const response = await service.app.inject({
        method: url === '/v1/token' ? 'POST' : 'GET',
        url,
        headers: {
          authorization,
          'content-type': 'application/json',
          'x-forwarded-for': `198.51.100.${1 + (nth % 200)}`,
        },
        ...(url === '/v1/token' && { payload: '{}' }),
      })
      if (response.statusCode === 429) assert.ok(Number(response.headers['retry-after']) >= 1)
      return response.statusCode
    })
    return answers.filter((status) => status !== 429).length
  }
  test('a process whose clock was ahead takes no requests away from the others', async () => {
    const merchant = await world.merchant()
    const { store } = world.service
    const { id: credentialId } = await store.db
      .selectFrom('credentials')
      .select('id')
      .where('app_key', '=', merchant.appKey)
      .executeTakeFirstOrThrow()
    const take = portionsIn(store)
    const of = { accountId: merchant.accountId, credentialId }
    const taken = (period: number) => take(of, { period, portion: 100, budget: 200 })
    assert.ok(await taken(1_000_360))
    for (const period of [1_000_000, 1_000_000, 1_000_001, 1_000_001]) assert.ok(await taken(period))
    assert.ok(!(await taken(1_000_001)))
    // A process that is one period behind uses what the others use.
    assert.ok(!(await taken(1_000_000)))
  })

  const both = async (merchant: Merchant, authorization: string, url: string, requests: number) => {
    const passed = await Promise.all([
      passedOf(world.service, authorization, url, requests),
      passedOf(other, authorization, url, requests),
    ])
    const rows = await world.service.store.db
      .selectFrom('rate_budgets')
      .select('taken')
      .where('account_id', '=', merchant.accountId)
      .execute()
    return { all: passed[0] + passed[1], taken: rows.map(({ taken }) => taken) }
  }

  test('a secret credential that two processes serve has the same rate as with one', async () => {
    const merchant = await world.merchant()
    const { all, taken } = await both(merchant, basic(merchant.appKey, merchant.secret), '/v1/public-key-of-nobody', 1)
    assert.ok(all <= 2)
    assert.deepEqual(taken, [], 'who is not busy causes no write')
    const busy = await both(merchant, basic(merchant.appKey, merchant.secret), '/v1/fees', 300)
    assert.ok(busy.all <= 10 * PER_SECOND + 2 * PER_SECOND, `${busy.all} passed`)
    assert.ok(busy.all >= 8 * PER_SECOND, `${busy.all} passed`)
    assert.ok(busy.taken.length === 1 && (busy.taken[0] ?? 0) <= 10 * PER_SECOND)
  })

  test('a page’s key has half of that rate, and does not use up the secret key’s own', async () => {
    const merchant = await world.merchant()
    const page = await both(merchant, basic(merchant.publishableKey, ''), '/v1/token', 250)
    assert.ok(page.all <= 5 * PER_SECOND + 2 * (PER_SECOND / 2), `${page.all} passed`)
    assert.ok(page.all >= 3 * PER_SECOND, `${page.all} passed`)
    assert.ok((await passedOf(other, basic(merchant.appKey, merchant.secret), '/v1/fees', 10)) === 10)
  })
})
