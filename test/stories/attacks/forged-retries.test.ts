import assert from 'node:assert/strict'
import { test } from 'node:test'
import { audit } from '../../../src/service/audit.ts'
import { insert, update, type Write } from '../../../src/store/write.ts'
import { newTransfer } from '../../../src/transfers/new-transfer.ts'
import type { TransferRow } from '../../../src/transfers/tables.ts'
import { moveClock, payBySpei, speiVoucher, transfersOf } from '../../support/fixtures/payers.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

const CLOSED = '646180990000000012'
const FOREIGN = '032180000118359719'
const PAYER = '002010077777777771'

onBothEngines('a forged retry of a failed transfer is withheld, and named', (world) => {
  const refundTo = async (merchant: Merchant, payer_clabe: string): Promise<TransferRow> => {
    const { transaction } = await speiVoucher(merchant)
    await payBySpei(merchant, { transaction, payer_clabe })
    await merchant.get(`/v1/operations/apply-reversal/${transaction}`)
    await world().work()
    const rows = await transfersOf(world(), merchant)
    return rows.find((row) => row.operation_id === transaction) ?? assert.fail('no refund')
  }
  const claim = (failed: TransferRow, change: Partial<TransferRow> = {}): TransferRow => {
    const { account_id, operation_id, kind, rail, network, beneficiary, amount_centavos, concept } = failed
    const request = { account_id, operation_id, kind, rail, network, beneficiary, amount_centavos, concept }
    const made = newTransfer(world().service.clock, { ...request, destination: FOREIGN })
    return { ...made, replaces: failed.id, ...change }
  }
  const retryOf = (made: TransferRow, change: object = {}): Write =>
    insert('transfer_retries', {
      transfer_id: made.id,
      replaces: made.replaces ?? '',
      account_id: made.account_id,
      destination: made.destination,
      beneficiary: made.beneficiary,
      created_at: made.created_at,
      ...change,
    })
  const assertWithheld = async (id: string) => {
    await world().work()
    const { store } = world().service
    const row = await store.db.selectFrom('transfers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    assert.deepEqual([row.state, row.asked_at], ['withheld', null], row.withheld_because)
    const named = (await audit(store)).invariants.find((one) => one.name === 'transfers')
    assert.ok((named?.faults ?? 0) > 0)
    return row.withheld_because
  }

  test('without a record of a retry', async () => {
    const merchant = await world().merchant()
    const made = claim(await refundTo(merchant, CLOSED))
    await world().service.store.commit([insert('transfers', made)])
    assert.equal(await assertWithheld(made.id), 'no-cause')
  })

  test('without being marked as a retry', async () => {
    const merchant = await world().merchant()
    const made = claim(await refundTo(merchant, CLOSED), { replaces: null, destination: CLOSED })
    await world().service.store.commit([insert('transfers', made)])
    assert.equal(await assertWithheld(made.id), 'repeated')
  })

  test('of a transfer that has arrived', async () => {
    const merchant = await world().merchant()
    const settled = await refundTo(merchant, PAYER)
    assert.equal(settled.state, 'settled')
    const made = claim(settled)
    const { store } = world().service
    await store.commit([
      insert('transfers', made),
      retryOf(made),
      update('transfers', { replaced_by: made.id }, { id: settled.id }),
    ])
    assert.equal(await assertWithheld(made.id), 'not-failed')
  })

  test('beside an existing retry', async () => {
    const merchant = await world().merchant()
    await moveClock(merchant, { freeze: true })
    const failed = await refundTo(merchant, CLOSED)
    const answer = await merchant.post(`/v1/transfers/${failed.id}/retry`, { clabe: PAYER })
    assert.equal(answer.status, 200, answer.text)
    // The failed one may have one retry: the second row would say that it replaces another.
    const made = claim(failed, { replaces: answer.body.result.id })
    await world().service.store.commit([insert('transfers', made), retryOf(made)])
    assert.equal(await assertWithheld(made.id), 'not-failed')
    const honest = (await transfersOf(world(), merchant)).find((row) => row.id === answer.body.result.id)
    assert.equal(honest?.state, 'settled')
    await moveClock(merchant, { resume: true })
  })

  test('of another account, of another amount, to another destination, or in a circle', async () => {
    const merchant = await world().merchant()
    const stranger = await world().merchant()
    const { store } = world().service
    const changes: [Partial<TransferRow>, object, string][] = [
      [{ account_id: stranger.accountId }, { account_id: stranger.accountId }, 'no-cause'],
      [{ account_id: stranger.accountId }, { account_id: merchant.accountId }, 'account'],
      [{ amount_centavos: 15_001 }, {}, 'amount'],
      [{ destination: PAYER }, { destination: FOREIGN }, 'destination'],
      [{ kind: 'payout' }, {}, 'no-cause'],
      [{ tracking_key: 'X' }, {}, 'tracking-key'],
    ]
    for (const [row, record, because] of changes) {
      const failed = await refundTo(merchant, CLOSED)
      const made = claim(failed, row)
      const unique = row.tracking_key === undefined ? {} : { tracking_key: `X${made.id.slice(4, 24).toUpperCase()}` }
      await store.commit([
        insert('transfers', { ...made, ...unique }),
        retryOf(made, record),
        update('transfers', { replaced_by: made.id }, { id: failed.id }),
      ])
      assert.equal(await assertWithheld(made.id), because)
    }
    const failed = await refundTo(merchant, CLOSED)
    const [one, other] = [claim(failed), claim(failed)]
    const circle = [
      { ...one, replaces: other.id, replaced_by: other.id },
      { ...other, replaces: one.id, replaced_by: one.id },
    ]
    await store.commit([...circle.map((row) => insert('transfers', row)), ...circle.map((row) => retryOf(row))])
    for (const { id } of circle) assert.equal(await assertWithheld(id), 'no-cause')
  })
})
