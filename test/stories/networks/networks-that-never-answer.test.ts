// A charge or a reversal that a network never answers for is listed with since when and how often it was asked, and a person ends it safely.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { changeOf } from '../../../src/accounts/trail/read.ts'
import { operatorActor } from '../../../src/accounts/trail/record.ts'
import type { Acquirer } from '../../../src/connectors/acquirer.ts'
import { sandboxAcquirer } from '../../../src/connectors/sandbox/acquirer.ts'
import { addDays, mexicoCityDay } from '../../../src/core/time.ts'
import { eachOpen } from '../../../src/service/open-items.ts'
import { Unmet } from '../../../src/store/write.ts'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import { assertAudited, balanceOf, eventsOf, moveClock, nowOf, operationOf } from '../../support/fixtures/payers.ts'
import { eventually } from '../../support/fixtures/receiver.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { type Merchant, openWorld, type World } from '../../support/harness/world.ts'

after(stopPostgres)

const BY = operatorActor('ana', 'cobro held close')
const PATH = '/v1/operations/apply-reversal'
/** Longer than most leases. */
const ACQUIRER_TIMEOUT_MS = 70_000

for (const engine of ENGINES) {
  describe(`a request that a network never answers is listed, and ended by a person [${engine}]`, () => {
    const own = sandboxAcquirer()
    const unknown = async () => ({ kind: 'unknown' as const })
    let saying: Partial<Acquirer> = {}
    let advised: string[] = []
    const acquirer: Acquirer = {
      ...own,
      authorise: (...asked) => (saying.authorise ?? own.authorise)(...asked),
      inquire: (...asked) => (saying.inquire ?? own.inquire)(...asked),
      reverse: (...asked) => (saying.reverse ?? own.reverse)(...asked),
      refund: (...asked) => (saying.refund ?? own.refund ?? unknown)(...asked),
      advise: async (request) => {
        advised.push(request.operationId)
        return { kind: 'acknowledged' }
      },
    }
    let world: World
    before(async () => {
      world = await openWorld(
        engine,
        { ACQUIRER_TIMEOUT_MS: String(ACQUIRER_TIMEOUT_MS) },
        { connectors: { acquirer } },
      )
    })
    after(() => world.close())

    const openOf = async (id: string) => {
      for await (const one of eachOpen(world.service.store)) if (one.id === id) return one
      return undefined
    }
    const giveUp = (id: string) => world.service.unanswered.giveUpCharge(id, 'the bank has no trace of it', BY)
    const endRefund = (id: string, isRefunded: boolean) =>
      world.service.unanswered.endRefund(id, { isRefunded, because: 'says its portal', by: BY })
    const end = (id: string, isReversed: boolean) =>
      world.service.unanswered.endReversal(id, { isReversed, because: 'says its portal', by: BY })
    const trailOf = async (id: string) => {
      const { db } = world.service.store
      const rows = await db.selectFrom('events').selectAll().where('subject', '=', id).orderBy('id').execute()
      return rows.map((row) => [row.type, row.actor, changeOf(row).after?.because])
    }
    const frozen = async () => {
      saying = {}
      advised = []
      const merchant = await world.merchant()
      // Each test has a day of its own: a payment is reversed on its day only, and tests move the clock by hours.
      const day = addDays(mexicoCityDay(await nowOf(merchant)), 1)
      await moveClock(merchant, { freeze: true, set: `${day}T09:00:00-06:00` })
      return merchant
    }
    /** A charge of which the acquirer says nothing. */
    const unansweredCharge = async (merchant: Merchant): Promise<string> => {
      saying = { authorise: unknown, inquire: unknown }
      const { status, body, text } = await payByCard(world, merchant, APPROVED)
      assert.deepEqual([status, body.result.recipe.status], [200, 'P'], text)
      return body.result.token
    }
    /** A reversal of a paid charge, of which the acquirer says nothing. */
    const unansweredReversal = async (merchant: Merchant): Promise<string> => {
      const id = (await payByCard(world, merchant, APPROVED)).body.result.operations[0].transaction
      saying = { reverse: unknown }
      assert.equal((await merchant.get(`${PATH}/${id}`)).status, 503)
      return id
    }

    test('a charge is listed once the acquirer was asked without an answer, and given up with an advice that undoes it', async () => {
      const merchant = await frozen()
      const id = await unansweredCharge(merchant)
      const { timestamp } = await operationOf(merchant, id)
      assert.equal(await openOf(id), undefined, 'its answer may still come')
      await assert.rejects(giveUp(id), Unmet)
      await moveClock(merchant, { advance: 'PT2H' })
      const open = await openOf(id)
      assert.deepEqual([open?.kind, open?.accountId], ['charge', merchant.accountId])
      assert.equal(open?.since.slice(0, 19), new Date(timestamp).toISOString().slice(0, 19))
      assert.match(open?.because[1] ?? '', /asked \d+ times/)
      const all = await Promise.allSettled([1, 2, 3].map(() => giveUp(id)))
      assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 1)
      await assert.rejects(giveUp(id), Unmet)
      assert.equal(await openOf(id), undefined)
      await world.work()
      assert.deepEqual(advised, [id])
      assert.equal((await operationOf(merchant, id)).status, 'D')
      assert.deepEqual(await eventsOf(world, id), { 'operation.declined': 1 })
      assert.deepEqual(await trailOf(id), [['charge.closed', 'ana', 'the bank has no trace of it']])
      assert.equal(await balanceOf(world, merchant, 'receivable:acquirer'), 0)
      await assertAudited(world)
    })

    test('a charge that was to be cancelled is cancelled', async () => {
      const merchant = await frozen()
      const id = await unansweredCharge(merchant)
      // Without an inquiry that answers, nothing is known when somebody asks to cancel it.
      await moveClock(merchant, { advance: 'PT2M' })
      assert.equal((await openOf(id))?.kind, 'charge')
      const asked = await merchant.get(`${PATH}/${id}`)
      assert.deepEqual([asked.status, asked.body.result.status], [200, false])
      await giveUp(id)
      await world.work()
      assert.equal((await operationOf(merchant, id)).status, 'C')
      assert.deepEqual(advised, [id])
      assert.equal(await openOf(id), undefined)
      await assertAudited(world)
    })

    test('given up while the acquirer reports the approval, the card is either charged and paid, or neither', async () => {
      for (let round = 0; round < 4; round += 1) {
        const merchant = await frozen()
        const id = await unansweredCharge(merchant)
        await moveClock(merchant, { advance: 'PT2M' })
        assert.equal((await openOf(id))?.kind, 'charge')
        saying = {
          inquire: async () => ({ kind: 'approved', authorizationCode: '123456', networkReference: `LATE${round}` }),
        }
        const [closed] = await Promise.allSettled([giveUp(id), moveClock(merchant, { advance: 'PT1H' })])
        await world.work()
        const { status } = await operationOf(merchant, id)
        assert.equal(status, closed.status === 'fulfilled' ? 'D' : 'N')
        assert.equal(advised.includes(id), status === 'D')
        await assertAudited(world)
      }
    })

    test('a reversal is listed, and ended with the network’s outcome: done, or not', async () => {
      for (const isReversed of [true, false]) {
        const merchant = await frozen()
        const id = await unansweredReversal(merchant)
        assert.equal(await openOf(id), undefined)
        await assert.rejects(end(id, isReversed), Unmet, 'it was only just asked')
        await moveClock(merchant, { advance: 'PT1H' })
        const open = await openOf(id)
        assert.equal(open?.kind, 'reversal')
        assert.match(open?.because[1] ?? '', /asked \d+ times/)
        const all = await Promise.allSettled([1, 2, 3].map(() => end(id, isReversed)))
        assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 1, JSON.stringify(all))
        assert.equal(await openOf(id), undefined)
        const operation = await operationOf(merchant, id)
        assert.equal(operation.status, isReversed ? 'C' : 'N')
        const eventType = isReversed ? 'operation.cancelled' : 'operation.reversal_refused'
        assert.deepEqual(await eventsOf(world, id), { 'operation.paid': 1, [eventType]: 1 })
        assert.deepEqual(await trailOf(id), [['reversal.closed', 'ana', 'says its portal']])
        await world.work()
        assert.deepEqual(advised, [])
        await assertAudited(world)
        if (isReversed) continue
        // It may be asked for again, and is carried out when the network answers.
        saying = {}
        assert.equal((await merchant.get(`${PATH}/${id}`)).status, 200)
        assert.equal((await operationOf(merchant, id)).status, 'C')
        await assertAudited(world)
      }
    })

    test('however many reversals a slow acquirer is asked for, each is held until its answer must have come', async () => {
      const merchant = await frozen()
      const ids = [await unansweredReversal(merchant)]
      for (let n = 1; n < 3; n += 1) {
        saying = {}
        ids.push(await unansweredReversal(merchant))
      }
      const asked: string[] = []
      const answer = Promise.withResolvers<{ kind: 'reversed' }>()
      saying = {
        reverse: async ({ operationId }) => {
          asked.push(operationId)
          return answer.promise
        },
      }
      const began = world.service.clock.wallMs()
      const moving = moveClock(merchant, { advance: 'PT2M' })
      await eventually(() => asked.length > 0, 'a call of the acquirer')
      const held = await world.service.store.db
        .selectFrom('reversals')
        .select('leased_until')
        .where('operation_id', 'in', ids)
        .execute()
      const ended = await Promise.allSettled(ids.map((id) => end(id, false)))
      const askedAtOnce = asked.length
      answer.resolve({ kind: 'reversed' })
      await moving
      assert.equal(askedAtOnce, 3, 'none waits for the answer about another')
      for (const { leased_until } of held) assert.ok(leased_until >= began + ACQUIRER_TIMEOUT_MS)
      assert.deepEqual(
        ended.map(({ status }) => status),
        ids.map(() => 'rejected'),
      )
      for (const id of ids) assert.equal((await operationOf(merchant, id)).status, 'C')
      await assertAudited(world)
    })

    test('a reversal that the network carries out while an operator closes it as not reversed is cancelled', async () => {
      const merchant = await frozen()
      const id = await unansweredReversal(merchant)
      await moveClock(merchant, { advance: 'PT2M' })
      // The merchant asks again, which no lease holds.
      saying = {
        reverse: async () => {
          await end(id, false)
          return { kind: 'reversed' }
        },
      }
      assert.equal((await merchant.get(`${PATH}/${id}`)).status, 200)
      assert.equal((await operationOf(merchant, id)).status, 'C')
      assert.deepEqual(await eventsOf(world, id), {
        'operation.paid': 1,
        'operation.reversal_refused': 1,
        'operation.cancelled': 1,
      })
      assert.deepEqual(await trailOf(id), [['reversal.closed', 'ana', 'says its portal']])
      assert.equal(await openOf(id), undefined)
      await assertAudited(world)
    })

    /** A refund of 30.00 to the card of a payment, of which the acquirer says nothing. */
    const unansweredRefund = async (merchant: Merchant): Promise<string> => {
      const id = (await payByCard(world, merchant, APPROVED)).body.result.operations[0].transaction
      saying = { refund: unknown }
      const asked = await merchant.post(`/v1/operations/${id}/refunds`, { amount: 30 })
      assert.equal(asked.status, 200, asked.text)
      return asked.body.result.id
    }
    const refundOf = async (merchant: Merchant, id: string) => (await merchant.get(`/v1/refunds/${id}`)).body.result

    test('a refund to a card is listed, and ended with the acquirer’s outcome: given back, or not', async () => {
      for (const isRefunded of [true, false]) {
        const merchant = await frozen()
        const id = await unansweredRefund(merchant)
        assert.equal(await openOf(id), undefined)
        await assert.rejects(endRefund(id, isRefunded), Unmet, 'it is not asked for yet')
        await moveClock(merchant, { advance: 'PT1H' })
        const open = await openOf(id)
        assert.deepEqual([open?.kind, open?.amountCentavos, open?.accountId], ['refund', 3_000, merchant.accountId])
        assert.match(open?.because[1] ?? '', /asked \d+ times/)
        const { text } = await world.send({ url: '/metrics' })
        assert.match(text, /^cobro_refunds_unanswered(\{.*\})? 1$/m)
        const all = await Promise.allSettled([1, 2, 3].map(() => endRefund(id, isRefunded)))
        assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 1, JSON.stringify(all))
        await assert.rejects(endRefund(id, !isRefunded), Unmet)
        assert.equal(await openOf(id), undefined)
        const refund = await refundOf(merchant, id)
        assert.deepEqual(
          [refund.status, refund.failure],
          isRefunded ? ['settled', ''] : ['failed', 'the acquirer says that it was not given back'],
        )
        assert.equal(await balanceOf(world, merchant, 'payable:returns'), isRefunded ? 0 : -3_000)
        const types = (await merchant.get('/v1/events?limit=50')).body.result.events.map(
          (one: { type: string }) => one.type,
        )
        assert.equal(types.filter((type: string) => type === 'refund.updated').length, 1)
        assert.deepEqual(await trailOf(id), [['refund.closed', 'ana', 'says its portal']])
        await assertAudited(world)
        if (isRefunded) continue
        // The merchant asks for it again, and the acquirer answers.
        saying = {}
        assert.equal((await merchant.post(`/v1/refunds/${id}/retry`, {})).status, 200)
        await world.work()
        assert.equal((await refundOf(merchant, id)).status, 'settled')
        assert.equal(await balanceOf(world, merchant, 'payable:returns'), 0)
        await assertAudited(world)
      }
    })

    test('a refund that the acquirer is being asked for is not ended, and one that it answers is not ended twice', async () => {
      const merchant = await frozen()
      const id = await unansweredRefund(merchant)
      await moveClock(merchant, { advance: 'PT1H' })
      const asked = Promise.withResolvers<void>()
      const answer = Promise.withResolvers<{ kind: 'refunded' }>()
      saying = {
        refund: () => {
          asked.resolve()
          return answer.promise
        },
      }
      const moving = moveClock(merchant, { advance: 'PT2H' })
      await asked.promise
      await assert.rejects(endRefund(id, false), Unmet)
      answer.resolve({ kind: 'refunded' })
      await moving
      await assert.rejects(endRefund(id, false), Unmet)
      assert.equal((await refundOf(merchant, id)).status, 'settled')
      await assertAudited(world)
    })

    test('an item that is not under way, or of another kind, is not ended', async () => {
      const merchant = await frozen()
      const id = (await payByCard(world, merchant, APPROVED)).body.result.operations[0].transaction
      for (const none of [id, 'none']) {
        await assert.rejects(giveUp(none), Unmet)
        await assert.rejects(end(none, true), Unmet)
        await assert.rejects(endRefund(none, true), Unmet)
      }
    })
  })
}
