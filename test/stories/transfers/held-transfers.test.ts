// Money that goes out and stops has a way on: an operator sends nobody's again, releases a withheld transfer once it is right, or writes it off.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operatorActor } from '../../../src/accounts/trail/record.ts'
import { UNMATCHED_ACCOUNT } from '../../../src/ledger/owner.ts'
import { refundWrite } from '../../../src/operations/record.ts'
import { audit } from '../../../src/service/audit.ts'
import { eachHeld } from '../../../src/service/open-items.ts'
import { readCauses } from '../../../src/service/transfer-causes.ts'
import { NO_ACCOUNT } from '../../../src/store/no-account.ts'
import { insert, Unmet, update } from '../../../src/store/write.ts'
import { newTransfer } from '../../../src/transfers/new-transfer.ts'
import { retryTransfer } from '../../../src/transfers/retry.ts'
import type { TransferRow } from '../../../src/transfers/tables.ts'
import { closeWithheld, releaseWithheld } from '../../../src/transfers/withheld.ts'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import {
  assertAudited,
  balanceOf,
  frozenMerchant,
  moveClock,
  payBySpei,
  speiVoucher,
  transfersOf,
} from '../../support/fixtures/payers.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

const CLOSED = '646180990000000012'
const SILENT = '646180990000000070'
const FOREIGN = '032180000118359719'
const PAYER = '002010077777777771'
const CLABE_OF_NOBODY = '646180110400000007'
const BY = operatorActor('ana', 'cobro held')

onBothEngines('stopped transfers can be continued or closed', (world) => {
  const needs = () => ({
    store: world().service.store,
    clock: world().service.clock,
    readCauses,
    refundWrite,
    speiBank: 'sandbox-spei',
  })
  const held = async () => {
    const found = []
    for await (const one of eachHeld(world().service.store)) found.push(one)
    return found
  }
  const transfer = (id: string): Promise<TransferRow> =>
    world().service.store.db.selectFrom('transfers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const actionsOn = async (subject: string) => {
    const { db } = world().service.store
    const rows = await db.selectFrom('events').selectAll().where('subject', '=', subject).orderBy('id').execute()
    return rows.map(({ type, actor }) => `${type} ${actor}`)
  }
  const nobodys = () => balanceOf(world(), { accountId: UNMATCHED_ACCOUNT }, 'payable:returns')
  const frozen = () => frozenMerchant(world())
  /** A refund that waits to be sent. */
  const refundOf = async (merchant: Merchant): Promise<TransferRow> => {
    const { transaction } = await speiVoucher(merchant)
    await payBySpei(merchant, { transaction, payer_clabe: PAYER })
    await merchant.get(`/v1/operations/apply-reversal/${transaction}`)
    const rows = await transfersOf(world(), merchant)
    return rows.find((row) => row.operation_id === transaction) ?? assert.fail('no refund')
  }
  const alter = (id: string, change: Partial<TransferRow>) =>
    world().service.store.commit([update('transfers', change, { id })])
  const eventsOf = async (merchant: Merchant) =>
    (await merchant.get('/v1/events?limit=500')).body.result.events.map((one: { type: string }) => one.type)

  test('a failed return of money without an account is listed, and sent again elsewhere, once', async () => {
    const merchant = await frozen()
    const before = await nobodys()
    const paid = { clabe: CLABE_OF_NOBODY, amount: 12, tracking_key: `NOB${merchant.accountId.slice(-12)}` }
    assert.equal((await payBySpei(merchant, { ...paid, payer_clabe: CLOSED })).outcome, 'unmatched')
    await world().work()
    const [failed] = (await held()).filter((one) => one.id.startsWith('trf_'))
    assert.ok(failed)
    assert.deepEqual([failed.accountId, failed.amountCentavos], [UNMATCHED_ACCOUNT, 1_200])
    assert.match(failed.because[1], /rejected/)
    assert.equal((await merchant.post(`/v1/transfers/${failed.id}/retry`, {})).status, 404, 'it is no account’s')

    const wanted = { accountId: NO_ACCOUNT, transferId: failed.id, clabe: FOREIGN, beneficiary: 'Ana Núñez', by: BY }
    const all = await Promise.all([1, 2, 3].map(() => retryTransfer(needs(), wanted, () => [])))
    assert.equal(new Set(all.map(({ id }) => id)).size, 1)
    await assert.rejects(
      retryTransfer(needs(), { ...wanted, clabe: PAYER }, () => []),
      { reason: 'transfer-replaced' },
    )
    await world().work()
    const made = await transfer(all[0]?.id ?? '')
    assert.deepEqual(
      [made.state, made.destination, made.account_id, made.replaces],
      ['settled', FOREIGN, NO_ACCOUNT, failed.id],
    )
    assert.deepEqual(
      (await held()).filter((one) => one.id === failed.id),
      [],
    )
    assert.equal(await nobodys(), before)
    assert.deepEqual(await actionsOn(failed.id), ['transfer.retried ana'])
    await assertAudited(world())
  })

  test('an operator does not retry an account’s transfer', async () => {
    const merchant = await frozen()
    const refund = await refundOf(merchant)
    await alter(refund.id, { state: 'rejected', due_at: null })
    const wanted = { accountId: NO_ACCOUNT, transferId: refund.id, clabe: undefined, beneficiary: undefined, by: BY }
    await assert.rejects(
      retryTransfer(needs(), wanted, () => []),
      { reason: 'resource-unknown' },
    )
    await alter(refund.id, { state: 'pending', due_at: world().service.clock.now() })
    await world().work()
    await assertAudited(world())
  })

  test('a withheld transfer is released once it matches its cause again, and not before', async () => {
    const merchant = await frozen()
    const refund = await refundOf(merchant)
    await alter(refund.id, { destination: FOREIGN })
    await world().work()
    assert.equal((await transfer(refund.id)).state, 'withheld')
    assert.equal(await releaseWithheld(needs(), refund.id, BY), 'destination')
    assert.equal((await transfer(refund.id)).state, 'withheld')
    assert.deepEqual(await actionsOn(refund.id), [])
    await alter(refund.id, { destination: PAYER })
    const answers = await Promise.allSettled([1, 2].map(() => releaseWithheld(needs(), refund.id, BY)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    await world().work()
    const row = await transfer(refund.id)
    assert.deepEqual([row.state, row.withheld_because], ['settled', ''])
    assert.deepEqual(await actionsOn(refund.id), ['transfer.released ana'])
    await assert.rejects(releaseWithheld(needs(), refund.id, BY), Unmet)
    await assertAudited(world())
  })

  test('a forged transfer is closed: nothing is posted, and the audit is clean again', async () => {
    const merchant = await frozen()
    const honest = await refundOf(merchant)
    const { id: _, ...copy } = honest
    const forged = { ...newTransfer(world().service.clock, { ...copy, destination: FOREIGN }) }
    await world().service.store.commit([insert('transfers', forged)])
    await world().work()
    assert.equal((await transfer(forged.id)).state, 'withheld')
    assert.equal((await audit(world().service.store)).clean, false)
    assert.equal(await closeWithheld(needs(), forged.id, 'forged by a thief', BY), 0)
    assert.equal((await transfer(forged.id)).state, 'closed')
    assert.deepEqual(
      (await held()).filter((one) => one.id === forged.id),
      [],
    )
    assert.deepEqual(await actionsOn(forged.id), ['transfer.closed ana'])
    assert.equal((await merchant.get('/v1/transfers?status=closed')).body.result.transfers.length, 1)
    assert.equal((await transfer(honest.id)).state, 'settled')
    await assert.rejects(closeWithheld(needs(), forged.id, 'again', BY), Unmet)
    await assertAudited(world())
  })

  test('closing a refund that is owed writes its money off: it is no longer owed, there is an event, and it is never sent', async () => {
    const merchant = await frozen()
    const refund = await refundOf(merchant)
    await alter(refund.id, { tracking_key: `X${refund.tracking_key.slice(1)}` })
    await world().work()
    assert.equal(await balanceOf(world(), merchant, 'payable:returns'), -15_000)
    assert.equal(await closeWithheld(needs(), refund.id, 'paid back in cash', BY), 15_000)
    await alter(refund.id, { tracking_key: refund.tracking_key })
    assert.equal(await balanceOf(world(), merchant, 'payable:returns'), 0)
    assert.equal(await balanceOf(world(), merchant, 'cost:differences'), -15_000)
    assert.equal((await eventsOf(merchant)).filter((type: string) => type === 'refund.failed').length, 1)
    const shown = (await merchant.get(`/v1/operations/${refund.operation_id}`)).body.result
    assert.deepEqual([shown.hasDevolution, shown.devolution_status], [false, 'rejected'])
    await assertAudited(world())
    // A forged row that takes its place is not sent.
    const { id: _, ...copy } = refund
    const forged = newTransfer(world().service.clock, copy)
    await world().service.store.commit([insert('transfers', forged)])
    await world().work()
    assert.deepEqual([(await transfer(forged.id)).state, (await transfer(forged.id)).asked_at], ['withheld', null])
    assert.equal(await closeWithheld(needs(), forged.id, 'forged', BY), 0)
    await assertAudited(world())
  })

  test('a transfer that the bank was asked to send is not closed', async () => {
    const merchant = await frozen()
    const refund = await refundOf(merchant)
    await alter(refund.id, { state: 'withheld', withheld_because: 'amount', asked_at: refund.created_at, due_at: null })
    await assert.rejects(closeWithheld(needs(), refund.id, 'whatever', BY), { reason: 'transfer-asked' })
    assert.equal(await releaseWithheld(needs(), refund.id, BY), undefined)
    await world().work()
    assert.equal((await transfer(refund.id)).state, 'settled')
    await assertAudited(world())
  })

  test('a payout whose transfer is closed fails, and the next payout carries its money', async () => {
    const merchant = await world().merchant()
    await merchant.call('PUT', '/v1/settlement/account', { clabe: SILENT })
    // A Monday; the payout is at the start of Tuesday.
    await moveClock(merchant, { freeze: true, set: '2031-06-02T12:00:00-06:00' })
    await payByCard(world(), merchant, APPROVED)
    await moveClock(merchant, { set: '2031-06-03' })
    const [stopped] = await transfersOf(world(), merchant)
    assert.equal(stopped?.state, 'pending')
    await alter(stopped.id, { state: 'withheld', withheld_because: 'destination', due_at: null, asked_at: null })
    assert.equal(await closeWithheld(needs(), stopped.id, 'the row was altered', BY), 0)
    await world().work()
    const statuses = async () =>
      (await merchant.get('/v1/payouts')).body.result.payouts.map((one: { status: string }) => one.status)
    assert.deepEqual(await statuses(), ['failed'])
    assert.ok((await eventsOf(merchant)).includes('payout.failed'))
    await merchant.call('PUT', '/v1/settlement/account', { clabe: PAYER })
    await moveClock(merchant, { advance: 'P4D' })
    assert.deepEqual(await statuses(), ['paid', 'failed'])
    assert.equal(await balanceOf(world(), merchant, 'payouts'), 0)
    assert.equal(await balanceOf(world(), merchant, 'payable:merchant'), 0)
    await assertAudited(world())
  })

  test('a second deposit under our own key is separate money: it is kept', async () => {
    const merchant = await frozen()
    const refund = await refundOf(merchant)
    await world().work()
    const report = { clabe: CLABE_OF_NOBODY, amount: 150, tracking_key: refund.tracking_key }
    assert.equal((await payBySpei(merchant, { ...report, payer_clabe: PAYER })).outcome, 'taken-back')
    const before = await balanceOf(world(), merchant, 'payable:suspense')
    const other = { ...report, payer_clabe: FOREIGN }
    const answers = await Promise.all([1, 2, 3].map(() => payBySpei(merchant, other)))
    assert.deepEqual(
      answers.map(({ outcome }) => outcome),
      ['suspended', 'suspended', 'suspended'],
    )
    assert.equal(new Set(answers.map(({ id }) => id)).size, 1)
    assert.equal(answers[0].reason, 'own-transfer-again')
    assert.equal((await balanceOf(world(), merchant, 'payable:suspense')) - before, -15_000)
    await assertAudited(world())
  })

  test('of two deposits at once under the key of a returned transfer, one is its return and one is kept', async () => {
    const merchant = await frozen()
    const refund = await refundOf(merchant)
    await world().work()
    const { tracking_key: trackingKey, network } = refund
    await world().service.transferChanged({ network, trackingKey, state: 'returned' })
    const report = { clabe: CLABE_OF_NOBODY, amount: 150, tracking_key: trackingKey }
    const answers = await Promise.all(
      [PAYER, FOREIGN].map((payer_clabe) => payBySpei(merchant, { ...report, payer_clabe })),
    )
    assert.deepEqual(answers.map(({ outcome }) => outcome).sort(), ['suspended', 'taken-back'])
    assert.equal(await balanceOf(world(), merchant, 'receivable:bank'), 15_000 + 15_000)
    await assertAudited(world())
  })
})
