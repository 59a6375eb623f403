import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Operation } from '../../../src/store/operation.ts'
import { APPROVED, DECLINED, payByCard } from '../../support/fixtures/charges.ts'
import { customerWithSource, payAtStore, payBySpei, speiVoucher, storeVoucher } from '../../support/fixtures/payers.ts'
import { onBothEngines } from '../../support/harness/world.ts'
import { assertRowsFitTheirRails } from '../../support/model/operation-rows.ts'

/** Compiles only while the rail tells what is there. */
export function payeesDigits(operation: Operation): string {
  switch (operation.rail) {
    case 'card':
      return operation.card_last_four + (operation.chain satisfies null)
    case 'store':
      return operation.short_id + (operation.card_id satisfies null)
    case 'spei':
      return operation.bank_account_number + (operation.card_brand satisfies '')
  }
}

onBothEngines('an operation has all fields of its rail, and none of another', (world) => {
  test('in every way to create and change it', async () => {
    const merchant = await world().merchant()
    await payByCard(world(), merchant, APPROVED)
    await payByCard(world(), merchant, DECLINED)
    const { transaction } = await storeVoucher(merchant)
    await payAtStore(merchant, { transaction })
    await storeVoucher(merchant)
    const spei = await speiVoucher(merchant)
    await payBySpei(merchant, { transaction: spei.transaction })
    const customer = await customerWithSource(merchant)
    await speiVoucher(merchant, { source: customer.source })
    await payBySpei(merchant, { clabe: customer.clabe, amount: 150 })
    await payBySpei(merchant, { clabe: customer.clabe, amount: 70 })
    await merchant.post(`/v1/operations/apply-reversal/${spei.transaction}`, {})
    await assertRowsFitTheirRails(world().service.store)
    const rails = await world()
      .service.store.db.selectFrom('operations')
      .select(['rail', 'status'])
      .where('account_id', '=', merchant.accountId)
      .execute()
    assert.deepEqual(rails.map(({ rail, status }) => `${rail} ${status}`).sort(), [
      'card declined',
      'card paid',
      'spei cancelled',
      'spei paid',
      'spei paid',
      'store paid',
      'store pending',
    ])
  })
})
