import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reopenAccount, suspendAccount } from '../../../src/accounts/change-standing.ts'
import { changeFee } from '../../../src/accounts/fees/schedules.ts'
import { processActor } from '../../../src/accounts/trail/record.ts'
import { type Clock, createClock } from '../../../src/core/clock.ts'
import { advance, create } from '../../../src/operations/record.ts'
import type { OperationRow } from '../../../src/operations/tables.ts'
import type { VoucherOperation } from '../../../src/store/operation.ts'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import { newCheckout, payAt } from '../../support/fixtures/checkouts.ts'
import { operationOf, payBySpei, speiVoucher, storeVoucher } from '../../support/fixtures/payers.ts'
import { openReceiver } from '../../support/fixtures/receiver.ts'
import { MANY_AT_ONCE, type Merchant, onBothEngines, type World } from '../../support/harness/world.ts'
import { pendingRow } from '../../support/model/operation-rows.ts'

const ROUNDS = 7

onBothEngines('a change applies to the next request, in every process', changes, MANY_AT_ONCE)

function changes(world: () => World): void {
  const put = async (merchant: Merchant, path: string, body: object) => {
    const answer = await merchant.call('PUT', path, body)
    assert.equal(answer.status, 200, answer.text)
  }

  test('fees, set by a call or from the command line', async () => {
    const merchant = await world().merchant()
    for (let round = 1; round <= ROUNDS; round += 1) {
      await put(merchant, '/v1/sandbox/fees', { payment_method: 'SPE', percentage: round })
      const first = await speiVoucher(merchant, { total: 100 })
      assert.equal((await operationOf(merchant, first.transaction)).fee.amount, (round * 1.16).toFixed(2))
      const newTerms = { percentageMillis: 0, fixedCentavos: round * 100 + 50 }
      await changeFee(world().service, processActor('accounts'), {
        accountId: merchant.accountId,
        rail: 'spei',
        newTerms,
      })
      const second = await speiVoucher(merchant, { total: 100 })
      assert.equal((await operationOf(merchant, second.transaction)).fee.amount, ((round + 0.5) * 1.16).toFixed(2))
    }
  })

  test('risk rules', async () => {
    const merchant = await world().merchant()
    for (let round = 1; round <= ROUNDS; round += 1) {
      const blocked = round % 2 === 0
      await put(merchant, '/v1/risk/rules', { rules: blocked ? [{ kind: 'block', of: 'bin', value: '424242' }] : [] })
      assert.equal((await payByCard(world(), merchant, APPROVED)).status, blocked ? 403 : 200)
    }
  })

  test('a suspension, also to payers who come without a credential', async () => {
    const merchant = await world().merchant()
    const checkout = await newCheckout(merchant, { amount: 150, uses: 100 })
    const by = processActor('accounts')
    for (let round = 1; round <= ROUNDS; round += 1) {
      const suspended = round % 2 === 0
      const { accountId } = merchant
      await (suspended
        ? suspendAccount(world().service, { accountId, because: 'fraude' }, by)
        : reopenAccount(world().service, accountId, by))
      for (const way of ['spei', 'store']) {
        const { status, text } = await payAt(world(), checkout, { way })
        assert.equal(status, suspended ? 403 : 200, `${round} ${way}: ${text}`)
      }
    }
  })

  test('the simulated payers’ rules', async () => {
    const merchant = await world().merchant()
    for (let round = 1; round <= ROUNDS; round += 1) {
      const pays = round % 2 === 0
      await put(merchant, '/v1/sandbox/payer', { pay_after_seconds: pays ? 0 : null })
      const { transaction } = await storeVoucher(merchant)
      await world().work()
      assert.equal((await operationOf(merchant, transaction)).status, pays ? 'N' : 'P')
    }
  })
}

onBothEngines('events of one operation arrive in order', events, MANY_AT_ONCE)

function events(world: () => World): void {
  /** The clock of a process that is ahead of that of the service. */
  const ahead = () => {
    const { offsetMs } = world().service.clock.state()
    return createClock({ offsetMs: offsetMs + 3_000, frozenMs: null })
  }
  const issued = async (merchant: Merchant, clock: Clock): Promise<OperationRow> => {
    const { store } = world().service
    const owner = { account_id: merchant.accountId, operator: merchant.operator }
    const row = pendingRow({ store, clock }, owner, { rail: 'store', network: 'sandbox-cash' })
    // As long as a network may take to issue.
    await new Promise((resolve) => setTimeout(resolve, 50))
    await create({ store, clock }, row, [], 'voucher.issued')
    return row
  }

  test('also when the clock of the process that made it is ahead', async (t) => {
    const receiver = await openReceiver()
    t.after(() => receiver.close())
    const merchant = await world().merchant()
    assert.equal((await merchant.post('/v1/webhook', { url: `${receiver.url}/ahead` })).status, 200)
    const { id } = await issued(merchant, ahead())
    const reversal = await merchant.post(`/v1/operations/apply-reversal/${id}`, {})
    assert.equal(reversal.status, 200, reversal.text)
    const listed = (await merchant.get('/v1/events')).body.result.events
    assert.deepEqual(
      listed.map((one: { type: string }) => one.type),
      ['operation.cancelled', 'voucher.issued'],
    )
    await world().work()
    assert.deepEqual(
      receiver.at('/ahead').map((one) => one.event),
      ['voucher.issued', 'operation.cancelled'],
    )
  })

  test('those of its refunds too, as they were written, whatever the clocks of their processes said', async (t) => {
    const receiver = await openReceiver()
    t.after(() => receiver.close())
    const merchant = await world().merchant()
    const { transaction: other } = await speiVoucher(merchant, { total: 2_000 })
    await payBySpei(merchant, { transaction: other })
    const hook = (await merchant.post('/v1/webhook', { url: `${receiver.url}/refunds` })).body.result.id
    assert.equal((await merchant.post(`/v1/webhook/${hook}/pause`, {})).status, 200)
    const clock = ahead()
    const row = await issued(merchant, clock)
    await advance({ store: world().service.store, clock }, row as VoucherOperation, 'paid')
    const asked = { amount: '20.00', destination: { clabe: '002010077777777771', name: 'Ana' } }
    const refund = await merchant.post(`/v1/operations/${row.id}/refunds`, asked)
    assert.equal(refund.status, 200, refund.text)
    await world().work()
    assert.equal((await merchant.post(`/v1/webhook/${hook}/resume`, {})).status, 200)
    await world().work()
    const arrived = receiver.at('/refunds').filter(({ json }) => JSON.stringify(json).includes(row.id))
    assert.deepEqual(
      arrived.map(({ event }) => event),
      ['voucher.issued', 'operation.paid', 'refund.created', 'refund.sent', 'refund.updated'],
    )
  })
}
