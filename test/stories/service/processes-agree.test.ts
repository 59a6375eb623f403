import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeFee } from '../../../src/accounts/fees/schedules.ts'
import { processActor } from '../../../src/accounts/trail/record.ts'
import { createClock } from '../../../src/core/clock.ts'
import { create } from '../../../src/operations/record.ts'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import { operationOf, speiVoucher, storeVoucher } from '../../support/fixtures/payers.ts'
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
      const given = { percentageMillis: 0, fixedCentavos: round * 100 + 50 }
      await changeFee(world().service, processActor('fees'), { accountId: merchant.accountId, rail: 'spei', given })
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
  test('also when the clock of the process that made it is ahead', async (t) => {
    const receiver = await openReceiver()
    t.after(() => receiver.close())
    const merchant = await world().merchant()
    assert.equal((await merchant.post('/v1/webhook', { url: `${receiver.url}/ahead` })).status, 200)
    const { store } = world().service
    const ahead = createClock({ offsetMs: 3_000, frozenMs: null })
    const owner = { account_id: merchant.accountId, operator: merchant.operator }
    const row = pendingRow({ store, clock: ahead }, owner, { rail: 'store', network: 'sandbox-cash' })
    // As long as a network may take to issue.
    await new Promise((resolve) => setTimeout(resolve, 50))
    await create({ store, clock: ahead }, row, [], 'voucher.issued')
    const reversal = await merchant.post(`/v1/operations/apply-reversal/${row.id}`, {})
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
}
