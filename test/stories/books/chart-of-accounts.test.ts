// The chart of accounts: a merchant's own codes on the lines of the journal.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import { assertAudited } from '../../support/fixtures/payers.ts'
import { done, type Merchant, onBothEngines } from '../../support/harness/world.ts'

interface ChartAccount {
  account: string
  code: string
  name: string
  default: boolean
}

onBothEngines('a merchant gives the ledger’s accounts codes and names of its own', (world) => {
  const chartOf = async (merchant: Merchant): Promise<Map<string, ChartAccount>> =>
    new Map((await done(merchant.get('/v1/ledger/chart'))).accounts.map((one: ChartAccount) => [one.account, one]))
  const set = (merchant: Merchant, accounts: object[], headers: Record<string, string> = {}) =>
    merchant.call('PUT', '/v1/ledger/chart', { accounts }, headers)
  const linesOf = async (merchant: Merchant): Promise<Map<string, { account_code: string; account_name: string }>> =>
    new Map(
      (await done(merchant.get('/v1/ledger/journal'))).lines.map((line: { account: string }) => [line.account, line]),
    )

  test('the journal has the codes that were given; the others are those of the tax office, or none', async () => {
    const merchant = await world().merchant()
    assert.equal((await payByCard(world(), merchant, APPROVED)).status, 200)
    const first = await linesOf(merchant)
    assert.equal(first.get('payable:merchant')?.account_code, '107.05')
    assert.equal(first.get('receivable:acquirer')?.account_code, '')
    const owed = { account: 'payable:merchant', code: '1107-005', name: 'Cobro, por liquidar' }
    const none = { account: 'income:fees', code: '', name: '' }
    const { accounts } = await done(set(merchant, [owed, none]))
    assert.deepEqual(
      accounts.filter((one: ChartAccount) => !one.default),
      [
        { ...owed, default: false },
        { ...none, default: false },
      ],
    )
    const then = await linesOf(merchant)
    assert.equal(then.get('payable:merchant')?.account_code, '1107-005')
    assert.equal(then.get('payable:merchant')?.account_name, 'Cobro, por liquidar')
    assert.equal(then.get('income:fees')?.account_code, '')
    assert.equal(then.get('payable:iva')?.account_code, '118.01')
    await done(set(merchant, []))
    assert.ok([...(await chartOf(merchant)).values()].every((one) => one.default))
    assert.equal((await linesOf(merchant)).get('payable:merchant')?.account_code, '107.05')
    const file = await merchant.get('/v1/ledger/chart?format=csv&lang=es')
    assert.match(file.text, /Cuenta,Código,Nombre/)
    await assertAudited(world())
  })

  test('each change is on the trail, once, and is recorded as authority', async () => {
    const merchant = await world().merchant()
    const owed = { account: 'payable:merchant', code: 'A1', name: 'Cobro' }
    const key = { 'Idempotency-Key': 'chart-1' }
    await done(set(merchant, [owed], key))
    await done(set(merchant, [owed], key))
    await done(set(merchant, [{ ...owed, code: 'A2' }]))
    const { records } = await done(merchant.get('/v1/audit?action=ledger.chart_changed'))
    const seen = records.map(({ before, after }: { before: object | null; after: object }) => [before, after])
    const [a1, a2] = ['A1', 'A2'].map((code) => ({ 'payable:merchant': { code, name: 'Cobro' } }))
    assert.deepEqual(seen, [
      [a1, a2],
      [null, a1],
    ])
    const { db } = world().service.store
    const recorded = await db
      .selectFrom('authority_records')
      .select('id')
      .where('table_name', '=', 'ledger_charts')
      .where('row_key', '=', merchant.accountId)
      .execute()
    assert.equal(recorded.length, 2)
  })

  test('charts that are set at once leave one of them, and one record for each', async () => {
    const merchant = await world().merchant()
    const codes = Array.from({ length: 8 }, (_, at) => `C${at}`)
    const answers = await Promise.all(
      codes.map((code) => set(merchant, [{ account: 'payouts', code, name: 'En camino' }])),
    )
    for (const { status, text } of answers) assert.equal(status, 200, text)
    const left = (await chartOf(merchant)).get('payouts')?.code ?? ''
    assert.ok(codes.includes(left))
    const { records } = await done(merchant.get('/v1/audit?action=ledger.chart_changed'))
    assert.equal(records.length, 8)
    assert.equal(records[0].after.payouts.code, left)
  })

  test('it needs the scope of settings, and what is too long, unknown, double or a card number is refused', async () => {
    const merchant = await world().merchant()
    const good = { account: 'payouts', code: '1', name: 'En camino' }
    const { app_key, app_secret } = await done(merchant.post('/v1/credentials', { name: 'Lee', scopes: ['read'] }))
    const authorization = `Basic ${Buffer.from(`${app_key}:${app_secret}`).toString('base64')}`
    assert.equal((await set(merchant, [good], { authorization })).status, 403)
    assert.equal((await merchant.get('/v1/ledger/chart', { authorization })).status, 200)
    for (const accounts of [
      [{ ...good, account: 'payable:nobody' }],
      [good, good],
      [{ ...good, code: '1'.repeat(41) }],
      [{ ...good, name: 'x'.repeat(101) }],
      [{ ...good, name: '4242424242424242' }],
      [{ ...good, other: 1 }],
      [{ account: 'payouts' }],
      Array.from({ length: 30 }, () => good),
    ]) {
      const refused = await set(merchant, accounts)
      assert.equal(refused.status, 400, JSON.stringify(accounts))
    }
    assert.equal((await chartOf(merchant)).get('payouts')?.default, true)
  })
})
