// The promise: killed while the host answers a purchase or its reversal, a service in production charges each card once, and reverses what
// it could not record.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cards, fakeHost, type What } from '../iso8583/fake-host.ts'
import { networksOver } from '../iso8583/production.ts'
import { PRODUCTION, stopPostgres } from '../support/harness/engines.ts'
import { killedService } from './killed-service.ts'

after(stopPostgres)

const PATIENCE_MS = 120_000
/** What waits for its next try is due by then. */
const STEP_MS = 20 * 60_000

for (const engine of PRODUCTION) {
  test(`killed at a purchase and at its reversal, no card is charged twice, and none without a payment [${engine}]`, async (t) => {
    const fake = await fakeHost()
    t.after(() => fake.close())
    const { store, call, tryCall, again, until, statusOf, chargeBody, ...service } = await killedService(t, engine, {
      // Long deadlines: this story kills, and a busy machine is slow.
      settings: { ...networksOver(fake), ACQUIRER_TIMEOUT_MS: '30000' },
      patienceMs: PATIENCE_MS,
      stepMs: STEP_MS,
      cardNumber: cards.approved.number,
    })
    /** Kills the service when the host has done it and not answered yet. */
    const killAt = (wanted: What) => service.killAt('after', wanted, fake)
    const operations = () => store.db.selectFrom('operations').select(['id', 'network_trace']).orderBy('id').execute()
    const atHost = (trace: string | null) =>
      fake.purchases.get((JSON.parse(trace ?? '{}') as { reference: string }).reference)
    const settled = async (id: string, what: string) => {
      await until(what, async () => (await statusOf(id)) === 'D')
      const trace = (await operations()).find((one) => one.id === id)?.network_trace ?? null
      await until(`${what}: reversed`, async () => {
        const open = await store.db.selectFrom('advices').select('id').where('state', '=', 'pending').execute()
        return open.length === 0
      })
      assert.equal(atHost(trace)?.reversed, true, what)
    }

    const { operations: paid } = await call('POST', '/v1/payment/card', await chargeBody(100))
    const id = paid[0].transaction as string
    const body = await chargeBody(100)
    await Promise.all([killAt('purchase'), tryCall('POST', '/v1/payment/card', body)])
    await again()
    const made = (await operations()).at(-1)
    assert.ok(made !== undefined && made.id !== id)
    await settled(made.id, 'a purchase')
    await Promise.all([killAt('reversal'), tryCall('GET', `/v1/operations/apply-reversal/${id}`)])
    await again()
    await until('a reversal', async () => (await statusOf(id)) === 'C')
    const trace = (await operations()).find((one) => one.id === id)?.network_trace ?? null
    assert.equal(atHost(trace)?.reversed, true)

    await service.ends(0)
    // A purchase comes once; a reversal that may have come before is a repeat.
    assert.deepEqual(fake.wrongs, [])
  })
}
