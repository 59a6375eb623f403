// The promise: a bank may report a transfer by its own id alone, and send a deposit back whose payer it does not name; what it keeps for itself
// is on disk, and no number is given twice.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { changeFee } from '../../../src/accounts/fees/schedules.ts'
import { processActor } from '../../../src/accounts/trail/record.ts'
import type { InboundOutcome } from '../../../src/connectors/notice.ts'
import type { ReturnDepositRequest, TransferOutcome, TransferStateOutcome } from '../../../src/connectors/spei-bank.ts'
import { connectorState, forgetStateTask, passingState } from '../../../src/connectors/state.ts'
import { speiDay } from '../../../src/core/time.ts'
import { openDatabase } from '../../../src/store/database.ts'
import { assertAudited, customerWithSource, speiVoucher, transfersOf } from '../../support/fixtures/payers.ts'
import { newClabe, nextDigits, playedBank, reportsTo } from '../../support/fixtures/played-networks.ts'
import { ENGINES, newDatabaseUrl, stopPostgres } from '../../support/harness/engines.ts'
import { passTime } from '../../support/harness/pass-time.ts'
import { type Merchant, openWorld, type World } from '../../support/harness/world.ts'

after(stopPostgres)

const BANK = 'banco-dos'
const PAYER = '012180001554321090'
let makes: InboundOutcome = { kind: 'unknown' }
const returned: ReturnDepositRequest[] = []
const SENT_BACK: TransferOutcome = { kind: 'settled', networkReference: 'R1' }
let sentBack: TransferOutcome | { kind: 'unknown' } = SENT_BACK
const shown = new Map<string, TransferStateOutcome>()

const speiBank = playedBank({
  name: BANK,
  transfer: async ({ trackingKey }) => ({ kind: 'accepted', networkReference: `B-${trackingKey}` }),
  returnDeposit: async (request) => {
    returned.push(request)
    return sentBack
  },
  findTransfer: async ({ trackingKey }) => shown.get(trackingKey) ?? { kind: 'accepted' },
  inbound: reportsTo(() => makes),
})

for (const engine of ENGINES) {
  describe(`a bank of version 2 [${engine}]`, () => {
    let world: World
    let merchant: Merchant
    before(async () => {
      world = await openWorld(engine, {}, { connectors: { speiBank } })
      merchant = await world.merchant()
    })
    after(() => world.close())

    const report = async (...notices: object[]) => {
      makes = { kind: 'taken', notices: notices as never, answer: { status: 200, body: '{}' } }
      const { status } = await world.send({ method: 'POST', url: `/v1/networks/${BANK}/reports`, payload: '' })
      return status
    }
    const deposit = (networkReference: string, change: object = {}) => ({
      kind: 'payment',
      networkTransaction: `K${nextDigits()}`,
      institution: '012',
      operationDay: speiDay(world.service.clock.epochMs()),
      networkReference,
      amountCentavos: 15_000,
      ...change,
    })

    test('a transfer keeps the bank’s id, and a report by that id alone moves it; an unknown id moves nothing', async () => {
      const [first, second] = [await speiVoucher(merchant), await speiVoucher(merchant)]
      await report(deposit(first.bank_account_number, { payerClabe: PAYER }), deposit(second.bank_account_number))
      assert.equal((await merchant.post(`/v1/operations/${first.transaction}/refunds`, {})).status, 200)
      await world.work()
      const [sent] = await transfersOf(world, merchant)
      assert.deepEqual([sent?.state, sent?.network_reference], ['accepted', `B-${sent?.tracking_key}`])
      const reported = { kind: 'transfer', trackingKey: '', state: 'settled' }
      assert.equal(await report({ ...reported, networkReference: 'B-NOBODY' }), 200)
      assert.equal((await transfersOf(world, merchant))[0]?.state, 'accepted')
      for (const _ of [1, 2])
        assert.equal(await report({ ...reported, networkReference: sent?.network_reference }), 200)
      assert.equal((await transfersOf(world, merchant))[0]?.state, 'settled')
      const shown = (await merchant.get(`/v1/transfers?operation=${first.transaction}`)).body.result.transfers[0]
      assert.equal(shown.network_reference, sent?.network_reference)
    })

    test('a deposit into a customer’s CLABE costs the fee of now, also after another process has changed it', async () => {
      const { clabe } = await customerWithSource(merchant)
      for (const percent of [1, 2, 3]) {
        const newTerms = { percentageMillis: percent * 1_000, fixedCentavos: 0 }
        await changeFee(world.service, processActor('accounts'), {
          accountId: merchant.accountId,
          rail: 'spei',
          newTerms,
        })
        const reported = deposit(clabe, { payerClabe: PAYER })
        assert.equal(await report(reported), 200)
        const { fee_centavos } = await world.service.store.db
          .selectFrom('operations')
          .innerJoin('payments_received', 'payments_received.operation_id', 'operations.id')
          .select('fee_centavos')
          .where('network_transaction', '=', reported.networkTransaction)
          .executeTakeFirstOrThrow()
        assert.equal(fee_centavos, percent * 150)
      }
    })

    test('a report without a key and an id, or with an id that no database takes, is not taken', async () => {
      const reported = { kind: 'transfer', trackingKey: '', state: 'settled' }
      for (const wrong of [
        reported,
        { ...reported, networkReference: '' },
        { ...reported, networkReference: 'B\u0000' },
        { ...reported, networkReference: 7 },
      ])
        assert.equal(await report(wrong), 400)
    })

    test('a deposit that pays nothing and names no payer goes back by the bank’s own call, whole and once', async () => {
      returned.length = 0
      const notice = deposit(newClabe())
      await report(notice, notice)
      for (let again = 0; again < 2; again += 1) await world.work()
      const { networkTransaction: trackingKey, networkReference: clabe, operationDay: day } = notice
      assert.deepEqual(
        returned.map(({ deposit: one }) => one),
        [{ trackingKey, institution: '012', day, clabe, amountCentavos: 15_000 }],
      )
      assert.match(returned[0]?.trackingKey ?? '', /^CBR\w{1,27}$/)
    })

    test('a deposit that was sent back counts as such, although the bank names the account of its payer, which we do not know', async () => {
      for (const isReported of [false, true]) {
        sentBack = isReported ? { kind: 'accepted' } : { kind: 'unknown' }
        const notice = deposit(newClabe())
        await report(notice)
        await world.work()
        const state = async () =>
          world.service.store.db
            .selectFrom('transfers')
            .select(['state', 'tracking_key'])
            .where('destination', '=', notice.networkTransaction)
            .executeTakeFirstOrThrow()
        const { tracking_key: trackingKey } = await state()
        const settled = { amountCentavos: notice.amountCentavos, destination: PAYER }
        if (isReported) await report({ kind: 'transfer', trackingKey, state: 'settled', ...settled })
        else {
          shown.set(trackingKey, { kind: 'settled', ...settled })
          await passTime(world, 10 * 60_000)
        }
        assert.equal((await state()).state, 'settled')
      }
      sentBack = SENT_BACK
    })

    test('deposits of two banks under one key go back each by its own institution, also one that a later report named', async () => {
      returned.length = 0
      const notice = deposit(newClabe(), { institution: '' })
      await report(notice, { ...notice, institution: '012' }, { ...notice, institution: '002' })
      for (let again = 0; again < 2; again += 1) await world.work()
      assert.deepEqual(returned.map(({ deposit: one }) => one.institution).sort(), ['002', '012'])
      await assertAudited(world)
    })

    test('a payment in suspense of an unknown payer is released by the bank’s own call, without an account, or to a named one', async () => {
      returned.length = 0
      const { bank_account_number } = await speiVoucher(merchant)
      const first = deposit(bank_account_number)
      await report(first, { ...first, amountCentavos: 7_700 }, { ...first, amountCentavos: 8_800 })
      const held = (await merchant.get('/v1/received-payments?outcome=suspended')).body.result.payments
      assert.equal(held.length, 2)
      const release = (id: string, body: object) => merchant.post(`/v1/received-payments/${id}/release`, body)
      const byBank = await release(held[0].id, { action: 'return' })
      assert.ok(byBank.status < 300, byBank.text)
      const byName = await release(held[1].id, { action: 'return', clabe: PAYER, beneficiary: 'Ana' })
      assert.ok(byName.status < 300, byName.text)
      await world.work()
      assert.deepEqual(
        returned.map(({ deposit: one }) => one.trackingKey),
        [first.networkTransaction],
      )
      const states = (await transfersOf(world, merchant))
        .filter(({ kind }) => kind === 'return')
        .map(({ state, destination }) => `${state} ${destination}`)
      assert.deepEqual(states.sort(), [`accepted ${PAYER}`, `settled ${first.networkTransaction}`].sort())
      await assertAudited(world)
    })

    test('a connector’s counters never repeat and its texts stay, whichever of two processes asks, and apart from another connector’s', async () => {
      const url = await newDatabaseUrl(engine, { migrated: true })
      const one = await openDatabase(url, { connections: 2 })
      const other = engine === 'postgres' ? await openDatabase(url, { connections: 2 }) : one
      const { clock } = world.service
      const states = [one, other].map((store) => connectorState({ store, clock }, 'a'))
      const newTerms = await Promise.all(Array.from({ length: 40 }, (_, at) => states[at % 2]?.nextNumber('n')))
      assert.deepEqual(
        [...newTerms].sort((a = 0, b = 0) => a - b),
        Array.from({ length: 40 }, (_, at) => at + 1),
      )
      assert.equal(await states[0]?.lastNumber('n'), 40)
      assert.equal(await connectorState({ store: one, clock }, 'b').nextNumber('n'), 1)
      const kept = await Promise.all(Array.from({ length: 8 }, (_, at) => states[at % 2]?.keepFirst('x', `v${at}`)))
      assert.equal(new Set(kept).size, 1)
      await states[0]?.write('x', 'later')
      assert.equal(await states[1]?.read('x'), 'later')
      assert.equal(await connectorState({ store: one, clock }, 'b').read('x'), undefined)
      // What is kept for a while goes after it, and a name is free again.
      await states[0]?.keepFirst('day', 'old', 1)
      const later = { ...clock, now: () => new Date(clock.epochMs() + 25 * 3_600_000).toISOString() }
      assert.equal(await forgetStateTask({ store: one, clock }).run(), 0)
      assert.equal(await forgetStateTask({ store: one, clock: later }).run(), 1)
      assert.equal(await states[0]?.read('day'), undefined)
      assert.equal(await states[0]?.read('x'), 'later')
      for (const wrong of [states[0], passingState()]) {
        await assert.rejects(async () => wrong?.write('a b', 'x'), RangeError)
        await assert.rejects(async () => wrong?.keepFirst('x1', `\u0000`), RangeError)
        await assert.rejects(async () => wrong?.write('x', 'x'.repeat(4_001)), RangeError)
      }
      await one.close()
      if (other !== one) await other.close()
    })
  })
}
