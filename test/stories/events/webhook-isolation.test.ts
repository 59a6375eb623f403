import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { readConfig } from '../../../src/config.ts'
import { createService } from '../../../src/service.ts'
import { eventually, storyReceiver } from '../../support/fixtures/receiver.ts'
import { ENGINES } from '../../support/harness/engines.ts'
import { type Merchant, onBothEngines, openWorld, type World } from '../../support/harness/world.ts'

/** A send that is late is repeated, and a busy machine is late. */
const PATIENT_SENDS = { DELIVERY_TIMEOUT_MS: '60000' }

const receiver = storyReceiver()

async function endpoint(merchant: Merchant, path: string): Promise<string> {
  return (await merchant.post('/v1/webhook', { url: `${receiver.url}${path}` })).body.result.id
}

async function voucher(merchant: Merchant): Promise<void> {
  assert.equal((await merchant.post('/v1/payment/spei', { total: 100 })).status, 200)
}

onBothEngines('a receiver that hangs delays no other', stories, PATIENT_SENDS)

function stories(world: () => World): void {
  test('nine receivers get all of their events while the tenth still holds its first ones', async () => {
    const merchant = await world().merchant()
    const held: ServerResponse[] = []
    receiver.answer = (arrival, response) => {
      if (arrival.path === '/hanging') held.push(response)
      else response.end()
    }
    await endpoint(merchant, '/hanging')
    for (let at = 1; at <= 9; at += 1) await endpoint(merchant, `/prompt-${at}`)
    for (let made = 0; made < 30; made += 1) await voucher(merchant)
    world().service.worker.start()
    await eventually(() => receiver.arrivals.filter((one) => one.path !== '/hanging').length === 270)
    // What comes while it hangs is not held up either.
    await voucher(merchant)
    await eventually(() => receiver.arrivals.filter((one) => one.path !== '/hanging').length === 279)
    assert.ok(held.length > 0 && held.length <= 8, `${held.length} sends hang`)
    assert.ok(held.every((response) => !response.destroyed))
    receiver.answer = (_arrival, response) => {
      response.end()
    }
    for (const response of held) response.end()
    await eventually(() => receiver.at('/hanging').length === 31)
    assert.equal(new Set(receiver.at('/hanging').map((one) => one.id)).size, 31)
  })
}

for (const engine of ENGINES) {
  test(`two workers on one queue send every event once, and never the same one at the same time [${engine}]`, async () => {
    const file = `file:${mkdtempSync(join(tmpdir(), 'cobro-'))}/cobro.db`
    const world = await openWorld(engine, {
      ...PATIENT_SENDS,
      ...(engine === 'sqlite' && { DATABASE_URL: file }),
    })
    const merchant = await world.merchant()
    const others = []
    for (const _ of [1, 2])
      others.push(await createService(readConfig(world.environment), { log: pino({ level: 'silent' }) }))
    const underWay = new Set<string>()
    let overlaps = 0
    receiver.answer = (arrival, response) => {
      const key = `${arrival.path} ${arrival.id}`
      if (underWay.has(key)) overlaps += 1
      underWay.add(key)
      setTimeout(() => {
        underWay.delete(key)
        response.end()
      }, 5)
    }
    for (const path of ['/a', '/b', '/c']) await endpoint(merchant, path)
    for (const service of others) service.worker.start()
    for (let made = 0; made < 60; made += 1) await voucher(merchant)
    await eventually(() => receiver.arrivals.length >= 180)
    for (const service of others) await service.close()
    await world.work()
    await world.service.close()
    assert.equal(overlaps, 0)
    assert.equal(receiver.arrivals.length, 180)
    assert.equal(new Set(receiver.arrivals.map((one) => `${one.path} ${one.id}`)).size, 180)
  })
}
