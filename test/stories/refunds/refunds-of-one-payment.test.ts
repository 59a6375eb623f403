// A payment has a bounded number of refunds: its page and PDF have a line for each, and each refund is computed from those before it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../../src/core/ids.ts'
import { MAX_REFUNDS } from '../../../src/refunds/quote.ts'
import { columns } from '../../../src/store/columns.ts'
import { insert } from '../../../src/store/write.ts'
import { payAtStore, storeVoucher } from '../../support/fixtures/payers.ts'
import { onBothEngines } from '../../support/harness/world.ts'

onBothEngines('the refunds of one payment', (world) => {
  test('the last one that it may have is made; the next one is refused, also when the others were cancelled', async () => {
    const merchant = await world().merchant()
    const { transaction } = await storeVoucher(merchant)
    await payAtStore(merchant, { transaction })
    const path = `/v1/operations/${transaction}/refunds`
    const destination = { email: 'ana@example.mx' }
    const first = await merchant.post(path, { amount: '1.00', destination })
    assert.equal(first.status, 200, first.text)
    const cancelled = await merchant.post(`/v1/refunds/${first.body.result.id}/cancel`, {})
    assert.equal(cancelled.status, 200, cancelled.text)
    const { store, clock } = world().service
    const { db } = store
    const row = await db
      .selectFrom('refunds')
      .select(columns.refunds)
      .where('account_id', '=', merchant.accountId)
      .where('id', '=', first.body.result.id)
      .executeTakeFirstOrThrow()
    // With the cancelled one and one more they are as many as there may be.
    const others = Array.from({ length: MAX_REFUNDS - 2 }, () => ({ ...row, id: newId(clock, 'rfd') }))
    for (let from = 0; from < others.length; from += 100)
      await store.commit([insert('refunds', ...others.slice(from, from + 100))])

    const last = await merchant.post(path, { amount: '1.00', destination })
    assert.equal(last.status, 200, last.text)
    const refused = await merchant.post(path, { amount: '1.00', destination })
    assert.deepEqual([refused.status, refused.body.error?.reason], [409, 'refunds-too-many'], refused.text)
    const rest = await merchant.post(path, { destination })
    assert.equal(rest.body.error?.reason, 'refunds-too-many')
    const { body } = await merchant.get(`/v1/operations/${transaction}`)
    assert.equal(body.result.refunded.amount, '1.00')
  })
})
