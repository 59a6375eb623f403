// The amounts of a month's document agree with its statement to the centavo, whatever was charged and given back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ivaDue } from '../../../../src/core/fees.ts'
import { formatAmount } from '../../../../src/core/money.ts'
import { cfdiKindOf, cfdiOf, type Invoiced, invoiceLines } from '../../../../src/payouts/invoices/cfdi.ts'
import type { Concept } from '../../../../src/payouts/invoices/concepts.ts'
import { cfdiFaults } from '../../../support/fixtures/cfdi-shape.ts'

const NAMES = ['card', 'store', 'spei', 'monthly_installments', 'disputes', 'other'] as const
const UUID = '6128396F-C09B-4EC6-8699-43C5F7E3B230'
const taxpayer = { rfc: 'EKU9003173C9', name: 'ESCUELA KEMPER URGATE', regime: '601', postal_code: '42501' }

const fee = fc.oneof(
  fc.integer({ min: -5, max: 5 }),
  fc.integer({ min: -100_000, max: 100_000 }),
  fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }),
)
const months = fc
  .uniqueArray(fc.record({ concept: fc.constantFrom(...NAMES), fee_centavos: fee }, { noNullPrototype: true }), {
    selector: ({ concept }) => concept,
    maxLength: NAMES.length,
  })
  .map((all): Concept[] => all.map((one) => ({ ...one, operations: 1 })))

function invoiced(concepts: Concept[], use: string): Invoiced {
  const base = concepts.reduce((sum, one) => sum + one.fee_centavos, 0)
  const iva = { charged_centavos: ivaDue(base), due_centavos: ivaDue(base), rounding_centavos: 0, borne_centavos: 0 }
  const sums = { fee_centavos: base, ...iva }
  const when = { posted_day: '2032-10-01', created_at: '2032-10-01T06:30:00.000Z' }
  return {
    statement: { id: 'fst_1', account_id: 'acc_1', month: '2032-09', ...sums, ...when },
    concepts,
    issuer: taxpayer,
    timeZone: 'America/Mexico_City',
    receptor: { ...taxpayer, account_id: 'acc_1', cfdi_use: use, updated_at: when.created_at },
    related: base < 0 ? UUID : undefined,
  }
}

const centavosOf = (text: string) => BigInt(text.replace('.', ''))

test('the lines of a positive sum have positive bases, keep each concept’s amount, and discount what was given back', () => {
  fc.assert(
    fc.property(months, (concepts) => {
      const sum = concepts.reduce((total, one) => total + one.fee_centavos, 0)
      if (sum <= 0) {
        assert.throws(() => invoiceLines(concepts), RangeError)
        return
      }
      const { lines, discounted } = invoiceLines(concepts)
      for (const { concept, amountCentavos, discountCentavos } of lines) {
        assert.equal(amountCentavos, concepts.find((one) => one.concept === concept)?.fee_centavos)
        assert.ok(discountCentavos >= 0 && discountCentavos < amountCentavos)
      }
      assert.equal(
        lines.reduce((total, one) => total + one.amountCentavos - one.discountCentavos, 0),
        sum,
      )
      const negative = concepts.filter((one) => one.fee_centavos < 0)
      assert.deepEqual(
        discounted,
        negative.map(({ concept }) => concept),
      )
      const charged = concepts.filter((one) => one.fee_centavos > 0)
      if (sum < charged.length) return
      assert.equal(lines.length, charged.length)
      assert.equal(
        lines.reduce((total, one) => total + one.discountCentavos, 0),
        negative.reduce((total, one) => total - one.fee_centavos, 0),
      )
    }),
    { numRuns: 2_000 },
  )
})

test('the document of a month has the sums of its statement, and a credit note has them without their sign', () => {
  fc.assert(
    fc.property(months, fc.constantFrom('G03', 'S01'), (concepts, use) => {
      const given = invoiced(concepts, use)
      const { fee_centavos: base, due_centavos: iva } = given.statement
      const kind = cfdiKindOf(given.statement)
      if (kind === undefined) {
        assert.equal(base, 0)
        return
      }
      const xml = cfdiOf(given, '2032-10-02T12:00:00.000Z')
      assert.deepEqual(cfdiFaults(xml), [])
      const of = (name: string) => new RegExp(`<cfdi:Comprobante[^>]* ${name}="([^"]*)"`).exec(xml)?.[1]
      assert.equal(of('Total'), formatAmount(Math.abs(base + iva)))
      const discount = centavosOf(of('Descuento') ?? '0.00')
      assert.equal(centavosOf(of('SubTotal') ?? '') - discount, BigInt(Math.abs(base)))
      assert.equal(of('TipoDeComprobante'), base > 0 ? 'I' : 'E')
      assert.equal(
        xml.includes(`<cfdi:CfdiRelacionados TipoRelacion="01">\n<cfdi:CfdiRelacionado UUID="${UUID}"/>`),
        base < 0,
      )
      assert.equal(/UsoCFDI="(\w+)"/.exec(xml)?.[1], base < 0 && use === 'G03' ? 'G02' : use)
    }),
    { numRuns: 1_000 },
  )
})

test('a concept with more given back than charged is a discount of the largest one, which names it', () => {
  const concepts: Concept[] = [
    { concept: 'card', operations: 2, fee_centavos: -7_200 },
    { concept: 'spei', operations: 3, fee_centavos: 20_000 },
    { concept: 'other', operations: 0, fee_centavos: 100 },
  ]
  const xml = cfdiOf(invoiced(concepts, 'G03'), '2032-10-02T12:00:00.000Z')
  assert.match(xml, / SubTotal="201\.00" Descuento="72\.00" Moneda="MXN" Total="149\.64" /)
  assert.match(
    xml,
    /NoIdentificacion="spei" .*Descripcion="Comisión por cobros por SPEI, 2032-09 \(menos comisiones devueltas: Comisión por cobros con tarjeta\)" ValorUnitario="200\.00" Importe="200\.00" Descuento="72\.00"/,
  )
  assert.match(xml, /Base="128\.00" .*Importe="20\.4800"/)
  assert.match(xml, /NoIdentificacion="other" .*Descripcion="Otras comisiones y ajustes, 2032-09" /)
})

test('a document is dated by the clocks of the issuer’s postal code', () => {
  const given = invoiced([{ concept: 'card', operations: 1, fee_centavos: 360 }], 'G03')
  const dated = (timeZone: string, at: string) => / Fecha="([^"]*)"/.exec(cfdiOf({ ...given, timeZone }, at))?.[1]
  assert.equal(dated('America/Mexico_City', '2032-10-02T12:00:00.000Z'), '2032-10-02T06:00:00')
  assert.equal(dated('America/Tijuana', '2032-10-02T12:00:00.000Z'), '2032-10-02T05:00:00')
  assert.equal(dated('America/Tijuana', '2032-12-01T07:59:59.999Z'), '2032-11-30T23:59:59')
  assert.equal(dated('America/Hermosillo', '2032-10-02T07:00:00.000Z'), '2032-10-02T00:00:00')
  assert.equal(dated('America/Cancun', '2032-10-02T05:00:00.000Z'), '2032-10-02T00:00:00')
})
