import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { SANDBOX_ACCOUNT } from '../../src/accounts/open-account.ts'
import { readConfig } from '../../src/config.ts'
import { createService, type Service } from '../../src/service.ts'
import { chargeOf } from '../charges.ts'
import { ENGINES, stopPostgres } from '../engines.ts'
import { sealEnvelope } from '../envelope-seal.ts'
import { assertRowsFitTheirRails } from '../operation-rows.ts'
import { fillWith, RELEASED_AT_REST_KEY, RELEASES, readReleased, releasedDatabase } from '../released.ts'
import { basic, type World, worldOf } from '../world.ts'

const runs = ENGINES.flatMap((engine) => RELEASES.map((release) => ({ engine, release })))
for (const { engine, release } of runs) {
  describe(`a database that ${release} wrote is served unchanged [${engine}]`, () => {
    const released = readReleased(release)
    const folder = mkdtempSync(join(tmpdir(), 'cobro-'))
    let service: Service
    let world: World

    before(async () => {
      const url = await releasedDatabase(engine, folder, (run) => fillWith(released, run), release)
      const environment = {
        DATABASE_URL: url,
        DATA_DIR: folder,
        AT_REST_KEY: RELEASED_AT_REST_KEY,
        BASE_URL: 'http://127.0.0.1:8080',
        RSA_THREADS: '1',
        PORT: '0',
        LOG_LEVEL: 'silent',
      }
      service = await createService(readConfig(environment))
      world = worldOf(engine, environment, service)
    })
    after(async () => {
      await world.close()
      rmSync(folder, { recursive: true, force: true })
      await stopPostgres()
    })

    const call = (method: 'GET' | 'POST', url: string, body?: object) =>
      world.send({
        method,
        url,
        headers: {
          authorization: basic(SANDBOX_ACCOUNT.appKey, SANDBOX_ACCOUNT.secret),
          'content-type': 'application/json',
        },
        ...(body && { payload: JSON.stringify(body) }),
      })
    const read = async (url: string) => {
      const { status, body, text } = await call('GET', url)
      assert.equal(status, 200, text)
      return body.result
    }

    for (const [path, expected] of Object.entries(released.answers)) {
      if (path === '/v1/sandbox/audit') continue
      test(`GET ${path} gives the answer that ${release} gave`, async () => {
        assert.ok(isKept(expected, await read(path)), JSON.stringify(await read(path)))
      })
    }

    test('each operation has all fields of its rail', async () => {
      await assertRowsFitTheirRails(service.store)
    })

    test('a customer of that release is found by a word of the name, the e-mail and the CLABE', async () => {
      const { customers } = await read('/v1/customer')
      assert.ok(customers.length > 0)
      for (const { id, name, email } of customers) {
        const { sources } = await read(`/v1/customer/${id}`)
        const clabes = sources.map(({ clabe }: { clabe: string }) => clabe)
        for (const q of [name, email, ...clabes]) {
          const found = (await read(`/v1/customer?q=${encodeURIComponent(q)}`)).customers
          assert.ok(
            found.some((one: { id: string }) => one.id === id),
            q,
          )
        }
      }
    })

    test('the books are right', async () => {
      const report = await read('/v1/sandbox/audit')
      assert.equal(report.clean, true, JSON.stringify(report))
    })

    test('a waiting voucher is paid, a saved card is charged, an unknown outcome is found, and the books stay right', async () => {
      const { operations: waiting } = await read('/v1/operations?status=P&limit=100')
      const { transaction } = waiting.find((one: { payment_method: string }) => one.payment_method === 'SPE')
      const paid = await call('POST', '/v1/sandbox/pay/spei', { transaction })
      assert.equal(paid.body.result?.outcome, 'settled', paid.text)
      // Its tracking key was used by another bank's transfer of before: this one is another payment.
      const again = await call('POST', '/v1/sandbox/pay/spei', {
        transaction: (await read('/v1/operations/reference/sp-paid')).transaction,
        tracking_key: 'KEY1',
      })
      assert.equal(again.status, 200, again.text)

      const recurrent = released.rows.cards?.[0]?.id
      const message = chargeOf(String(recurrent), { 'payment.external.transaction': 'after-1' })
      const { public_key: publicKey } = await read('/v1/public-key')
      const charged = await call('POST', '/v1/payment/card', sealEnvelope(message, publicKey))
      assert.equal(charged.body.result?.recipe.status, 'N', charged.text)

      await world.work()
      assert.equal((await read('/v1/sandbox/audit')).clean, true)
    })
  })
}

/** Whether everything that was answered before is answered still; what a later version adds beside it does not matter. */
function isKept(before: unknown, now: unknown): boolean {
  if (typeof before !== 'object' || before === null) return Object.is(before, now)
  if (typeof now !== 'object' || now === null) return false
  if (Array.isArray(before)) {
    // A list may have grown, and keeps its order.
    let at = 0
    const isThere = (one: unknown) => {
      while (Array.isArray(now) && at < now.length) {
        at += 1
        if (isKept(one, now[at - 1])) return true
      }
      return false
    }
    return before.every(isThere)
  }
  return Object.entries(before).every(([name, value]) => isKept(value, (now as Record<string, unknown>)[name]))
}
