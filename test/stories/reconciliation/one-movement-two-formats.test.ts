// The promise: a payment that one file of a bank states with its institution and another one without is one payment, in whatever order they come.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { speiDay } from '../../../src/core/time.ts'
import { assertAudited, nowOf, payBySpei, speiVoucher } from '../../support/fixtures/payers.ts'
import { reconcile } from '../../support/fixtures/statements.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

const PAYER = '012180001554321090'

onBothEngines('one movement in two formats of a bank', (world) => {
  const paid = async (merchant: Merchant, key: string): Promise<string> => {
    const { transaction, bank_account_number } = await speiVoucher(merchant)
    await payBySpei(merchant, { transaction, tracking_key: key, payer_clabe: PAYER })
    return bank_account_number
  }
  const fileOf = (day: string, lines: readonly string[]) =>
    [
      `statement,1,sandbox-spei,${day},${day}`,
      'network,rail,id,day,amount,kind,reference,institution',
      ...lines,
      `trailer,${lines.length},${lines.length * 150}.00`,
    ].join('\n')
  const bankOf = async (accounts: readonly string[]) => {
    const lines = await world()
      .service.store.db.selectFrom('statement_lines')
      .select(['verdict', 'institution'])
      .where('movement', 'in', accounts)
      .where('superseded_at', 'is', null)
      .execute()
    return lines.map(({ verdict }) => verdict)
  }

  test('with and without the institution it is matched once', async () => {
    for (const institutions of [
      ['012', ''],
      ['', '012'],
      ['', '012', '', '012'],
    ]) {
      const merchant = await world().merchant()
      const key = `FORMATS${merchant.accountId.slice(-12)}`.replace(/[^A-Za-z0-9]/g, '')
      const reference = await paid(merchant, key)
      const day = speiDay(await nowOf(merchant))
      const line = (institution: string) => `sandbox-spei,spei,${key},${day},150.00,payment,${reference},${institution}`
      const counted = []
      for (const institution of institutions) {
        const { counts } = await reconcile(merchant, fileOf(day, [line(institution)]))
        counted.push([counts.matched, counts.repeated, counts.extra])
      }
      assert.deepEqual(counted, [[1, 0, 0], ...institutions.slice(1).map(() => [0, 1, 0])])
      assert.deepEqual(await bankOf([key]), ['matched'])
    }
    await assertAudited(world())
  })

  test('two lines of one file, or another account, amount or institution, are movements of their own', async () => {
    const merchant = await world().merchant()
    const key = 'FORMATSAPART'
    const reference = await paid(merchant, key)
    const day = speiDay(await nowOf(merchant))
    const line = (institution: string, to = reference) =>
      `sandbox-spei,spei,${key},${day},150.00,payment,${to},${institution}`
    const both = await reconcile(merchant, fileOf(day, [line('012'), line('')]))
    assert.deepEqual([both.counts.matched, both.counts.extra], [1, 1])
    const other = await reconcile(merchant, fileOf(day, [line('014')]))
    assert.equal(other.counts.matched, 0)
    await assertAudited(world())
  })
})
