// A payment in suspense that never happened is closed once, by the operator: no money leaves, the network owes nothing for it, and everybody is told.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operatorActor } from '../../../src/accounts/trail/record.ts'
import { audit } from '../../../src/service/audit.ts'
import { update } from '../../../src/store/write.ts'
import { closeNeverReceived } from '../../../src/vouchers/suspense/never-received.ts'
import {
  assertAudited,
  balanceOf,
  payAtStore,
  payBySpei,
  speiVoucher,
  storeVoucher,
  transfersOf,
} from '../../support/fixtures/payers.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

const BY = operatorActor('ana', 'cobro held close')
const ANA = { clabe: '032180000118359719', beneficiary: 'Ana Núñez' }
const WHY = 'the chain says that ticket 4711 was annulled'

onBothEngines('a reported payment that never arrived', (world) => {
  const close = (id: string, because = WHY) => closeNeverReceived(world().service, id, because, BY)
  const release = (merchant: Merchant, id: string, body: object = { action: 'return', ...ANA }) =>
    merchant.post(`/v1/received-payments/${id}/release`, body)
  /** Cash that nobody wanted, of one peso less than its voucher. */
  const heldCash = async (merchant: Merchant, total = 150) => {
    const { transaction } = await storeVoucher(merchant, { total })
    const held = await payAtStore(merchant, { transaction, amount: total - 1 })
    assert.equal(held.outcome, 'suspended')
    return held
  }
  const shown = async (merchant: Merchant, outcome: string) =>
    (await merchant.get(`/v1/received-payments?outcome=${outcome}`)).body.result.payments
  const sums = async (merchant: Merchant) =>
    Promise.all(
      ['payable:suspense', 'payable:returns', 'receivable:cash-network', 'receivable:bank'].map((name) =>
        balanceOf(world(), merchant, name),
      ),
    )
  const statement = async (merchant: Merchant) => {
    const answer = await merchant.get('/v1/sandbox/statement?rail=store&settled=false')
    return answer.body.result.content as string
  }
  const reconcile = async (merchant: Merchant, content: string) =>
    (await merchant.post('/v1/sandbox/reconcile', { content })).body.result

  test('leaves suspense without a transfer, with an event and a record in the trail, and once', async () => {
    const merchant = await world().merchant()
    const held = await heldCash(merchant)
    const answers = await Promise.allSettled([1, 2, 3].map(() => close(held.id)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected'])
    await assert.rejects(close(held.id), { reason: 'payment-not-held' })
    await world().work()
    assert.deepEqual(await sums(merchant), [0, 0, 0, 0])
    assert.deepEqual(await transfersOf(world(), merchant), [])
    const [payment] = await shown(merchant, 'never-received')
    assert.deepEqual(
      [payment.id, payment.release.action, payment.release.destination],
      [held.id, 'never-received', null],
    )
    assert.equal(payment.release.tracking_key, null)
    const { events } = (await merchant.get('/v1/events?type=payment.released')).body.result
    assert.deepEqual(
      events.map(({ data }: { data: { id: string; outcome: string } }) => [data.id, data.outcome]),
      [[held.id, 'never-received']],
    )
    const trail = await world()
      .service.store.db.selectFrom('events')
      .selectAll()
      .where('subject', '=', held.id)
      .execute()
    assert.deepEqual(
      trail.map(({ type, actor, account_id }) => [type, actor, account_id]),
      [['payment.closed', 'ana', merchant.accountId]],
    )
    assert.match(trail[0]?.data ?? '', /annulled/)
    assert.equal((await release(merchant, held.id)).status, 409)
    await assertAudited(world())
  })

  test('a released payment, one that paid and an unknown one are not closed', async () => {
    const merchant = await world().merchant()
    const held = await heldCash(merchant)
    assert.equal((await release(merchant, held.id)).status, 200)
    await assert.rejects(close(held.id), { reason: 'payment-not-held' })
    const { transaction } = await speiVoucher(merchant)
    const paid = await payBySpei(merchant, { transaction })
    await assert.rejects(close(paid.id), { reason: 'payment-not-held' })
    await assert.rejects(close('pay_none'), /no payment/)
    await world().work()
    await assertAudited(world())
  })

  test('closed and released at once, one of the two holds', async () => {
    const merchant = await world().merchant()
    for (let round = 0; round < 6; round += 1) {
      const held = await heldCash(merchant)
      const [closed, released] = await Promise.allSettled([close(held.id), release(merchant, held.id)])
      const isReleased = released.status === 'fulfilled' && released.value.status === 200
      assert.notEqual(closed.status === 'fulfilled', isReleased)
    }
    await world().work()
    await assertAudited(world())
  })

  test('a payment on a statement is not closed, nor matched by a statement once it is closed, also at the same moment', async () => {
    const merchant = await world().merchant()
    const [first, second] = [await heldCash(merchant, 81), await heldCash(merchant, 82)]
    const content = await statement(merchant)
    await close(second.id)
    const { counts } = await reconcile(merchant, content)
    assert.deepEqual([counts.matched, counts.extra, counts.missing], [1, 1, 0])
    await assert.rejects(close(first.id), { reason: 'payment-stated' })
    // It is not reported by the statement again either: a person looks.
    assert.equal((await shown(merchant, 'suspended')).length, 1)
    assert.equal((await release(merchant, first.id)).status, 200, 'it is released as ever')
    await world().work()
    await assertAudited(world())
    for (let round = 0; round < 6; round += 1) {
      const other = await world().merchant()
      const held = await heldCash(other, 90)
      const result = await statement(other)
      const [closed, read] = await Promise.allSettled([close(held.id), reconcile(other, result)])
      assert.equal(read.status, 'fulfilled')
      const [line] = await world()
        .service.store.db.selectFrom('statement_lines')
        .select('cause_id')
        .where('account_id', '=', other.accountId)
        .where('kind', '=', 'payment')
        .execute()
      assert.equal(line?.cause_id === null, closed.status === 'fulfilled')
    }
    await assertAudited(world())
  })

  test('one more report of the network counts: the payment waits for a person again', async () => {
    const merchant = await world().merchant()
    const { transaction } = await storeVoucher(merchant)
    const report = { transaction, amount: 149, ticket: `T${merchant.accountId.slice(-12)}` }
    const held = await payAtStore(merchant, report)
    assert.equal((await payAtStore(merchant, report)).id, held.id)
    await close(held.id)
    const again = await Promise.all([1, 2, 3].map(() => payAtStore(merchant, report)))
    assert.deepEqual([...new Set(again.map(({ outcome }) => outcome))], ['suspended'])
    assert.equal(new Set(again.map(({ id }) => id)).size, 1)
    assert.notEqual(again[0].id, held.id)
    assert.equal((await sums(merchant))[0], -14_900)
    await assertAudited(world())
  })

  test('the audit names a closed payment that a statement line has, and one without its release', async () => {
    const merchant = await world().merchant()
    const held = await heldCash(merchant)
    await reconcile(merchant, await statement(merchant))
    const { store } = world().service
    const set = (outcome: 'suspended' | 'never-received') =>
      store.commit([update('payments_received', { outcome }, { id: held.id })])
    await set('never-received')
    const { invariants } = await audit(store, { accountId: merchant.accountId })
    const broken = invariants.filter(({ faults }) => faults > 0).map(({ name }) => name)
    assert.deepEqual(broken.sort(), ['received-entries', 'releases', 'statement-lines'])
    await set('suspended')
    await assertAudited(world())
  })
})
