// What a file of a bank has besides its movements: its opening and closing balances are compared with them, dates in the wrong order are refused, and
// every line that is not read is counted by its reason.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatAmount } from '../../../src/core/money.ts'
import { Failure } from '../../../src/failures.ts'
import { readLayout } from '../../../src/reconciliation/formats/layout.ts'
import { laidOut } from '../../../src/reconciliation/formats/read-by-layout.ts'
import { notReadTally } from '../../../src/reconciliation/not-read.ts'
import type { LineChecks } from '../../../src/reconciliation/read-movement.ts'
import { type Piece, readStatement } from '../../../src/reconciliation/read-statement.ts'

const checks: LineChecks = {
  today: { card: '2026-11-30', store: '2026-11-30', spei: '2026-11-30' },
  railsOf: () => ['spei'],
  hasAccount: () => false,
}
const base = {
  ...{ layout: 1, format: 'csv', network: 'bank', rail: 'spei', dates: 'DMY' },
  columns: { day: 'Fecha', id: 'Rastreo', credit: 'Abono', debit: 'Cargo' },
  kinds: [{ kind: 'payment', sign: 'in' }, { kind: 'transfer-out' }],
  opening: { column: 'Concepto', has: ['SALDO INICIAL'] },
  closing: { column: 'Concepto', has: ['Saldo final'] },
}
const HEADING = 'Fecha,Concepto,Rastreo,Abono,Cargo,Saldo'
const balanced = { ...base, columns: { ...base.columns, balance: 'Saldo' } }

async function read(content: string, layout: object = base, days = {}): Promise<Piece[]> {
  const source = async function* () {
    yield Buffer.from(content)
  }
  const reader = await laidOut(source, readLayout(layout), { firstDay: undefined, lastDay: undefined, ...days }, checks)
  return Array.fromAsync(reader(source()))
}

async function reasonOf(...given: Parameters<typeof read>): Promise<string> {
  try {
    await read(...given)
  } catch (error) {
    assert.ok(error instanceof Failure, String(error))
    for (const language of ['en', 'es'] as const) assert.doesNotMatch(error.sentence(language), /\{\w+\}/)
    return error.reason
  }
  return 'none'
}

const movements = (pieces: Piece[]) => pieces.filter(({ kind }) => kind === 'movement').length

/** What is not read: why, how many lines, the first of them, and its text. */
function unread(pieces: Piece[]) {
  const tally = notReadTally()
  for (const piece of pieces) if (piece.kind === 'not-read') tally.add(piece)
  return tally.all().map(({ why, lines, line, text }) => [why, lines, line, text])
}

test('the movements of a table lead from its opening to its closing balance, with balances or without, from the top or from the bottom; a line too few or another amount refuses it', async () => {
  const amount = fc.integer({ min: 1, max: 99_999_999 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ amount, isIn: fc.boolean() }), { minLength: 1, maxLength: 8 }),
      fc.integer({ min: -5_000_000, max: 5_000_000 }),
      fc.boolean(),
      fc.nat(),
      async (moves, opening, isUp, choice) => {
        let balance = opening
        const plain = (centavos: number) => `${centavos < 0 ? '-' : ''}${formatAmount(Math.abs(centavos))}`
        const rows = moves.map(({ amount, isIn }, at) => {
          balance += isIn ? amount : -amount
          const cells = isIn ? [formatAmount(amount), ''] : ['', formatAmount(amount)]
          return ['05/11/2026', 'x', `K${at}`, ...cells, plain(balance)].join(',')
        })
        const end = (text: string, centavos: number) => `,${text},,,,${plain(centavos)}`
        const table = [end('Saldo Inicial', opening), ...rows, end('SALDO FINAL', balance)]
        const file = (lines: string[]) => [HEADING, ...(isUp ? [...lines].reverse() : lines)].join('\n')
        // Without a column of balances, those of the two lines stand where amounts do.
        const [first, ...others] = table.map((line) => line.replace(/^(,[^,]+,,),,(.+)$/, '$1$2,,'))
        const inAmounts = [first ?? '', ...others]
        assert.equal(movements(await read(file(table), balanced)), moves.length)
        assert.equal(movements(await read(file(inAmounts), base)), moves.length)
        const lost = 1 + (choice % moves.length)
        const without = (lines: string[]) => file(lines.filter((_, at) => at !== lost))
        if (moves.length > 1) {
          assert.equal(await reasonOf(without(table), balanced), 'statement-balance')
          assert.equal(await reasonOf(without(inAmounts), base), 'statement-balance')
        }
        for (const [lines, layout] of [
          [table, balanced],
          [inAmounts, base],
        ] as const) {
          assert.equal(await reasonOf(file(lines.slice(1)), layout), 'statement-cut')
          assert.equal(await reasonOf(file(lines.slice(0, -1)), layout), 'statement-cut')
        }
        // One of them alone is compared with the balances beside the movements.
        const { closing: _, ...opens } = balanced
        assert.equal(await reasonOf(file(table.slice(0, -1)), opens), 'none')
        if (moves.length > 1) {
          const cut = table.slice(0, -1).filter((_, at) => at !== 1)
          assert.equal(await reasonOf(file(cut), opens), 'statement-balance')
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('a balance line that says no balance, and one of the two without the other, is refused; one whose movement cannot be read is not summed', async () => {
  const rows = (more: string) => `${HEADING}\n,SALDO INICIAL,,100.00,,\n${more}\n,SALDO FINAL,,150.00,,`
  assert.equal(await reasonOf(rows('05/11/2026,x,K,50.00,,')), 'none')
  assert.equal(await reasonOf(rows('05/11/2026,x,K,50.00,,').replace('150.00', '')), 'statement-balance')
  assert.equal(await reasonOf(rows('05/11/2026,x,K,49.99,,')), 'statement-balance')
  const [, bad] = (await read(rows('05/11/2026,x,K,"5,0",,'), base, {})).filter(({ kind }) => kind !== 'not-read')
  assert.equal(bad?.kind, 'malformed')
  // Several parts in one file lead from all openings to all closings.
  const second = ',SALDO INICIAL,,150.00,,\n06/11/2026,x,L,,20.00,\n,SALDO FINAL,,130.00,,'
  assert.equal(await reasonOf(`${rows('05/11/2026,x,K,50.00,,')}\n${second}`), 'none')
  assert.equal(
    await reasonOf(`${rows('05/11/2026,x,K,50.00,,')}\n${second.replace(',20.00', ',21.00')}`),
    'statement-balance',
  )
  // A day has a balance on its last line only: what stands above it is not the opening balance.
  const sparse = `${HEADING}\n,SALDO INICIAL,,,,100.00\n05/11/2026,x,A,5.00,,\n05/11/2026,x,B,5.00,,110.00\n,SALDO FINAL,,,,110.00`
  assert.equal(await reasonOf(sparse, balanced), 'none')
  for (const name of ['opening', 'closing'] as const) {
    const { [name]: _, ...half } = base
    assert.throws(() => readLayout(half), { reason: 'parameters-invalid' })
    const { [name]: __, ...other } = balanced
    assert.equal(readLayout(other).layout, 1)
  }
})

test('two digits of the year in the wrong order are refused, and the same file is read with the right order or with its days given', async () => {
  const { opening: _, closing: __, ...layout } = base
  const file = (...days: string[]) => [HEADING, ...days.map((day, at) => `${day},x,K${at},1.00,,`)].join('\n')
  const month = ['01', '09', '20', '26'].map((day) => `${day}/11/26`)
  assert.equal(movements(await read(file(...month), layout)), 4)
  for (const dates of ['YMD', undefined])
    assert.equal(await reasonOf(file(...month), { ...layout, dates }), 'statement-date-order')
  const turned = ['26/11/24', '26/11/25']
  assert.equal(await reasonOf(file(...turned), layout), 'statement-date-order')
  assert.equal(movements(await read(file(...turned), { ...layout, dates: 'YMD' })), 2)
  const given = { firstDay: '2024-11-26', lastDay: '2025-11-26' }
  assert.equal(movements(await read(file(...turned), layout, given)), 2)
  // The month stands first in some tables.
  assert.equal(await reasonOf(file('11/24/26', '11/26/26'), { ...layout, dates: 'YMD' }), 'statement-days')
  assert.equal(await reasonOf(file('11/09/26', '10/12/26'), { ...layout, dates: 'YMD' }), 'statement-date-order')
  // Four digits say it themselves, and so does a file whose days lie ahead in the other order, or are none there.
  for (const days of [['24/11/2026'], ['26/11/26', '27/11/26'], ['30/10/26'], ['26/11/25', '13/10/25', '31/10/25']])
    assert.equal(await reasonOf(file(...days), layout), 'none', days.join())
})

test('every line and column that is not read is counted, by its reason and with the first of them', async () => {
  const { opening: _, closing: __, ...plain } = base
  const layout = {
    ...plain,
    ignore: [
      { column: 'Concepto', has: ['total'] },
      { column: 'Concepto', has: ['promedio'] },
    ],
  }
  const rows = ['05/11/2026,x,K,1.00,,', ',TOTAL DE ABONOS,,1.00,,', ',Total de cargos,,,0.00,', ',PROMEDIO,,,,7.00']
  const table = ['Banco de Prueba', '', 'Cuenta 5555 5555 5555 4444', HEADING, ...rows].join('\n')
  assert.deepEqual(unread(await read(table, layout)), [
    ['above-heading', 2, 1, 'Banco de Prueba'],
    ['ignore', 2, 6, 'TOTAL DE ABONOS · 1.00'],
    ['ignore', 1, 8, 'PROMEDIO · 7.00'],
  ])
  const amount = (of: string, tag = 'Amt') => `<${tag} Ccy="MXN">${of}</${tag}><CdtDbtInd>CRDT</CdtDbtInd>`
  const entry = (of: string, status: string) =>
    `<Ntry>${amount(of)}<Sts><Cd>${status}</Cd></Sts><BookgDt><Dt>2026-11-05</Dt></BookgDt><NtryRef>K${of}</NtryRef></Ntry>`
  const balance = (type: string, of: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp>${amount(of)}<Dt><Dt>2026-11-05</Dt></Dt></Bal>`
  const camt = `<D><Stmt>${balance('OPBD', '1.00')}${balance('CLBD', '6.00')}${entry('5.00', 'BOOK')}${entry('7.00', 'PDNG')}${entry('8.00', 'INFO')}</Stmt></D>`
  const { dates: ___, columns: ____, ...others } = plain
  const ofCamt = await read(camt, { ...others, format: 'camt.053', columns: { id: 'entry_reference' } })
  assert.deepEqual([movements(ofCamt), unread(ofCamt)], [1, [['not-booked', 2, 1, 'PDNG 7.00']]])
  const own = [
    'statement,1,bank,2026-11-05,2026-11-05',
    'network,rail,id,day,amount,kind,comision,Fees',
    'bank,spei,A,2026-11-05,1.00,payment,,',
    'bank,spei,B,2026-11-05,1.00,payment,5.00,',
    'bank,spei,C,2026-11-05,1.00,payment,5.00,',
    'trailer,3,3.00',
  ].join('\n')
  const ofOwn = await Array.fromAsync(
    readStatement(
      (async function* () {
        yield Buffer.from(own)
      })(),
      checks,
    ),
  )
  assert.deepEqual([movements(ofOwn), unread(ofOwn)], [3, [['column', 2, 4, 'comision']]])
})
