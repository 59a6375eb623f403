// The promise: a line that has another amount than its record is judged again when a record comes that agrees, so that the books are as if that had been there
// from the beginning.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processActor } from '../../../src/accounts/trail/record.ts'
import { speiDay } from '../../../src/core/time.ts'
import { closeLine } from '../../../src/reconciliation/close.ts'
import { assertAudited, balanceOf, nowOf, payBySpei, speiVoucher } from '../../support/fixtures/payers.ts'
import { done, type Merchant, onBothEngines } from '../../support/harness/world.ts'

const [ONE_BANK, OTHER_BANK] = ['012180001554321090', '002010077777777771']

onBothEngines('a line whose record comes later', (world) => {
  let keys = 0
  const reconcile = (merchant: Merchant, content: string) => done(merchant.post('/v1/sandbox/reconcile', { content }))
  const books = async (merchant: Merchant) => {
    const names = ['bank', 'receivable:bank', 'suspense:statements', 'cost:differences']
    const all = names.map(async (name) => [name, await balanceOf(world(), merchant, name)] as const)
    return Object.fromEntries(await Promise.all(all))
  }
  /** Two banks send a deposit under one key; the statement does not name them. */
  const ground = async () => {
    const merchant = await world().merchant()
    keys += 1
    const tracking_key = `LATER${keys}`
    const [small, large] = [await speiVoucher(merchant, { total: 40 }), await speiVoucher(merchant, { total: 100 })]
    const day = speiDay(await nowOf(merchant))
    const line = (amount: string, clabe: string) =>
      `sandbox-spei,spei,${tracking_key},${day},${amount},payment,${clabe},`
    const file = (lines: string[], sum: string) =>
      [
        `statement,1,sandbox-spei,${day},${day}`,
        'network,rail,id,day,amount,kind,reference,institution',
        ...lines,
        `trailer,${lines.length},${sum}`,
      ].join('\n')
    return {
      merchant,
      ofLarge: file([line('100.00', large.bank_account_number)], '100.00'),
      ofBoth: file([line('40.00', small.bank_account_number), line('100.00', large.bank_account_number)], '140.00'),
      turned: file([line('100.00', large.bank_account_number), line('40.00', small.bank_account_number)], '140.00'),
      paySmall: () =>
        payBySpei(merchant, { transaction: small.transaction, tracking_key, payer_clabe: ONE_BANK, amount: '40.00' }),
      payLarge: () =>
        payBySpei(merchant, {
          transaction: large.transaction,
          tracking_key,
          payer_clabe: OTHER_BANK,
          amount: '100.00',
        }),
    }
  }

  test('is matched with it when its file is handed in again', async () => {
    const first = await ground()
    await first.paySmall()
    await first.payLarge()
    assert.equal((await reconcile(first.merchant, first.ofLarge)).counts.matched, 1)

    const { merchant, ofLarge, paySmall, payLarge } = await ground()
    await paySmall()
    assert.equal((await reconcile(merchant, ofLarge)).counts.different, 1)
    assert.equal((await books(merchant))['suspense:statements'], -6_000)
    // Nothing else agrees: it stays as it is.
    assert.equal((await reconcile(merchant, ofLarge)).counts.different, 1)
    await payLarge()
    const { counts } = await reconcile(merchant, ofLarge)
    assert.deepEqual([counts.different, counts.matched, counts.missing], [0, 1, 1])
    assert.deepEqual(await books(merchant), await books(first.merchant))
    const again = await reconcile(merchant, ofLarge)
    assert.deepEqual([again.counts.repeated, again.counts.missing], [1, 1])
    await assertAudited(world())
  })

  test('by several runs at once is matched once', async () => {
    const { merchant, ofLarge, paySmall, payLarge } = await ground()
    await paySmall()
    await reconcile(merchant, ofLarge)
    await payLarge()
    const all = await Promise.all([1, 2, 3].map(() => reconcile(merchant, ofLarge)))
    assert.ok(all.some(({ counts }) => counts.matched === 1))
    for (const { counts } of all) assert.deepEqual([counts.different, counts.contradiction], [0, 0])
    assert.equal((await books(merchant))['suspense:statements'], 0)
    await assertAudited(world())
  })

  test('and that a person has written off stays', async () => {
    const { merchant, ofLarge, paySmall, payLarge } = await ground()
    await paySmall()
    await reconcile(merchant, ofLarge)
    const { store, clock } = world().service
    const [row] = await store.db
      .selectFrom('statement_lines')
      .select('id')
      .where('account_id', '=', merchant.accountId)
      .execute()
    await closeLine({ store, clock }, row?.id ?? '', { by: processActor('test') })
    await payLarge()
    await reconcile(merchant, ofLarge)
    const { 'suspense:statements': suspense, 'cost:differences': cost } = await books(merchant)
    assert.deepEqual([suspense, cost], [0, -6_000])
    await assertAudited(world())
  })
})
