// The promise: money that came once is not given back, and pays nothing more, because its bank writes the key of the payment in other letters in its
// statement than in its report: in capitals, or filled up with blanks, marks or zeros.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertAudited,
  customerWithSource,
  payAtStore,
  payBySpei,
  speiVoucher,
  storeVoucher,
} from '../../support/fixtures/payers.ts'
import { reconcile } from '../../support/fixtures/statements.ts'
import { done, type Merchant, onBothEngines } from '../../support/harness/world.ts'

onBothEngines('a payment whose key a statement writes in other letters', (world) => {
  const statement = async (merchant: Merchant, rail = 'spei'): Promise<string> =>
    (await done(merchant.get(`/v1/sandbox/statement?rail=${rail}&settled=false`))).content
  /** Payments that paid nothing: suspended, or given back. */
  const besides = async (merchant: Merchant) => (await done(merchant.get('/v1/received-payments'))).payments

  /** Its line stays open, nothing else is recorded, and the line that is right is matched. */
  const assertLeftOpen = async (merchant: Merchant, right: string, wrong: string) => {
    const { counts, findings } = await reconcile(merchant, wrong)
    assert.deepEqual([counts.extra, counts.matched], [1, 0])
    assert.equal(findings.find(({ finding }: { finding: string }) => finding === 'extra').became, null)
    await world().work()
    assert.deepEqual(await besides(merchant), [])
    assert.equal((await reconcile(merchant, right)).counts.matched, 1)
    await assertAudited(world())
  }

  test('into a voucher: the line stays open', async () => {
    const merchant = await world().merchant()
    const { transaction } = await speiVoucher(merchant)
    await payBySpei(merchant, { transaction, tracking_key: 'Abc001' })
    const right = await statement(merchant)
    await assertLeftOpen(merchant, right, right.replace('Abc001', 'ABC001'))
  })

  for (const [what, key, written] of [
    ['the mark of a text', '0012ab', "'0012ab"],
    ['no zeros before it', '0013ab', '13ab'],
    ['blanks and dashes', '0014ab', '00-14 AB'],
  ] as const)
    test(`into a voucher, with ${what}: the line stays open`, async () => {
      const merchant = await world().merchant()
      const { transaction } = await speiVoucher(merchant)
      await payBySpei(merchant, { transaction, tracking_key: key })
      const right = await statement(merchant)
      await assertLeftOpen(merchant, right, right.replace(key, written))
    })

  test('a key or a CLABE whose digits a spreadsheet has lost cannot be read', async () => {
    const merchant = await world().merchant()
    const { transaction, bank_account_number: clabe } = await speiVoucher(merchant)
    await payBySpei(merchant, { transaction, tracking_key: '202701120001' })
    const right = await statement(merchant)
    for (const [wrong, fault] of [
      [right.replace('202701120001', '2.02701E+11'), 'id'],
      [right.replace(clabe, '6.46181E+17'), 'reference'],
    ] as const) {
      const { counts, findings } = await reconcile(merchant, wrong)
      assert.deepEqual([counts.malformed, findings[0].faults], [1, [fault]])
    }
    assert.deepEqual(await besides(merchant), [])
    assert.equal((await reconcile(merchant, right)).counts.matched, 1)
  })

  test('at a store: the line stays open', async () => {
    const merchant = await world().merchant()
    const { transaction } = await storeVoucher(merchant)
    await payAtStore(merchant, { transaction, ticket: 'a-17' })
    const right = await statement(merchant, 'store')
    await assertLeftOpen(merchant, right, right.replace('a-17', 'A-17'))
  })

  test('into the CLABE of a customer: it pays no second voucher', async () => {
    const merchant = await world().merchant()
    const { source, clabe } = await customerWithSource(merchant)
    for (const total of [100, 100]) await done(merchant.post('/v1/payment/spei', { total, source }))
    await payBySpei(merchant, { clabe, amount: 100, tracking_key: 'Abc002' })
    const right = await statement(merchant)
    await assertLeftOpen(merchant, right, right.replace('Abc002', 'ABC002'))
  })

  test('an id, a reference or an institution between blanks cannot be read', async () => {
    const merchant = await world().merchant()
    const { transaction, bank_account_number: clabe } = await speiVoucher(merchant)
    await payBySpei(merchant, { transaction, tracking_key: 'ABC003' })
    const right = await statement(merchant)
    for (const [fault, text] of [
      ['id', 'ABC003'],
      ['reference', clabe],
    ] as const)
      for (const padded of [`${text} `, ` ${text}`, `${text}\u00a0`]) {
        const { findings } = await reconcile(merchant, right.replace(text, padded))
        assert.deepEqual(findings[0].faults, [fault])
      }
    assert.deepEqual(await besides(merchant), [])
  })
})
