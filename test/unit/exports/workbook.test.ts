import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import type { Cell } from '../../../src/exports/columns.ts'
import { workbook } from '../../../src/exports/workbook.ts'

const columns = [
  { path: 'name', keys: ['name'], kind: 'text' as const },
  { path: 'amount', keys: ['amount'], kind: 'money' as const },
]

async function written(rows: Cell[][], rowsASheet?: number): Promise<Record<string, string>> {
  async function* portions() {
    for (const row of rows) yield [row]
  }
  const options = { columns, headings: ['Año', 'Importe'], title: 'Pagos: "1"/2', ...(rowsASheet && { rowsASheet }) }
  const parts: Buffer[] = []
  for await (const part of workbook(options, portions())) parts.push(part as Buffer)
  return unzipped(Buffer.concat(parts))
}

/** The entries of an archive, by its directory at the end. */
function unzipped(archive: Buffer): Record<string, string> {
  const entries: Record<string, string> = {}
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  let at = archive.readUInt32LE(end + 16)
  while (archive.readUInt32LE(at) === 0x02014b50) {
    const [size, name, extra, comment] = [
      archive.readUInt32LE(at + 20),
      archive.readUInt16LE(at + 28),
      archive.readUInt16LE(at + 30),
      archive.readUInt16LE(at + 32),
    ]
    const head = archive.readUInt32LE(at + 42)
    const start = head + 30 + archive.readUInt16LE(head + 26) + archive.readUInt16LE(head + 28)
    const packed = archive.subarray(start, start + size)
    entries[archive.toString('utf8', at + 46, at + 46 + name)] = (
      archive.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed
    ).toString('utf8')
    at += 46 + name + extra + comment
  }
  return entries
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
