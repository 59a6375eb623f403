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
    const line = (amount: string, clabe: string, institution = '') =>
      `sandbox-spei,spei,${tracking_key},${day},${amount},payment,${clabe},${institution}`
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
      /** Two lines of one amount, and the second of them alone. */
      ofTwo: (institution: string) => {
        const [one, other] = [small, large].map((of) => line('100.00', of.bank_account_number, institution)) as [
          string,
          string,
        ]
        return [file([one, other], '200.00'), file([other], '100.00')] as const
      },
      ofSmall: file([line('40.00', small.bank_account_number)], '40.00'),
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
    await closeLine({ store, clock }, row?.id ?? '', { by: processActor('accounts') })
    await payLarge()
    await reconcile(merchant, ofLarge)
    const { 'suspense:statements': suspense, 'cost:differences': cost } = await books(merchant)
    assert.deepEqual([suspense, cost], [0, -6_000])
    await assertAudited(world())
  })

  test('beside another line of its key, each of another amount, is a line of its own, in any order and in any file', async () => {
    const { merchant, ofLarge, ofBoth, turned, paySmall, payLarge } = await ground()
    await paySmall()
    await payLarge()
    const both = await reconcile(merchant, ofBoth)
    assert.deepEqual([both.counts.matched, both.counts.contradiction, both.counts.missing], [2, 0, 0])
    const right = await books(merchant)
    assert.equal(right['suspense:statements'], 0)
    for (const content of [turned, ofLarge, ofBoth]) {
      const { counts, findings } = await reconcile(merchant, content)
      assert.deepEqual([counts.repeated, findings], [counts.lines, []])
    }
    assert.deepEqual(await books(merchant), right)

    // The other way round, at once, and in two files.
    const other = await ground()
    await other.paySmall()
    await other.payLarge()
    const all = await Promise.all(
      [other.turned, other.ofBoth, other.ofLarge].map((one) => reconcile(other.merchant, one)),
    )
    for (const { counts } of all) assert.deepEqual([counts.contradiction, counts.different, counts.extra], [0, 0, 0])
    assert.deepEqual(await books(other.merchant), right)
    const third = await ground()
    await third.paySmall()
    await third.payLarge()
    for (const content of [third.ofLarge, third.ofSmall])
      assert.equal((await reconcile(third.merchant, content)).counts.matched, 1)
    assert.equal((await reconcile(third.merchant, third.turned)).counts.repeated, 2)
    assert.deepEqual(await books(third.merchant), right)
    await assertAudited(world())
  })

  test('of which nothing is on record yet, the bank has both, and each finds its payment later', async () => {
    const { merchant, ofBoth, turned, paySmall, payLarge } = await ground()
    const { counts } = await reconcile(merchant, ofBoth)
    assert.deepEqual([counts.extra, counts.contradiction], [2, 0])
    assert.equal((await books(merchant)).bank, 14_000)
    await paySmall()
    await reconcile(merchant, turned)
    await payLarge()
    const last = await reconcile(merchant, ofBoth)
    assert.deepEqual([last.counts.extra, last.counts.contradiction, last.counts.missing], [0, 0, 0])
    const { bank, 'suspense:statements': suspense } = await books(merchant)
    assert.deepEqual([bank, suspense], [14_000, 0])
    await assertAudited(world())
  })

  test('a file with one amount alone, of which no payment is on record, contradicts another file', async () => {
    const { merchant, ofLarge, ofSmall, payLarge } = await ground()
    await payLarge()
    await reconcile(merchant, ofLarge)
    assert.equal((await reconcile(merchant, ofSmall)).counts.contradiction, 1)
    await assertAudited(world())
  })

  test('a correction of a file with both takes back the wrong one alone', async () => {
    const { merchant, ofLarge, ofBoth, paySmall, payLarge } = await ground()
    await payLarge()
    const wrong = await reconcile(merchant, ofBoth)
    assert.deepEqual([wrong.counts.matched, wrong.counts.extra], [1, 1])
    const body = { content: ofLarge, corrects: wrong.id }
    const { counts } = await done(merchant.post('/v1/sandbox/reconcile', body))
    assert.deepEqual([counts.superseded, counts.repeated], [1, 1])
    assert.equal((await books(merchant)).bank, 10_000)
    await paySmall()
    await assertAudited(world())
  })

  for (const [institution, what] of [
    ['', 'without institution'],
    ['002', 'of one bank'],
  ] as const)
    test(`a correction that leaves the second of two alike, ${what}, leaves one`, async () => {
      const { merchant, payLarge, ofTwo } = await ground()
      await payLarge()
      const [both, second] = ofTwo(institution)
      const wrong = await reconcile(merchant, both)
      assert.deepEqual([wrong.counts.matched, wrong.counts.extra], [1, 1])
      const { counts } = await done(merchant.post('/v1/sandbox/reconcile', { content: second, corrects: wrong.id }))
      assert.deepEqual([counts.lines, counts.superseded], [1, 1])
      assert.equal((await books(merchant)).bank, 10_000)
      assert.equal((await reconcile(merchant, `${second}\n`)).counts.repeated, 1)
      await assertAudited(world())
    })
})
