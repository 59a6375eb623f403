// The promise: what an acquirer tells of disputes is taken once; what contradicts the record, or wants money that is gone, waits for a person.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { operatorActor } from '../../../src/accounts/trail/record.ts'
import type { Acquirer } from '../../../src/connectors/acquirer.ts'
import type { Connected } from '../../../src/connectors/connector.ts'
import type { DisputeNotice, InboundOutcome } from '../../../src/connectors/notice.ts'
import { sandboxAcquirer } from '../../../src/connectors/sandbox/acquirer.ts'
import { eachHeld } from '../../../src/service/open-items.ts'
import { Unmet } from '../../../src/store/write.ts'
import { disputed, paidByCard, standing } from '../../support/fixtures/disputes.ts'
import { assertAudited } from '../../support/fixtures/payers.ts'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { type Merchant, openWorld, type World } from '../../support/harness/world.ts'

after(stopPostgres)

/** What the connector makes of the next request. */
let makes: () => unknown
const acquirer: Connected<Acquirer> = {
  ...sandboxAcquirer(),
  inbound: [{ method: 'POST', path: '/disputes', receive: async () => makes() as InboundOutcome }],
}

let cases = 0
const noticeOf = (operationId: string, change: object = {}): DisputeNotice => {
  cases += 1
  return {
    kind: 'dispute',
    operationId,
    networkDispute: `CB-${cases}`,
    stage: 'chargeback',
    scheme: 'visa',
    reasonCode: '10.4',
    amountCentavos: 50_000,
    respondBy: '2050-01-31T23:59:59-06:00',
    ...change,
  }
}
const ended = ({ operationId, networkDispute, stage }: DisputeNotice, outcome: string) => ({
  ...{ kind: 'dispute-outcome', operationId, networkDispute, stage, outcome },
})

for (const engine of ENGINES) {
  describe(`disputes that an acquirer reports [${engine}]`, () => {
    let world: World
    before(async () => {
      world = await openWorld(engine, {}, { connectors: { acquirer } })
    })
    after(() => world.close())

    const send = () => world.send({ method: 'POST', url: '/v1/networks/sandbox-acquirer/disputes', payload: '{}' })
    const tell = async (...notices: object[]) => {
      makes = () => ({ kind: 'taken', notices, answer: { status: 200 } })
      return (await send()).status
    }
    const keptCount = async () => {
      let count = 0
      for await (const { id } of eachHeld(world.service.store)) count += id.startsWith('unr') ? 1 : 0
      return count
    }
    /** Tells it: nothing changes, and one more report is kept. */
    const contradicts = async (merchant: Merchant, notice: object) => {
      const [kept, before] = [await keptCount(), await standing(world, merchant)]
      assert.equal(await tell(notice), 200)
      assert.equal(await keptCount(), kept + 1, JSON.stringify(notice))
      assert.deepEqual(await standing(world, merchant), before)
    }
    const list = async (merchant: Merchant) =>
      (await merchant.get('/v1/disputes')).body.result.disputes as { id: string; stage: string; status: string }[]

    test('repeated, out of order, at once and in one request, it is one dispute with one end', async () => {
      const merchant = await world.merchant()
      const notice = noticeOf(await paidByCard(world, merchant))
      assert.deepEqual(await Promise.all([1, 2, 3, 4].map(() => tell(notice, notice))), Array(4).fill(200))
      assert.equal((await standing(world, merchant)).held, 674)
      assert.deepEqual(await Promise.all([1, 2, 3].map(() => tell(ended(notice, 'lost')))), Array(3).fill(200))
      assert.equal(await tell(notice), 200)
      assert.deepEqual(await list(merchant).then((all) => all.map(({ stage, status }) => `${stage} ${status}`)), [
        'chargeback lost',
      ])
      assert.equal((await standing(world, merchant)).fees, 168)
      // An end that comes before its beginning is kept, and recorded after it.
      const other = await world.merchant()
      const early = noticeOf(await paidByCard(world, other))
      await contradicts(other, ended(early, 'lost'))
      assert.deepEqual(await Promise.all([1, 2, 3, 4].map(() => tell(early, early))), Array(4).fill(200))
      assert.deepEqual(await list(other).then((all) => all.map(({ status }) => status)), ['lost'])
      assert.equal((await standing(world, other)).fees, 168)
      await assertAudited(world)
    })

    test('the same case with other facts, another case of the stage, and the case of another payment change nothing', async () => {
      const merchant = await world.merchant()
      const [one, other] = [await paidByCard(world, merchant), await paidByCard(world, merchant)]
      const notice = noticeOf(one, { amountCentavos: 20_000 })
      assert.equal(await tell(notice), 200)
      for (const change of [
        { amountCentavos: 20_001 },
        { reasonCode: '13.1' },
        { respondBy: '2050-02-28T23:59:59-06:00' },
        { networkDispute: 'CB-other' },
        { operationId: other },
      ])
        await contradicts(merchant, { ...notice, ...change })
      await contradicts(merchant, ended({ ...notice, networkDispute: 'CB-unheard' }, 'won'))
      assert.equal((await list(merchant)).length, 1)
      await assertAudited(world)
    })

    test('a claim of more than is left, on another network’s card or on no charge, waits for a person', async () => {
      const merchant = await world.merchant()
      const paid = await paidByCard(world, merchant)
      await contradicts(merchant, noticeOf(paid, { amountCentavos: 50_001 }))
      await contradicts(merchant, noticeOf(paid, { scheme: 'mastercard', reasonCode: '4853' }))
      await contradicts(merchant, noticeOf(paid, { stage: 'arbitration' }))
      await contradicts(merchant, noticeOf('01a1fa12-b5f0-7000-a0f9-f1d0e4162f1d'))
      const reversed = await paidByCard(world, merchant)
      await merchant.post(`/v1/operations/apply-reversal/${reversed}`, {})
      await contradicts(merchant, noticeOf(reversed))
      assert.deepEqual(await list(merchant), [])
    })

    test('an incomplete notice is refused as unreadable', async () => {
      const merchant = await world.merchant()
      const notice = noticeOf(await paidByCard(world, merchant))
      for (const change of [
        { stage: 'pre' },
        { scheme: 'amex' },
        { reasonCode: 'a b' },
        { amountCentavos: 0 },
        { amountCentavos: 1.5 },
        { respondBy: '2050-01-31' },
        { networkDispute: '' },
        { rail: 'card' },
      ])
        assert.equal(await tell({ ...notice, ...change }), 400, JSON.stringify(change))
      assert.equal(await tell({ ...ended(notice, 'won'), outcome: 'draw' }), 400)
      assert.deepEqual(await list(merchant), [])
    })

    test('a refunded amount is not disputed, and a disputed amount is not refunded', async () => {
      const merchant = await world.merchant()
      const transaction = await paidByCard(world, merchant, 500)
      await paidByCard(world, merchant, 900)
      const refund = (amount: number) => merchant.post(`/v1/operations/${transaction}/refunds`, { amount })
      assert.equal((await refund(200)).status, 200)
      await contradicts(merchant, noticeOf(transaction, { amountCentavos: 30_001 }))
      assert.equal(await tell(noticeOf(transaction, { amountCentavos: 25_000 })), 200)
      const refused = await refund(51)
      assert.equal(refused.status, 409, refused.text)
      assert.match(refused.body.error.message, /en aclaración: quedan 50.00/)
      assert.equal((await refund(50)).status, 200)
      await assertAudited(world)
    })

    test('an operator opens a dispute of more than is left, for what is left; the merchant answers it, and the bank decides it', async () => {
      const merchant = await world.merchant()
      await paidByCard(world, merchant, 900)
      const transaction = await paidByCard(world, merchant, 500)
      assert.equal((await merchant.post(`/v1/operations/${transaction}/refunds`, { amount: 200 })).status, 200)
      const notice = noticeOf(transaction)
      await contradicts(merchant, notice)
      const reportOf = async (about: string) => {
        const kept = world.service.store.db.selectFrom('unread_reports').select('id').where('closed_at', 'is', null)
        return (await kept.where('body', 'like', `%${about}%`).executeTakeFirstOrThrow()).id
      }
      const by = operatorActor('ana', 'cobro held open')
      const open = (id: string) => world.service.openDisputeForRest(id, 'a part was refunded', by)

      const report = await reportOf(notice.networkDispute)
      const tries = await Promise.allSettled([open(report), open(report), open(report)])
      assert.equal(tries.filter((one) => one.status === 'fulfilled').length, 1)
      for (const one of tries)
        if (one.status === 'fulfilled') assert.equal(one.value, 'opened')
        else assert.ok(one.reason instanceof Unmet, 'whoever was later is told that the report is not open')
      await assert.rejects(open(report), Unmet)
      const [dispute, ...others] = (await merchant.get('/v1/disputes')).body.result.disputes
      assert.deepEqual([dispute.amount.amount, dispute.status, others.length], ['300.00', 'needs_response', 0])
      assert.equal((await standing(world, merchant)).held, 300 + 174)
      // The acquirer repeats its notice: nothing more is opened, and no report is kept anew.
      const kept = await keptCount()
      assert.equal(await tell(notice), 200)
      assert.equal(await keptCount(), kept)
      const accepted = await merchant.post(`/v1/disputes/${dispute.id}/accept`, {})
      assert.equal(accepted.status, 200, accepted.text)
      assert.equal((await merchant.post(`/v1/operations/${transaction}/refunds`, {})).status, 409)

      // Its end came before.
      const later = await paidByCard(world, merchant, 500)
      assert.equal((await merchant.post(`/v1/operations/${later}/refunds`, { amount: 100 })).status, 200)
      const early = noticeOf(later)
      await contradicts(merchant, ended(early, 'won'))
      await contradicts(merchant, early)
      assert.equal(await open(await reportOf(`${early.networkDispute}","stage":"chargeback","scheme`)), 'opened')
      assert.equal((await list(merchant)).find(({ status }) => status === 'won') !== undefined, true)

      // Nothing is left, and a report about something else.
      const gone = await paidByCard(world, merchant, 100)
      assert.equal((await merchant.post(`/v1/operations/${gone}/refunds`, {})).status, 200)
      const vain = noticeOf(gone, { amountCentavos: 10_000 })
      await contradicts(merchant, vain)
      assert.equal(await open(await reportOf(vain.networkDispute)), 'nothing-left')
      const unheard = ended({ ...vain, networkDispute: 'CB-never' }, 'won')
      await contradicts(merchant, unheard)
      assert.equal(await open(await reportOf('CB-never')), 'no-dispute')
      const trail = await world.service.store.db
        .selectFrom('events')
        .selectAll()
        .where('subject', '=', report)
        .execute()
      assert.deepEqual(
        trail.map(({ type, actor }) => [type, actor]),
        [['report.closed', 'ana']],
      )
      await assertAudited(world)
    })

    test('of a refund and a dispute of the last peso at once, exactly one takes it', async () => {
      const merchant = await world.merchant()
      await paidByCard(world, merchant, 5_000)
      for (let round = 0; round < 6; round += 1) {
        const transaction = await paidByCard(world, merchant)
        const [refund, dispute] = await Promise.all([
          merchant.post(`/v1/operations/${transaction}/refunds`, { amount: 500 }),
          merchant.post('/v1/sandbox/disputes', { transaction }),
        ])
        assert.deepEqual([refund.status, dispute.status].sort(), [200, 409], `${refund.text} ${dispute.text}`)
      }
      await assertAudited(world)
    })

    test('the amount that a won dispute gives back can be refunded', async () => {
      const merchant = await world.merchant()
      const transaction = await paidByCard(world, merchant)
      await paidByCard(world, merchant, 900)
      const { id } = await disputed(merchant, transaction)
      assert.equal((await merchant.post(`/v1/operations/${transaction}/refunds`, {})).status, 409)
      assert.equal((await merchant.post(`/v1/sandbox/disputes/${id}`, { outcome: 'won' })).status, 200)
      const refund = await merchant.post(`/v1/operations/${transaction}/refunds`, {})
      assert.equal(refund.status, 200, refund.text)
      await assertAudited(world)
    })
  })
}
