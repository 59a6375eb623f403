// The promise: of two deposits of one bank under one tracking key, amount and day into two CLABEs, each is matched with its line, also when the lines come in
// two files, in any order, again, and at once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { speiDay } from '../../../src/core/time.ts'
import { assertAudited, nowOf, payBySpei, speiVoucher } from '../../support/fixtures/payers.ts'
import { reconcile } from '../../support/fixtures/statements.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

const PAYER = '012180001554321090'

onBothEngines('two deposits under one key, in two statements', (world) => {
  const twoDeposits = async (merchant: Merchant, key: string): Promise<[string, string]> => {
    const [one, other] = [await speiVoucher(merchant), await speiVoucher(merchant)]
    for (const { transaction } of [one, other])
      await payBySpei(merchant, { transaction, tracking_key: key, payer_clabe: PAYER })
    return [one.bank_account_number, other.bank_account_number]
  }
  const fileOf = async (merchant: Merchant, key: string, institution: string) => {
    const day = speiDay(await nowOf(merchant))
    return (...references: string[]) =>
      [
        `statement,1,sandbox-spei,${day},${day}`,
        'network,rail,id,day,amount,kind,reference,institution',
        ...references.map((one) => `sandbox-spei,spei,${key},${day},150.00,payment,${one},${institution}`),
        `trailer,${references.length},${references.length * 150}.00`,
      ].join('\n')
  }

  test('each line finds its payment, and nobody may close one of them as never received', async () => {
    for (const [institution, turned] of [
      ['012', false],
      ['012', true],
      ['', false],
      ['', true],
    ] as const) {
      const merchant = await world().merchant()
      const key = `SPLIT${merchant.accountId.slice(-12)}`.replace(/[^A-Za-z0-9]/g, '')
      const file = await fileOf(merchant, key, institution)
      const [first, second] = await twoDeposits(merchant, key)
      const files = turned ? [file(second), file(first)] : [file(first), file(second)]
      for (const content of files) {
        const { counts } = await reconcile(merchant, content)
        assert.deepEqual([counts.matched, counts.repeated, counts.extra], [1, 0, 0])
      }
      // Overlapping files, and the same files again at once, count nothing twice.
      const again = await Promise.all(
        [file(second, first), ...files, file(first, second)].map((one) => reconcile(merchant, one)),
      )
      for (const { counts, findings } of again)
        assert.deepEqual([counts.repeated, counts.matched, findings], [counts.lines, 0, []])
      const rows = await world()
        .service.store.db.selectFrom('payments_received')
        .select(['outcome', 'stated'])
        .where('account_id', '=', merchant.accountId)
        .where('outcome', '=', 'suspended')
        .execute()
      assert.deepEqual(rows, [{ outcome: 'suspended', stated: 1 }])
    }
    await assertAudited(world())
  })

  test('two files at once, each with one of the lines, are matched as one after the other', async () => {
    const merchant = await world().merchant()
    const file = await fileOf(merchant, 'SPLITATONCE', '012')
    const references = await twoDeposits(merchant, 'SPLITATONCE')
    const done = await Promise.all(references.map((one) => reconcile(merchant, file(one))))
    assert.deepEqual(
      done.map(({ counts }) => [counts.matched, counts.repeated]),
      [
        [1, 0],
        [1, 0],
      ],
    )
    await assertAudited(world())
  })

  test('a line that is read before the reports does not take the payment of the other line', async () => {
    const merchant = await world().merchant()
    const vouchers = [await speiVoucher(merchant), await speiVoucher(merchant)]
    const [first, second] = vouchers.map((one) => one.bank_account_number)
    const unnamed = await fileOf(merchant, 'SPLITEARLY', '')
    assert.equal((await reconcile(merchant, unnamed(first))).counts.extra, 1)
    for (const { transaction } of vouchers)
      await payBySpei(merchant, { transaction, tracking_key: 'SPLITEARLY', payer_clabe: PAYER })
    assert.equal((await reconcile(merchant, unnamed(second))).counts.matched, 1)
    const { counts, findings } = await reconcile(merchant, unnamed(first))
    assert.deepEqual([counts.repeated, counts.missing, findings], [1, 0, []])
    await assertAudited(world())
  })

  test('a line that differs from one on record only by its reference, to which nobody paid, is a repeat', async () => {
    const merchant = await world().merchant()
    const file = await fileOf(merchant, 'SPLITTEXT', '012')
    const { transaction, bank_account_number } = await speiVoucher(merchant)
    await payBySpei(merchant, { transaction, tracking_key: 'SPLITTEXT', payer_clabe: PAYER })
    assert.equal((await reconcile(merchant, file(bank_account_number))).counts.matched, 1)
    const { counts } = await reconcile(merchant, file('DEPOSITO SPEI'))
    assert.deepEqual([counts.repeated, counts.extra], [1, 0])
    await assertAudited(world())
  })
})
