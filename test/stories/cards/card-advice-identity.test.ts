import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { pino } from 'pino'
import { readConfig } from '../../../src/config.ts'
import type { Acquirer, AcquirerCapabilities } from '../../../src/connectors/acquirer.ts'
import { sandboxAcquirer } from '../../../src/connectors/sandbox/acquirer.ts'
import { createService, type Service } from '../../../src/service.ts'
import { writeClockState } from '../../../src/store/clock-state.ts'
import { APPROVED, operationsOf, payByCard } from '../../support/fixtures/charges.ts'
import { assertAudited } from '../../support/fixtures/payers.ts'
import { eventually } from '../../support/fixtures/receiver.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { type Merchant, openWorld, type World } from '../../support/harness/world.ts'

for (const engine of ENGINES) {
  describe(`every call about a charge carries the same identification of it [${engine}]`, () => {
    const own = sandboxAcquirer()
    const everything: AcquirerCapabilities = own.capabilities
    let change: Partial<Acquirer> = {}
    let calls: { call: string; request: Record<string, unknown> }[] = []
    let stans = 0
    const heard = (call: string, request: object) => calls.push({ call, request: { ...request } })
    const acquirer: Acquirer = {
      ...own,
      capabilities: { ...everything },
      prepare: async (charge) => {
        heard('prepare', charge)
        stans += 1
        return { kind: 'prepared', trace: { stan: String(stans).padStart(6, '0'), local: '101112' } }
      },
      authorise: (request, signal) => {
        heard('authorise', request)
        return (change.authorise ?? own.authorise)(request, signal)
      },
      inquire: (request, signal) => {
        heard('inquire', request)
        return (change.inquire ?? own.inquire)(request, signal)
      },
      advise: (request, signal) => {
        heard('advise', request)
        return (change.advise ?? own.advise)(request, signal)
      },
    }
    let world: World
    let second: Service
    before(async () => {
      world = await openWorld(engine, { ACQUIRER_TIMEOUT_MS: '1000' }, { connectors: { acquirer } })
      const log = pino({ level: 'silent' })
      if (engine === 'postgres')
        second = await createService(readConfig(world.environment), { log, connectors: { acquirer } })
    })
    after(async () => {
      await second?.close()
      await world.close()
      await stopPostgres()
    })

    const begin = (changed: Partial<Acquirer>) => {
      change = changed
      calls = []
    }
    const pass = async (ms: number) => {
      const { clock, store } = world.service
      const state = clock.state()
      const moved = await writeClockState(store, { ...state, offsetMs: state.offsetMs + ms })
      for (const one of [world.service, second]) one?.clock.follow(moved)
      await Promise.all([world.work(), second?.worker.alone(() => second.worker.runDue())])
    }
    const only = async (merchant: Merchant) => {
      const [operation] = await operationsOf(world, merchant)
      assert.ok(operation)
      return operation
    }

    test('the identification is stored before the charge is sent, and repeated until the acquirer acknowledges', async () => {
      const merchant = await world.merchant()
      let tries = 0
      begin({
        authorise: async () => ({ kind: 'unknown' }),
        inquire: async () => ({ kind: 'never-seen' }),
        advise: async () => {
          tries += 1
          if (tries === 1) throw new Error('broken line')
          return { kind: tries < 4 ? 'unknown' : 'acknowledged' }
        },
      })
      await payByCard(world, merchant, APPROVED)
      const pending = await only(merchant)
      assert.match(pending.network_trace ?? '', /^\{"stan":"\d{6}","local":"101112"\}$/)
      await pass(7_000)
      for (const ms of [6_000, 11_000, 21_000]) await pass(ms)
      assert.equal((await only(merchant)).status, 'declined')
      const { prepare, authorise, inquire, advise = [] } = Object.groupBy(calls, ({ call }) => call)
      assert.deepEqual([prepare?.length, authorise?.length, inquire?.length], [1, 1, 1])
      const identity = ({ request }: (typeof calls)[number]) => [
        request.operationId,
        request.amountCentavos,
        request.beganAt,
        request.trace,
      ]
      const expected = [pending.id, pending.total_centavos, pending.created_at, JSON.parse(pending.network_trace ?? '')]
      for (const one of [...(authorise ?? []), ...(inquire ?? []), ...advise]) assert.deepEqual(identity(one), expected)
      assert.deepEqual(
        advise.map(({ request }) => request.attempt),
        [1, 2, 3, 4],
      )
      await assertAudited(world)
    })

    test('a connector that cannot name what to store takes no charge, and nothing is written', async () => {
      const merchant = await world.merchant()
      begin({})
      const { prepare } = acquirer
      acquirer.prepare = async () => ({ kind: 'unknown' })
      const answer = await payByCard(world, merchant, APPROVED)
      Object.assign(acquirer, { prepare })
      assert.equal(answer.status, 503)
      assert.deepEqual(await operationsOf(world, merchant), [])
    })

    test('a payment that is cancelled while its outcome is unknown is cancelled, and undone', async () => {
      const merchant = await world.merchant()
      begin({ authorise: async () => ({ kind: 'unknown' }), inquire: async () => ({ kind: 'unknown' }) })
      const { body } = await payByCard(world, merchant, APPROVED)
      await pass(7_000)
      assert.equal((await only(merchant)).status, 'pending')
      const path = `/v1/operations/apply-reversal/${body.result.token}`
      assert.equal((await merchant.get(path)).body.result.status, false)
      await pass(60_000)
      await pass(120_000)
      const cancelled = await only(merchant)
      assert.deepEqual([cancelled.status, cancelled.has_devolution], ['cancelled', 0])
      const advised = calls.filter(({ call }) => call === 'advise')
      assert.deepEqual(
        advised.map(({ request }) => request.operationId),
        [cancelled.id],
      )
      const done = await merchant.get(path)
      assert.deepEqual([done.status, done.body.result.status, done.body.result.recipe.status], [200, true, 'C'])
      await assertAudited(world)
    })

    test('an approval after the bank’s decline is undone too', async () => {
      const merchant = await world.merchant()
      const answered = Promise.withResolvers<void>()
      begin({
        authorise: async () => {
          await answered.promise
          return { kind: 'approved', authorizationCode: '123456', networkReference: 'contradiction' }
        },
        inquire: async () => ({ kind: 'declined', code: '05' }),
      })
      await payByCard(world, merchant, APPROVED)
      await pass(7_000)
      assert.equal((await only(merchant)).decline_code, '05')
      answered.resolve()
      await eventually(async () => {
        await pass(10)
        return calls.some(({ call }) => call === 'advise')
      }, 'the advice')
      const advice = calls.find(({ call }) => call === 'advise')
      assert.equal(advice?.request.networkReference, 'contradiction')
      assert.equal((await only(merchant)).status, 'declined')
      await assertAudited(world)
    })
  })
}
