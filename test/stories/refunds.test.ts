// A payment is given back, wholly or in part, to whoever paid it: once each, never more than was paid, never more than the merchant has.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { APPROVED, payByCard } from '../charges.ts'
import {
  assertAudited,
  balanceOf,
  moveClock,
  operationOf,
  payAtStore,
  payBySpei,
  speiVoucher,
  storeVoucher,
  transfersOf,
} from '../payers.ts'
import { type Merchant, onBothEngines } from '../world.ts'

const OTHER = '012180001234567899'
const CLOSED = '646180990000000012'
const PAYER = '002010077777777771'
const RETURNED_LATER = '646180990000000067'

onBothEngines('a payment is refunded', (world) => {
  const paidByCard = async (merchant: Merchant, change: Record<string, unknown> = {}): Promise<string> => {
    const answer = await payByCard(world(), merchant, APPROVED, change)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.result.transaction
  }
  const paidBySpei = async (merchant: Merchant, total = 500, payer_clabe = PAYER): Promise<string> => {
    const { transaction } = await speiVoucher(merchant, { total })
    await payBySpei(merchant, { transaction, payer_clabe })
    return transaction
  }
  const paidInCash = async (merchant: Merchant, total = 500): Promise<string> => {
    const { transaction } = await storeVoucher(merchant, { total })
    await payAtStore(merchant, { transaction })
    return transaction
  }
  const ask = (merchant: Merchant, transaction: string, body: object = {}, headers: Record<string, string> = {}) =>
    merchant.post(`/v1/operations/${transaction}/refunds`, body, headers)
  const refund = async (merchant: Merchant, transaction: string, body: object = {}) => {
    const answer = await ask(merchant, transaction, body)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.result
  }
  const read = async (merchant: Merchant, id: string) => (await merchant.get(`/v1/refunds/${id}`)).body.result
  /** Money of other sales, so that the merchant has enough. */
  const withSales = async () => {
    const merchant = await world().merchant()
    await paidBySpei(merchant, 2_000)
    return merchant
  }
  const typesOf = async (merchant: Merchant) =>
    (await merchant.get('/v1/events?limit=500')).body.result.events
      .map((event: { type: string }) => event.type)
      .filter((type: string) => type.startsWith('refund.'))
      .reverse()

  test('a card payment in two parts, each given back by the acquirer, until nothing is left', async () => {
    const merchant = await withSales()
    const transaction = await paidByCard(merchant)
    const { total } = await operationOf(merchant, transaction)
    const first = await refund(merchant, transaction, { amount: '30.00', reason: 'Talla equivocada' })
    assert.deepEqual([first.status, first.method, first.amount.amount], ['pending', 'card', '30.00'])
    assert.equal((await operationOf(merchant, transaction)).devolution_status, 'pending')
    await world().work()
    assert.equal((await read(merchant, first.id)).status, 'settled')
    const after = await operationOf(merchant, transaction)
    assert.deepEqual(
      [after.status, after.hasDevolution, after.refunded.amount, after.devolution_status],
      ['N', true, '30.00', 'settled'],
    )
    const rest = await refund(merchant, transaction)
    assert.equal(Number(rest.amount.amount), Number(total.amount) - 30)
    await world().work()
    assert.equal(await balanceOf(world(), merchant, 'receivable:acquirer'), 0)
    assert.equal(await balanceOf(world(), merchant, 'payable:returns'), 0)
    const more = await ask(merchant, transaction, { amount: 1 })
    assert.equal(more.status, 409, more.text)
    const { refunds } = (await merchant.get(`/v1/operations/${transaction}/refunds`)).body.result
    assert.deepEqual(
      refunds.map((one: { id: string }) => one.id),
      [rest.id, first.id],
    )
    assert.deepEqual(await typesOf(merchant), ['refund.created', 'refund.updated', 'refund.created', 'refund.updated'])
    await assertAudited(world())
  })

  test('a SPEI payment goes back to the account it came from, and is settled by the bank', async () => {
    const merchant = await withSales()
    const transaction = await paidBySpei(merchant, 500)
    const made = await refund(merchant, transaction, { amount: 120 })
    assert.deepEqual([made.method, made.destination.clabe], ['transfer', PAYER.slice(-4)])
    await world().work()
    const settled = await read(merchant, made.id)
    assert.equal(settled.status, 'settled')
    const [transfer] = await transfersOf(world(), merchant)
    assert.deepEqual(
      [transfer?.id, transfer?.destination, transfer?.amount_centavos, transfer?.refund_id],
      [made.transfer, PAYER, 12_000, made.id],
    )
    assert.equal(await balanceOf(world(), merchant, 'payable:returns'), 0)
    await assertAudited(world())
  })

  test('cash goes to the account that the merchant gives', async () => {
    const merchant = await withSales()
    const transaction = await paidInCash(merchant)
    const made = await refund(merchant, transaction, { destination: { clabe: OTHER, name: 'Ana Núñez' } })
    await world().work()
    assert.equal((await read(merchant, made.id)).status, 'settled')
    assert.equal((await transfersOf(world(), merchant)).at(-1)?.destination, OTHER)
    await assertAudited(world())
  })

  test('one that fails is owed until it is sent to another account, or cancelled', async () => {
    const merchant = await withSales()
    const transaction = await paidBySpei(merchant, 500, CLOSED)
    const made = await refund(merchant, transaction, { amount: 100 })
    await world().work()
    const failed = await read(merchant, made.id)
    assert.deepEqual([failed.status, failed.failure], ['failed', 'the account is closed'])
    const shown = await operationOf(merchant, transaction)
    assert.deepEqual([shown.hasDevolution, shown.refunded.amount], [false, '0.00'])
    assert.equal(await balanceOf(world(), merchant, 'payable:returns'), -10_000)
    await assertAudited(world())
    const again = await merchant.post(`/v1/refunds/${made.id}/retry`, {
      destination: { clabe: OTHER, name: 'Ana Núñez' },
    })
    assert.equal(again.status, 200, again.text)
    assert.equal(again.body.result.status, 'pending')
    await assertAudited(world())
    await world().work()
    assert.equal((await read(merchant, made.id)).status, 'settled')
    assert.equal((await operationOf(merchant, transaction)).refunded.amount, '100.00')

    const other = await refund(merchant, transaction, { amount: 50 })
    await world().work()
    assert.equal((await read(merchant, other.id)).status, 'failed')
    const owed = await balanceOf(world(), merchant, 'payable:merchant')
    const cancelled = await merchant.post(`/v1/refunds/${other.id}/cancel`, {})
    assert.equal(cancelled.body.result.status, 'cancelled', cancelled.text)
    assert.equal(await balanceOf(world(), merchant, 'payable:merchant'), owed - 5_000)
    assert.equal((await merchant.post(`/v1/refunds/${other.id}/cancel`, {})).body.result.status, 'cancelled')
    const late = await merchant.post(`/v1/transfers/${other.transfer}/retry`, {})
    assert.equal(late.status, 409, late.text)
    assert.equal((await merchant.post(`/v1/refunds/${other.id}/retry`, {})).status, 409)
    assert.equal((await refund(merchant, transaction)).amount.amount, '400.00')
    await world().work()
    await assertAudited(world())
  })

  test('one that the bank returns days later is owed again', async () => {
    const merchant = await withSales()
    await moveClock(merchant, { freeze: true })
    const transaction = await paidBySpei(merchant, 500, RETURNED_LATER)
    const made = await refund(merchant, transaction, { amount: 100 })
    await world().work()
    assert.equal((await read(merchant, made.id)).status, 'settled')
    await moveClock(merchant, { advance: 'P4D' })
    await world().work()
    assert.equal((await read(merchant, made.id)).status, 'returned')
    assert.equal(await balanceOf(world(), merchant, 'payable:returns'), -10_000)
    const retried = await merchant.post(`/v1/transfers/${made.transfer}/retry`, { clabe: OTHER })
    assert.equal(retried.status, 200, retried.text)
    assert.equal(retried.body.result.refund, made.id)
    await world().work()
    assert.equal((await read(merchant, made.id)).status, 'settled')
    await assertAudited(world())
  })
})
