// A payment in suspense is released once, by the account that it belongs to: given back to an account, or accepted; and the books know it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { audit } from '../../../src/service/audit.ts'
import { NO_ACCOUNT } from '../../../src/store/no-account.ts'
import { release } from '../../../src/vouchers/suspense/release.ts'
import {
  assertAudited,
  balanceOf,
  customerWithSource,
  eventsOf,
  moveClock,
  operationOf,
  payAtStore,
  payBySpei,
  speiVoucher,
  storeVoucher,
  transfersOf,
} from '../../support/fixtures/payers.ts'
import { type Merchant, onBothEngines, type World } from '../../support/harness/world.ts'

const ANA = { clabe: '032180000118359719', beneficiary: 'Ana Núñez' }
const PAYER = '012180001554321090'

const releaseOf = (merchant: Merchant, id: string, body: object, headers = {}) =>
  merchant.post(`/v1/received-payments/${id}/release`, body, headers)

/** Cash that nobody wanted: 149.00 for a voucher of 150.00. */
async function heldCash(merchant: Merchant, amount = 149) {
  const voucher = await storeVoucher(merchant)
  const held = await payAtStore(merchant, { transaction: voucher.transaction, amount })
  assert.equal(held.outcome, 'suspended')
  return { voucher, held }
}

/** A transfer under the tracking key of another, into a voucher of its own. */
async function heldTransfer(merchant: Merchant, body: object = {}) {
  const tracking_key = `K${merchant.accountId.slice(-20)}`
  await payBySpei(merchant, { transaction: (await speiVoucher(merchant)).transaction, tracking_key })
  const voucher = await speiVoucher(merchant)
  const held = await payBySpei(merchant, { transaction: voucher.transaction, tracking_key, ...body })
  assert.equal(held.outcome, 'suspended')
  return { voucher, held }
}

async function query(world: World, text: string) {
  const { store } = world.service
  const { run } = await import('../../../src/store/write.ts')
  await store.commit([run({ sql: text, parameters: [] } as never)])
}

onBothEngines('a payment in suspense is released once, and its money is where the books say', (world) => {
  test('cash goes back by SPEI to the account that the payer names', async () => {
    const merchant = await world().merchant()
    const { held } = await heldCash(merchant)
    const answer = await releaseOf(merchant, held.id, { action: 'return', ...ANA })
    assert.equal(answer.status, 200, answer.text)
    const { outcome, release: shown } = answer.body.result
    assert.equal(outcome, 'given-back')
    assert.deepEqual([shown.action, shown.destination, shown.beneficiary], ['return', ANA.clabe, ANA.beneficiary])
    assert.equal((await releaseOf(merchant, held.id, { action: 'return', ...ANA })).status, 200)
    const forAnother = await releaseOf(merchant, held.id, { action: 'return', ...ANA, beneficiary: 'Eva Ruiz' })
    assert.deepEqual([forAnother.status, forAnother.body.error.reason], [409, 'payment-not-held'])
    assert.equal(await balanceOf(world(), merchant, 'payable:suspense'), 0)
    assert.equal(await balanceOf(world(), merchant, 'payable:returns'), -14_900)
    await assertAudited(world())
    await world().work()
    const [transfer, ...more] = await transfersOf(world(), merchant)
    assert.equal(more.length, 0)
    assert.deepEqual(
      [transfer?.kind, transfer?.state, transfer?.rail, transfer?.destination, transfer?.amount_centavos],
      ['return', 'settled', 'spei', ANA.clabe, 14_900],
    )
    assert.equal(transfer?.tracking_key, shown.tracking_key)
    assert.equal(await balanceOf(world(), merchant, 'payable:returns'), 0)
    // The cash is still owed to us by the chain, and has left the bank.
    assert.equal(await balanceOf(world(), merchant, 'receivable:cash-network'), 14_900)
    assert.equal(await balanceOf(world(), merchant, 'receivable:bank'), -14_900)
    const { events } = (await merchant.get('/v1/events?type=payment.released')).body.result
    assert.deepEqual(
      events.map(({ data }: { data: { id: string } }) => data.id),
      [held.id],
    )
    const listed = (await merchant.get('/v1/received-payments?outcome=given-back')).body.result.payments
    assert.deepEqual(listed[0], answer.body.result)
    assert.equal((await merchant.get('/v1/received-payments?outcome=suspended')).body.result.payments.length, 0)
    await assertAudited(world())
  })

  test('a transfer goes back to where it came from, and to no other account', async () => {
    const merchant = await world().merchant()
    const { held } = await heldTransfer(merchant)
    const elsewhere = await releaseOf(merchant, held.id, { action: 'return', ...ANA })
    assert.equal(elsewhere.status, 400)
    assert.ok(elsewhere.body.error.messages.clabe)
    assert.equal((await releaseOf(merchant, held.id, { action: 'return' })).status, 200)
    await world().work()
    const [transfer] = await transfersOf(world(), merchant)
    assert.deepEqual([transfer?.state, transfer?.destination], ['settled', PAYER])
    await assertAudited(world())
  })

  test('a conflict is accepted for the voucher that it names, which is paid', async () => {
    const merchant = await world().merchant()
    const { held, voucher } = await heldTransfer(merchant)
    const answer = await releaseOf(merchant, held.id, { action: 'accept' })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual([answer.body.result.outcome, answer.body.result.transaction], ['accepted', voucher.transaction])
    assert.equal((await operationOf(merchant, voucher.transaction)).status, 'N')
    assert.deepEqual(await eventsOf(world(), voucher.transaction), {
      'voucher.issued': 1,
      'payment.suspended': 1,
      'payment.released': 1,
      'operation.paid': 1,
    })
    assert.equal(await balanceOf(world(), merchant, 'payable:suspense'), 0)
    assert.equal(await balanceOf(world(), merchant, 'receivable:bank'), 30_000)
    await assertAudited(world())
    // It is a payment as any other: it can be refunded to its payer.
    assert.equal((await merchant.get(`/v1/operations/apply-reversal/${voucher.transaction}`)).status, 200)
    await world().work()
    const [refund] = await transfersOf(world(), merchant)
    assert.deepEqual([refund?.kind, refund?.state, refund?.destination], ['refund', 'settled', PAYER])
    await assertAudited(world())
  })

  test('cash that came too late is accepted for its expired voucher, if the account allows it', async () => {
    const merchant = await world().merchant()
    await moveClock(merchant, { freeze: true })
    const voucher = await storeVoucher(merchant)
    await moveClock(merchant, { advance: 'P5D', resume: true })
    const held = await payAtStore(merchant, { transaction: voucher.transaction })
    assert.equal(held.reason, 'expired')
    assert.equal((await releaseOf(merchant, held.id, { action: 'accept' })).status, 200)
    assert.equal((await operationOf(merchant, voucher.transaction)).status, 'N')
    await assertAudited(world())
  })

  test('a conflict in a customer’s own CLABE becomes a payment of that customer', async () => {
    const merchant = await world().merchant()
    const { clabe } = await customerWithSource(merchant)
    const key = { clabe, tracking_key: `S${merchant.accountId.slice(-20)}` }
    await payBySpei(merchant, { ...key, amount: 10 })
    const held = await payBySpei(merchant, { ...key, amount: 12 })
    assert.equal(held.reason, 'identity-conflict')
    const answer = await releaseOf(merchant, held.id, { action: 'accept' })
    assert.equal(answer.status, 200, answer.text)
    const operation = await operationOf(merchant, answer.body.result.transaction)
    assert.deepEqual([operation.status, operation.total.amount], ['N', '12.00'])
    assert.equal((await merchant.get('/v1/operations')).body.result.sales, '22.00')
    await assertAudited(world())
  })

  test('an amount other than the voucher’s total, or a voucher that is paid or cancelled, cannot be accepted', async () => {
    const merchant = await world().merchant()
    const short = await heldCash(merchant)
    const voucher = await storeVoucher(merchant)
    await payAtStore(merchant, { transaction: voucher.transaction })
    const second = await payAtStore(merchant, { transaction: voucher.transaction })
    const cancelled = await storeVoucher(merchant)
    await merchant.post(`/v1/operations/apply-reversal/${cancelled.transaction}`, {})
    const third = await payAtStore(merchant, { transaction: cancelled.transaction })
    for (const { id } of [short.held, second, third]) {
      const answer = await releaseOf(merchant, id, { action: 'accept' })
      assert.equal(answer.status, 409, answer.text)
    }
    assert.equal(await balanceOf(world(), merchant, 'payable:suspense'), -44_900)
    await assertAudited(world())
  })

  test('the list says which of them could be accepted: exactly those whose acceptance then succeeds', async () => {
    const merchant = await world().merchant()
    await heldCash(merchant)
    await heldTransfer(merchant)
    const { clabe } = await customerWithSource(merchant)
    const key = { clabe, tracking_key: `L${merchant.accountId.slice(-20)}` }
    await payBySpei(merchant, { ...key, amount: 76 })
    await payBySpei(merchant, { ...key, amount: 77 })
    const { payments } = (await merchant.get('/v1/received-payments?outcome=suspended')).body.result
    assert.ok(payments.some((one: { acceptable: boolean }) => one.acceptable))
    assert.ok(payments.some((one: { acceptable: boolean }) => !one.acceptable))
    assert.equal(payments.length, 3)
    for (const { id, acceptable } of payments) {
      const answer = await releaseOf(merchant, id, { action: 'accept' })
      assert.equal(answer.status, acceptable ? 200 : 409, answer.text)
    }
    const after = (await merchant.get('/v1/received-payments')).body.result.payments
    assert.deepEqual(
      after.filter(
        ({ outcome, acceptable }: { outcome: string; acceptable: boolean }) => outcome !== 'suspended' && acceptable,
      ),
      [],
    )
  })

  test('a repeated release gets the same answer, another release is refused; ten at once move the money once', async () => {
    const merchant = await world().merchant()
    const { held } = await heldCash(merchant)
    const asked = { action: 'return', ...ANA }
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        releaseOf(merchant, held.id, asked, n % 2 ? { 'idempotency-key': `release ${n % 4}` } : {}),
      ),
    )
    for (const answer of answers) assert.ok(answer.status === 200 || answer.status === 409, answer.text)
    assert.ok(answers.some(({ status }) => status === 200))
    const again = await releaseOf(merchant, held.id, asked)
    assert.equal(again.status, 200, again.text)
    for (const { status, body } of answers) if (status === 200) assert.deepEqual(body, again.body)
    assert.equal((await releaseOf(merchant, held.id, { action: 'accept' })).status, 409)
    assert.equal((await releaseOf(merchant, held.id, { action: 'return', clabe: PAYER })).status, 409)
    assert.equal((await transfersOf(world(), merchant)).length, 1)
    await assertAudited(world())
  })

  test('accepted and given back at once: exactly one of the two happens', async () => {
    const merchant = await world().merchant()
    for (let round = 0; round < 5; round += 1) {
      const voucher = await storeVoucher(merchant)
      const ticket = { ticket: `T${round}${merchant.accountId.slice(-20)}` }
      await payAtStore(merchant, { transaction: (await storeVoucher(merchant)).transaction, ...ticket })
      const held = await payAtStore(merchant, { transaction: voucher.transaction, ...ticket })
      assert.equal(held.reason, 'identity-conflict')
      const [accepted, returned] = await Promise.all([
        releaseOf(merchant, held.id, { action: 'accept' }),
        releaseOf(merchant, held.id, { action: 'return', ...ANA }),
      ])
      assert.deepEqual([accepted.status, returned.status].sort(), [200, 409])
      assert.equal((await operationOf(merchant, voucher.transaction)).status, accepted.status === 200 ? 'N' : 'P')
    }
    await world().work()
    assert.equal(await balanceOf(world(), merchant, 'payable:suspense'), 0)
    await assertAudited(world())
  })

  test('another account’s payment, one that is not in suspense, and wrong fields are refused', async () => {
    const [owner, other] = [await world().merchant(), await world().merchant()]
    const { held } = await heldCash(owner)
    const paid = await payAtStore(owner, { transaction: (await storeVoucher(owner)).transaction })
    assert.equal((await releaseOf(other, held.id, { action: 'return', ...ANA })).status, 404)
    assert.equal((await releaseOf(owner, 'pay_none', { action: 'return', ...ANA })).status, 404)
    assert.equal((await releaseOf(owner, paid.id, { action: 'return', ...ANA })).status, 409)
    for (const [body, field] of [
      [{ action: 'return', ...ANA, clabe: '032180000118359718' }, 'clabe'],
      [{ action: 'return', beneficiary: 'Ana' }, 'clabe'],
      [{ action: 'return', clabe: ANA.clabe }, 'beneficiary'],
      [{ action: 'return', ...ANA, beneficiary: 'A\u0007na' }, 'beneficiary'],
      [{ action: 'keep' }, 'action'],
      [{}, 'action'],
      [{ action: 'return', ...ANA, amount: 1 }, 'amount'],
    ] as const) {
      const answer = await releaseOf(owner, held.id, body)
      assert.equal(answer.status, 400, JSON.stringify(body))
      assert.ok(answer.body.error.messages[field], answer.text)
    }
    assert.equal(await balanceOf(world(), owner, 'payable:suspense'), -14_900)
  })

  test('money without an account is released by the operator only, once', async () => {
    const merchant = await world().merchant()
    const { store, clock } = world().service
    const key = { clabe: '646180118012345673', tracking_key: `N${merchant.accountId.slice(-20)}` }
    await payBySpei(merchant, { ...key, amount: 10 })
    const held = await payBySpei(merchant, { ...key, amount: 11 })
    assert.equal(held.outcome, 'suspended')
    assert.equal((await releaseOf(merchant, held.id, { action: 'return' })).status, 404)
    const needs = { store, clock, speiBank: 'sandbox-spei' }
    for (const _ of [1, 2]) {
      const { received } = await release(needs, NO_ACCOUNT, held.id, { action: 'return' })
      assert.equal(received.outcome, 'given-back')
    }
    await world().work()
    assert.equal(await balanceOf(world(), { accountId: 'acc_unmatched' }, 'payable:returns'), 0)
    await assertAudited(world())
  })

  test('a forged or changed release is named by the audit, and its transfer is not sent', async () => {
    const merchant = await world().merchant()
    // Of what is changed twice within two seconds the audit takes either: the clock stands, so that this does not depend on the machine.
    await moveClock(merchant, { freeze: true })
    const { held } = await heldCash(merchant)
    await releaseOf(merchant, held.id, { action: 'return', ...ANA })
    const [transfer] = await transfersOf(world(), merchant)
    await query(world(), `update transfers set destination = '${PAYER}' where id = '${transfer?.id}'`)
    const broken = async () =>
      (await audit(world().service.store)).invariants.filter((one) => one.faults > 0).map((one) => one.name)
    assert.deepEqual(await broken(), ['transfers'])
    await world().work()
    assert.equal((await transfersOf(world(), merchant))[0]?.state, 'withheld')
    await query(
      world(),
      `update transfers set destination = '${ANA.clabe}', state = 'pending', withheld_because = '', due_at = created_at where id = '${transfer?.id}'`,
    )
    await world().work()
    await assertAudited(world())
    // The entry of a release that nobody made.
    const { held: other } = await heldCash(merchant)
    await query(world(), `update payments_received set outcome = 'given-back' where id = '${other.id}'`)
    assert.deepEqual((await broken()).sort(), ['received-entries', 'releases', 'returns'])
    await query(world(), `update payments_received set outcome = 'suspended' where id = '${other.id}'`)
    await assertAudited(world())
    await moveClock(merchant, { resume: true })
  })
})
