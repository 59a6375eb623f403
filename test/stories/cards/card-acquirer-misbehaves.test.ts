import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Acquirer } from '../../../src/connectors/acquirer.ts'
import { sandboxAcquirer } from '../../../src/connectors/sandbox/acquirer.ts'
import { writeClockState } from '../../../src/store/clock-state.ts'
import { APPROVED, operationsOf, payByCard } from '../../support/fixtures/charges.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { type Merchant, openWorld, type World } from '../../support/harness/world.ts'

for (const engine of ENGINES) {
  describe(`a misbehaving acquirer charges no card unnoticed [${engine}]`, () => {
    /** What the acquirer does otherwise than the sandbox's own. */
    let change: Partial<Acquirer> = {}
    const own = sandboxAcquirer()
    const acquirer: Acquirer = {
      ...own,
      authorise: (...asked) => (change.authorise ?? own.authorise)(...asked),
      inquire: (...asked) => (change.inquire ?? own.inquire)(...asked),
      reverse: (...asked) => (change.reverse ?? own.reverse)(...asked),
      advise: (...asked) => (change.advise ?? own.advise)(...asked),
    }
    /** One that waits a moment for its acquirer, and one that waits as long as a story takes. */
    let hasty: World
    let patient: World
    before(async () => {
      hasty = await openWorld(engine, { ACQUIRER_TIMEOUT_MS: '200' }, { connectors: { acquirer } })
      patient = await openWorld(engine, { ACQUIRER_TIMEOUT_MS: '30000' }, { connectors: { acquirer } })
    })
    after(async () => {
      await hasty.close()
      await patient.close()
      await stopPostgres()
    })

    const around = (world: World, changed: Partial<Acquirer>) => {
      change = changed
      const { store, clock } = world.service
      return {
        pay: async (merchant: Merchant) => {
          const { status, text } = await payByCard(world, merchant, APPROVED)
          assert.ok(status === 200 || status === 402, text)
          const [operation] = await operationsOf(world, merchant)
          assert.ok(operation)
          return operation
        },
        /** A minute passes: what is to be asked again falls due. */
        recover: async () => {
          const next = { ...clock.state(), offsetMs: clock.state().offsetMs + 60_000 }
          clock.follow(await writeClockState(store, next))
          await world.work()
        },
      }
    }

    test('an acquirer that throws leaves the payment pending', async () => {
      const merchant = await hasty.merchant()
      const { pay, recover } = around(hasty, {
        authorise: async () => {
          throw new Error('broken line')
        },
      })
      assert.equal((await pay(merchant)).status, 'pending')
      await recover()
      assert.equal((await operationsOf(hasty, merchant))[0]?.status, 'paid')
    })

    test('an acquirer that never answers, despite the deadline, leaves the payment pending too', async () => {
      const merchant = await hasty.merchant()
      const { pay } = around(hasty, { authorise: () => new Promise(() => {}) })
      assert.equal((await pay(merchant)).status, 'pending')
    })

    test('an acquirer that does not know the outcome yet is asked again and again', async () => {
      const merchant = await hasty.merchant()
      let asked = 0
      const { pay, recover } = around(hasty, {
        authorise: async () => ({ kind: 'unknown' }),
        inquire: async () => {
          asked += 1
          if (asked === 1) throw new Error('broken line')
          if (asked === 2) return new Promise(() => {})
          return asked < 4 ? { kind: 'unknown' } : { kind: 'declined', code: '05' }
        },
      })
      await pay(merchant)
      await recover()
      const [waiting] = await operationsOf(hasty, merchant)
      assert.equal(waiting?.status, 'pending')
      assert.ok((waiting?.due_at ?? '') > hasty.service.clock.now())
      for (let tries = 0; tries < 10 && asked < 4; tries += 1) await recover()
      const [operation] = await operationsOf(hasty, merchant)
      assert.deepEqual([operation?.status, operation?.decline_code, asked], ['declined', '05', 4])
    })

    test('an approval that arrives after the payment was given up is undone, and the payment stays declined', async () => {
      const merchant = await patient.merchant()
      const advised: unknown[] = []
      const answered = Promise.withResolvers<void>()
      const { pay, recover } = around(patient, {
        authorise: async () => {
          await answered.promise
          return { kind: 'approved', authorizationCode: '123456', networkReference: `late-${merchant.accountId}` }
        },
        inquire: async () => ({ kind: 'never-seen' }),
        advise: async ({ operationId, networkReference, attempt }) => {
          advised.push([operationId, networkReference, attempt])
          return { kind: 'acknowledged' }
        },
      })
      const paying = pay(merchant)
      while ((await operationsOf(patient, merchant)).length === 0)
        await new Promise((resolve) => setTimeout(resolve, 5))
      await recover()
      answered.resolve()
      const operation = await paying
      assert.deepEqual([operation.status, operation.decline_code], ['declined', 'no-answer'])
      await patient.work()
      const late = `late-${merchant.accountId}`
      assert.deepEqual(advised, [
        [operation.id, undefined, 1],
        [operation.id, late, 2],
      ])
    })

    test('when recovery finds the same answer first, that answer stands and nothing is reversed', async () => {
      const merchant = await patient.merchant()
      const reversed: string[] = []
      const answered = Promise.withResolvers<void>()
      const bank = sandboxAcquirer()
      const { pay, recover } = around(patient, {
        authorise: async (request, signal) => {
          await answered.promise
          return bank.authorise(request, signal)
        },
        reverse: async ({ operationId }) => {
          reversed.push(operationId)
          return { kind: 'reversed' }
        },
      })
      const paying = pay(merchant)
      while ((await operationsOf(patient, merchant)).length === 0)
        await new Promise((resolve) => setTimeout(resolve, 5))
      await recover()
      answered.resolve()
      assert.equal((await paying).status, 'paid')
      assert.deepEqual(reversed, [])
    })
  })
}
