// A bank's own file is read as its layout says: every amount and day to the last digit, every fault with its line and value, and the rest besides.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { formatAmount } from '../../../../src/core/money.ts'
import { Failure } from '../../../../src/failures.ts'
import { bounded } from '../../../../src/reconciliation/formats/cells.ts'
import { readLayout } from '../../../../src/reconciliation/formats/layout.ts'
import { laidOut } from '../../../../src/reconciliation/formats/read-by-layout.ts'
import { folded, writtenAmount, writtenDay } from '../../../../src/reconciliation/formats/written-values.ts'
import type { LineChecks } from '../../../../src/reconciliation/read-movement.ts'
import type { Piece } from '../../../../src/reconciliation/read-statement.ts'

const checks: LineChecks = {
  today: { card: '2027-02-20', store: '2027-02-20', spei: '2027-02-22' },
  railsOf: (network) => (network === 'bank' ? ['spei'] : undefined),
  hasAccount: () => false,
}
const base = {
  ...{ layout: 1, format: 'csv', network: 'bank', rail: 'spei', dates: 'DMY' },
  columns: { day: 'Fecha', id: 'Rastreo', amount: 'Importe' },
  kinds: [
    { kind: 'fee', sign: 'out', column: 'Concepto', has: ['comisión'] },
    { kind: 'payment', sign: 'in' },
    { kind: 'transfer-out' },
  ],
}
const HEADING = 'FECHA;Concepto; RASTREO ;importe'

async function* chunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(content: string | Uint8Array, layout: object = base, days = {}, size = 7): Promise<Piece[]> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const source = () => chunks(bytes, size)
  const reader = await laidOut(source, readLayout(layout), { firstDay: undefined, lastDay: undefined, ...days }, checks)
  return Array.fromAsync(reader(source()))
}

async function refusal(...given: Parameters<typeof read>): Promise<string> {
  try {
    await read(...given)
  } catch (error) {
    assert.ok(error instanceof Failure, String(error))
    assert.doesNotMatch(error.sentence('en'), /\{\w+\}/)
    return error.reason
  }
  return 'none'
}

/** Line, kind, id, day and signless centavos of each movement; of a malformed line its faults and what stands there. */
const shown = (pieces: Piece[]): unknown[][] =>
  pieces.flatMap((piece): unknown[][] => {
    if (piece.kind === 'malformed') return [[piece.number, piece.faults, piece.values]]
    if (piece.kind !== 'movement') return []
    const { number, kind, id, day, amountCentavos } = piece.movement
    return [[number, kind, id, day, amountCentavos]]
  })

describe('an amount as banks write it', () => {
  test('is read to the centavo in every usual form', () => {
    const forms: [form: (digits: string, grouped: string) => string, sign: 1 | -1][] = [
      [(digits) => digits, 1],
      [(_, grouped) => grouped, 1],
      [(_, grouped) => `$${grouped}`, 1],
      [(_, grouped) => ` $ ${grouped} `, 1],
      [(_, grouped) => `MXN ${grouped}`, 1],
      [(_, grouped) => `+${grouped}`, 1],
      [(_, grouped) => `(${grouped})`, -1],
      [(_, grouped) => `($${grouped})`, -1],
      [(_, grouped) => `-$${grouped}`, -1],
      [(digits) => `${digits}-`, -1],
      [(_, grouped) => `\u2212${grouped}`, -1],
      [(_, grouped) => `${grouped} M.N.`, 1],
    ]
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999_999_999_999 }),
        fc.constantFrom(...forms),
        (centavos, [form, sign]) => {
          const digits = formatAmount(centavos)
          const grouped = digits.replace(/\B(?=(\d{3})+\.)/g, ',')
          assert.equal(writtenAmount(form(digits, grouped), '.'), sign * centavos)
          const swap = (text: string) => text.replace(/[.,](?=\d)/g, (mark) => (mark === '.' ? ',' : '.'))
          assert.equal(writtenAmount(form(swap(digits), swap(grouped)), ','), sign * centavos)
        },
      ),
    )
  })

  test('that could mean two amounts, or none, is none', () => {
    for (const text of [
      '',
      '-',
      '1,15',
      '1.150,00',
      '1,1500.00',
      '1.234',
      '--1',
      '(1',
      '1)',
      '-1-',
      '(-1)',
      '1e3',
      '12 pesos',
      '.',
      '$',
      '1000000000000.00',
    ])
      assert.equal(writtenAmount(text, '.'), undefined, text)
  })
})

test('a day is read in the order that the layout says, and in no other', () => {
  const days = fc.date({ min: new Date('2001-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(days, fc.constantFrom('/', '-', '.', ' '), (date, mark) => {
      const iso = date.toISOString().slice(0, 10)
      const [year = '', month = '', day = ''] = iso.split('-')
      const names = ['ene', 'FEB', 'marzo', 'Abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']
      assert.equal(writtenDay([day, month, year].join(mark), 'DMY'), iso)
      assert.equal(writtenDay([Number(day), Number(month), year.slice(2)].join(mark), 'DMY'), iso)
      assert.equal(writtenDay([day, names[Number(month) - 1], year].join(mark), 'DMY'), iso)
      assert.equal(writtenDay([month, day, year].join(mark), 'MDY'), iso)
      assert.equal(writtenDay([year, month, day].join(mark), 'YMD'), iso)
      assert.equal(writtenDay(`${day}${month}${year}`, 'DMY'), iso)
      assert.equal(writtenDay(`${day}/${month}/${year} 10:15:00`, 'DMY'), iso)
      if (Number(day) > 12) assert.equal(writtenDay([day, month, year].join(mark), 'MDY'), undefined)
    }),
  )
  for (const text of ['', '31/02/2027', '27/01', '1/2/3/4', '27/enero', '2027-13-01'])
    assert.equal(writtenDay(text, 'DMY'), undefined, text)
})

describe('a table', () => {
  test('is read with any separator, heading, encoding and line end, and cells with line breaks', async () => {
    const rows = [
      ['27/01/2027', 'Pago "de" Núñez', 'K1', '1,150.00'],
      ['28/01/2027', 'Comisión', '', '($5.80)'],
      ['28/01/2027', 'Retiro\n y\nmás', 'K2', '-200.00'],
    ]
    const wanted = [
      ['payment', 'K1', '2027-01-27', 115_000],
      ['fee', '2027-01-28 5.80 1', '2027-01-28', 580],
      ['transfer-out', 'K2', '2027-01-28', 20_000],
    ]
    for (const separator of [',', ';', '\t', '|'])
      for (const end of ['\n', '\r\n', '\r'])
        for (const [encoding, encode] of [
          ['utf-8', (text: string) => Buffer.from(text)],
          ['utf-8', (text: string) => Buffer.from(`\ufeff${text}`)],
          ['windows-1252', (text: string) => Buffer.from(text, 'latin1')],
          ['utf-16le', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
        ] as const) {
          const heading = ['Fecha ', 'CONCEPTO', 'Rastreo', 'IMPORTE']
          const quoted = rows.map((cells) =>
            cells.map((cell) => `"${cell.replaceAll('"', '""').replaceAll('\n', end)}"`),
          )
          const lines = [['Banco de Prueba'], ['Movimientos'], heading, ...quoted]
          const text = lines.map((cells) => cells.join(separator)).join(end)
          const got = shown(await read(encode(text), { ...base, encoding }, {}, 5))
          assert.deepEqual(
            got.map((one) => one.slice(1)),
            wanted,
            JSON.stringify([separator, end, encoding]),
          )
          assert.deepEqual(
            got.map(([number]) => number),
            [4, 5, 6],
          )
        }
  })

  test('keeps what it can read: each fault is reported with its line and its text', async () => {
    const text = [
      HEADING,
      '27/01/2027;Pago;K1;10.00',
      '01/27/2027;Pago;K2;10.00',
      '27/01/2027;Pago;K3;10,5',
      '27/01/2027;Pago;;10.00',
      '27/01/2027;Pago "sin cierre;K4;3.00',
      '"sin cierre;Pago;K5;3.00',
      '27/01/2027;Pago;K6;4.00;de más',
      '27/01/2027;Pago;K7;0.00',
      `${'x'.repeat(5_000)}`,
      '28/01/2027;Pago;K8;20.00',
    ].join('\n')
    const pieces = await read(text)
    assert.deepEqual(shown(pieces), [
      [2, 'payment', 'K1', '2027-01-27', 1_000],
      [3, ['day'], { day: '01/27/2027' }],
      [4, ['amount'], { amount: '10,5' }],
      [5, ['id'], { id: '' }],
      [6, 'payment', 'K4', '2027-01-27', 300],
      [7, ['quotes'], { quotes: '"sin cierre;Pago;K5;3.00' }],
      [8, ['cells'], { cells: '27/01/2027;Pago;K6;4.00;de más' }],
      [9, ['amount'], { amount: '0.00' }],
      [10, ['too-long'], { 'too-long': '' }],
      [11, 'payment', 'K8', '2027-01-28', 2_000],
    ])
    assert.deepEqual(pieces.at(0), {
      kind: 'header',
      header: { network: 'bank', firstDay: '2027-01-27', lastDay: '2027-01-28' },
    })
    assert.equal(pieces.at(-1)?.kind, 'trailer')
  })

  test('with a column for each direction, a sign in words, and a layout without headings', async () => {
    const split = { ...base, columns: { day: 'Fecha', id: 'Clave', credit: 'Abono', debit: 'Cargo' } }
    const both = shown(
      await read(
        'Fecha,Clave,Cargo,Abono,Concepto\n01/02/2027,A,,5.00,x\n01/02/2027,B,7.00,0.00,x\n01/02/2027,C,1.00,2.00,x',
        split,
      ),
    )
    assert.deepEqual(
      both.slice(0, 2).map((one) => one.slice(1, 3)),
      [
        ['payment', 'A'],
        ['transfer-out', 'B'],
      ],
    )
    assert.deepEqual(both[2], [4, ['amount'], { amount: '2.00 / 1.00' }])
    // A deposit that was taken back stands in its column with a minus, and the balance falls.
    const back = 'Fecha,Clave,Cargo,Abono,Saldo,Concepto\n01/02/2027,A,,5.00,105.00,x\n01/02/2027,A,,-5.00,100.00,x'
    assert.deepEqual(
      shown(await read(back, { ...split, columns: { ...split.columns, balance: 'Saldo' } })).map((one) => one[1]),
      ['payment', 'transfer-out'],
    )
    const signed = { ...base, columns: { ...base.columns, sign: 'Tipo' }, incoming: ['Abono', 'C'] }
    const against = await read('Fecha,Rastreo,Importe,Tipo,Concepto\n01/02/2027,A,-5.00,ABONO,', signed)
    assert.deepEqual(
      shown(against).map((one) => one[1]),
      [['amount']],
    )
    const words = shown(
      await read('Fecha,Rastreo,Importe,Tipo,Concepto\n01/02/2027,A,5.00,ABONO,\n01/02/2027,B,5.00,Cargo,', signed),
    )
    assert.deepEqual(
      words.map((one) => one[1]),
      ['payment', 'transfer-out'],
    )
    const bare = { ...base, heading: false, columns: { day: '1', id: '2', amount: '3' }, kinds: [{ kind: 'payment' }] }
    assert.deepEqual(shown(await read('01/02/2027,A,5.00\n', bare)), [[1, 'payment', 'A', '2027-02-01', 500]])
    // A rule that says no direction reads no payment from money that went out.
    assert.deepEqual(shown(await read('01/02/2027,A,-5.00\n', bare))[0]?.[1], ['kind'])
  })

  test('whose balances do not follow lacks lines: nothing of it is read, in either order', async () => {
    const layout = { ...base, columns: { ...base.columns, balance: 'Saldo' } }
    const heading = 'Fecha,Concepto,Rastreo,Importe,Saldo'
    const down = [
      '01/02/2027,x,A,5.00,105.00',
      '01/02/2027,x,B,-3.00,102.00',
      '02/02/2027,x,C,1.00,103.00',
      '02/02/2027,x,D,9.00,112.00',
    ]
    for (const lines of [down, [...down].reverse()]) {
      assert.equal((await read([heading, ...lines].join('\n'), layout)).length, 6)
      for (const lost of [1, 2]) {
        const half = lines.filter((_, at) => at !== lost)
        assert.equal(await refusal([heading, ...half].join('\n'), layout), 'statement-balance')
      }
    }
  })

  test('whose balances cannot be read is not taken as whole', async () => {
    const layout = { ...base, columns: { ...base.columns, balance: 'Saldo' } }
    const of = (...balances: string[]) =>
      ['Fecha;Concepto;Rastreo;Importe;Saldo', ...balances.map((one, at) => `01/02/2027;x;K${at};5.00;${one}`)].join(
        '\n',
      )
    for (const balances of [['1.105,00', '1.110,00'], ['1.105,00'], ['105.00', '110.00 CR']])
      assert.equal(await refusal(of(...balances), layout), 'statement-balance')
    // A bank may print it on the last line of a day only, with marks on the others.
    assert.equal((await read(of('', '-', '115.00'), layout)).length, 5)
  })

  test('of another encoding, account or heading, too large a day or no day is refused', async () => {
    assert.equal(await refusal(Buffer.from(`${HEADING}\n27/01/2027;Núñez;K;1.00`, 'latin1')), 'statement-encoding')
    assert.equal(await refusal('Fecha;Concepto;Clave;Importe\n27/01/2027;x;K;1.00'), 'statement-heading')
    assert.equal(await refusal('Fecha;Fecha;Concepto;Rastreo;Importe\n27/01/2027;x;x;K;1.00'), 'statement-heading')
    assert.equal(await refusal(''), 'statement-heading')
    assert.equal(await refusal(`${HEADING}\n`), 'statement-days')
    assert.deepEqual((await read(`${HEADING}\n`, base, { firstDay: '2027-01-01', lastDay: '2027-01-31' })).length, 2)
    const own = { ...base, own_account: '012 180 00155', columns: { ...base.columns, own_account: 'Cuenta' } }
    const ofAccount = (account: string) => `Cuenta,Fecha,Concepto,Rastreo,Importe\n${account},01/02/2027,x,K,1.00`
    assert.equal(await refusal(ofAccount('01218000155'), own), 'none')
    assert.equal(await refusal(ofAccount('01218000156'), own), 'statement-account')
  })
})

test('a layout that contradicts itself, or is none, is refused by the names of its fields', () => {
  const faults = (value: unknown): string[] => {
    try {
      readLayout(value)
    } catch (error) {
      assert.ok(error instanceof Failure)
      return Object.keys(error.options.fields ?? {})
    }
    return []
  }
  assert.deepEqual(faults(base), [])
  assert.deepEqual(faults({ ...base, columns: { day: 'Fecha', amount: 'Importe' } }), ['columns.id'])
  assert.deepEqual(faults({ ...base, columns: { ...base.columns, debit: 'Cargo' } }), ['columns.amount'])
  assert.deepEqual(faults({ ...base, incoming: ['C'] }), ['incoming'])
  assert.deepEqual(faults({ ...base, kinds: [{ kind: 'payment' }, { kind: 'fee', sign: 'out' }] }), ['kinds'])
  assert.deepEqual(faults({ ...base, own_account: '012 180 00155' }), ['columns.own_account'])
  assert.deepEqual(faults({ ...base, kinds: [{ kind: 'fee', sign: 'out', column: 'Concepto' }] }), ['kinds'])
  assert.deepEqual(faults({ ...base, ignore: [{ sign: 'in', column: 'Concepto' }] }), ['ignore'])
  const { dates: _, ...plain } = base
  const message = { ...plain, format: 'mt940', columns: { id: 'bank_reference' }, own_account: '012 180 00155' }
  assert.deepEqual(faults(message), [])
  for (const more of [
    { separator: ';' },
    { heading: false },
    { dates: 'DMY' },
    { decimal: ',' },
    { opening: { has: ['x'] } },
  ])
    assert.deepEqual(faults({ ...message, ...more }), Object.keys(more))
  assert.deepEqual(faults({ ...base, colums: {} }), ['colums'])
  assert.deepEqual(faults({ ...base, dates: 'DDMMYYYY' }), ['dates'])
  for (const value of [null, [], 'x', 3]) assert.notEqual(faults(value).length, 0)
  for (const file of readdirSync('docs/samples/layouts'))
    assert.equal(readLayout(JSON.parse(readFileSync(`docs/samples/layouts/${file}`, 'utf8'))).layout, 1, file)
})

describe('MT940', () => {
  const layout = {
    ...{ layout: 1, format: 'mt940', network: 'bank', rail: 'spei' },
    columns: { id: [{ column: 'details', after: 'Cve. Rastreo' }, 'bank_reference'] },
    kinds: [{ kind: 'fee', column: 'type', has: ['NCHG'] }, { kind: 'payment', sign: 'in' }, { kind: 'transfer-out' }],
  }
  const message = [
    '{1:F01BANKMXMMAXXX0000000000}{2:I940BANKMXMMXXXXN}{4:',
    ':20:STMT',
    ':25:012180001554321090',
    ':28C:00027/001',
    ':60F:C270126MXN1000,00',
    ':61:2701270127C1150,NTRFREF1//BANK1',
    ':86:SPEI RECIBIDO CVE. RASTREO: KEY1 DE',
    'JUAN NUNEZ',
    ':61:2701270127D200,5NTRFREF2//KEY2',
    ':61:2701270127DN5,80NCHGNONREF',
    ':62F:C270127MXN1943,70',
    '-}',
  ]

  test('is read to its closing balance', async () => {
    const pieces = await read(message.join('\r\n'), layout)
    assert.deepEqual(shown(pieces), [
      [6, 'payment', 'KEY1', '2027-01-27', 115_000],
      [9, 'transfer-out', 'KEY2', '2027-01-27', 20_050],
      [10, 'fee', '2027-01-27 5.80 1', '2027-01-27', 580],
    ])
    assert.deepEqual(pieces[0], {
      kind: 'header',
      header: { network: 'bank', firstDay: '2027-01-27', lastDay: '2027-01-27' },
    })
  })

  test('that is cut, lacks a line or is of another account is refused; a field that cannot be read is reported', async () => {
    const without = (at: number) => message.filter((_, index) => index !== at).join('\n')
    for (let end = 0; end < 10; end += 1)
      assert.equal(await refusal(message.slice(0, end).join('\n'), layout), 'statement-cut')
    assert.equal(await refusal(without(8), layout), 'statement-balance')
    assert.equal(await refusal(without(9), layout), 'statement-balance')
    assert.equal(
      await refusal(message.join('\n'), { ...layout, own_account: '012180001554321091' }),
      'statement-account',
    )
    const broken = message.map((line) => line.replace(':61:2701270127D200,5', ':61:27012701XX200'))
    assert.deepEqual(shown(await read(broken.join('\n'), layout))[1], [
      9,
      ['field-61'],
      { 'field-61': '27012701XX200NTRFREF2//KEY2' },
    ])
    const dollars = message.map((line) => line.replaceAll('MXN', 'USD'))
    assert.deepEqual(shown(await read(dollars.join('\n'), layout))[0]?.[1], ['currency'])
  })
})

describe('camt.053', () => {
  const layout = {
    ...{ layout: 1, format: 'camt.053', network: 'bank', rail: 'spei' },
    columns: { id: ['end_to_end', 'bank_reference'] },
    kinds: [
      { kind: 'fee', column: 'subfamily', has: ['CHRG'] },
      { kind: 'payment', sign: 'in' },
      { kind: 'transfer-out' },
    ],
  }
  const entry = (amount: string, sign: string, inside: string, status = '<Sts><Cd>BOOK</Cd></Sts>') =>
    `<Ntry><Amt Ccy="MXN">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd>${status}<BookgDt><Dt>2027-01-27</Dt></BookgDt>${inside}</Ntry>`
  const detail = (id: string, amount = '') =>
    `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>${amount && `<Amt Ccy="MXN">${amount}</Amt>`}</TxDtls>`
  const balance = (type: string, amount: string, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="MXN">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
  const entries = [
    entry('1150.00', 'CRDT', `<NtryDtls>${detail('KEY1')}</NtryDtls>`),
    entry('300.00', 'CRDT', `<NtryDtls>${detail('KEY2', '100.00')}${detail('KEY3', '200.00')}</NtryDtls>`),
    entry('200.50', 'DBIT', `<AcctSvcrRef>Núñez &amp; Co</AcctSvcrRef>`, '<Sts>BOOK</Sts>'),
    entry(
      '5.80',
      'DBIT',
      '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>OTHR</Cd><SubFmlyCd>CHRG</SubFmlyCd></Fmly></Domn></BkTxCd>',
    ),
    entry('9.00', 'CRDT', '', '<Sts><Cd>PDNG</Cd></Sts>'),
  ]
  const file = (all = entries, prolog = '<?xml version="1.0" encoding="UTF-8"?>') =>
    `${prolog}\n<x:Document xmlns:x="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">\n<BkToCstmrStmt><Stmt><Acct><Id><Othr><Id>012180001554321090</Id></Othr></Id></Acct>\n${balance('OPBD', '1000.00', '2027-01-26')}${balance('CLBD', '2243.70', '2027-01-27')}\n${all.join('\n')}\n</Stmt></BkToCstmrStmt></x:Document>\n`

  test('is read: booked entries, and each payment of an entry of several', async () => {
    for (const content of [
      file(),
      Buffer.from(file(entries, '<?xml version="1.0" encoding="ISO-8859-1"?>'), 'latin1'),
    ]) {
      const pieces = await read(content, layout, {}, 300)
      assert.deepEqual(shown(pieces), [
        [5, 'payment', 'KEY1', '2027-01-27', 115_000],
        [6, 'payment', 'KEY2', '2027-01-27', 10_000],
        [6, 'payment', 'KEY3', '2027-01-27', 20_000],
        [7, 'transfer-out', 'Núñez & Co', '2027-01-27', 20_050],
        [8, 'fee', '2027-01-27 5.80 1', '2027-01-27', 580],
      ])
    }
  })

  test('says which entries are reversals, in both forms of a truth value', async () => {
    const reversals = {
      ...layout,
      kinds: [{ kind: 'return', column: 'reversal', has: ['true'] }, { kind: 'transfer-out' }],
    }
    const all = ['true', '1', 'false', '0'].map((one) =>
      entry('1.00', 'DBIT', `<RvslInd>${one}</RvslInd><AcctSvcrRef>K${one}</AcctSvcrRef>`),
    )
    const content = file(all).replace('2243.70', '996.00')
    const kinds = shown(await read(content, reversals, {}, 300)).map(([, kind]) => kind)
    assert.deepEqual(kinds, ['return', 'return', 'transfer-out', 'transfer-out'])
  })

  test('that is cut, lacks an entry, or is another’s is refused', async () => {
    for (const end of [10, 60, 200, 700, file().length - 40])
      assert.match(await refusal(file().slice(0, end), layout), /^statement-(cut|xml)$/)
    for (const at of [0, 1, 2, 3])
      assert.equal(await refusal(file(entries.filter((_, index) => index !== at)), layout), 'statement-balance')
    assert.equal(await refusal(file(), { ...layout, own_account: '1' }), 'statement-account')
    assert.equal(await refusal('Fecha;Importe', layout), 'statement-xml')
    assert.equal(await refusal('<html></html>', layout), 'statement-cut')
  })

  test('with entities that grow, or nested without end, is refused before it grows', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "lol">${Array.from({ length: 9 }, (_, at) => `<!ENTITY a${at} "${'&a;'.repeat(10)}">`).join('')}]>`
    assert.equal(await refusal(file(entries, bomb), layout), 'statement-xml')
    assert.equal(
      await refusal(file([entry('1.00', 'CRDT', '<AddtlNtryInf>&lol;</AddtlNtryInf>')]), layout),
      'statement-xml',
    )
    assert.equal(await refusal(`${file().slice(0, 300)}${'<a>'.repeat(100_000)}`, layout), 'statement-xml')
  })
})

test('a file beyond the most bytes is read no further', async () => {
  let sent = 0
  async function* endless() {
    for (;;) {
      sent += 1
      yield Buffer.alloc(1_000)
    }
  }
  await assert.rejects(
    async () => {
      for await (const _ of bounded(endless(), 10_000)) assert.ok(sent <= 10)
    },
    (error) => error instanceof Failure && error.reason === 'statement-large',
  )
  assert.equal(sent, 11)
})

test('folding drops accents, capitals and blanks only', () => {
  assert.equal(folded('  Descripción\t DETALLADA '), 'descripcion detallada')
})
