import assert from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { APPROVED, payByCard } from '../../support/fixtures/charges.ts'
import { moveClock, payBySpei, speiVoucher } from '../../support/fixtures/payers.ts'
import { done, type Merchant, onBothEngines, openWorld } from '../../support/harness/world.ts'

const RECEPTOR = {
  rfc: 'URE180429TM6',
  name: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  regime: '601',
  postal_code: '86991',
  cfdi_use: 'G03',
}

/**
 * A provider that refuses a postal code, leaves the first try of another unanswered, answers another's invoice for a third, and writes a fourth's
 * XML anew.
 */
const folder = mkdtempSync(join(tmpdir(), 'cobro-stamp-'))
const file = join(folder, 'pac.mjs')
writeFileSync(
  file,
  `const seen = new Map()
const invoices = new Map()
export const stampingProvider = { portVersion: 1, name: 'pac-de-prueba', connect: () => ({ name: 'pac-de-prueba',
  async stamp({ statementId, xml }) {
    seen.set(statementId, (seen.get(statementId) ?? 0) + 1)
    const code = /DomicilioFiscalReceptor="(\\d+)"/.exec(xml)[1]
    if (code === '01000') return { kind: 'refused', reason: 'CFDI40148: el código postal no es el del receptor' }
    if (code === '02000' && seen.get(statementId) === 1) throw new Error('lost')
    const uuid = invoices.get(statementId) ?? crypto.randomUUID()
    invoices.set(statementId, uuid)
    const stamp = '<cfdi:Complemento><tfd:TimbreFiscalDigital Version="1.1" UUID="' + uuid + '"/></cfdi:Complemento></cfdi:Comprobante>'
    const stamped = xml.replace('</cfdi:Comprobante>', stamp)
    if (code === '04000') return { kind: 'stamped', uuid, xml: writtenAnew(stamped) }
    return { kind: 'stamped', uuid, xml: code === '03000' ? stamped.replace(/Total="/, 'Total="9') : stamped }
  } }) }
// The same XML by another writer: other quotes, blanks, order of attributes and references.
const writtenAnew = (xml) => xml
  .replace(/<([\\w:]+)((?:\\s[\\w:]+="[^"]*")+)/g, (_, name, attributes) => '<' + name + attributes
    .match(/[\\w:]+="[^"]*"/g).reverse().map((one) => '\\n ' + one.replace('=', ' = ').replaceAll('"', "'")).join(''))
  .replaceAll('&amp;', '&#38;').replace(/[^\\x00-\\x7f]/g, (letter) => '&#x' + letter.codePointAt(0).toString(16) + ';')
`,
)

onBothEngines(
  'an invoice is exactly what a provider has stamped, once',
  (world) => {
    const closed = async (year: number, receptor: object = {}) => {
      const merchant = await world().merchant()
      await moveClock(merchant, { freeze: true, set: `${year}-01-15T12:00:00-06:00` })
      assert.equal((await payByCard(world(), merchant, APPROVED)).status, 200)
      await done(merchant.call('PUT', '/v1/fees/receptor', { ...RECEPTOR, ...receptor }))
      await moveClock(merchant, { set: `${year}-02-01T12:00:00-06:00` })
      return merchant
    }
    const asked = async (merchant: Merchant, year: number) =>
      done(merchant.post(`/v1/fees/statements/${year}-01/stamp`, {}))
    const state = async (merchant: Merchant, year: number) =>
      (await done(merchant.get(`/v1/fees/statements/${year}-01`))).cfdi

    test('it is stamped once, however often and by however many processes it is requested', async () => {
      const merchant = await closed(2033)
      const [one, other] = await Promise.all([asked(merchant, 2033), asked(merchant, 2033)])
      assert.deepEqual([one.cfdi.status, other.cfdi.status], ['pending', 'pending'])
      await world().work()
      const { status, uuid } = await state(merchant, 2033)
      assert.equal(status, 'stamped')
      const xml = await merchant.get('/v1/fees/statements/2033-01/cfdi.xml')
      assert.equal(xml.headers['cobro-cfdi'], 'stamped')
      assert.ok(xml.text.includes(uuid))
      assert.deepEqual((await asked(merchant, 2033)).cfdi, { status: 'stamped', uuid, reason: '' })
      const { events } = await done(merchant.get('/v1/events?type=fees.invoice_stamped'))
      assert.equal(events.length, 1)
      // The journal names it beside the month's fees and their IVA.
      const { lines } = await done(merchant.get('/v1/ledger/journal?start_date=2033-01-01&end_date=2033-02-28'))
      const invoiced = lines.filter((line: { cfdi_uuid: string | null }) => line.cfdi_uuid === uuid)
      const accounts = invoiced.map(({ account }: { account: string }) => account).sort()
      assert.deepEqual(accounts, ['income:fees', 'payable:iva'])
    })

    test('a refusal is reported, and the stamp requested again with other data and the present date', async () => {
      const merchant = await closed(2034, { postal_code: '01000' })
      await asked(merchant, 2034)
      await world().work()
      assert.match((await state(merchant, 2034)).reason, /CFDI40148/)
      assert.equal((await merchant.get('/v1/fees/statements/2034-01/cfdi.xml')).headers['cobro-cfdi'], 'unstamped')
      await done(merchant.call('PUT', '/v1/fees/receptor', RECEPTOR))
      // A provider stamps for 72 hours after `Fecha`.
      await moveClock(merchant, { set: '2034-02-20T12:00:00-06:00' })
      await asked(merchant, 2034)
      await moveClock(merchant, { set: '2034-02-21T12:00:00-06:00' })
      assert.equal((await state(merchant, 2034)).status, 'stamped')
      const { text } = await merchant.get('/v1/fees/statements/2034-01/cfdi.xml')
      assert.match(text, / Fecha="2034-02-20T12:00:00" /)
    })

    test('a credit note is stamped once its invoice is named, and is related to it', async () => {
      const merchant = await world().merchant()
      await done(merchant.call('PUT', '/v1/fees/receptor', RECEPTOR))
      await moveClock(merchant, { set: '2034-04-15T12:00:00-06:00' })
      const { transaction } = await speiVoucher(merchant, { total: 100 })
      await payBySpei(merchant, { transaction })
      await moveClock(merchant, { set: '2034-05-01T12:00:00-06:00' })
      await done(merchant.get(`/v1/operations/apply-reversal/${transaction}`))
      const stamp = (month: string, query = '') => merchant.post(`/v1/fees/statements/${month}/stamp${query}`, {})
      const cfdiOf = async (month: string) => (await done(merchant.get(`/v1/fees/statements/${month}`))).cfdi
      await done(stamp('2034-04'))
      await world().work()
      const invoice = await cfdiOf('2034-04')
      assert.equal(invoice.status, 'stamped')
      await moveClock(merchant, { set: '2034-06-01T12:00:00-06:00' })
      assert.equal((await stamp('2034-05')).body.error.reason, 'credit-note-unrelated')
      assert.equal((await stamp('2034-05', '?related=none')).status, 400)
      for (const _ of [1, 2]) await done(stamp('2034-05', `?related=${invoice.uuid}`))
      await world().work()
      const { status, uuid } = await cfdiOf('2034-05')
      assert.equal(status, 'stamped')
      const { text } = await merchant.get('/v1/fees/statements/2034-05/cfdi.xml')
      assert.ok(text.includes(uuid) && text.includes(`<cfdi:CfdiRelacionado UUID="${invoice.uuid.toUpperCase()}"/>`))
    })

    test('an invoice that the provider has written anew, with other quotes and references, is the one that was asked for', async () => {
      const merchant = await closed(2035, { rfc: 'Ñ&A010101AAA', postal_code: '04000' })
      await asked(merchant, 2035)
      await world().work()
      const { status, uuid } = await state(merchant, 2035)
      assert.equal(status, 'stamped')
      const { text } = await merchant.get('/v1/fees/statements/2035-01/cfdi.xml')
      assert.match(text, /Rfc = '&#xd1;&#38;A010101AAA'/)
      assert.match(text, new RegExp(`UUID = '${uuid}'`))
    })

    test('a lost invoice is requested again', async () => {
      const lost = await closed(2036, { postal_code: '02000' })
      await asked(lost, 2036)
      await world().work()
      assert.equal((await state(lost, 2036)).status, 'pending')
      await moveClock(lost, { advance: 'PT2M' })
      assert.equal((await state(lost, 2036)).status, 'stamped')
    })

    test('a wrong invoice is requested again, and stops those of no other merchant', async () => {
      const [fine, other] = [await closed(2037), await closed(2038, { postal_code: '03000' })]
      await asked(other, 2038)
      await world().work()
      // So often that its circuit opens.
      await moveClock(other, { advance: 'PT12H' })
      assert.equal((await state(other, 2038)).status, 'pending')
      await asked(fine, 2037)
      await world().work()
      assert.equal((await state(fine, 2037)).status, 'stamped')
      await moveClock(other, { resume: true })
    })

    test('a time zone that there is not is an error of the start', async () => {
      await assert.rejects(openWorld(world().engine, { CFDI_TIME_ZONE: 'Tijuana' }), /CFDI_TIME_ZONE/)
    })

    test('an unusable provider is an error of the start', async () => {
      const empty = join(folder, 'empty.mjs')
      writeFileSync(empty, 'export const nothing = 1')
      const start = () => openWorld(world().engine, { STAMPING_PROVIDER: empty })
      await assert.rejects(start(), /STAMPING_PROVIDER=.*it exports no `stampingProvider`/)
    })
  },
  { STAMPING_PROVIDER: file },
)
