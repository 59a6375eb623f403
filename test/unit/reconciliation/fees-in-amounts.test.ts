// A bank that takes its charge out of a movement's amount: what the payer paid and what the bank kept are stated apart, in every format.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Failure } from '../../../src/failures.ts'
import { readLayout } from '../../../src/reconciliation/formats/layout.ts'
import { laidOut } from '../../../src/reconciliation/formats/read-by-layout.ts'
import type { LineChecks } from '../../../src/reconciliation/read-movement.ts'

const checks: LineChecks = {
  today: { card: '2027-02-20', store: '2027-02-20', spei: '2027-02-22' },
  railsOf: (network) => (network === 'bank' ? ['spei'] : undefined),
  hasAccount: () => false,
}
const OF = { layout: 1, network: 'bank', rail: 'spei' }
const kinds = [
  { kind: 'payment', sign: 'in' },
  { kind: 'transfer-out', sign: 'out' },
]

/** Kind, id, amount and fee of each movement; of a malformed line its faults; of a refused file the reason. */
async function read(content: string, layout: object): Promise<unknown> {
  const source = async function* () {
    yield Buffer.from(content)
  }
  try {
    const of = readLayout({ ...OF, kinds, ...layout })
    const reader = await laidOut(source, of, { firstDay: undefined, lastDay: undefined }, checks)
    const pieces = await Array.fromAsync(reader(source()))
    return pieces.flatMap((piece): unknown[] => {
      if (piece.kind === 'malformed') return [piece.faults]
      if (piece.kind !== 'movement') return []
      const { kind, id, amountCentavos, feeCentavos } = piece.movement
      return [[kind, id, amountCentavos, feeCentavos]]
    })
  } catch (error) {
    assert.ok(error instanceof Failure, String(error))
    return error.reason
  }
}

describe('MT940', () => {
  const layout = {
    format: 'mt940',
    columns: {
      id: 'bank_reference',
      fee: [
        { column: 'more', after: '/CHGS/' },
        { column: 'details', after: 'COMISION' },
      ],
    },
  }
  const message = (...lines: string[]) =>
    [':20:1', ':25:1', ':28C:1', ':60F:C270126MXN1000,00', ...lines, ':62F:C270127MXN1037,20', '-', ''].join('\n')

  test('amounts are after the charge: the payer paid more, the payee got less', async () => {
    const content = message(
      ...[':61:2701270127C1150,00NTRFNONREF//K1', '/OCMT/MXN1155,80//CHGS/MXN5,80/'],
      ...[':61:2701270127D1105,80NTRFNONREF//K2', ':86:SPEI COMISION 5,80, CVE 1'],
      ...[':61:2701270127D7,00NTRFNONREF//K3', ':86:SPEI COMISION $5.00'],
    )
    assert.deepEqual(await read(content, layout), [
      ['payment', 'K1', 115_580, 580],
      ['transfer-out', 'K2', 110_000, 580],
      ['transfer-out', 'K3', 200, 500],
    ])
  })

  test('a charge of all of the amount or more leaves no movement, and is told', async () => {
    const content = message(
      ...[':61:2701270127C45,00NTRFNONREF//K1', ':86:SPEI'],
      ...[':61:2701270127D7,80NTRFNONREF//K2', ':86:SPEI COMISION 7,80'],
    )
    assert.deepEqual(await read(content, layout), [['payment', 'K1', 4_500, 0], ['amount']])
  })
})

describe('camt.053', () => {
  const layout = { format: 'camt.053', columns: { id: 'end_to_end', fee: 'charges' } }
  const amount = (text: string, sign: string) => `<Amt Ccy="MXN">${text}</Amt><CdtDbtInd>${sign}</CdtDbtInd>`
  const charge = (text: string, more = '') => `<Rcrd>${amount(text, 'DBIT')}${more}</Rcrd>`
  const detail = (id: string, inside: string) => `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>${inside}</TxDtls>`
  const entry = (net: string, sign: string, inside: string) =>
    `<Ntry>${amount(net, sign)}<Sts>BOOK</Sts><BookgDt><Dt>2027-01-27</Dt></BookgDt>${inside}</Ntry>`
  const balance = (type: string, text: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp>${amount(text, 'CRDT')}</Bal>`
  const file = (entries: string, moved: string) =>
    `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt>${balance('OPBD', '0.00')}${balance('CLBD', moved)}${entries}</Stmt></BkToCstmrStmt></Document>`

  test('the charges of an entry or of its payment are its fee, unless they are not in the amount', async () => {
    const entries = [
      entry(
        '145.00',
        'CRDT',
        `<Chrgs>${charge('3.00')}${charge('2.00')}</Chrgs><NtryDtls>${detail('K1', '')}</NtryDtls>`,
      ),
      entry('145.00', 'CRDT', `<NtryDtls>${detail('K2', `<Chrgs>${charge('5.80')}</Chrgs>`)}</NtryDtls>`),
      entry(
        '105.00',
        'DBIT',
        `<NtryDtls>${detail('K3', `<Chrgs>${charge('5.00', '<ChrgInclInd>true</ChrgInclInd>')}</Chrgs>`)}</NtryDtls>`,
      ),
      entry(
        '105.00',
        'CRDT',
        `<NtryDtls>${detail('K4', `<Chrgs>${charge('5.00', '<ChrgInclInd>false</ChrgInclInd>')}</Chrgs>`)}</NtryDtls>`,
      ),
      entry('95.00', 'CRDT', `<Chrgs>${amount('5.00', 'DBIT')}</Chrgs><NtryDtls>${detail('K5', '')}</NtryDtls>`),
      // The other two forms of a truth value of XML.
      entry('105.00', 'CRDT', `<Chrgs>${charge('5.00', '<ChrgInclInd>0</ChrgInclInd>')}</Chrgs>${detail('K6', '')}`),
      entry('105.00', 'DBIT', `<Chrgs>${charge('5.00', '<ChrgInclInd>1</ChrgInclInd>')}</Chrgs>${detail('K7', '')}`),
    ]
    assert.deepEqual(await read(file(entries.join(''), '385.00'), layout), [
      ['payment', 'K1', 15_000, 500],
      ['payment', 'K2', 15_080, 580],
      ['transfer-out', 'K3', 10_000, 500],
      ['payment', 'K4', 10_500, 0],
      ['payment', 'K5', 10_000, 500],
      ['payment', 'K6', 10_500, 0],
      ['transfer-out', 'K7', 10_000, 500],
    ])
  })

  test('payments of one entry may state their amounts before or after their charges', async () => {
    const several = (one: string, other: string) =>
      entry(
        '290.00',
        'CRDT',
        `<NtryDtls>${detail('K1', `<Amt Ccy="MXN">${one}</Amt><Chrgs>${charge('5.00')}</Chrgs>`)}${detail('K2', `<Amt Ccy="MXN">${other}</Amt><Chrgs>${charge('5.00')}</Chrgs>`)}</NtryDtls>`,
      )
    for (const entries of [several('100.00', '200.00'), several('95.00', '195.00')])
      assert.deepEqual(await read(file(entries, '290.00'), layout), [
        ['payment', 'K1', 10_000, 500],
        ['payment', 'K2', 20_000, 500],
      ])
  })
})

describe('a table', () => {
  const columns = { day: 'Fecha', id: 'Rastreo', amount: 'Importe', fee: 'Comision', balance: 'Saldo' }
  const layout = { format: 'csv', columns }
  const table = (...rows: string[]) => ['Fecha;Rastreo;Importe;Comision;Saldo', ...rows].join('\n')

  test('says by its layout whether a fee is in the amount, and its balances must follow from that', async () => {
    const within = table('2027-01-27;K1;145.00;5.00;1145.00', '2027-01-27;K2;-105.00;5.00;1040.00')
    const beside = table('2027-01-27;K1;150.00;5.00;1145.00', '2027-01-27;K2;-100.00;5.00;1040.00')
    const wanted = [
      ['payment', 'K1', 15_000, 500],
      ['transfer-out', 'K2', 10_000, 500],
    ]
    assert.deepEqual(await read(within, { ...layout, fee_in_amount: true }), wanted)
    assert.deepEqual(await read(beside, layout), wanted)
    assert.equal(await read(within, layout), 'statement-balance')
    assert.equal(await read(beside, { ...layout, fee_in_amount: true }), 'statement-balance')
    assert.equal(await read(within, { ...layout, format: 'mt940', fee_in_amount: true }), 'parameters-invalid')
  })

  test('has amounts behind marks with all their digits, and reports what is none', async () => {
    const layout = {
      format: 'csv',
      decimal: '.',
      columns: { day: 'Fecha', id: 'Rastreo', amount: { column: 'Texto', after: 'importe' } },
    }
    const rows = ['Fecha;Rastreo;Texto', '2027-01-27;K1;IMPORTE: $1,150.00, BBVA', '2027-01-27;K2;IMPORTE -1,150.50']
    assert.deepEqual(await read(rows.join('\n'), layout), [
      ['payment', 'K1', 115_000, 0],
      ['transfer-out', 'K2', 115_050, 0],
    ])
    for (const text of ['1,15', '115A', '1.150,00'])
      assert.deepEqual(
        await read(`Fecha;Rastreo;Texto\n2027-01-27;K1;IMPORTE ${text}`, layout),
        [['kind', 'amount']],
        text,
      )
  })
})
