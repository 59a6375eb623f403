// Claims of envelopes: what is on disk when, and which request gets which answer, in one process and in two.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createClock } from '../../../src/core/clock.ts'
import { Failure } from '../../../src/failures.ts'
import { openDatabase } from '../../../src/store/database.ts'
import type { Store } from '../../../src/store/store.ts'
import { envelopeClaims, isClaimConflict } from '../../../src/vault/envelope-claims.ts'
import { ENGINES, newDatabaseUrl, stopPostgres } from '../../support/harness/engines.ts'

const USE = { accountId: 'acc_1', call: 'POST /v1/payment/card' }
const isUnreadable = (error: unknown) => error instanceof Failure && error.reason === 'envelope-unreadable'

for (const engine of ENGINES) {
  describe(`the claim of an envelope [${engine}]`, () => {
    let stores: Store[]
    let keys = 0
    /** The same envelope key with messages of its own, in each of two processes. */
    const envelopes = () => {
      keys += 1
      const wrappedKey = Buffer.from(`key ${keys}`)
      return (message: string) => ({ wrappedKey, data: Buffer.from(message) })
    }
    const claims = (process: number) => envelopeClaims({ store: stores[process] as Store, clock: createClock() })
    const rows = () => (stores[0] as Store).db.selectFrom('envelope_claims').select('outcome').execute()

    before(async () => {
      const url = await newDatabaseUrl(engine, { migrated: true })
      stores = [await openDatabase(url, { connections: 2 }), await openDatabase(url, { connections: 2 })]
    })
    after(async () => {
      for (const store of stores) await store.close()
      await stopPostgres()
    })

    test('is written with the outcome, and not before', async () => {
      const claim = await claims(0)(envelopes()('a'), USE, 1)
      assert.ok(claim)
      const before = (await rows()).length
      assert.equal(await claim.outcome(), undefined)
      await stores[0]?.commit([claim.settle('ope_1')])
      claim.settled()
      await claim.close(true)
      assert.deepEqual((await rows()).slice(before), [{ outcome: 'ope_1' }])
    })

    test('of a request that fails, or answers without an effect, is written before it ends', async () => {
      for (const hasAnswered of [false, true]) {
        const at = envelopes()
        const ask = claims(0)
        await (await ask(at('a'), USE, 1))?.close(hasAnswered)
        assert.equal(await ask(at('b'), USE, 1), undefined)
        const repeat = await ask(at('a'), USE, 1)
        assert.equal(await repeat?.outcome(), undefined)
        assert.ok(repeat)
        await stores[0]?.commit([repeat.settle('ope_2')])
        assert.equal(await repeat.outcome(), 'ope_2')
      }
    })

    test('lets others with its key wait in its process until it is on disk', async () => {
      const at = envelopes()
      const ask = claims(0)
      const first = await ask(at('a'), USE, 1)
      const ended: string[] = []
      const others = ['b', 'a', 'c'].map(async (message) => {
        const claim = await ask(at(message), USE, 1)
        ended.push(message)
        return claim
      })
      await new Promise((resolve) => setTimeout(resolve, 20))
      assert.deepEqual(ended, [])
      await first?.keep()
      const [b, a, c] = await Promise.all(others)
      assert.deepEqual([b, c], [undefined, undefined])
      assert.ok(a)
      await first?.close(true)
    })

    test('goes to one of two messages that two processes open at once: the other is unreadable', async () => {
      for (const way of ['keep', 'settle'] as const) {
        const at = envelopes()
        const [one, other] = await Promise.all([claims(0)(at('a'), USE, 1), claims(1)(at('b'), USE, 1)])
        assert.ok(one && other)
        await one.keep()
        if (way === 'settle') {
          await assert.rejects(stores[1]?.commit([other.settle('ope_3')]) ?? Promise.resolve(), isClaimConflict)
          await assert.rejects(other.outcome(), isUnreadable)
        }
        await assert.rejects(other.close(false), isUnreadable)
        await one.close(true)
      }
    })

    test('of one message in two processes answers the outcome of the quicker one', async () => {
      const at = envelopes()
      const [one, other] = await Promise.all([claims(0)(at('a'), USE, 1), claims(1)(at('a'), USE, 1)])
      assert.ok(one && other)
      await stores[0]?.commit([one.settle('ope_4')])
      one.settled()
      await assert.rejects(stores[1]?.commit([other.settle('ope_5')]) ?? Promise.resolve(), isClaimConflict)
      assert.equal(await other.outcome(), 'ope_4')
      await other.close(true)
      await one.close(true)
    })

    test('whose batch failed for another cause is written by the next one', async () => {
      const claim = await claims(0)(envelopes()('a'), USE, 1)
      assert.ok(claim)
      claim.settle('ope_6')
      assert.equal(await claim.outcome(), undefined)
      await stores[0]?.commit([claim.settle('ope_7')])
      assert.equal(await claim.outcome(), 'ope_7')
      await claim.close(true)
    })
  })
}
