// Every file of a payout's report adds up to the payout, also where it carries what the bank sent back later: of a merchant and of an affiliate.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import { assertAudited, moveClock } from '../../support/fixtures/payers.ts'
import { done, type Merchant, onBothEngines } from '../../support/harness/world.ts'
import { sheetIn } from '../../support/workbook-reader.ts'

/** Settled, and sent back three days later. */
const RETURNS_LATER = '646180990000000067'
const cents = (text: string) => Math.round(Number(text) * 100)

onBothEngines('the files of a payout’s report', (world) => {
  const workbookOf = async (merchant: Merchant, url: string) => {
    const authorization = `Basic ${Buffer.from(`${merchant.appKey}:${merchant.secret}`).toString('base64')}`
    const { rawPayload } = await world().service.app.inject({ method: 'GET', url, headers: { authorization } })
    return sheetIn(rawPayload)
  }
  /** The sum of a column of each file, in centavos, and how many records say that they carry something. */
  const sumsOf = async (merchant: Merchant, report: string, date: string, column: string) => {
    const own = await merchant.get(`${report}.csv?date=${date}`)
    const list = await merchant.get(`${report}?date=${date}&format=csv&lang=en`)
    const sheet = await workbookOf(merchant, `${report}?date=${date}&format=xlsx&lang=en`)
    const tables = [own, list].map(({ text }) =>
      text
        .replace('\uFEFF', '')
        .trimEnd()
        .split('\r\n')
        .map((row) => row.split(',')),
    )
    return [...tables, sheet.map((row) => row.map((cell) => String(cell ?? '')))].map(([head = [], ...rows]) => {
      const at = head.findIndex((name) => name.toLowerCase() === column)
      const carried = rows.filter((row) => row.includes('carried')).length
      return [rows.reduce((sum, row) => sum + cents(row[at] ?? ''), 0), carried]
    })
  }

  test('add up to it, to the centavo', async () => {
    const merchant = await world().merchant()
    await moveClock(merchant, { freeze: true, set: '2034-05-08T12:00:00-06:00' })
    await done(merchant.call('PUT', '/v1/settlement/account', { clabe: RETURNS_LATER }))
    const user = { user: 'ana', name: 'Ana', email: 'ana@example.mx', clabe: RETURNS_LATER }
    const { id } = await done(merchant.post('/v1/affiliates', user))
    for (const day of ['08', '09', '10', '11', '12']) {
      await moveClock(merchant, { set: `2034-05-${day}T12:00:00-06:00` })
      const share = { 'payment.affiliated': { user: 'ana', total_fee: '10.01' }, 'payment.total.amount': 99.99 }
      assert.equal((await payByCard(world(), merchant, APPROVED, share)).status, 200)
    }
    await moveClock(merchant, { set: '2034-05-16T12:00:00-06:00' })
    let carrying = 0
    for (const [report, list, column] of [
      ['/v1/settlement/report', '/v1/payouts', 'net'],
      [`/v1/affiliates/${id}/report`, `/v1/affiliates/${id}/payouts`, 'share'],
    ] as const) {
      const { payouts } = await done(merchant.get(list))
      assert.ok(payouts.length > 4)
      for (const { date, amount } of payouts) {
        const { totals } = await done(merchant.get(`${report}?date=${date}`))
        const carried = totals.carried === '0.00' ? 0 : 1
        carrying += carried
        const wanted = [cents(amount.amount), carried]
        assert.deepEqual(await sumsOf(merchant, report, date, column), [wanted, wanted, wanted], `${report} ${date}`)
      }
    }
    assert.ok(carrying >= 2)
    await moveClock(merchant, { resume: true })
    await assertAudited(world())
  })
})
