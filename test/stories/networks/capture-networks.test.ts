// The promise: an acquirer decides what can be captured: one that cannot is never asked, and one that does not answer is asked until it does, or a
// person ends the capture.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { operatorActor } from '../../../src/accounts/trail/record.ts'
import type { Acquirer } from '../../../src/connectors/acquirer.ts'
import { sandboxAcquirer } from '../../../src/connectors/sandbox/acquirer.ts'
import { eachOpen } from '../../../src/service/open-items.ts'
import { Unmet } from '../../../src/store/write.ts'
import { APPROVED, operationsOf, payByCard } from '../../support/fixtures/charges.ts'
import { assertAudited, eventsOf, moveClock, operationOf } from '../../support/fixtures/payers.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { type Merchant, openWorld, type World } from '../../support/harness/world.ts'

after(stopPostgres)

const BY = operatorActor('ana', 'cobro held close')
const unknown = async () => ({ kind: 'unknown' as const })

for (const engine of ENGINES) {
  describe(`acquirers and what they capture [${engine}]`, () => {
    const own = sandboxAcquirer()
    let saying: Partial<Acquirer> = {}
    const asked: { call: string; captured: number | undefined; amount: number; capture: false | undefined }[] = []
    const acquirer: Acquirer = {
      ...own,
      authorise: (request, signal) => {
        asked.push({ call: 'authorise', captured: undefined, amount: request.amountCentavos, capture: request.capture })
        return own.authorise(request, signal)
      },
      capture: (request, signal) => {
        const { captureCentavos: captured, amountCentavos: amount } = request
        asked.push({ call: 'capture', captured, amount, capture: undefined })
        return (saying.capture ?? own.capture)(request, signal)
      },
      reverse: (request, signal) => {
        const { capturedCentavos: captured, amountCentavos: amount } = request
        asked.push({ call: 'reverse', captured, amount, capture: undefined })
        return (saying.reverse ?? own.reverse)(request, signal)
      },
    }
    let world: World
    before(async () => {
      world = await openWorld(engine, {}, { connectors: { acquirer } })
    })
    after(() => world.close())

    const reset = async () => {
      saying = {}
      asked.length = 0
      return world.merchant()
    }
    const authorized = async (merchant: Merchant): Promise<string> => {
      const { status, body, text } = await payByCard(world, merchant, APPROVED, { capture: false })
      assert.deepEqual([status, body.result?.recipe.status], [200, 'A'], text)
      return body.result.token
    }
    const capture = (merchant: Merchant, id: string, body: object = {}) =>
      merchant.post(`/v1/operations/${id}/capture`, body)
    const captureIdOf = async (operationId: string) => {
      const { db } = world.service.store
      const rows = await db.selectFrom('captures').selectAll().where('operation_id', '=', operationId).execute()
      return rows.at(-1)?.id ?? ''
    }
    const openOf = async (id: string) => {
      for await (const one of eachOpen(world.service.store)) if (one.id === id) return one
      return undefined
    }
    const end = (id: string, isCaptured: boolean) =>
      world.service.unanswered.endCapture(id, { isCaptured, because: 'says its portal', by: BY })

    test('the acquirer gets one identity with every call, and the captured amount', async () => {
      const merchant = await reset()
      const id = await authorized(merchant)
      assert.equal((await capture(merchant, id, { amount: '60.00' })).status, 200)
      assert.equal((await merchant.get(`/v1/operations/apply-reversal/${id}`)).status, 200)
      assert.deepEqual(asked, [
        { call: 'authorise', captured: undefined, amount: 10_000, capture: false },
        { call: 'capture', captured: 6_000, amount: 10_000, capture: undefined },
        { call: 'reverse', captured: 6_000, amount: 10_000, capture: undefined },
      ])
      asked.length = 0
      const other = await authorized(merchant)
      assert.equal((await merchant.get(`/v1/operations/apply-reversal/${other}`)).status, 200)
      assert.deepEqual(asked.at(-1), { call: 'reverse', captured: 0, amount: 10_000, capture: undefined })
      asked.length = 0
      await payByCard(world, merchant, APPROVED)
      assert.deepEqual(asked, [{ call: 'authorise', captured: undefined, amount: 10_000, capture: undefined }])
      await assertAudited(world)
    })

    test('a capture that is never answered is listed, and ended with the acquirer’s outcome: captured, or not', async () => {
      for (const isCaptured of [true, false]) {
        const merchant = await reset()
        const id = await authorized(merchant)
        saying = { capture: unknown }
        assert.equal((await capture(merchant, id, { amount: '60.00' })).status, 503)
        const captureId = await captureIdOf(id)
        await assert.rejects(end(captureId, isCaptured), Unmet, 'nobody has asked again')
        await moveClock(merchant, { advance: 'PT2H' })
        const open = await openOf(captureId)
        assert.deepEqual([open?.kind, open?.amountCentavos, open?.accountId], ['capture', 6_000, merchant.accountId])
        assert.match(open?.because[1] ?? '', /asked/)
        const { text } = await world.send({ url: '/metrics' })
        assert.match(text, /^cobro_captures_unanswered(\{.*\})? 1$/m)
        const all = await Promise.allSettled([1, 2, 3].map(() => end(captureId, isCaptured)))
        assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 1, JSON.stringify(all))
        assert.equal(await openOf(captureId), undefined)
        const { status, total } = await operationOf(merchant, id)
        assert.deepEqual([status, total.amount], isCaptured ? ['N', '60.00'] : ['A', '100.00'])
        assert.deepEqual(await eventsOf(world, id), {
          'operation.authorized': 1,
          ...(isCaptured ? { 'operation.paid': 1 } : { 'operation.capture_refused': 1 }),
        })
        saying = {}
        if (!isCaptured) assert.equal((await capture(merchant, id)).status, 200, 'it may be asked for again')
        await assertAudited(world)
      }
    })

    test('an acquirer that captures at last while a person ends the capture as not captured has taken the money: it is paid', async () => {
      const merchant = await reset()
      const id = await authorized(merchant)
      saying = { capture: unknown }
      assert.equal((await capture(merchant, id, { amount: '60.00' })).status, 503)
      const captureId = await captureIdOf(id)
      await moveClock(merchant, { advance: 'PT2H' })
      saying = {
        capture: async () => {
          await end(captureId, false)
          return { kind: 'captured' }
        },
      }
      const { status, text } = await capture(merchant, id, { amount: '60.00' })
      assert.equal(status, 200, text)
      const { status: state, total } = await operationOf(merchant, id)
      assert.deepEqual([state, total.amount], ['N', '60.00'])
      await assertAudited(world)
    })

    test('an authorisation is not released while its capture has no answer, and is captured after its time', async () => {
      const merchant = await reset()
      const id = await authorized(merchant)
      saying = { capture: unknown }
      assert.equal((await capture(merchant, id)).status, 503)
      asked.length = 0
      await moveClock(merchant, { advance: 'P8D' })
      assert.equal((await operationOf(merchant, id)).status, 'A')
      assert.deepEqual([...new Set(asked.map(({ call }) => call))], ['capture'])
      saying = {}
      await moveClock(merchant, { advance: 'PT2H' })
      assert.equal((await operationOf(merchant, id)).status, 'N')
      await assertAudited(world)
    })

    test('a release without an answer goes on until it has one, and a refused one is over', async () => {
      const merchant = await reset()
      const [silent, refused] = [await authorized(merchant), await authorized(merchant)]
      saying = { reverse: unknown }
      await moveClock(merchant, { advance: 'P8D' })
      assert.equal((await operationOf(merchant, silent)).status, 'A')
      assert.equal((await openOf(silent))?.kind, 'reversal')
      const late = await capture(merchant, silent)
      assert.deepEqual([late.status, late.body.error.reason], [409, 'capture-during-reversal'])
      saying = { reverse: async () => ({ kind: 'refused' }) }
      await moveClock(merchant, { advance: 'PT2H' })
      for (const id of [silent, refused]) {
        assert.equal((await operationOf(merchant, id)).status, 'E')
        assert.deepEqual(await eventsOf(world, id), { 'operation.authorized': 1, 'operation.expired': 1 })
      }
      await assertAudited(world)
    })

    test('a merchant whose reversal is refused keeps the authorisation, and captures it', async () => {
      const merchant = await reset()
      const id = await authorized(merchant)
      saying = { reverse: async () => ({ kind: 'refused' }) }
      const answer = await merchant.get(`/v1/operations/apply-reversal/${id}`)
      assert.deepEqual([answer.status, answer.body.error.reason], [409, 'reversal-refused'])
      assert.equal((await operationOf(merchant, id)).status, 'A')
      assert.equal((await capture(merchant, id)).status, 200)
      await assertAudited(world)
    })

    test('without the capability nothing is asked of the acquirer, and with `whole` no part', async () => {
      await reset()
      const { capture: _, ...none } = own.capabilities
      // A start has one set of capabilities, so each is a service of its own.
      const others = [
        { capabilities: none, reason: 'capture-not-offered' },
        { capabilities: { ...own.capabilities, capture: 'whole' as const }, reason: 'capture-part-not-offered' },
      ]
      for (const other of others) {
        const one = await openWorld(engine, {}, { connectors: { acquirer: { ...acquirer, ...other } } })
        try {
          const shop = await one.merchant()
          asked.length = 0
          const charged = await payByCard(one, shop, APPROVED, { capture: false })
          if (other.reason === 'capture-not-offered') {
            assert.deepEqual([charged.status, charged.body.error.reason], [409, other.reason])
            assert.deepEqual(asked, [])
            assert.deepEqual(await operationsOf(one, shop), [])
            continue
          }
          const id = charged.body.result.token
          const part = await shop.post(`/v1/operations/${id}/capture`, { amount: '60.00' })
          assert.deepEqual([part.status, part.body.error.reason], [409, other.reason])
          assert.equal((await shop.post(`/v1/operations/${id}/capture`, { amount: '100.00' })).status, 200)
        } finally {
          await one.close()
        }
      }
    })
  })
}
