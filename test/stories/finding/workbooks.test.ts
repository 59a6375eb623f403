// Workbooks for people: dates are dates, money is numbers, codes are words; who paid, what of it is whose, and the payout.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { APPROVED, CREDIT, payByCard } from '../../support/fixtures/charges.ts'
import { moveClock, payAtStore, payBySpei, speiVoucher, storeVoucher } from '../../support/fixtures/payers.ts'
import { planStories } from '../../support/fixtures/plans.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'
import { type ReadCell, sheetIn, unzipped } from '../../support/workbook-reader.ts'

const FORMULA = '=HYPERLINK("http://x","y")'

onBothEngines('a workbook is for people', (world) => {
  const rowsOf = async (merchant: Merchant, path: string, language: string) => {
    const { statusCode, rawPayload } = await world().service.app.inject({
      method: 'GET',
      url: path,
      headers: {
        authorization: `Basic ${Buffer.from(`${merchant.appKey}:${merchant.secret}`).toString('base64')}`,
        'accept-language': language,
      },
    })
    assert.equal(statusCode, 200)
    const [head = [], ...rows] = sheetIn(rawPayload)
    const found = rows.map((row) => Object.fromEntries(head.map((name, at) => [String(name), row[at] ?? null])))
    return { head, rows: found, parts: unzipped(rawPayload) }
  }
  /** A card, a store and a SPEI payment of one Monday, paid out the next day, and a voucher that nobody has paid. */
  const shopOf = async (year: number) => {
    const merchant = await world().merchant()
    await moveClock(merchant, { freeze: true, set: `${year}-01-10T12:00:00-06:00` })
    const answer = await merchant.call('PUT', '/v1/settlement/account', { clabe: '002010077777777771' })
    assert.equal(answer.status, 200, answer.text)
    assert.equal((await payByCard(world(), merchant, APPROVED)).status, 200)
    const reference = { number: '@SUM(A1)', description: FORMULA }
    const { transaction: store } = await storeVoucher(merchant, { total: 200, payment: { reference } })
    await payAtStore(merchant, { transaction: store })
    const { transaction: spei } = await speiVoucher(merchant, { total: 300 })
    await payBySpei(merchant, { transaction: spei })
    await moveClock(merchant, { set: `${year}-01-12T12:00:00-06:00` })
    await storeVoucher(merchant, { total: 50 })
    return { merchant, store, spei }
  }
  const total = (rows: Record<string, ReadCell>[], name: string) =>
    rows.reduce((sum, row) => sum + Math.round(Number(row[name]) * 100), 0)

  test('of operations, in Spanish and in English, with the same amounts as the list and the payout', async () => {
    const { merchant, store, spei } = await shopOf(2033)
    const { rows, parts } = await rowsOf(merchant, '/v1/operations?format=xlsx', 'es')
    assert.equal(rows.length, 4)
    const by = (id: string) => rows.find((row) => row.Transacción === id) ?? {}
    assert.equal(by(store)['Forma de pago'], 'efectivo en tienda')
    assert.equal(by(store).Estado, 'pagada')
    assert.deepEqual(by(store)['Creada el'], { date: '2033-01-10T12:00:00' })
    assert.deepEqual(by(store)['Pagada el'], { date: '2033-01-10T12:00:00' })
    assert.equal(by(store).Descripción, FORMULA)
    assert.equal(by(store).Referencia, '@SUM(A1)')
    assert.equal(/<f[ >/]/.test(parts['xl/worksheets/sheet1.xml'] ?? ''), false)
    assert.equal(by(spei)['Importe bruto'], 300)
    assert.ok(by(spei).Pagador)
    assert.ok(by(spei)['Clave de rastreo del pago'])
    const [payout] = (await merchant.get('/v1/payouts')).body.result.payouts
    for (const { Transacción: id } of rows.filter((row) => row.Estado === 'pagada')) {
      assert.deepEqual(by(String(id))['Liquidada el'], { date: `${payout.date}T00:00:00` })
      assert.equal(by(String(id))['Clave de rastreo de la liquidación'], payout.tracking_key)
    }
    const waiting = rows.filter((row) => row.Estado === 'pendiente')
    assert.equal(waiting.length, 1)
    for (const name of ['Pagada el', 'Comisión sin IVA', 'IVA de la comisión', 'Neto', 'Liquidada el'])
      assert.equal(waiting[0]?.[name], null, name)
    const paid = rows.filter((row) => row.Estado === 'pagada')
    assert.equal(total(paid, 'Neto'), Math.round(Number(payout.amount.amount) * 100))
    const { sales, commissions } = (await merchant.get('/v1/operations')).body.result
    assert.equal(total(paid, 'Importe bruto'), Math.round(Number(sales) * 100))
    assert.equal(
      total(paid, 'Comisión sin IVA') + total(paid, 'IVA de la comisión'),
      Math.round(commissions.amount * 100),
    )
    const english = await rowsOf(merchant, '/v1/operations?format=xlsx', 'en')
    assert.deepEqual(
      english.rows.map((row) => row['Way of paying']),
      ['cash at a store', 'SPEI transfer', 'cash at a store', 'card'],
    )
    assert.deepEqual(
      english.rows.map((row) => row.State),
      ['pending', 'paid', 'paid', 'paid'],
    )
  })

  test('of the journal: debits and credits are numbers, and add up', async () => {
    const { merchant } = await shopOf(2034)
    const { rows } = await rowsOf(
      merchant,
      '/v1/ledger/journal?start_date=2034-01-01&end_date=2034-01-31&format=xlsx',
      'es',
    )
    assert.ok(rows.length > 10)
    assert.equal(total(rows, 'Cargo'), total(rows, 'Abono'))
    assert.ok(total(rows, 'Cargo') > 60_000)
    for (const row of rows) {
      assert.match(String((row.Día as { date: string }).date), /^2034-01-1\dT00:00:00$/)
      assert.ok((row.Cargo === null) !== (row.Abono === null))
    }
    const owed = rows.find((row) => row.Cuenta === 'saldo del comercio')
    assert.equal(owed?.['Código de la cuenta'], '107.05')
    assert.ok(rows.some((row) => row['Causa · tipo'] === 'pago' && row['Causa · evento'] === 'se pagó'))
  })

  test('of a payout’s report: the exact IVA and the months are numbers, so that they add up', async () => {
    const merchant = await world().merchant()
    await moveClock(merchant, { freeze: true, set: '2034-03-06T12:00:00-06:00' })
    await merchant.call('PUT', '/v1/settlement/account', { clabe: '002010077777777771' })
    const paid = [
      await payByCard(world(), merchant, APPROVED, { 'payment.total.amount': 7.77 }),
      await payByCard(world(), merchant, CREDIT, { 'payment.total.amount': 1_000, months: 3 }),
    ]
    for (const { status, text } of paid) assert.equal(status, 200, text)
    await moveClock(merchant, { set: '2034-03-07T12:00:00-06:00' })
    const { lines, payout } = (await merchant.get('/v1/settlement/report?date=2034-03-07')).body.result
    const { rows } = await rowsOf(merchant, '/v1/settlement/report?date=2034-03-07&format=xlsx', 'es')
    assert.equal(total(rows, 'Neto'), Math.round(Number(payout.amount.amount) * 100))
    const exact = rows.map((row) => row['IVA exacto'])
    assert.deepEqual(
      exact,
      lines.map((line: { iva_exact: string }) => Number(line.iva_exact)),
    )
    assert.ok(exact.some((one) => !Number.isInteger(Number(one) * 100)))
    assert.deepEqual(rows.map((row) => row['Meses sin intereses']).sort(), [3, null])
    const { text } = await merchant.get('/v1/settlement/report?date=2034-03-07&format=csv')
    for (const { iva_exact } of lines) assert.ok(text.includes(`,${iva_exact},`), text)
  })

  test('of a plan’s customers: the next charge is a date', async () => {
    const { setClock, subscribed } = planStories(world)
    await setClock('2034-04-03T12:00:00-06:00')
    const { merchant, plan, subscription } = await subscribed({ period: 'month' })
    const { rows } = await rowsOf(merchant, `/v1/plan/${plan.id}/customers?format=xlsx`, 'es')
    assert.deepEqual(rows[0]?.['Próximo cargo'], { date: subscription.next_charge.slice(0, 19) })
  })

  test('in the background too', async () => {
    const { merchant } = await shopOf(2035)
    const asked = await merchant.post('/v1/exports', { list: '/v1/operations', format: 'xlsx', lang: 'en' })
    assert.equal(asked.status, 200, asked.text)
    await world().work()
    const { url, status } = (await merchant.get(`/v1/exports/${asked.body.result.id}`)).body.result
    assert.equal(status, 'finished')
    const { rawPayload } = await world().service.app.inject({ method: 'GET', url: new URL(url).pathname })
    const [head, ...rows] = sheetIn(rawPayload)
    assert.ok(head?.includes('Tracking key of the payout'))
    assert.equal(rows.length, 4)
  })

  test('the file for programs has the codes and the columns of the records', async () => {
    const { merchant } = await shopOf(2036)
    const { text } = await merchant.get('/v1/operations?format=csv&lang=en')
    assert.ok(text.startsWith('\uFEFFTransaction,Timestamp,Payment method,'), text.slice(0, 100))
    assert.match(text, /,SPE,/)
    assert.match(text, /,2036-01-10T12:00:00-06:00,/)
  })
})
