import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import Type from 'typebox'
import { type Cell, columnsOf } from '../../../src/exports/columns.ts'
import { serialOf, workbook } from '../../../src/exports/workbook.ts'
import { sheetIn, unzipped } from '../../support/workbook-reader.ts'

const columns = [
  { path: 'name', keys: ['name'], kind: 'text' as const },
  { path: 'amount', keys: ['amount'], kind: 'money' as const },
  { path: 'day', keys: ['day'], kind: 'day' as const },
  { path: 'at', keys: ['at'], kind: 'time' as const },
]

async function written(rows: Cell[][], rowsASheet?: number): Promise<Record<string, string>> {
  return unzipped(await bytesOf(rows, rowsASheet))
}

async function bytesOf(rows: Cell[][], rowsASheet?: number): Promise<Buffer> {
  async function* portions() {
    for (const row of rows) yield [row]
  }
  const options = {
    columns,
    headings: ['Año', 'Importe', 'Día', 'Hora'],
    title: 'Pagos: "1"/2',
    ...(rowsASheet && { rowsASheet }),
  }
  const parts: Buffer[] = []
  for await (const part of workbook(options, portions())) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

test('text stays text, with any first character, and money is a number', async () => {
  const { 'xl/worksheets/sheet1.xml': sheet = '', 'xl/workbook.xml': book = '' } = await written([
    ['=1+1 <&> \u0001\ud800', 10.5],
    ['', ''],
  ])
  assert.match(
    sheet,
    /<c t="inlineStr"><is><t xml:space="preserve">=1\+1 &lt;&amp;&gt; ��<\/t><\/is><\/c><c s="1"><v>10\.5<\/v><\/c>/,
  )
  assert.equal(sheet.includes('<f>'), false)
  assert.match(book, /<sheet name="Pagos {3}1 {2}2" sheetId="1"/)
})

test('rows beyond one sheet go to the next, and nothing is lost', async () => {
  const rows = Array.from({ length: 10 }, (_, at): Cell[] => [`fila ${at}`, at])
  const files = await written(rows, 4)
  const sheets = Object.entries(files).filter(([name]) => name.startsWith('xl/worksheets/'))
  assert.equal(sheets.length, 4)
  const found = sheets.flatMap(([, text]) => [...text.matchAll(/fila \d+/g)].map(([one]) => one))
  assert.deepEqual(
    found,
    rows.map(([name]) => name),
  )
  for (const [, text] of sheets) assert.ok(text.includes('Año'))
  assert.equal((files['[Content_Types].xml']?.match(/sheet\d\.xml/g) ?? []).length, 4)
})

test('days and instants are dates, the instants by the clock of their offset; other texts stay texts', async () => {
  const [, ...rows] = sheetIn(
    await bytesOf([
      ['2026-11-26', -10.5, '2026-11-26', '2026-11-26T05:10:45-06:00'],
      ['', '', '', ''],
      ['=1+1', '=2', '=3', '2026-11'],
    ]),
  )
  assert.deepEqual(rows, [
    ['2026-11-26', -10.5, { date: '2026-11-26T00:00:00' }, { date: '2026-11-26T05:10:45' }],
    [null, null, null, null],
    ['=1+1', '=2', '=3', '2026-11'],
  ])
})

test('any instant is read again as it was written, to the second', () => {
  const instants = fc.date({
    min: new Date('1900-03-01T00:00:00Z'),
    max: new Date('2999-12-31T23:59:59Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(instants, (date) => {
      const text = `${date.toISOString().slice(0, 19)}-06:00`
      const serial = serialOf(text) ?? Number.NaN
      const seconds = Math.round(serial * 86_400) - 25_569 * 86_400
      assert.equal(new Date(seconds * 1_000).toISOString().slice(0, 19), text.slice(0, 19))
    }),
  )
  for (const text of ['', 'x', '1899-12-31', '2026-13-01', '2026-11-26 ', '2026-11-26T25:00:00-06:00', 'P2026-11-26'])
    assert.equal(serialOf(text), undefined, text)
})

test('any text comes back as it was, and is never a formula', async () => {
  const texts = fc.array(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 }), {
    minLength: 1,
    maxLength: 20,
  })
  await fc.assert(
    fc.asyncProperty(texts, async (all) => {
      const bytes = await bytesOf(all.map((text) => [text, 1, text, text]))
      assert.equal(/<f[ >/]/.test(unzipped(bytes)['xl/worksheets/sheet1.xml'] ?? ''), false)
      const [, ...rows] = sheetIn(bytes)
      assert.deepEqual(
        rows.map(([text]) => text),
        all,
      )
    }),
    { numRuns: 30 },
  )
})

test('a column is a day or an instant by its name, if its values are texts', () => {
  const text = Type.Union([Type.String(), Type.Null()])
  const schema = Type.Object({
    date: text,
    operation_day: text,
    day: Type.Integer(),
    timestamp: text,
    paid_at: text,
    update: text,
    description: text,
    total: Type.Object({ amount: Type.String() }),
  })
  assert.deepEqual(
    columnsOf(schema).map(({ path, kind }) => [path, kind]),
    [
      ['date', 'day'],
      ['operation_day', 'day'],
      ['day', 'number'],
      ['timestamp', 'time'],
      ['paid_at', 'time'],
      ['update', 'text'],
      ['description', 'text'],
      ['total.amount', 'money'],
    ],
  )
})

test('a source that fails ends the file with its error, wherever it fails', async () => {
  for (const before of [0, 1, 5_000]) {
    async function* portions() {
      for (let at = 0; at < before; at += 1) yield [[`row ${at}`, at, '', '']]
      throw new Error('the database is gone')
    }
    const options = { columns, headings: ['Año', 'Importe', 'Día', 'Hora'], title: 'Pagos' }
    const read = Array.fromAsync(workbook(options, portions()))
    const late = new Promise((_, reject) => setTimeout(() => reject(new Error('it never ends')), 20_000).unref())
    await assert.rejects(Promise.race([read, late]), /the database is gone/)
  }
})

test('a source is read no further when the reader of the file leaves', async () => {
  const ended = Promise.withResolvers<void>()
  async function* portions(): AsyncGenerator<Cell[][]> {
    try {
      for (;;) {
        await turn()
        yield Array.from({ length: 100 }, () => [String(Math.random()), 1])
      }
    } finally {
      ended.resolve()
    }
  }
  const bytes = workbook({ columns, headings: ['Nombre', 'Importe'], title: 'Pagos' }, portions())
  await once(bytes, 'data')
  bytes.destroy()
  await ended.promise
})

test('a source that cannot be closed after its reader has left troubles nobody', async (t) => {
  const uncaught = t.mock.fn()
  process.on('unhandledRejection', uncaught)
  t.after(() => process.off('unhandledRejection', uncaught))
  const closing = Promise.withResolvers<void>()
  async function* portions(): AsyncGenerator<Cell[][]> {
    try {
      for (;;) {
        await turn()
        yield Array.from({ length: 100 }, () => [String(Math.random()), 1])
      }
    } finally {
      closing.resolve()
      // biome-ignore lint/correctness/noUnsafeFinally: a database that is gone ends no transaction.
      throw new Error('the database is gone')
    }
  }
  const bytes = workbook({ columns, headings: ['Nombre', 'Importe'], title: 'Pagos' }, portions())
  await once(bytes, 'data')
  bytes.destroy()
  await closing.promise
  for (let turns = 0; turns < 10; turns += 1) await turn()
  assert.equal(uncaught.mock.callCount(), 0)
})

test('a source that fails before anybody reads the file fails its reader', async () => {
  // biome-ignore lint/correctness/useYield: it fails before its first row.
  async function* portions(): AsyncGenerator<Cell[][]> {
    throw new Error('no database')
  }
  const bytes = workbook({ columns, headings: ['Nombre', 'Importe'], title: 'Pagos' }, portions())
  while (!bytes.destroyed) await turn()
  await turn()
  await assert.rejects(bytes.toArray(), /no database/)
})
