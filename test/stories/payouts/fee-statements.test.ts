import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { audit } from '../../../src/service/audit.ts'
import { run } from '../../../src/store/write.ts'
import { cfdiFaults } from '../../support/fixtures/cfdi-shape.ts'
import { CREDIT, payByCard } from '../../support/fixtures/charges.ts'
import {
  assertAudited,
  moveClock,
  payAtStore,
  payBySpei,
  speiVoucher,
  storeVoucher,
} from '../../support/fixtures/payers.ts'
import { type Answer, done, type Merchant, onBothEngines } from '../../support/harness/world.ts'

const CLABE = '002010077777777771'
const RECEPTOR = {
  rfc: 'URE180429TM6',
  name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  regime: '601',
  postal_code: '86991',
  cfdi_use: 'G03',
}

onBothEngines('the IVA of a month is computed on its fees, to the centavo', (world) => {
  const at = (merchant: Merchant, set: string) => moveClock(merchant, { freeze: true, set })
  const statementOf = (merchant: Merchant, period: string) => done(merchant.get(`/v1/fees/statements/${period}`))
  const cents = (text: string) => Math.round(Number(text) * 100)
  /** SPEI payments of an amount at 3.6 %: of 7.80 the fee is 0.28 and its IVA 0.05. */
  const charged = async (merchant: Merchant, count: number, total = 7.8) => {
    await done(merchant.call('PUT', '/v1/sandbox/fees', { payment_method: 'SPE', percentage: 3.6, fixed: '0.00' }))
    const ids: string[] = []
    for (let some = 0; some < count; some += 20) {
      const vouchers = await Promise.all(Array.from({ length: 20 }, () => speiVoucher(merchant, { total })))
      await Promise.all(vouchers.map(({ transaction }) => payBySpei(merchant, { transaction })))
      ids.push(...vouchers.map(({ transaction }) => transaction))
    }
    return ids
  }

  test('200 fees of 0.28 owe 8.96 on 56.00, and the 1.04 of rounding goes back to the merchant with a payout', async () => {
    const merchant = await world().merchant()
    await done(merchant.call('PUT', '/v1/settlement/account', { clabe: CLABE }))
    await at(merchant, '2032-02-10T12:00:00-06:00')
    await charged(merchant, 200)
    const open = await statementOf(merchant, '2032-02')
    const sums = {
      base: '56.00',
      rate: '0.160000',
      iva_charged: '10.00',
      iva: '8.96',
      rounding: '1.04',
      total: '64.96',
    }
    const shown = (of: Record<string, string>) => Object.fromEntries(Object.keys(sums).map((name) => [name, of[name]]))
    assert.deepEqual([open.status, open.id, shown(open)], ['open', null, sums])
    await moveClock(merchant, { set: '2032-03-01T12:00:00-06:00' })
    const closed = await statementOf(merchant, '2032-02')
    assert.deepEqual([closed.status, shown(closed)], ['closed', sums])
    assert.deepEqual(
      closed.concepts.map((one: Record<string, unknown>) => [one.concept, one.operations, one.base, one.iva]),
      [['spei', 200, '56.00', '8.9600']],
    )
    const { entries } = await done(merchant.get(`/v1/ledger/entries/${closed.id}`))
    assert.deepEqual(
      entries.map((one: { entry: string; lines: object[] }) => [one.entry, one.lines]),
      [
        [
          `${closed.id}:rounded`,
          [
            { account: 'payable:iva', amount: '1.04' },
            { account: 'payable:merchant', amount: '-1.04' },
          ],
        ],
      ],
    )
    const { balances } = await done(merchant.get('/v1/ledger/balances?start_date=2032-02-01&end_date=2032-03-01'))
    const iva = balances.find((one: { account: string }) => one.account === 'payable:iva')
    assert.equal(iva.closing, '-8.96')
    await moveClock(merchant, { set: '2032-03-02T12:00:00-06:00' })
    const report = await done(merchant.get('/v1/settlement/report?date=2032-03-02'))
    assert.deepEqual([report.totals.iva, report.totals.payout, report.totals.carried], ['-1.04', '1.04', '0.00'])
    assert.deepEqual(
      report.lines.map((line: Record<string, string>) => [line.type, line.transaction, line.iva, line.net]),
      [['iva_rounding', closed.id, '-1.04', '1.04']],
    )
    const paid = (await done(merchant.get('/v1/payouts'))).amount.amount
    assert.equal(cents(paid), 200 * 780 - 6_496)
    const { statements } = await done(merchant.get('/v1/fees/statements'))
    assert.deepEqual(
      statements.map((one: { period: string; iva: string }) => [one.period, one.iva]),
      [['2032-02', '8.96']],
    )
    const first = await done(merchant.get('/v1/settlement/report?date=2032-02-11'))
    assert.equal(first.lines[0].iva_exact, '0.0448')
    await moveClock(merchant, { resume: true })
    await assertAudited(world())
  })

  test('months without interest are a line of their own in the record, the CSV and the statement; the CFDI has all of them', async () => {
    const merchant = await world().merchant()
    await done(merchant.call('PUT', '/v1/settlement/account', { clabe: CLABE }))
    await at(merchant, '2032-05-10T12:00:00-06:00')
    const paid = await done(payByCard(world(), merchant, CREDIT, { 'payment.total.amount': 1_000, months: 3 }))
    const { transaction } = paid.operations[0]
    const { operations } = await done(merchant.get('/v1/operations'))
    const { fee_details, monthly_installments, surcharge, commission } = operations[0]
    assert.deepEqual(fee_details, [
      { type: 'fee', percentage: 3.6, amount: 41.76, description: '' },
      { type: 'monthly_installments', percentage: 5, amount: 58, description: '3 meses sin intereses' },
    ])
    assert.deepEqual([monthly_installments, surcharge.amount, commission.amount], [3, '58.00', '99.76'])
    await payAtStore(merchant, { transaction: (await storeVoucher(merchant, { total: 200 })).transaction })
    await moveClock(merchant, { set: '2032-05-11T12:00:00-06:00' })
    const [header = '', ...records] = (await merchant.get('/v1/settlement/report.csv?date=2032-05-11')).text.split(
      '\r\n',
    )
    const cells = records.find((record) => record.startsWith(transaction))?.split(',') ?? []
    const cell = (name: string) => cells[header.split(',').indexOf(name)]
    assert.deepEqual(['fee', 'iva', 'iva_exact', 'monthly_installments', 'surcharge'].map(cell), [
      '86.00',
      '13.76',
      '13.7600',
      '3',
      '50.00',
    ])
    const early = await merchant.get('/v1/fees/statements/2032-05/cfdi.xml')
    assert.deepEqual([early.status, early.body.error.code], [409, 'InvalidTransactionException'])
    await moveClock(merchant, { set: '2032-06-02T12:00:00-06:00' })
    const nobody = await merchant.get('/v1/fees/statements/2032-05/cfdi.xml', { 'accept-language': 'en' })
    assert.match(nobody.body.error.message, /tax data are missing/)
    assert.deepEqual(await done(merchant.call('PUT', '/v1/fees/receptor', RECEPTOR)), RECEPTOR)
    const statement = await statementOf(merchant, '2032-05')
    assert.deepEqual(statement.receptor, RECEPTOR)
    assert.equal(statement.cfdi.status, 'none')
    assert.deepEqual(
      statement.concepts.map((one: { concept: string; base: string }) => [one.concept, one.base]),
      [
        ['card', '36.00'],
        ['store', statement.concepts[1].base],
        ['monthly_installments', '50.00'],
      ],
    )
    const xml = await merchant.get('/v1/fees/statements/2032-05/cfdi.xml')
    assert.equal(xml.headers['cobro-cfdi'], 'unstamped')
    assert.deepEqual(cfdiFaults(xml.text), [])
    assert.match(xml.text, / Fecha="2032-06-02T12:00:00" /)
    assert.ok(xml.text.includes(`Total="${statement.total}"`) && xml.text.includes('Sello=""'))
    // Without a provider nothing pretends to be an invoice.
    assert.equal((await merchant.post('/v1/fees/statements/2032-05/stamp', {})).status, 404)
    await moveClock(merchant, { resume: true })
    await assertAudited(world())
  })

  test('a month with more fees given back than charged has a credit note, related to the invoice that the caller names', async () => {
    const merchant = await world().merchant()
    await at(merchant, '2032-08-31T12:00:00-06:00')
    const [id] = await charged(merchant, 20)
    await moveClock(merchant, { set: '2032-09-02T12:00:00-06:00' })
    await done(merchant.get(`/v1/operations/apply-reversal/${id}`))
    await moveClock(merchant, { set: '2032-10-02T12:00:00-06:00' })
    const statement = await statementOf(merchant, '2032-09')
    const { base, iva_charged, iva, rounding } = statement
    assert.deepEqual([base, iva_charged, iva, rounding], ['-0.28', '-0.05', '-0.04', '-0.01'])
    await done(merchant.call('PUT', '/v1/fees/receptor', RECEPTOR))
    const cfdi = (month: string, related?: string) =>
      merchant.get(`/v1/fees/statements/${month}/cfdi.xml${related === undefined ? '' : `?related=${related}`}`)
    const refused = async (answer: Promise<Answer>, wanted: number, reason: string) => {
      const { status, body, text } = await answer
      assert.deepEqual([status, body.error?.reason], [wanted, reason], text)
      return body.error
    }
    const invoice = '6128396f-c09b-4ec6-8699-43c5f7e3b230'
    const { description, message } = await refused(cfdi('2032-09'), 409, 'credit-note-unrelated')
    assert.match(`${message} ${description}`, /\?related=/)
    await refused(cfdi('2032-09', ''), 409, 'credit-note-unrelated')
    for (const malformed of ['x', `${invoice}0`, invoice.replaceAll('-', ''), '%3C%22'])
      for (const month of ['2032-09', '2032-08'])
        assert.ok((await refused(cfdi(month, malformed), 400, 'parameters-invalid')).messages.related)
    // An invoice of fees belongs to no other.
    assert.ok((await refused(cfdi('2032-08', invoice), 400, 'parameters-invalid')).messages.related)
    assert.match((await cfdi('2032-08')).text, / TipoDeComprobante="I" /)
    const { status, text: xml } = await cfdi('2032-09', invoice)
    assert.equal(status, 200, xml)
    assert.deepEqual(cfdiFaults(xml), [])
    assert.match(xml, / SubTotal="0\.28" Moneda="MXN" Total="0\.32" TipoDeComprobante="E" /)
    assert.ok(xml.includes(`TipoRelacion="01">\n<cfdi:CfdiRelacionado UUID="${invoice.toUpperCase()}"/>`), xml)
    assert.match(xml, / UsoCFDI="G02"/)
    assert.match(xml, /Descripcion="Devolución: Comisión por cobros por SPEI, 2032-09"/)
    assert.equal((await merchant.get('/v1/fees/statements/2032-07')).status, 404)
    assert.equal((await merchant.get('/v1/fees/statements/2033-07')).status, 404)
    assert.equal((await merchant.get('/v1/fees/statements/2032-13')).status, 404)
    await moveClock(merchant, { resume: true })
    await assertAudited(world())
  })

  test('a way of paying with more fees given back than charged is a discount in the invoice of the month', async () => {
    const merchant = await world().merchant()
    await done(merchant.call('PUT', '/v1/fees/receptor', RECEPTOR))
    await at(merchant, '2032-11-30T12:00:00-06:00')
    const [id] = await charged(merchant, 20)
    await moveClock(merchant, { set: '2032-12-01T12:00:00-06:00' })
    await done(merchant.get(`/v1/operations/apply-reversal/${id}`))
    await payAtStore(merchant, { transaction: (await storeVoucher(merchant, { total: 200 })).transaction })
    await moveClock(merchant, { set: '2033-01-02T12:00:00-06:00' })
    const { base, total, concepts } = await statementOf(merchant, '2032-12')
    assert.deepEqual(
      concepts.map((one: { concept: string; base: string }) => [one.concept, one.base]),
      [
        ['store', '7.20'],
        ['spei', '-0.28'],
      ],
    )
    const { text: xml } = await merchant.get('/v1/fees/statements/2032-12/cfdi.xml')
    assert.deepEqual(cfdiFaults(xml), [])
    assert.ok(xml.includes(` SubTotal="7.20" Descuento="0.28" Moneda="MXN" Total="${total}" `), xml)
    assert.ok(xml.includes(`<cfdi:Traslado Base="${base}" `), xml)
    assert.match(
      xml,
      /NoIdentificacion="store" .*menos comisiones devueltas: Comisión por cobros por SPEI\)" .* Descuento="0\.28"/,
    )
    assert.ok(!xml.includes('NoIdentificacion="other"'), xml)
    await moveClock(merchant, { resume: true })
    await assertAudited(world())
  })

  test('a month that has only the rounding of the month before has no statement', async () => {
    const merchant = await world().merchant()
    await at(merchant, '2033-01-10T12:00:00-06:00')
    await charged(merchant, 20)
    await moveClock(merchant, { set: '2033-04-10T12:00:00-06:00' })
    const { statements } = await done(merchant.get('/v1/fees/statements'))
    assert.deepEqual(
      statements.map((one: Record<string, string>) => [one.period, one.rounding]),
      [['2033-01', '0.10']],
    )
    assert.equal((await merchant.get('/v1/fees/statements/2033-02')).status, 404)
    await moveClock(merchant, { resume: true })
    await assertAudited(world())
  })

  test('a shortage that the merchant is not owed is borne by the service: nobody owes 0.02', async () => {
    const merchant = await world().merchant()
    await at(merchant, '2033-05-10T12:00:00-06:00')
    await done(merchant.call('PUT', '/v1/settlement/account', { clabe: CLABE }))
    // Of 4.20 the fee is 0.16, whose IVA is 0.0256; 0.02 was charged.
    await charged(merchant, 20, 4.2)
    assert.equal((await statementOf(merchant, '2033-05')).rounding, '-0.11')
    // Everything that the merchant is owed is paid out before the month is closed.
    await moveClock(merchant, { set: '2033-05-20T12:00:00-06:00' })
    await world().work()
    await moveClock(merchant, { set: '2033-06-01T12:00:00-06:00' })
    await world().work()
    const closed = await statementOf(merchant, '2033-05')
    assert.deepEqual([closed.iva, closed.rounding, closed.borne], ['0.51', '-0.11', '0.11'])
    assert.equal(await done(merchant.get('/v1/ledger/claim')), null)
    assert.deepEqual((await done(merchant.get('/v1/events?type=claim.opened'))).events, [])
    await moveClock(merchant, { resume: true })
    await assertAudited(world())
  })

  test('the audit names a wrong sum of a month', async () => {
    const merchant = await world().merchant()
    await charged(merchant, 1)
    const { store } = world().service
    const add = async (centavos: number) => {
      const change = sql`update monthly_fees set fee_centavos = fee_centavos + ${centavos}
        where account_id = ${merchant.accountId}`
      await store.commit([run(change.compile(store.db))])
    }
    await add(1)
    const named = (await audit(store)).invariants.filter((one) => one.faults > 0).map((one) => one.name)
    await add(-1)
    assert.deepEqual(named, ['monthly-fees'])
    await assertAudited(world())
  })

  test('invalid tax data are refused by name in both languages', async () => {
    const merchant = await world().merchant()
    for (const [change, field] of [
      [{ rfc: 'ABC' }, 'rfc'],
      [{ rfc: 'URE181329TM6' }, 'rfc'],
      [{ regime: '605' }, 'regime'],
      [{ regime: 'x' }, 'regime'],
      [{ postal_code: '0' }, 'postal_code'],
      [{ name: 'A|B' }, 'name'],
      [{ cfdi_use: 'X01' }, 'cfdi_use'],
    ] as const) {
      for (const language of ['es', 'en']) {
        const body = { ...RECEPTOR, ...change }
        const { status, text, ...rest } = await merchant.call('PUT', '/v1/fees/receptor', body, {
          'accept-language': language,
        })
        assert.equal(status, 400, text)
        assert.ok(rest.body.error.messages[field], text)
      }
    }
    assert.equal(await done(merchant.get('/v1/fees/receptor')), null)
  })

  test('a generic RFC goes with the issuer’s postal code, regime 616 and use S01, and each other value is refused by its name', async () => {
    const merchant = await world().merchant()
    for (const rfc of ['XAXX010101000', 'xaxx-010101-000', 'XEXX010101000']) {
      // 42501 is the postal code of the sandbox's issuer.
      const right = { rfc, name: 'CLIENTE SIN RFC', regime: '616', postal_code: '42501', cfdi_use: 'S01' }
      for (const [field, value] of [
        ['postal_code', '06600'],
        ['regime', '612'],
        ['cfdi_use', 'G03'],
      ] as const) {
        const { status, body, text } = await merchant.call('PUT', '/v1/fees/receptor', { ...right, [field]: value })
        assert.equal(status, 400, text)
        assert.deepEqual(Object.keys(body.error.messages), [field], text)
      }
      const given = await done(merchant.call('PUT', '/v1/fees/receptor', right))
      assert.equal(given.postal_code, '42501')
    }
  })

  test('the name of a global invoice is refused with the RFC of the public: a provider demands its node, and fees are no global invoice', async () => {
    const merchant = await world().merchant()
    const right = { rfc: 'XAXX010101000', regime: '616', postal_code: '42501', cfdi_use: 'S01' }
    for (const name of ['PUBLICO EN GENERAL', 'Público en  general', ' publico en general ']) {
      const { status, body, text } = await merchant.call('PUT', '/v1/fees/receptor', { ...right, name })
      assert.equal(status, 400, text)
      assert.deepEqual(Object.keys(body.error.messages), ['name'], text)
    }
    await done(merchant.call('PUT', '/v1/fees/receptor', { ...right, name: 'PUBLICO EN GENERALES SA' }))
  })

  test('a generic RFC whose postal code became another than the issuer’s is not invoiced, and the field is named', async () => {
    const merchant = await world().merchant()
    await at(merchant, '2034-03-05T18:00:00Z')
    await charged(merchant, 1, 100)
    const right = {
      rfc: 'XAXX010101000',
      name: 'CLIENTE SIN RFC',
      regime: '616',
      postal_code: '42501',
      cfdi_use: 'S01',
    }
    await done(merchant.call('PUT', '/v1/fees/receptor', right))
    await at(merchant, '2034-04-02T18:00:00Z')
    await world().work()
    const { store } = world().service
    await store.commit([
      run(
        sql`update tax_receptors set postal_code = '06600' where account_id = ${merchant.accountId}`.compile(store.db),
        1,
      ),
    ])
    const { status, body, text } = await merchant.get('/v1/fees/statements/2034-03/cfdi.xml')
    assert.equal(status, 400, text)
    assert.deepEqual(Object.keys(body.error.messages), ['postal_code'])
  })
})
