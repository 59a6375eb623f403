import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { audit } from '../../src/service/audit.ts'
import { openDatabase } from '../../src/store/database.ts'
import { newDatabaseUrl, stopPostgres } from '../support/harness/engines.ts'
import { startChild } from './child.ts'

const PAYERS = 8
const ROUNDS = 30

describe('several processes on one PostgreSQL are one service, and the loss of one loses nothing', () => {
  test('both serve under load; when one is killed the other continues, and every acknowledged request is there once', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'cobro-two-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const environment = {
      DATABASE_URL: await newDatabaseUrl('postgres', { durable: true }),
      DATA_DIR: folder,
      DATABASE_CONNECTIONS: '4',
    }
    const [doomed, other] = await Promise.all([startChild(environment), startChild(environment)])
    const acknowledged = new Set<string>()
    let unanswered = 0
    let afterTheLoss = 0
    let killed = false
    const payer = async (number: number) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const child = (round + number) % 2 === 0 && !killed ? doomed : other
        const answer = await child
          .call('POST', '/v1/payment/spei', {
            total: 100,
            payment: { reference: { description: `${number}-${round}` } },
          })
          .catch(() => undefined)
        if (answer === undefined) unanswered += 1
        else {
          assert.equal(answer.status, 200)
          acknowledged.add(answer.body.result.transaction)
          if (killed) afterTheLoss += 1
        }
        if (acknowledged.size >= (PAYERS * ROUNDS) / 2 && !killed) {
          killed = true
          await doomed.kill()
        }
      }
    }
    try {
      await Promise.all(Array.from({ length: PAYERS }, (_, number) => payer(number)))
      assert.ok(killed)
      assert.ok(afterTheLoss > 0, 'the other one went on')
      const page = await other.call('GET', `/v1/operations?limit=500`)
      const listed: string[] = page.body.result.operations.map((one: { transaction: string }) => one.transaction)
      assert.equal(new Set(listed).size, listed.length)
      for (const id of acknowledged) assert.ok(listed.includes(id), `${id} was acknowledged`)
      // What was under way in the killed process may have been written without anybody hearing of it.
      assert.ok(listed.length <= acknowledged.size + unanswered, `${listed.length} of ${acknowledged.size}`)
      assert.equal(page.body.result.total, listed.length)
    } finally {
      await other.kill()
    }
    const store = await openDatabase(environment.DATABASE_URL, { connections: 1 })
    const { clean, invariants } = await audit(store)
    await store.close()
    assert.ok(clean, JSON.stringify(invariants.filter((one) => one.faults > 0)))
  })
})
after(stopPostgres)
